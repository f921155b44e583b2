"""The pages as they are served: those of the site, each in its version, and nothing beside them."""

import gzip
import re
import shlex
from pathlib import Path

import pytest

from cli.main import run
from tests.pages.test_german import english
from tests.pages.test_languages import TYPED
from tests.pages.test_pages import require_links


def do(line):
    assert run(["-q", "--yes", *shlex.split(line)]) == 0, line


LIVE = re.compile(r"<noscript>.*?</script>\n", re.DOTALL)
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy".*?>')


def plain(page):
    """A page without what keeps it up to date."""
    return LIVE.sub("", POLICY.sub("", page))


def test_what_is_served_is_the_site_but_for_what_is_the_office_s_own(evening, serve):
    do("report site site")
    site = {str(path.relative_to("site")): path.read_text() for path in Path("site").rglob("*.html")}
    pages = serve().pages
    assert pages.keys() == site.keys()
    require_links(pages)
    own = {name for name in pages if plain(pages[name]) != plain(site[name])}
    assert own == set(), "of this evening the log has nothing of the office's own"
    assert all("data-version" in page for name, page in pages.items() if not name.endswith("check.html"))


def test_the_log_tells_nothing_of_officials_calls_and_numbers_of_members(evening, serve):
    do("official add Ahlborn --as chief-director")
    do('person name 1NS 1 "Ann Lee" --member 4711')
    do('call add 1/3 "he hesitated for a minute" --caller N --stage play')
    served = serve()
    log = served.text("/events-1.html")
    assert "chief" not in log
    assert "hesitated for a minute" not in log
    assert not [path for path, page in served.pages.items() if "4711" in page]
    assert '<tr id="e26">' in log, "that there is an event is told: what others lead to is there"
    assert "Ann Lee" in served.text("/standings.html")


def test_before_they_are_published_scores_are_awaited(typed, serve):
    typed(NOT_YET)
    served = serve(expected="22:45")
    assert [*served.pages] == ["index.html"]
    assert "as soon as they are published" in served.text()
    assert "22:45" in served.text()
    assert not re.search(r"1NS|4S|\d\.\d\d", LIVE.sub("", served.text().partition("<body>")[2]))
    assert served.get("/board-1.html").status_code == 404
    typed("publish --yes")
    served.look()
    assert "board-1.html" in served.pages


NOT_YET = """
init
session open thursday --boards 1-1 --contestants 1-2NS,1-2EW
deal add 1 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
result add 1/1 4SN= --ns 1 --ew 1
result add 1/2 4SN-1 --ns 2 --ew 2
"""


def test_running_scores_are_places_and_totals_alone(typed, serve):
    typed(NOT_YET)
    served = serve()
    assert "1NS" not in served.text()
    do("publish --running")
    served.look()
    assert [*served.pages] == ["index.html"]
    page = served.text()
    assert "not published, and may change" in page
    assert served.said[-1] == "thursday: not published; running places and totals are shown (#6)"
    assert "1NS" in page
    assert "AKQ32" not in page
    assert "<a href" not in LIVE.sub("", page)
    do("result correct 1/1 4SN-2 --agreed NS,EW --reason typed")
    served.look()
    assert served.text() != page
    do("undo 6")
    served.look()
    assert "1NS" not in served.text()


def test_while_somebody_still_has_to_play_boards_are_not_shown(typed, serve):
    typed(NOT_YET + "session add-boards 2\nresult late-play 2 --ns 1 --ew 2 --table 1\npublish --yes")
    served = serve()
    assert [*served.pages] == ["index.html"]
    assert "Not everybody has played" in served.text()
    assert "somebody still has to play" in served.said[0]


