"""The tag Scoring of PBN (§3.4.12): a form of scoring and its modifiers, which are regulations, between semicolons.

    [Scoring "MatchPoints;MP2"]

One table serves reading and writing. The standard leaves the list of words open: Butler-4 and Butler-10% follow its
Butler-2, "the 2 extreme scores are not used".
"""

import re
from typing import NamedTuple

from ledger.exchange.pbn.document import Document
from ledger.exchange.sheet import Sheet, shorten
from ledger.laws.profile_loader import values
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FormName

_FORMS: dict[FormName, str] = {
    "matchpoints": "MatchPoints",
    "butler": "IMP",
    "cross-imps": "IMP",
    "teams": "IMP",
    "knockout": "IMP",
    "board-a-match": "BAM",
    "total-points": "",
    "teams-of-eight": "IMP",
}

_MODIFIERS: dict[FormName, tuple[str, dict[str, str]]] = {
    "matchpoints": ("matchpoints.scale", {"2/1/0": "MP1", "1/0.5/0": "MP2", "ascherman": "Ascherman"}),
    # the standard has no word for a seventh at each end; "Butler-2/7" is ours, after its words for what is left out
    "butler": (
        "butler.trim",
        {"0": "Butler", "1": "Butler-2", "2": "Butler-4", "5%": "Butler-10%", "1/7": "Butler-2/7", "median": "Median"},
    ),
    "cross-imps": ("cross_imps.divisor", {"none": "Cross", "results": "Cross1", "comparisons": "Cross2"}),
    "board-a-match": ("board_a_match.scale", {"2/1/0": "MP1", "1/0.5/0": "MP2"}),
}
"""By form, the regulation its modifiers express, and the modifier of each value."""

_LOOSE: tuple[tuple[str, FormName], ...] = (
    ("butler", "butler"),
    ("datum", "butler"),
    ("cross", "cross-imps"),
    ("ximp", "cross-imps"),
    ("cavendish", "cross-imps"),
    ("mean", "butler"),
    ("median", "butler"),
    ("experts", "butler"),
    ("imp", "cross-imps"),
    ("bam", "board-a-match"),
    ("board", "board-a-match"),
    ("mp", "matchpoints"),
    ("match", "matchpoints"),
)
"""Parts of words that programs write, the more specific first. IMPs of pairs without a datum are cross-IMPs."""

_OTHER_DATUMS = ("experts",)
"""Datums we cannot calculate: the form is Butler, with the datum of the regulations."""

_UNKNOWN = (
    "chicago",
    "rubber",
    "instant",
    *_OTHER_DATUMS,
    "oldmp",
    "mitchell2",
    "mitchell3",
    "mitchell4",
    "bastille",
    "emp",
    "imp_1948",
    "imp_1961",
)
"""Words of the standard without a form of scoring or a regulation here."""


class StatedScoring(NamedTuple):
    """The meaning of the tag Scoring: the form (None if unknown), regulations by name, and unknown words."""

    form: FormName | None
    regulations: dict[str, str]
    unknown: tuple[str, ...]


def scoring_words(form: FormName, regulations: Regulations) -> str:
    """Return the value of the tag Scoring for a form of scoring and regulations.

    >>> scoring_words("matchpoints", Regulations("x", "X")), scoring_words("knockout", Regulations("x", "X"))
    ('MatchPoints;MP1', 'IMP')
    """
    if form not in _MODIFIERS:
        return _FORMS[form]
    name, modifiers = _MODIFIERS[form]
    return f"{_FORMS[form]};{modifiers[str(values(regulations)[name])]}"


def parse_scoring(text: str, *, teams: bool) -> StatedScoring:
    """Parse the value of the tag Scoring; if `teams`, the form is one for teams, whatever the value says.

    >>> parse_scoring("IMP;Butler-2", teams=False)
    StatedScoring(form='butler', regulations={'butler.trim': '1'}, unknown=())
    >>> parse_scoring("Chicago", teams=False)
    StatedScoring(form=None, regulations={}, unknown=('Chicago',))
    >>> parse_scoring("MatchPoints;MP9", teams=False)
    StatedScoring(form='matchpoints', regulations={}, unknown=('MP9',))
    """
    words = [word for each in text.split(";") if (word := each.strip())]
    known = [word.casefold() for word in words if word.casefold() not in _UNKNOWN]
    of_form = [*known, *(word.casefold() for word in words if word.casefold() in _OTHER_DATUMS)]
    form = next((form for part, form in _LOOSE if any(part in word for word in of_form)), None)
    if teams:
        form = "board-a-match" if form == "board-a-match" else "teams"
    name, modifiers = _MODIFIERS.get(form, ("", {})) if form else ("", {})
    by_word = {word.casefold(): value for value, word in modifiers.items()}
    stated = [by_word[word] for word in known if word in by_word]
    unknown = []
    for word in words:
        plain = word.casefold()
        loosely = plain not in _UNKNOWN and any(part in plain for part, _ in _LOOSE)
        if plain not in by_word and not (plain in _EVERY_MODIFIER if _MODIFIER.fullmatch(plain) else loosely):
            unknown.append(word)
    return StatedScoring(form, {name: stated[-1]} if stated else {}, tuple(unknown))


_MODIFIER = re.compile(r"mp\d+|butler-.+|cross\d+")
_EVERY_MODIFIER = {word.casefold() for _, modifiers in _MODIFIERS.values() for word in modifiers.values()}


def read_scoring(sheet: Sheet, document: Document, *, teams: bool) -> None:
    """Read form of scoring and regulations from the first tag Scoring; note unknown words and contradictions."""
    stated = list(dict.fromkeys(filter(None, (game.tag("Scoring") for game in document.games))))
    first = parse_scoring(stated[0] if stated else "", teams=teams)
    sheet.scoring, sheet.stated = first.form, first.regulations
    for word in first.unknown:
        why = f"{shorten(word)!r} is no scoring that is known here: --scoring and --profile say how it is scored"
        sheet.notes.append(("tag Scoring", why))
    if contradiction := next((text for text in stated[1:] if parse_scoring(text, teams=teams) != first), ""):
        why = f"records say {shorten(stated[0])!r} and {shorten(contradiction)!r}: it is scored by the first"
        sheet.notes.append(("tag Scoring", why))
