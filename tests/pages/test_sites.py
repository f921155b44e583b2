"""A site as a folder: what is written when, what stays where it was, and whose files are touched."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.main import run
from cli.pages.desk_sites import SiteFolder
from cli.pages.folder import MADE, MARK, Folder
from cli.pages.printing import Press
from ledger.errors import Misuse, Refusal
from ledger.office import Office
from tests.pages.test_pages import require_links


def bytes_of(folder: str) -> dict[str, bytes]:
    """Every file but the mark, which says when each page was written."""
    files = (path for path in Path(folder).rglob("*") if path.is_file() and path.name != MARK)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_written_again_nothing_is_touched(evening):
    assert run(["report", "site", "site"]) == 0
    before = {path: path.stat().st_mtime_ns for path in Path("site").rglob("*.html")}
    assert run(["report", "site", "site"]) == 0
    assert {path: path.stat().st_mtime_ns for path in Path("site").rglob("*.html")} == before
    assert not list(Path("site").rglob("*.part"))


def test_what_was_published_stays_and_says_what_has_changed_since(evening, typed):
    assert run(["report", "site", "site"]) == 0
    then = Path("site/published-17/board-1.html").read_text()
    now = Path("site/board-1.html").read_text()
    assert "R-0001" in then
    assert "A-0001" not in then.replace(banner(then), "")
    assert "A-0001" in now
    assert 'class="banner"' not in now
    assert "R-0002, P-0001, A-0001" in banner(then)
    assert '<a href="../board-1.html">' in banner(then)
    typed("publish --yes")
    assert run(["report", "site", "site"]) == 0
    again = Path("site/published-17/board-1.html").read_text()
    assert again == then, "what changed since is the same"
    require_links({name: content.decode() for name, content in bytes_of("site").items() if name.endswith(".html")})
    assert "No score has changed since" in banner(Path("site/published-24/index.html").read_text())


def banner(page: str) -> str:
    found = re.search(r'<aside class="banner">.*?</aside>', page, re.DOTALL)
    assert found
    return found[0]


def test_following_writes_the_pages_that_changed_and_no_others(evening, typed):
    with Office.open("bridge-ledger.db") as office:
        site = SiteFolder(Folder(Path("site"), "thursday"), Press(), "thursday", None)
        site.bring_up(office.log("thursday"), office)
        before = bytes_of("site")
        typed('result correct 3/1 1NTW-2 --agreed NS,EW --reason "both sides" --yes')
        written = site.bring_up(list(office.log("thursday"))[23:], office).written
    after = bytes_of("site")
    pages = {name for name in after if name.endswith(".html")}
    assert set(written) == {name for name in pages if before.get(name) != after[name]}
    assert {"board-3.html", "index.html", "events-1.html", "contestant-1NS.html"} <= set(written)
    assert not {"board-1.html", "appeals.html"} & set(written)
    assert run(["report", "site", "anew"]) == 0
    assert bytes_of("anew") == after, "brought up to date it is what it would be written anew"


def test_scores_as_they_were_published_do_not_say_when_they_become_final(evening, typed):
    """More was decided since, or they were taken back: the page as it is now says how they stand."""
    now, page = Path("site/index.html"), Path("site/published-17/index.html")
    with Office.open("bridge-ledger.db") as office:
        site = SiteFolder(Folder(Path("site"), "thursday"), Press(), "thursday", None)
        site.bring_up(office.log("thursday"), office)
        assert "then they are final" in now.read_text()
        assert 'id="appeal"' in now.read_text()
        assert "the scores are final" not in page.read_text()
        typed("undo 17 --reason early --yes")
        site.bring_up(list(office.log("thursday"))[23:], office)
    assert "they are not official" in banner(page.read_text())
    assert "then they are final" not in page.read_text()
    assert 'id="appeal"' not in page.read_text()
    assert "and taken back" in page.read_text()
    written = bytes_of("site")
    assert run(["report", "site", "anew"]) == 0
    assert bytes_of("anew") == written, "brought up to date it is what it would be written anew"


def test_the_log_is_on_pages_that_name_one_another(evening, monkeypatch):
    for room in ("links", "site"):
        monkeypatch.setattr(f"cli.pages.{room}.EVENTS_A_PAGE", 10)
    assert run(["report", "site", "site"]) == 0
    for page in ("events-1.html", "events-2.html", "events-3.html"):
        said = Path("site", page).read_text()
        assert re.findall(r'<a href="(events-\d+.html)">(\d+)</a>', said)[-3:] == [
            ("events-1.html", "1"),
            ("events-2.html", "2"),
            ("events-3.html", "3"),
        ], page


@pytest.mark.parametrize("what", ["notes.txt", "index.html", ".hidden"])
def test_a_folder_that_holds_other_files_is_refused_and_left_as_it_was(what, evening, capsys):
    Path("mine").mkdir()
    Path("mine", what).write_text("mine")
    assert run(["report", "site", "mine"]) == 1
    assert f"error[folder-taken]: mine holds other files: {what}" in capsys.readouterr().err
    assert bytes_of("mine") == {what: b"mine"}


def test_a_folder_of_another_session_or_a_file_is_refused(evening, capsys):
    assert run(["report", "site", "site"]) == 0
    assert run(shlex.split("session open friday --boards 1-2")) == 0
    assert run(["report", "site", "site", "--session", "friday"]) == 1
    Path("file").write_text("mine")
    assert run(["report", "site", "file", "--session", "friday"]) == 1
    assert capsys.readouterr().err.count("error[folder-taken]") == 2
    assert Path("file").read_text() == "mine"


def test_a_page_of_somebody_else_s_in_the_folder_is_not_written_over(evening, capsys):
    assert run(["report", "site", "site"]) == 0
    Path("site", MADE).unlink()  # so that nobody knows which pages were made here
    Path("site/board-2.html").write_text("mine")
    Path("site/notes.html").write_text("mine too")
    assert run(["report", "site", "site"]) == 1
    assert "error[file-exists]" in capsys.readouterr().err
    assert (Path("site/board-2.html").read_text(), Path("site/notes.html").read_text()) == ("mine", "mine too")
    Path("site/board-2.html").unlink()
    for name in ("hands.pbn", "look.css"):
        Path("site", name).write_text("mine")
        with Office.open("bridge-ledger.db") as office:
            number = office.session("thursday").number
        assert run(shlex.split("publish --site site --yes")) == 1
        assert "error[file-exists]" in capsys.readouterr().err
        with Office.open("bridge-ledger.db") as office:
            assert office.session("thursday").number == number, "nothing is published either"
        assert Path("site", name).read_text() == "mine"
        Path("site", name).unlink()


def test_a_link_below_the_folder_that_was_typed_leads_nowhere(evening, capsys):
    """Somebody else who may write in the folder steers nothing to another place."""
    Path("elsewhere").mkdir()
    assert run(["report", "site", "elsewhere"]) == 0
    before = bytes_of("elsewhere")
    Path("typed").symlink_to("site")
    Path("site").mkdir()
    assert run(["report", "site", "typed"]) == 0, "what is typed may be a link"
    shutil.rmtree("site/published-17")
    Path("site/published-17").symlink_to("../elsewhere")
    assert run(shlex.split("result correct 3/1 1NTW-2 --agreed NS,EW --reason both --yes")) == 0
    capsys.readouterr()
    pages = bytes_of("site")
    for line in ("report site site", "report site typed", "publish --site site --yes"):
        assert run(shlex.split(line)) == 1
        assert "/published-17 is a link to ../elsewhere" in capsys.readouterr().err
    assert (bytes_of("site"), bytes_of("elsewhere")) == (pages, before)


def test_a_report_replaces_its_own_page_alone(evening, capsys):
    assert run(["report", "audit", "-o", "audit.html"]) == 0
    assert run(["report", "docket", "-o", "audit.html"]) == 0
    Path("mine.html").write_text("<html>")
    Path("link.html").symlink_to("mine.html")
    for name in ("mine.html", "link.html"):
        assert run(["report", "audit", "-o", name]) == 1
        assert "error[file-exists]" in capsys.readouterr().err
    assert run(["report", "audit", "-o", "nowhere/audit.html"]) == 2
    assert "error[output-lost]" in capsys.readouterr().err
    assert Path("mine.html").read_text() == "<html>"


def test_no_room_leaves_every_page_whole(tmp_path, monkeypatch):
    folder = Folder(tmp_path / "site", "thursday")
    mark = '<meta name="generator" content="bridge-ledger">'
    folder.put({"one.html": f"{mark} old", "two.html": f"{mark} old"})
    replace, times = os.replace, iter([True, False])

    def full(part, path):
        if not next(times):
            raise OSError(28, "No space left on device")
        replace(part, path)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(Misuse, match="No space left"):
        folder.put({"one.html": f"{mark} new", "two.html": f"{mark} new"})
    assert (tmp_path / "site/one.html").read_text().endswith("new")
    assert (tmp_path / "site/two.html").read_text().endswith("old")
    assert {path.name for path in (tmp_path / "site").iterdir()} == {".bridge-ledger-site", "one.html", "two.html"}


def test_a_folder_of_a_site_is_taken_again_by_its_session_alone(tmp_path):
    Folder(tmp_path / "site", "thursday")
    Folder(tmp_path / "site", "thursday")
    with pytest.raises(Refusal, match="of session thursday"):
        Folder(tmp_path / "site", "friday")


@contextmanager
def following(folder: Path, *options: str) -> Iterator[subprocess.Popen]:
    """Who keeps a site up to date, in a process of his own; he is killed at the end, if not before."""
    report = ["report", "site", "site", "--follow", "--json", *options]
    command = [sys.executable, "-c", "import cli; cli.start()", *report]
    path = {"PYTHONPATH": str(Path(__file__).parents[2])}
    env = {**os.environ, **path}
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_follower_is_killed_and_another_goes_on_and_no_page_is_ever_half(evening, typed):
    with following(evening) as process:
        assert json.loads(process.stdout.readline())["as_of"] == 23
        appeals = Path("site/appeals.html").stat().st_mtime_ns
        typed('result correct 3/1 1NTW-2 --agreed NS,EW --reason "both sides" --yes')
        written = json.loads(process.stdout.readline())
        assert "board-3.html" in written["written"]
        assert Path("site/appeals.html").stat().st_mtime_ns == appeals
        typed('result correct 3/1 1NTW-3 --agreed NS,EW --reason "again" --yes')
        process.kill()
    Path("site/.board-3.html.1.part").write_text("half of a page")
    for path in Path("site").rglob("*.html"):
        assert path.read_text().endswith("</html>\n"), path
    with following(evening) as process:
        assert json.loads(process.stdout.readline())["as_of"] == 25
        process.kill()
    assert not list(Path("site").rglob("*.part"))
    assert run(["report", "site", "anew"]) == 0
    assert bytes_of("anew") == bytes_of("site")


def test_scores_are_published_with_their_site_or_not_at_all(evening, typed, capsys, monkeypatch):
    Path("mine").mkdir()
    Path("mine/index.html").write_text("mine")
    assert run(["publish", "--site", "mine", "--yes"]) == 1
    assert run(["publish", "--site", "mine/index.html/site", "--yes"]) == 2
    with Office.open("bridge-ledger.db") as office:
        assert office.session("thursday").number == 23
    capsys.readouterr()
    assert run(["publish", "--site", "site", "--yes", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["site"]["as_of"] == 24
    assert Path("site/published-24/index.html").is_file()


def test_a_site_that_fails_after_the_scores_are_published_takes_nothing_back(evening, capsys, monkeypatch):
    def full(part, path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cli.pages.folder.os.replace", full)
    assert run(["publish", "--site", "site", "--yes"]) == 2
    said = capsys.readouterr()
    assert "Recorded #24   scores published" in said.out
    assert "the scores are published (#24) and stay so; the site is not written" in said.err
    assert "`bridge-ledger report site site --session thursday`" in said.err
