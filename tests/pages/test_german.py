"""The pages and papers as one reads them who knows German alone: no English word, and everything written as there.

What is English is known here from two lists of words: those the program says, and those of the manual. What is German
is all the German catalogue says. Neither rests on how a page comes to its words.
"""

import re
import shlex
from functools import cache
from pathlib import Path

import pytest

import cli
from cli.main import run
from tests.pages.catalogues import catalogue
from tests.pages.seen import seen
from tests.pages.test_languages import TYPED
from tests.pages.test_movement_papers import ROWS
from tests.pages.test_pages import REPORTS
from tests.pages.test_papers import KINDS, PAPERS

_WORD = re.compile(r"[^\W\d_]+")
_PLACE = re.compile(r"%\(\w+\)s|\{\w+\}")
_NOTATION = re.compile(
    r"`[^`]*`|bridge-ledger verify --receipt DATEI --key SCHLÜSSEL|http://\S+|"
    r"[A-Za-z0-9+/]{40,}|[0-9a-f]{4,}…[0-9a-f]+|[0-9a-f]{8,}|\b[1-7]SAX{0,2}[NOSW]"
)
"""Commands and addresses, which stand as they are typed; keys and digests, in either notation; contracts."""

IN_BOTH = {"bridge", "ledger", "utc", "index", "html"}
"""The program's name, the time that is the same everywhere, and what the first page is to a browser."""

TAKING_PART = """
session open teilnahme --title "Teilnahme" --boards 1-4 --contestants 1-6
result add 1/1 4SN= --ns 1 --ew 2
result add 1/2 4SN-1 --ns 3 --ew 4
result add 4/1 4SN-1 --ns 1 --ew 3
result add 2/1 3NTE+1 --ns 1 --ew 2 --lead SQ
result not-played 2/2 --ns 3 --ew 4 --fault NS
result late-play 3/1 --ns 1 --ew 2
result add 4/3 4SN= --ns 5 --ew 6 --round 1
contestant sit-out 5 --round 2 --reason Grund
contestant substitute 3 --seat N --name Ersatz --rounds 1 --reason Grund
contestant no-standing 4 --reason Grund
contestant withdraw 6 --after-round 1 --reason Grund
deal add 2 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
auction add 2/1 "1N P 3N all pass"
result correct 1/1 4SN+1 --reason Grund
result void 1/2 --reason Grund
penalty add 1 1MP --reason Grund
penalty add 2 --warning --reason Grund
ruling add 2/1 --artificial 65/33.33 --reason Grund
ruling add 1/1 --result 4SN= --law 82C --reason Grund
"""


@cache
def words_of(*, german: bool) -> frozenset[str]:
    """The words of the German catalogue; or the English ones of it and of the manual."""
    found = set()
    for each in catalogue("de"):
        texts = each.string if german else each.id
        for text in (texts,) if isinstance(texts, str) else texts:
            found |= {word.lower() for word in _WORD.findall(_PLACE.sub("", text))} if each.id else set()
    if not german:
        manual = (Path(cli.__file__).parent / "help").glob("*.md")
        found |= {word.lower() for page in manual for word in _WORD.findall(page.read_text())}
    return frozenset(found)


def english(page: str, typed: str) -> set[str]:
    """The English words of a page that nobody typed."""
    known = words_of(german=True) | IN_BOTH | {word.lower() for word in _WORD.findall(typed)}
    words = {word for text in seen(page) for word in _WORD.findall(_NOTATION.sub("", _PLACE.sub("", text)))}
    return {word for word in words if len(word) > 1 and word.lower() in words_of(german=False) - known}


NOT_SO_THERE = {
    "a decimal point": r"(?<![\d.§])(?<!§ )\d+\.\d+(?![\d.]|\.\d)",
    "a day in the order of computers": r"\d{4}-\d\d-\d\d",
    "a per cent sign without a space": r"\d%",
    "East by its English letter": r"\bE\b|\d[♠♥♦♣]X{0,2}E|\bEW\b|\dEW\b",
    "an English honour": r"[♠♥♦♣] ?(?:[AKDB\d]+ ?)*[QJT]\b",
    "no trumps in English": r"\b[1-7]NT?X{0,2}[NOSWE]?[=+-]|\bNT\b",
    "a Law by its English name": r"\bLaws?\b",
    "a Law with a space in its number": r"§ \d+ [A-Z]",
    "an English quotation mark": r"[“][^”]*”|\"",
}


