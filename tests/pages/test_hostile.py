"""What a stranger writes into names and reasons, and evenings with next to nothing in them: pages stay whole."""

import shlex
from pathlib import Path

import pytest

from cli.main import run
from cli.pages.chart import moments
from cli.pages.links import OnePage
from cli.pages.printing import Press
from ledger.office import Office
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import ranks
from ledger.subjects.evolving import replay
from tests.pages.browser import Tab
from tests.pages.test_pages import REPORTS, require_whole

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"
LINK = "javascript:alert(3)"
QUOTES = "\"' onmouseover=alert(4) x='</script><!--"
HEBREW, LONG = "אבג דהו (4♥) #5", "W" * 200
FIRST_TEAM, SECOND_TEAM = f"<script>alert(5)</script> {HEBREW}", f"{LONG[:38]} {LINK}"
BOTH = f"{FIRST_TEAM},{SECOND_TEAM}"

TEAMS = f"""
init
session open match --title "{SCRIPT} %(x)s %s {HEBREW}" --scoring teams --boards 1-2 --contestants "{BOTH}"
person name "{FIRST_TEAM}" 1 {LONG}
person name "{FIRST_TEAM}" 2 "{SCRIPT}"
result add 1 --table open --ns "{FIRST_TEAM}" --ew "{SECOND_TEAM}" 4SN=
result add 1 --table closed --ns "{SECOND_TEAM}" --ew "{FIRST_TEAM}" 4SN-1
"""


def every_page(folder: Path) -> list[Path]:
    for name, command in REPORTS.items():
        assert run(["-q", *shlex.split(command), "-o", f"{name}.html"]) == 0
    assert run(["-q", "report", "site", "site"]) == 0
    return [*folder.glob("*.html"), *(folder / "site").rglob("*.html")]


def test_nothing_that_is_written_runs_or_overflows(typed, chromium):
    folder = typed(TEAMS)
    for facts in (SCRIPT, LINK, QUOTES, LONG):
        said = f"--facts {shlex.quote(facts)} --reason {shlex.quote(HEBREW + ' 🃏 ' + facts)}"
        case = "add 1/open --result 4SN+1" if facts == SCRIPT else "amend R-0001"
        typed(f"ruling {case} {said}")
    typed(f'penalty add "{FIRST_TEAM}" 1VP --reason {shlex.quote(QUOTES)}\npublish --note {shlex.quote(SCRIPT)}')
    typed(f"casebook comment R-0001 {shlex.quote(SCRIPT + LONG)} --commentator {shlex.quote(QUOTES)}")
    typed(f"report casebook --title {shlex.quote(SCRIPT)} -o casebook.html")
    pages = every_page(folder)
    with Tab(chromium, pages[0]) as tab:
        for path in pages:
            text = path.read_text()
            require_whole(text)
            assert "<script>alert" not in text
            assert "<img" not in text
            assert 'href="javascript' not in text
            tab.open(path)
            tab.require_sound_at_every_width()
            assert not tab.page.evaluate("document.querySelectorAll('[onerror], [onmouseover], img').length")


def test_what_would_steer_a_screen_is_shown_as_an_escape():
    class View:
        title, session, number, time, digest, heads = "a\u202eb\x1b[31m", "s", 1, "22:00", "00", ""

    view = {
        "head": View,
        "heading": "List of appeals",
        "nothing": "No appeals.",
        "table": None,
        "state": [],
        "cases": [],
        "log": None,
    }
    page = Press().page("cases.html", OnePage(replay((), "s")), view)
    assert r"a\u202eb\x1b[31m" in page
    assert "\u202e" not in page


@pytest.mark.parametrize(
    "session",
    [
        "session open empty --boards 1-2",
        "session open pairs --scoring matchpoints --boards 1 --contestants 1-2\nresult add 1 --ns 1 --ew 2 4SN=",
        "session open one --scoring butler --boards 1 --contestants 1",
        "session open award --boards 1 --contestants 1-2 --winners 1\nruling add 1 --ns 1 --ew 2 --artificial A+/A-",
        "session open individual --boards 1-2 --contestants 1-4 --winners 1\nresult add 1 --ns 1+2 --ew 3+4 4SN=",
        "session open cup --scoring knockout --boards 1-2 --contestants A,B",
    ],
    ids=lambda text: text.split()[2],
)
def test_evenings_with_next_to_nothing_in_them(session, typed):
    folder = typed(f"init\n{session}")
    if "\n" in session:
        typed("publish --yes")
    pages = every_page(folder)
    for path in pages:
        require_whole(path.read_text())
    assert run(["verify"]) == 0, "looking records nothing"
    assert (
        any("No results yet." in path.read_text() or "4♠N=" in path.read_text() for path in pages) or "award" in session
    )


def test_the_last_column_has_the_places_of_the_standings(evening):
    with Office.open("bridge-ledger.db") as office:
        log = list(office.log("thursday"))
        for upto in range(3, len(log) + 1):
            scoreboard = Scoreboard(office.session("thursday", upto))
            found = moments(scoreboard, log[:upto])
            assert found[-1].places == ranks(scoreboard)
            assert found[-1].label != "=", "what was decided adds up in the order of the log"