def test_a_result_that_comes_in_later_waits_for_the_next_publication(typed, serve):
    typed(NOT_YET + "publish --yes\nruling add 1/1 --artificial A+/A- --law 12C2")
    served = serve()
    assert "R-0001" in served.text("/board-1.html")
    do("session add-boards 2")
    do("result add 2/1 3NTE= --ns 1 --ew 1")
    do("result add 2/2 3NTE= --ns 2 --ew 2")
    do("ruling add 2/1 --artificial A+/A- --law 12C2")
    served.look()
    assert "3NT" not in "".join(served.pages.values())
    assert "results recorded after" in served.said[0]
    do("publish")
    served.look()
    assert "R-0002" in served.text("/board-2.html")


def test_scores_that_are_recalled_are_gone(evening, serve):
    served = serve()
    assert "board-1.html" in served.pages
    do('undo 17 --reason "too early"')
    served.look()
    assert [*served.pages] == ["index.html"]
    assert "as soon as they are published" in served.text()


def test_only_what_moved_has_another_version(evening, serve):
    served = serve()
    before, pages = served.versions, served.pages
    kept = {path: served.hall.pages.find(served.hall.pages.asked(path)) for path in before}
    served.look()
    assert served.versions == before
    do('result correct 3/1 1NTW-2 --agreed NS,EW --reason "both sides"')
    served.look()
    moved = {path for path, version in served.versions.items() if before[path] != version}
    assert {"board-3.html", "index.html", "events-1.html", "contestant-1NS.html"} <= moved
    assert not {"board-1.html", "appeals.html", "check.html"} & moved
    assert moved == {path for path, page in served.pages.items() if pages[path] != page}
    assert all(served.hall.pages.find(served.hall.pages.asked(path)) is kept[path] for path in before.keys() - moved), (
        "nor is it packed again"
    )


def test_a_name_that_was_erased_is_gone_at_once(evening, serve):
    do('person name 2NS 1 "Ann Lee"')
    do("publish")
    served = serve()
    assert "Ann Lee" in served.text("/standings.html")
    do('person erase "Ann Lee"')
    served.look()
    assert not [path for path, page in served.pages.items() if "Ann Lee" in page], "in what was published, too"


def test_a_name_that_is_corrected_is_on_every_page(evening, serve):
    do('person name 2NS 1 "Ann Leo"')
    served = serve()
    do('person name 2NS 1 "Ann Lee"')
    served.look()
    assert "Ann Lee" in served.text("/board-1.html")
    assert not [path for path, page in served.pages.items() if "Ann Leo" in page]


@pytest.fixture
def served(evening, serve):
    return serve()


def test_a_page_that_is_the_same_is_not_sent_again(served):
    answer = served.get("/board-1.html")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["vary"] == "accept-encoding, accept-language"
    tag = answer.headers["etag"]
    for said in (tag, f'"x", {tag}', tag.removeprefix("W/"), "*"):
        again = served.get("/board-1.html", if_none_match=said)
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert served.get("/board-1.html", if_none_match='W/"0123456789abcdef"').status_code == 200
    assert served.get("/board-1.html", if_none_match=tag + "x" * 9000).status_code == 200


def test_who_can_unpack_gets_it_packed_once(served):
    plainly, answer = served.get("/board-1.html"), served.get("/board-1.html", accept_encoding="br, gzip")
    assert (answer.headers["content-encoding"], answer.content) == ("gzip", plainly.content)
    page = served.hall.pages.find(served.hall.pages.asked("board-1.html"))
    assert gzip.decompress(page.packed) == plainly.content
    assert int(answer.headers["content-length"]) == len(page.packed)
    assert page.packed is page.packed
    assert "content-encoding" not in served.get("/board-1.html", accept_encoding="gzip;q=0").headers


def test_head_says_what_get_would(served):
    for path in ("/", "/board-1.html", "/nothing.html"):
        asked, looked = served.get(path), served.ask("HEAD", path)
        assert looked.content == b""
        assert (looked.status_code, looked.headers) == (asked.status_code, asked.headers)


def test_a_folder_is_its_first_page(served):
    assert served.text("/") == served.text("/index.html")
    assert served.text("/published-17/") == served.text("/published-17/index.html")
    without_slash = served.get("/published-17")
    assert (without_slash.status_code, without_slash.headers["location"]) == (307, "published-17/")


