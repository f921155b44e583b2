"""Every paragraph of the Laws that the program cites is there, and `help laws` says what it is about."""

import re
import tomllib
from pathlib import Path

import pytest

from cli.screens.manual import page
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
