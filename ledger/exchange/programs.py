"""The regulations of a result file's program, adjusted by what the file shows; and awards recognised by their figures.

The scale of victory points is a known one if it explains the matches of the file, and else a table of the printed
values: clubs have scales of their own, and old federations' scales are in no book any more.

A line's printed matchpoints may be (1) the Neuberg figure, rounded as printed; (2) the raw figure of a board with fewer
lines than the others; (3) for artificial lines, the per cent of either top. Any other figure is an award by the office.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import structs

from ledger.bridge import Side, ns_score, parse_result
from ledger.bridge.scales import continuous_vp, discrete_vp, table_vp
from ledger.exchange.sheet import PrintedMatch, Sheet
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Awarded
from ledger.laws.regulations import Matches, Regulations
from ledger.laws.rounding import read_decimal, short_text
from ledger.scoring.derivation import neuberg
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Outcome
from ledger.scoring.matchpoints import Frequencies, top
from ledger.subjects.sheets import SheetLine

_SCALES: tuple[Literal["discrete", "continuous"], ...] = ("discrete", "continuous")


class _Converted(NamedTuple):
    """A match converted to victory points: number of boards, the winner's IMP margin, both sides' points."""

    boards: int
    margin: int
    winner: Fraction
    loser: Fraction


def scale_of(rules: Matches, printed: Iterable[PrintedMatch]) -> Matches:
    """Return the rules with the first scale or table of victory points that explains all matches; else unchanged."""
    matches = [conversion for match in printed if (conversion := _convert(match))]
    if not matches or _explains_all(rules, matches):
        return rules
    for scale in _SCALES:
        known = structs.replace(rules, vp=scale, table=())
        if _explains_all(known, matches):
            return known
    if table := _table(matches):
        return structs.replace(rules, vp="table", table=table)
    return rules


def _convert(match: PrintedMatch) -> _Converted | None:
    try:
        imps, (one, two) = Fraction(match.imps or "x"), map(read_decimal, match.victory_points)
    except (ValueError, ZeroDivisionError):
        return None
    if imps.denominator != 1 or match.boards < 1:
        return None
    winner, loser = (one, two) if imps >= 0 else (two, one)
    return _Converted(match.boards, abs(int(imps)), winner, loser)


def _explains_all(rules: Matches, matches: Iterable[_Converted]) -> bool:
    for match in matches:
        both = []
        for margin in (match.margin, -match.margin):
            if rules.vp == "table":
                both.append(table_vp(margin, rules.table))
            elif rules.vp == "none":
                both.append(Fraction(margin))
            else:
                both.append((discrete_vp if rules.vp == "discrete" else continuous_vp)(margin, match.boards))
        if (both[0], both[1]) != (match.winner, match.loser):
            return False
    return True


def _table(matches: Iterable[_Converted]) -> tuple[tuple[int, str, str], ...]:
    """Return a victory-point scale, as a table of IMP margins, that fits all matches; () if no such table exists.

    >>> _table([_Converted(3, *each) for each in ((0, 10, 10), (2, 12, 8), (4, 13, 7), (3, 13, 7))])
    ((0, '10', '10'), (2, '12', '8'), (4, '13', '7'))
    """
    points: dict[int, tuple[Fraction, Fraction]] = {}
    lengths = set()
    for match in matches:
        lengths.add(match.boards)
        if points.setdefault(match.margin, match[2:]) != match[2:]:
            return ()
    lines: dict[tuple[Fraction, Fraction], int] = {}
    for margin in sorted(points):
        lines[points[margin]] = margin
    winners = [winner for winner, _ in lines]
    if len(lengths) > 1 or winners != sorted(winners) or any(winner < loser for winner, loser in lines):
        return ()
    return tuple((margin, short_text(winner, 6), short_text(loser, 6)) for (winner, loser), margin in lines.items())


_PROFILES = {
    "compscore": "compscore3",
    "acblscore": "acblscore",
    "ebuscore": "ebuscore",
    "pairsscorer": "pairsscorer",
    "teamsscorer": "ebuscore",
    "swissscorer": "ebuscore",
    "brian": "brian",
    "magic contest": "magic-contest",
    "kops": "kops",
    "scorebridge": "scorebridge",
    "realbridge": "realbridge",
    "pianola": "pianola",
}

_OUR_PROGRAM = re.compile(r"bridge-ledger \((.+)\).*")
"""This program's own files, with the name of shipped regulations."""

_SWISS_PAIRS = "ebu-swiss-pairs"


def profile_of(sheet: Sheet) -> str:
    """Return the name of the shipped regulations for the program that wrote a file; 'default' if it has none.

    >>> profile_of(Sheet("x", "X", program="Magic Contest France")), profile_of(Sheet("x", "X", program="by hand"))
    ('magic-contest', 'default')
    """
    name = sheet.program.lower()
    ours = _OUR_PROGRAM.fullmatch(name)
    if ours and profile_loader.split_day(ours[1])[0] in profile_loader.list_shipped_profiles():
        return ours[1]
    if sheet.swiss:
        return _SWISS_PAIRS
    return next((profile for start, profile in _PROFILES.items() if name.startswith(start)), "default")