def test_pages_lead_on_from_below_any_path(served):
    """No address on a page begins at the root of the host, or names it; but the hand in a viewer, and in the page."""
    for path, page in served.pages.items():
        own = re.sub(r'<a href="[^"]*" (?:rel="noreferrer"|download="board-\d+\.pbn")>', "", page)
        found = re.findall(r'(?:href|src|data-live|data-first)="([^"]*)"', own)
        assert not [each for each in found if each.startswith("/") or "//" in each], path
        home = "../" * path.count("/")
        if not path.endswith("check.html"):
            assert f'data-live="{home}live/{path}" data-first="{home}index.html"' in page


def test_nothing_is_framed_guessed_or_told_on(served):
    headers = served.get("/").headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert served.get("/nothing.html").headers["x-frame-options"] == "DENY"


def test_of_a_tournament_the_sessions_are_served_that_were_published(at_event, serve):
    served = serve("spring")
    pages = served.pages
    assert "sessions/friday-a/index.html" not in pages
    assert "R-0001" not in pages["changes.html"], "the standing was given out before that ruling"
    require_links(pages)
    do("publish --session friday-a")
    served.look()
    pages = served.pages
    assert "R-0001" in pages["sessions/friday-a/rulings.html"]
    assert "R-0001" in pages["changes.html"]
    assert "sessions/friday-b/index.html" not in pages
    require_links(pages)
    before = served.versions
    do("ruling add 2/1 --result 3NTN-1 --offender NS --law 16B --session friday-a")
    served.look()
    moved = {path for path, version in served.versions.items() if before[path] != version}
    assert {"index.html", "changes.html", "sessions/friday-a/board-2.html"} <= moved
    assert "sessions/friday-a/board-1.html" not in moved


def test_a_standing_that_is_not_published_counts_what_was_published(at_event, serve):
    do('undo 22 --session spring --reason "too early"')
    served = serve("spring")
    assert "No results yet" in served.text("/stage-qualifying.html")
    do("publish --session friday-b")
    served.look()
    page = served.text("/stage-qualifying.html")
    assert "No results yet" not in page
    assert "Ann Archer" not in page
    do("publish --running --session spring")
    served.look()
    assert "Ann Archer" in served.text("/stage-qualifying.html")


def test_a_session_that_is_taken_out_is_served_no_more(at_event, serve):
    do("publish --session semi")
    served = serve("spring")
    assert "sessions/semi/index.html" in served.pages
    do('tournament remove semi --reason "another cup"')
    served.look()
    assert "sessions/semi/index.html" not in served.pages
    do("tournament add semi --stage cup")
    served.look()
    assert "sessions/semi/index.html" in served.pages


@pytest.mark.parametrize(
    ("path", "home"),
    [("/gone.html", "./"), ("/published-17/gone.html", "../"), ("/a/b/gone.html", "../../"), ("/a/b/c/d", "")],
)
def test_what_is_not_there_is_answered_with_the_way_back(path, home, evening, serve):
    answer = serve().get(path)
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-store"
    assert "There is no such page" in answer.text
    assert (f'<a href="{home}">' in answer.text) == bool(home)
    assert "<script" not in answer.text


def test_to_who_reads_german_everything_served_is_german(evening, typed, serve):
    awaited = serve(language="de", expected="22:45")
    typed("publish")
    served = serve(language="de")
    for page in (*served.pages.values(), served.get("/gone.html").text, awaited.get("/gone.html").text):
        assert '<html lang="de">' in page
        assert english(page, TYPED) == set()


def test_before_anything_is_published_german_pages_wait_in_german(typed, serve):
    typed(NOT_YET)
    for wanted in ({"expected": "22:45"}, {}):
        for page in serve(language="de", **wanted).pages.values():
            assert english(page, TYPED) == set()
            assert not re.search(r"\d{4}-\d\d-\d\d", LIVE.sub("", page.partition("<body>")[2]))
