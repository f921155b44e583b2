"""The page of a tournament: the standings of its stages, of which sessions they are, and how the totals come about."""

import re
from pathlib import Path

import pytest

from cli.main import run
from cli.pages import printing
from cli.pages.tournaments.entrants import entrant_views
from cli.pages.tournaments.links import TournamentSite
from tests.core.test_overall import ACROSS, SECTIONS, congress_of, played, scores_of, stood
from tests.pages.conftest import at_the_desk
from tests.pages.test_pages import require_golden, require_whole
from tests.scenarios.runner import Clock

CONGRESS = """
init
session open friday --boards 1-2 --contestants 1-2NS,1-2EW --title Friday
result add 1/1 4SN= --ns 1 --ew 1
result add 1/2 4SN-1 --ns 2 --ew 2
session open saturday --boards 1 --contestants 1-4
result add 1/1 3NTN= --ns 1 --ew 3 --session saturday
result add 1/2 3NTN+1 --ns 2 --ew 4 --session saturday
tournament open spring --title "Spring <congress>"
tournament stage add qualifying --best 1
tournament stage add final --adds matchpoints
tournament add friday --stage qualifying
tournament add saturday --stage qualifying 1=1NS 2=2NS 3=1EW 4=2EW
"""


def test_on_the_page_of_a_contestant_each_board_that_was_scored_across_has_its_place():
    rooms = played("friday-a", (420, 450)), played("friday-b", (420, -50))
    found = stood(scores_of(congress_of(ACROSS, *SECTIONS), *rooms))
    own = entrant_views([found], TournamentSite(found.scores))["A1NS"]
    (stage,) = own["stages"]
    assert [each.anchor for each in stage["why"]] == ["stage-only-total", "stage-only-across-1"]
    assert stage["why"][1].heading == "sitting 1, friday-a, across the sections: 1NS"


@pytest.fixture
def congress(tmp_path, monkeypatch):
    """A tournament of two sessions."""
    return at_the_desk(tmp_path, monkeypatch)(CONGRESS)


def page(*options):
    assert run(["-q", "report", "standings", "--why", "-o", "page.html", "--session", "spring", *options]) == 0
    return Path("page.html").read_text()


def test_it_is_the_same_byte_for_byte_and_leads_only_to_itself(congress):
    text = page()
    assert text == page()
    require_golden("overall.html", text)
    whole = require_whole(text)
    assert whole.hrefs
    assert {href for href in whole.hrefs if not href.startswith("#") or href[1:] not in whole.ids} == set()


def test_every_word_of_its_own_is_said_in_german(congress, monkeypatch):
    asked, own = set(), printing.Press._word
    monkeypatch.setattr(printing.Press, "_word", lambda press, text: asked.add((text, own(press, text))) or text)
    page("--language", "de")
    left = {word for word, said in asked if word == said}
    assert left <= {"", "%", "MP", "1", "2", "qualifying", "final"}


def test_on_paper_it_is_of_the_last_event_of_any_session(congress, chromium):
    """It is dated by the correction, which is no event of the tournament."""
    page = ["-q", "report", "standings", "--session", "spring", "-o"]
    assert run([*page, "before.pdf"]) == 0
    assert run(["-q", "--yes", "result", "correct", "1/1", "4SN+1", "--reason", "slip", "--session", "friday"]) == 0
    assert run([*page, "after.pdf"]) == 0
    before, after = (re.findall(rb"D:[0-9]+", Path(each).read_bytes()) for each in ("before.pdf", "after.pdf"))
    assert before < after


AUDITED = """
official add Ahlborn --as chief-director --session spring
ruling add 1/1 --artificial A+/A- --offender EW --law 12C2 --facts slow --session friday
appeal lodge R-0001 --by-side EW --signed E,W --grounds "it <was> not" --session friday
seal --new-key ebu.example --key k
seal --session spring --key k
"""


def test_its_audit_has_the_seal_the_cases_of_every_session_and_its_own_log(tmp_path, monkeypatch):
    at_the_desk(tmp_path, monkeypatch)(CONGRESS + AUDITED)

    def audited(*options):
        assert run(["-q", "report", "audit", "-o", "audit.html", "--session", "spring", *options]) == 0
        return Path("audit.html").read_text()

    text = audited()
    assert text == audited()
    whole = require_whole(text)
    assert {href for href in whole.hrefs if not href.startswith("#") or href[1:] not in whole.ids} == set()
    for said in ("ebu.example/spring\n", "R-0001", "A-0001", "it &lt;was&gt; not", "Ahlborn is chief director"):
        assert said in text, said
    assert "Prüfbericht" in audited("--language", "de")
    then = audited("--as-of", "4")
    assert "R-0001" not in then
    assert "Ahlborn is chief director" not in then


@pytest.mark.parametrize("published", ["", "publish --yes --session friday\n"])
def test_its_audit_and_that_of_a_session_tell_the_same_state_of_a_ruling(tmp_path, monkeypatch, published):
    """The periods of the session run, or none does, though the standing of the tournament was never published."""
    ruled = "ruling add 1/1 --artificial A+/A- --offender EW --law 12C2 --session friday\n"
    at_the_desk(tmp_path, monkeypatch)(CONGRESS + ruled + published)
    next_day = Clock()
    next_day.now += 86_400
    monkeypatch.setattr("ledger.recording.machine_state.now", next_day.microseconds)

    def state(session):
        assert run(["-q", "report", "audit", "-o", "audit.html", "--session", session]) == 0
        row = Path("audit.html").read_text().partition("R-0001")[2]
        return re.search(r"(?:standing|final)\b", row)[0]

    assert (state("spring"), state("friday")) == (("final",) * 2 if published else ("standing",) * 2)


def test_it_is_of_the_moment_that_is_asked_for(congress):
    """Before Saturday was added the sum is Friday's; the same page as it was made then, under the same digest."""
    then = page("--as-of", "4")
    assert then != page()
    assert "saturday" not in then


def test_strata_of_an_evening_stand_below_its_ranking(congress):
    assert run(["-q", "tournament", "enter", "1NS", "--stratum", "A", "--tournament", "spring"]) == 0
    assert run(["-q", "tournament", "enter", "2NS,1EW", "--stratum", "B", "--tournament", "spring"]) == 0
    text = page()
    whole = require_whole(text)
    assert {href for href in whole.hrefs if not href.startswith("#") or href[1:] not in whole.ids} == set()
    captions = re.findall(r"<caption>([^<]*)", text)
    assert [each for each in captions if "stratum" in each] == ["stratum A", "stratum B"]
    assert "stratum" not in page("--session", "friday")