def regulations_of(sheet: Sheet, wanted: str | None, today: str | None = None) -> Regulations:
    """Return the regulations `wanted` as they are, or those of the file's program, adjusted to the file's statements.

    They are as in force on the day of the file, for a file without a day as of `today`.
    Misuse (bad-profile): the regulations asked for do not exist.
    """
    day = profile_loader.split_day(f"@{sheet.date}")[1] or today
    if wanted:
        return profile_loader.load_profile(wanted, day)
    regulations = profile_loader.change_regulations(profile_loader.load_profile(profile_of(sheet), day), sheet.stated)
    if not (sheet.scoring and FORMS[sheet.scoring].teams()):
        return regulations
    matches = scale_of(regulations.matches, sheet.printed.matches.values())
    if matches == regulations.matches:
        return regulations
    unverified = tuple(dict.fromkeys((*regulations.unverified, f"matches.{'table' if matches.table else 'vp'}")))
    return structs.replace(regulations, matches=matches, unverified=unverified)


Pair = tuple[Fraction, Fraction]
_OTHER_METHOD = "its printed matchpoints follow another method; none is taken for an award"


class _Line(NamedTuple):
    """A line, and the matchpoints that the file prints for each side ('' if not printed)."""

    read: SheetLine
    ns_printed: str
    ew_printed: str

    @property
    def place(self) -> str:
        return self.read.place


def recognise_awards(sheet: Sheet, tie: Fraction) -> None:
    """Find awards by their printed matchpoints, and add them to the lines; `tie`: the points for a tie.

    A board most of whose lines are unexplained was not awarded line by line: its program scores by another method, and
    a note says so. Lines with matchpoints above the top or below zero are set aside for the director. A sheet that is
    not scored at matchpoints is left as it is.
    """
    if not sheet.scoring or FORMS[sheet.scoring].unit != "MP":
        return
    boards: dict[int, list[_Line]] = defaultdict(list)
    for line in sheet.lines:
        boards[line.where.board].append(_Line(line, *sheet.printed.lines.get(line.place, ("", ""))))
    most, awards = max(map(len, boards.values()), default=0), dict[str, Awarded]()
    for number, lines in boards.items():
        unexplained = list(_unexplained(lines, most, tie))
        # a score of 0 and no contract: programs write an adjusted line so, and a board passed out
        noughts = {line.place for line in lines if line.read.result == _SCORE_OF_ZERO}
        if adjusted := noughts & {place for place, _ in unexplained}:
            bare = [line._replace(read=structs.replace(line.read, result=None)) for line in lines]
            lines = [bare_line if line.place in adjusted else line for line, bare_line in zip(lines, bare, strict=True)]
            unexplained = list(_unexplained(lines, most, tie))
        if 2 * len(unexplained) > len(lines):
            sheet.notes.append((f"board {number}", _OTHER_METHOD))
        else:
            awards.update(unexplained)
    whole = top(most, tie)
    unclear = {
        place: award
        for place, award in awards.items()
        if not all(0 <= share <= whole for share in (award.ns, award.ew))
    }
    for place, award in unclear.items():
        sheet.set_aside(place, f"{award!r}: more than the top of {whole}, or less than nothing")
    sheet.lines = [line for line in sheet.lines if line.place not in unclear]
    for at, read in enumerate(sheet.lines):
        if read.place in awards:
            award = awards[read.place]
            result = read.result if award.field == "keep" else None
            sheet.lines[at] = structs.replace(read, adjustment=award, result=result)


_SCORE_OF_ZERO = parse_result("+0")


def _unexplained(lines: Sequence[_Line], most: int, tie: Fraction) -> Iterable[tuple[str, Awarded]]:
    results = {line.place: (line.read.result, line.read.where.board) for line in lines}
    scores = {place: ns_score(result, board) if result else None for place, (result, board) in results.items()}
    field = Frequencies((((Outcome(1, score),), 1) for score in scores.values() if score is not None), Side.NS)
    for line in lines:
        stated = line.read.adjustment
        # A+ or A− may be the session's average (Law 12C2(c)): no printed figure contradicts that
        if isinstance(stated, Artificial) and {stated.ns, stated.ew} & {"A+", "A-"}:
            continue
        try:
            printed = read_decimal(line.ns_printed), read_decimal(line.ew_printed)
        except ValueError:
            continue
        score, sizes = scores[line.place], (len(lines), most, field.results)
        if score is None:
            explained = _explained_by_award(line, sizes, tie)
        else:
            explained = _explained_by_score(score, field, sizes, tie)
        if not any(_agrees_with_print(line, pair) for pair in explained):
            yield line.place, Awarded(*printed, "out" if score is None else "keep")


def _explained_by_score(score: int, field: Frequencies, sizes: Iterable[int], tie: Fraction) -> Iterable[Pair]:
    """Yield the pairs of matchpoints that a program may print for a score, by each method for missing results."""
    raw = field.matchpoints(score, (Outcome(1, score),))
    for expected in set(sizes):
        ns = neuberg(raw, expected, field.results) * tie
        yield ns, top(expected, tie) - ns
        averages = (raw + expected - field.results) * tie
        yield averages, top(expected, tie) - averages
    yield raw * tie, top(field.results, tie) - raw * tie


def _explained_by_award(line: _Line, sizes: Iterable[int], tie: Fraction) -> Iterable[Pair]:
    stated = line.read.adjustment
    if isinstance(stated, Artificial):
        for expected in sizes:
            whole = top(max(expected, 1), tie)
            yield stated.ns.flat * whole, stated.ew.flat * whole


def _agrees_with_print(line: _Line, pair: Pair) -> bool:
    return all(
        # half of the last decimal printed: 0.05 for '29.9', and for '5', which is how 5.0 is printed
        2 * abs(read_decimal(text) - exact) <= Fraction(1, 10 ** max(1, len(text.partition(".")[2])))
        for text, exact in zip((line.ns_printed, line.ew_printed), pair, strict=True)
    )
