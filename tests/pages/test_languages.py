"""One language through and through: every text a page says is in every catalogue, and nothing else stands on a page.

A language that puts everything between brackets shows what was never said in it.
"""

import re
import shlex
import string
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.main import run
from cli.pages import printing
from cli.pages.catalogues import languages
from cli.words.events import event_text
from cli.words.language import use_language
from ledger.subjects.register import KINDS
from tests.pages.catalogues import known, texts, untranslated
from tests.pages.pseudo import PseudoLanguage, unsaid
from tests.pages.test_movement_papers import ROWS
from tests.pages.test_pages import REPORTS
from tests.pages.test_papers import KINDS as CASES
from tests.pages.test_papers import PAPERS
from tests.strategies import events_of

PSEUDO = PseudoLanguage(known("de"))

TYPED = """
Ahlborn Thursday thursday Jane Roe J O'Hara Berg Dahl Ek and W hesitated three pass again late wrong board clear
by the organiser a trick no suggestion too little slept on it about ten seconds five at most system card peers
your call over 4S the wall principle National Authority one error field play goes lot drawn slow double GBP Pass 5H
Spring congress spring friday-a friday-b sunday teams met semi Friday A B Sunday
qualifying final swiss league cup Ann Archer Bob Bell
Norway Malta Oslo Rome Kyiv Wales Spain Italy Bergen Turku Aarhus
"""
"""What was typed at the desks these pages are of: names, titles, reasons, statements."""

NOTATION = r"""
bridge-ledger                   # the program's own name
[0-9]+(NS|EW)|[A-Z][0-9]+       # contestants and matches are called so in the log: 4NS, A2, SF1
[0-9]+[ab]                      # tables
SF[0-9]|F|[A-Z]-[0-9]{4}        # matches of a bracket, cases
[0-9]*[A-E]?[0-9]?|[a-f]        # the paragraph of a Law: 12C1(e)
[0-9a-f]{4,64}                  # digests
A[+-]?                          # grades of Law 12C2
[ABC]|X                         # the letters of Law 12C1(e); doubled
N|[AKQJT2-9]+                   # a deal as files have it: N:AKQ32.J54.K7.A98 …
[A-Z]+(_[A-Z]+)+                # advice has codes, which the manual explains
White|Book                      # of which a rule is
http|example|org|x              # the address on the poster
H|S                             # a call as it was typed
"""

_ALLOWED = re.compile("|".join(f"(?:{line.split('#')[0].strip()})" for line in NOTATION.splitlines() if line.strip()))
_FILLED_IN = re.compile(r"\{\w+\}")
"""A place that the script of a page fills in."""

_WORD = re.compile(r"[\w'’+-]*[^\W\d_][\w'’+-]*")


def english(page: str) -> set[str]:
    """The words of a page that are neither said in its language nor typed nor notation."""
    typed = {word.strip("?,") for word in TYPED.split()}
    left = (word for text in unsaid(page) for word in _WORD.findall(_FILLED_IN.sub("", text)))
    return {word for word in left if word not in typed and not _ALLOWED.fullmatch(word.strip("+-'"))}


def require_said(*pages: Path) -> None:
    left = {f"{page}: {word}" for page in pages for word in english(page.read_text())}
    assert left == set()


@pytest.fixture
def in_brackets(monkeypatch):
    monkeypatch.setattr(printing, "language_of", lambda _name: PSEUDO)


def test_nothing_on_the_pages_and_papers_of_a_session_is_left_in_english(evening, typed, in_brackets):
    typed(CASES)
    for command in (*REPORTS.values(), *PAPERS, "report check", "report poster --url http://example.org/x"):
        assert run(["-q", *shlex.split(command), "-o", "page.html"]) == 0
        require_said(Path("page.html"))
    assert run(["-q", "report", "site", "site"]) == 0
    require_said(*sorted(Path("site").rglob("*.html")))


def test_nothing_on_the_papers_of_a_movement_is_left_in_english(evening, in_brackets):
    assert run(["-q", "movement", "set", *(f"--row={row}" for row in ROWS), "--yes", "--sharing", "1,4"]) == 0
    for name in ("cards", "slips"):
        assert run(["-q", "report", name, "-o", "page.html"]) == 0
        require_said(Path("page.html"))


def test_nothing_on_the_pages_of_a_tournament_is_left_in_english(at_event, in_brackets):
    assert run(["-q", "report", "site", "site", "--sessions", "--session", "spring"]) == 0
    require_said(*sorted(Path("site").rglob("*.html")))
    for name in ("standings", "audit"):
        assert run(["-q", "report", name, "--session", "spring", "-o", "page.html"]) == 0
        require_said(Path("page.html"))


def test_a_word_that_was_forgotten_is_found(evening, in_brackets, monkeypatch):
    monkeypatch.setattr("cli.words.travellers.say", lambda text, **places: text % places if places else text)
    assert run(["-q", "report", "board", "1", "-o", "page.html"]) == 0
    assert {"dealer", "vulnerable"} <= english(Path("page.html").read_text())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_an_event_of_any_kind_is_said_in_the_language_of_the_page(kind, data):
    """What is typed has no small letters here: what has some was not said."""
    event = data.draw(events_of(kind, st.text(string.digits + "ÄÖÜ", min_size=1, max_size=6)))
    with use_language(PSEUDO):
        line = event_text(event)
    if regulations := getattr(event, "regulations", None):
        line = line.replace(regulations.profile, "")
    left = re.findall(r"(?<![\w.-])[a-z]{3,}(?![\w.-])", " ".join(unsaid(f"<p>{line}</p>")))
    assert [word for word in left if not re.fullmatch("[a-f]+", word)] == [], line  # those are digests


def test_german_says_every_text():
    assert untranslated("de") == []


@pytest.mark.parametrize("language", languages()[1:])
def test_a_catalogue_has_every_text_and_no_other(language):
    assert texts() - known(language, empty=True) == set()
