"""The regulations a file was scored by: those its program is known by, with what the file itself shows of them.

The scale of victory points is a known one, if it explains what the matches of the file gave; else a table of what they
gave. Clubs have scales of their own, and older federations' are in no book any more.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import structs

from ledger.bridge.scales import continuous_vp, discrete_vp, table_vp
from ledger.exchange.sheet import Figures, PrintedMatch, Sheet
from ledger.laws import profile_loader
from ledger.laws.regulations import Matches, Regulations
from ledger.laws.rounding import read_decimal, short_text
from ledger.scoring.forms import FORMS

_SCALES: tuple[Literal["discrete", "continuous"], ...] = ("discrete", "continuous")


class _Converted(NamedTuple):
    """A match as it was converted: so many boards, the winner's margin, his victory points and the loser's."""

    boards: int
    margin: int
    winner: Fraction
    loser: Fraction


def scale_of(rules: Matches, printed: Iterable[PrintedMatch]) -> Matches:
    """The rules as they are where they explain every match, or none was converted; else with another scale."""
    matches = [each for match in printed if (each := _converted(match))]
    if not matches or _explain(rules, matches):
        return rules
    for scale in _SCALES:
        known = structs.replace(rules, vp=scale, table=())
        if _explain(known, matches):
            return known
    if table := _table(matches):
        return structs.replace(rules, vp="table", table=table)
    return rules


def _converted(match: PrintedMatch) -> _Converted | None:
    """A match with all that says how it was converted; None where something is not a number, or missing."""
    try:
        imps, (one, two) = Fraction(match.imps or "x"), map(read_decimal, match.victory_points)
    except (ValueError, ZeroDivisionError):
        return None
    if imps.denominator != 1 or match.boards < 1:
        return None
    winner, loser = (one, two) if imps >= 0 else (two, one)
    return _Converted(match.boards, abs(int(imps)), winner, loser)


def _explain(rules: Matches, matches: Iterable[_Converted]) -> bool:
    """Whether the rules give every match the victory points it has."""
    return all(_points(rules, match) == (match.winner, match.loser) for match in matches)


def _points(rules: Matches, match: _Converted) -> tuple[Fraction, Fraction]:
    both = []
    for margin in (match.margin, -match.margin):
        if rules.vp == "table":
            both.append(table_vp(margin, rules.table))
        elif rules.vp == "none":
            both.append(Fraction(margin))
        else:
            both.append((discrete_vp if rules.vp == "discrete" else continuous_vp)(margin, match.boards))
    return both[0], both[1]


def _table(matches: Iterable[_Converted]) -> tuple[tuple[int, str, str], ...]:
    """The matches as a table; empty where they are of several lengths, or do not agree.

    >>> _table([_Converted(3, *each) for each in ((0, 10, 10), (2, 12, 8), (4, 13, 7), (3, 13, 7))])
    ((0, '10', '10'), (2, '12', '8'), (4, '13', '7'))
    """
    found: dict[int, tuple[Fraction, Fraction]] = {}
    lengths = set()
    for match in matches:
        lengths.add(match.boards)
        if found.setdefault(match.margin, match[2:]) != match[2:]:
            return ()
    lines: dict[tuple[Fraction, Fraction], int] = {}
    for margin in sorted(found):
        lines[found[margin]] = margin
    winners = [winner for winner, _ in lines]
    if len(lengths) > 1 or winners != sorted(winners) or any(winner < loser for winner, loser in lines):
        return ()
    return tuple((margin, short_text(winner, 6), short_text(loser, 6)) for (winner, loser), margin in lines.items())


_PROFILES = {
    "compscore": "compscore3",
    "acblscore": "acblscore",
    "ebuscore": "ebuscore",
    "pairsscorer": "ebuscore",
    "teamsscorer": "ebuscore",
    "swissscorer": "ebuscore",
    "brian": "brian",
    "magic contest": "magic-contest",
    "kops": "kops",
    "scorebridge": "scorebridge",
    "realbridge": "realbridge",
    "pianola": "pianola",
}

_OWN = re.compile(r"bridge-ledger \((.+)\).*")
"""What we write ourselves: with the regulations, where these come with the program."""

_SWISS_PAIRS = "ebu-swiss-pairs"


def profile_of(sheet: Sheet) -> str:
    """The regulations of the program that wrote a file, by its name.

    >>> profile_of(Sheet("x", "X", program="Magic Contest France")), profile_of(Sheet("x", "X", program="by hand"))
    ('magic-contest', 'default')
    """
    name = sheet.program.lower()
    if (own := _OWN.fullmatch(name)) and own[1] in profile_loader.shipped():
        return own[1]
    if sheet.swiss:
        return _SWISS_PAIRS
    return next((profile for start, profile in _PROFILES.items() if name.startswith(start)), "default")


def regulations_of(sheet: Sheet, asked: str | None) -> Regulations:
    """The regulations asked for, else those of the program, with the scale its matches were converted by.

    Misuse (bad-profile) where those asked for are none.
    """
    if asked:
        return profile_loader.load_profile(asked)
    regulations = profile_loader.load_profile(profile_of(sheet))
    if not (sheet.scoring and FORMS[sheet.scoring].teams()):
        return regulations
    return _as_converted(regulations, sheet.printed)


def _as_converted(regulations: Regulations, printed: Figures) -> Regulations:
    """The same with the scale of victory points that the file's own matches show, where it is another."""
    matches = scale_of(regulations.matches, printed.matches.values())
    if matches == regulations.matches:
        return regulations
    unverified = tuple(dict.fromkeys((*regulations.unverified, f"matches.{'table' if matches.table else 'vp'}")))
    return structs.replace(regulations, matches=matches, unverified=unverified)