def require_german(page: Path, typed: str = TYPED) -> None:
    text = page.read_text()
    assert '<html lang="de">' in text
    assert english(text, typed) == set(), page
    for what, pattern in NOT_SO_THERE.items():
        plain = (_NOTATION.sub("", each) for each in seen(text))
        assert [each for each in plain if re.search(pattern, each)] == [], (page, what)


def written(command: str) -> Path:
    assert run(["-q", *shlex.split(command), "-o", "page.html", "--language", "de"]) == 0
    return Path("page.html")


def require_german_site(*more: str, typed: str = TYPED) -> None:
    assert run(["-q", "report", "site", "site", "--language", "de", *more]) == 0
    pages = sorted(Path("site").rglob("*.html"))
    assert len(pages) > 5
    for page in pages:
        require_german(page, typed)


def test_the_pages_and_papers_of_a_session_are_german(evening, typed):
    typed(KINDS)
    for command in (*REPORTS.values(), *PAPERS, "report check", "report poster --url http://example.org/x"):
        require_german(written(command))
    require_german_site()


def test_the_papers_of_a_movement_are_german(evening):
    assert run(["-q", "movement", "set", *(f"--row={row}" for row in ROWS), "--yes", "--sharing", "1,4"]) == 0
    for name in ("cards", "slips"):
        require_german(written(f"report {name}"))


def test_the_pages_of_a_tournament_are_german(at_event):
    require_german_site("--sessions", "--session", "spring")
    for name in ("standings", "audit"):
        require_german(written(f"report {name} --session spring"))


def test_who_sat_out_was_replaced_or_withdrew_is_told_in_german(typed):
    typed("init" + TAKING_PART)
    require_german(written("report audit"), TYPED + TAKING_PART)
    require_german_site(typed=TYPED + TAKING_PART)


def test_a_law_is_cited_as_the_federation_does(evening):
    said = " ".join(seen(written("report register").read_text()))
    assert "§ 16B" in said
    assert "Erlaubte und unerlaubte Information" in said


@pytest.mark.parametrize(
    "left",
    [
        "<p>The ruling stands</p>",
        '<p title="the ruling">A</p>',
        '<input placeholder="your name">',
        '<script type="application/json" id="words">{"a": "It holds"}</script>',
    ],
)
def test_an_english_word_is_found_wherever_it_stands(left):
    assert english(left, "")


ONE_WORD = {
    r"Einspr[uü]ch|protestier|angefochten": "Protest",
    r"einbehalten": "hinterlegt",
    r"Paragraph": "Paragraf",
    r"[Ff]alsche Information": "Falsche Auskunft",
    r"Korrektur": "Berichtigung",
    r"künstlich": "artifizieller Score",
    r"zuerkannt": "festgesetzt",
    r"Beweisst": "Beweismittel",
    r"\d%": "60 %",
}


@pytest.mark.parametrize(("other", "word"), ONE_WORD.items())
def test_one_thing_has_one_german_word(other, word):
    texts = [each.string for each in catalogue("de") if each.id]
    german = [text for each in texts for text in ((each,) if isinstance(each, str) else each)]
    assert [text for text in german if re.search(other, text)] == [], word


def test_cases_and_their_figures_are_german(evening):
    for command in ("report statistics", "report casebook"):
        text = written(command).read_text()
        assert not [each for each in seen(text) if re.search(NOT_SO_THERE["a per cent sign without a space"], each)]


WRONG = ("55.6", "2026-03-05", "60%", "4♠E", "♠ A Q", "3NTN=", "Law 16", "§ 16 B", '"so"')


@pytest.mark.parametrize(("what", "text"), [*zip(NOT_SO_THERE, WRONG, strict=True)])
def test_what_is_not_written_so_is_found(what, text):
    assert re.search(NOT_SO_THERE[what], text)
