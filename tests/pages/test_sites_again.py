"""What of a site is made again: only what moved; and what was erased stands on no page, whoever wrote it and how.

Which session's pages are made is told by who makes them, for what is written says only what is other.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from cli.main import run
from cli.pages import catalogues
from cli.pages.folder import MADE, MARK
from cli.pages.made_from import program_digest
from cli.pages.site import Pages
from ledger.files import temporary_path
from tests.pages.test_names_on_pages import congress, desk, pages
from tests.pages.test_sites import following
from tests.pages.test_tournament_site import site

REPOSITORY = Path(__file__).parents[2]
EVERY = ["friday-a", "friday-b", "met", "semi", "sunday", "teams"]


@pytest.fixture
def made(monkeypatch):
    """The sessions whose pages were made since this was last asked, in the order of their names."""
    those, own = set(), Pages.of
    monkeypatch.setattr(Pages, "of", lambda self, state: those.add(state.scoreboard.session.id) or own(self, state))

    def since():
        found = sorted(those)
        those.clear()
        return found

    return since


def test_only_sessions_in_which_something_moved_are_made_again(at_event, made):
    first = site("--sessions")
    assert made() == EVERY
    assert (site("--sessions"), made()) == (first, [])
    at_event("result correct 2/1 3NTN+2 --agreed NS,EW --reason 'both sides' --session friday-a")
    assert "3NT\u00a0N\u00a0+2" in site("--sessions")["sessions/friday-a/board-2.html"]
    assert made() == ["friday-a"]


def test_the_words_of_a_language_are_the_same_an_hour_later(at_event, made, monkeypatch):
    """A catalogue that does not say when it was made is given the time at which it is read."""
    first = site("--sessions", "--language", "de")
    assert made() == EVERY

    def read_later(*args, **kwargs):
        catalogue = read_po(*args, **kwargs)
        catalogue.creation_date += timedelta(hours=1)
        return catalogue

    monkeypatch.setattr(catalogues, "read_po", read_later)
    assert (site("--sessions", "--language", "de"), made()) == (first, [])


def _change_page(folder):
    page = folder / "contestant-1.html"
    page.write_text(page.read_text().replace("Ann Archer", "Ann Butcher"))


TOUCHED = {
    "a page is gone": lambda folder: (folder / "board-2.html").unlink(),
    "a page was changed": _change_page,
    "a page is broken": lambda folder: (folder / "contestant-1.html").write_text("<!DOC"),
    "the look was changed": lambda folder: (folder / "look.css").write_text("/* bridge-ledger */\n"),
    "the look is empty": lambda folder: (folder / "look.css").write_bytes(b""),
    "a page more": lambda folder: shutil.copy(folder / "board-2.html", folder / "board-3.html"),
    "the note is cut": lambda folder: os.truncate(folder / MADE, (folder / MADE).stat().st_size // 2),
    "no note": lambda folder: (folder / MADE).unlink(),
    "the note has other bytes": lambda folder: (folder / MADE).write_bytes(b"\xff\xfe"),
}


@pytest.mark.parametrize("touch", TOUCHED.values(), ids=TOUCHED)
def test_a_folder_that_was_touched_is_made_whole(at_event, made, touch):
    first = site("--sessions")
    assert made() == EVERY
    touch(Path("site/sessions/friday-a"))
    assert (site("--sessions"), made()) == (first, ["friday-a"])
    assert (site("--sessions"), made()) == (first, [])


def test_a_page_that_is_broken_while_its_site_is_followed_is_made_whole_with_the_next_event(tmp_path):
    congress(tmp_path)
    with following(tmp_path, "--session", "spring", "--sessions") as process:
        assert json.loads(process.stdout.readline())["pages"]
        broken = tmp_path / "site/sessions/final/contestant-1NS.html"
        broken.write_text("<!DOC")
        desk(tmp_path, "result correct 1/1 4SN+1 --agreed NS,EW --session final")
        assert json.loads(process.stdout.readline())["written"]
        assert "</html>" in broken.read_text()


def test_who_kills_a_run_before_its_first_page_may_run_it_again(at_event):
    folder = Path("site/sessions/friday-a")
    folder.mkdir(parents=True)
    temporary_path(folder / MARK).write_bytes(b"bridge-led")
    assert "sessions/friday-a/index.html" in site("--sessions")
    assert not list(folder.glob(".*.part"))


def test_another_language_club_or_clock_makes_all_of_them_again(at_event, made, monkeypatch):
    site("--sessions")
    made()
    assert 'lang="de"' in site("--sessions", "--language", "de")["sessions/friday-b/board-2.html"]
    assert made() == EVERY
    Path("club.toml").write_text('name = "Elm Bridge Club"\n')
    assert "Elm Bridge Club" in site("--sessions", "--club", "club.toml")["sessions/friday-b/board-2.html"]
    assert made() == EVERY
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        site("--sessions", "--club", "club.toml")
    time.tzset()
    assert made() == EVERY


def test_another_program_makes_all_of_them_again(at_event, tmp_path):
    """Another is one of the same files with one word other, and a desk that stays is the program it began as."""
    for room in ("ledger", "cli"):
        shutil.copytree(REPOSITORY / room, tmp_path / "program" / room, ignore=shutil.ignore_patterns("__pycache__"))
    page = Path("site/sessions/friday-a/board-2.html")
    report = "report site site --session spring --sessions --json"
    with of_copy(tmp_path, "desk") as desk:

        def written():
            desk.stdin.write(f"{report}\n")
            desk.stdin.flush()
            return json.loads(desk.stdout.readline())["written"]

        assert len(written()) > 100
        note = (page.parent / MADE).read_text()
        template = tmp_path / "program/cli/pages/templates/base.html"
        template.write_text(template.read_text().replace("</body>", "<p>the new one</p></body>"))
        written()
        assert (page.parent / MADE).read_text().split("\n")[0] == note.split("\n")[0]
    with of_copy(tmp_path, *report.split()) as process:
        assert "sessions/friday-a/board-2.html" in json.loads(process.stdout.readline())["written"]
    assert "the new one" in page.read_text()


@contextmanager
def of_copy(folder: Path, *line: str):
    """A copy of the program, running."""
    env = {**os.environ, "PYTHONPATH": str(folder / "program")}
    command = [sys.executable, "-c", "import cli; cli.start()", *line]
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_seal_is_on_the_pages_of_the_session_it_was_made_of(at_event, made, monkeypatch, capsys):
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", "k")
    assert run(["-q", "seal", "--new-key", "ebu.example"]) == 0
    first = site("--sessions")
    made()
    capsys.readouterr()
    assert run(["seal", "--session", "friday-b"]) == 0
    given = capsys.readouterr().out.strip().split("\n")
    again = site("--sessions")
    assert made() == ["friday-b"]
    assert {page for page, text in again.items() if text != first[page]} == {"sessions/friday-b/check.html"}
    (shown,) = re.findall(r"<pre>(.*?)</pre>", again["sessions/friday-b/check.html"])
    assert unescape(shown).split("<br>")[:-1] == given
    assert (site("--sessions"), made()) == (again, [])


def test_a_seal_of_one_session_is_shown_while_the_site_of_its_tournament_is_followed(tmp_path, monkeypatch):
    congress(tmp_path)
    key = str(tmp_path / "k")
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", key)
    desk(tmp_path, "seal --new-key ebu.example --key", key)
    with following(tmp_path, "--session", "spring", "--sessions") as process:
        json.loads(process.stdout.readline())
        desk(tmp_path, "seal --session final")
        written = json.loads(process.stdout.readline())["written"]
        assert "sessions/final/check.html" in written
        assert [each for each in written if each.startswith("sessions/saturday")] == []


def test_a_page_of_ours_that_is_of_no_publication_is_taken_away(at_event, made):
    folder = Path("site/sessions/friday-a")
    run(["-q", "publish", "--session", "friday-a", "--yes"])
    first = site("--sessions")
    made()
    published = next(folder.glob("published-*"))
    shutil.copy(published / "board-2.html", published / "board-99.html")
    (published / "notes.html").write_text("<p>mine</p>")
    again = site("--sessions")
    assert made() == ["friday-a"]
    assert again.pop(f"sessions/friday-a/{published.name}/notes.html") == "<p>mine</p>"
    assert again == first
    site("--sessions")
    assert made() == []


def test_the_mark_of_a_folder_that_is_no_text_is_told(at_event, capsys):
    site()
    Path("site", MARK).write_bytes(b"\xff\xfe")
    assert run(["-q", "report", "site", "site", "--session", "spring"]) == 1
    assert "error[folder-taken]" in capsys.readouterr().err


# What was erased


def test_who_is_erased_in_one_session_is_gone_from_the_pages_of_another(tmp_path, made):
    congress(tmp_path)
    pages(tmp_path)
    made()
    desk(tmp_path, "text erase 5 --session saturday --yes")
    again = pages(tmp_path)
    assert made() == ["final", "saturday"]
    assert [page for page, text in again.items() if "Ann Lee" in text or "Bo Ek" in text] == []


WHO_IS_WHO = ["tournament link final 2EW=1EW 1EW=2EW", "tournament remove final"]
FOLLOWED = [("--session", "spring", "--sessions"), ("--session", "final")]


@pytest.mark.parametrize("options", FOLLOWED, ids=" ".join)
@pytest.mark.parametrize("command", WHO_IS_WHO)
def test_who_is_another_by_what_the_tournament_says_is_so_on_the_site_that_is_followed(tmp_path, command, options):
    congress(tmp_path)
    desk(tmp_path, "person add 1EW --session saturday", "Cy Fox", "Di Gray")
    with following(tmp_path, *options) as process:
        assert json.loads(process.stdout.readline())["pages"]
        desk(tmp_path, f"{command} --session spring")
        assert json.loads(process.stdout.readline())["written"]
    desk(tmp_path, f"report site {tmp_path / 'fresh'} {' '.join(options)}")
    fresh = [page.relative_to(tmp_path / "fresh") for page in (tmp_path / "fresh").rglob("*.html")]
    assert [
        str(page) for page in fresh if (tmp_path / "site" / page).read_text() != (tmp_path / "fresh" / page).read_text()
    ] == []


def test_who_is_erased_is_gone_from_the_pages_of_a_session_that_was_taken_out_of_the_tournament(tmp_path):
    congress(tmp_path)
    desk(tmp_path, "person add 2EW --session final", "Cy Fox", "Di Gray")
    pages(tmp_path)
    desk(tmp_path, "tournament remove final --session spring")
    assert [page for page, text in pages(tmp_path).items() if "Cy Fox" in text]
    desk(tmp_path, "person erase --yes", "Cy Fox")
    assert [page for page, text in pages(tmp_path).items() if "Cy Fox" in text] == []


def test_a_package_that_says_nothing_of_itself_is_in_nobody_s_way(at_event, monkeypatch, tmp_path):
    (tmp_path / "extra" / "broken-1.0.dist-info").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(tmp_path / "extra"))
    program_digest.cache_clear()
    assert site()


@pytest.mark.parametrize("options", FOLLOWED, ids=" ".join)
def test_who_is_erased_while_a_site_is_followed_is_gone_from_it(tmp_path, options):
    congress(tmp_path)
    desk(tmp_path, "result correct 1/1 4SN+1 --agreed NS,EW --session final --reason", "Ann Lee miscounted")
    for each in ("saturday", "final"):
        desk(tmp_path, f"publish --session {each} --yes")
    with following(tmp_path, *options) as process:

        def written():
            return json.loads(process.stdout.readline())

        assert written()["pages"]
        assert [page for page in (tmp_path / "site").rglob("*.html") if "Ann Lee" in page.read_text()]
        desk(tmp_path, "text erase 5 --session final --yes")
        assert written()["written"]
        desk(tmp_path, "person erase --yes", "Ann Lee")
        assert written()["written"]
        left = [page for page in (tmp_path / "site").rglob("*.html") if "Ann Lee" in page.read_text()]
        assert left == []
        assert any("Bo Ek" in page.read_text() for page in (tmp_path / "site").rglob("*.html"))
