"""Every paragraph of the Laws that the program cites is there, and `help laws` says what it is about."""

import re
import tomllib
from pathlib import Path

import pytest

from cli.screens.manual import page
from ledger.bridge.notation import Unreadable
from ledger.laws.citation import parse_law
from ledger.laws.titles import LAWS

ROOT = Path(__file__).parents[2]
PLACES = [*(ROOT / "ledger").rglob("*.py"), *(ROOT / "cli").rglob("*.py"), *(ROOT / "cli" / "help").glob("*.md")]
TEXTS = tomllib.loads((ROOT / "cli" / "help" / "laws.toml").read_text("utf-8"))
_PARAGRAPH = r"[1-9][0-9](?:[A-E](?:[1-9](?:\([a-e]\))?)?)?"
_CITED = re.compile(rf"\bLaws? ({_PARAGRAPH}(?:(?:, | and | or |–){_PARAGRAPH})*)")
_NAMED = re.compile(r"(?<![\w#.-])([1-9][0-9][A-E](?:[1-9](?:\([a-e]\))?)?)(?![\w-])")


def cited() -> dict[str, str]:
    """Every citation in what is printed or helped with, and a file it stands in."""
    found = {}
    for place in PLACES:
        text = place.read_text("utf-8")
        several = (re.findall(_PARAGRAPH, group) for group in _CITED.findall(text))
        named = (each for each in _NAMED.findall(text) if each[2] in LAWS.get(int(each[:2]), ("", ""))[1])  # no 10D
        for citation in [*(each for group in several for each in group), *named]:
            found.setdefault(citation, str(place.relative_to(ROOT)))
    return found


@pytest.mark.parametrize(("citation", "place"), sorted(cited().items()))
def test_what_is_cited_has_a_text(citation, place):
    assert parse_law(citation) == citation, place
    assert "The ledger: " in page(None, ("laws", citation)), f"{citation}, cited in {place}, has no text"


@pytest.mark.parametrize("citation", TEXTS)
def test_every_text_is_of_a_paragraph_there_is(citation):
    assert parse_law(citation) == citation
    assert TEXTS[citation].keys() == {"says", "does"}
    assert all(text.strip() for text in TEXTS[citation].values())


def test_the_paragraphs_stand_in_the_order_of_the_laws():
    assert [int(re.match("[0-9]+", each)[0]) for each in TEXTS] == sorted(
        int(re.match("[0-9]+", each)[0]) for each in TEXTS
    )
    assert LAWS.keys() >= {int(re.match("[0-9]+", each)[0]) for each in TEXTS}


LAST = ("12A3", "12B2", "12C4", "79A2", "79B3", "79C2", "86B3", "87A0", "87B0", "16B9", "12C1(e)", "12C2(d)", "12C4")


@pytest.mark.parametrize("last", LAST)
def test_the_last_paragraph_of_a_section_is_cited_and_none_after_it(last):
    section, number, letter = re.fullmatch(r"(\d+[A-E])(\d)(?:\((\w)\))?", last).groups()
    if number != "0":
        assert parse_law(last) == last
    after = f"{section}{number}({chr(ord(letter) + 1)})" if letter else f"{section}{int(number) + 1}"
    for none in (after, f"{section}0"):
        with pytest.raises(Unreadable) as caught:
            parse_law(none)
        assert caught.value.code == "no-such-law"


@pytest.mark.parametrize(
    ("citation", "hint"),
    [
        ("2A", "Law 2 (The duplicate boards) has no lettered sections"),
        ("1C", "Law 1 (The pack) has A and B"),
        ("12D", "Law 12 (Director's discretionary powers) has A, B and C"),
        ("12A4", "Law 12A has no paragraph 4"),
        ("12C3(a)", "12C3 has no lettered sections"),
        ("12C2(e)", "12C2 has a, b, c and d"),
        ("94", "the Laws run from 1 to 93"),
        ("0", "the Laws run from 1 to 93"),
    ],
)
def test_who_cites_what_is_not_there_reads_what_is(citation, hint):
    with pytest.raises(Unreadable) as caught:
        parse_law(citation)
    assert (caught.value.hint or "").partition(": see ")[0] == hint


@pytest.mark.parametrize("older", ["73F", "73f2"])
def test_what_an_older_booklet_cites_is_told_where_it_stands_now(older):
    with pytest.raises(Unreadable) as caught:
        parse_law(older)
    assert "73E2" in caught.value.hint
    assert parse_law("73E2") == "73E2"
