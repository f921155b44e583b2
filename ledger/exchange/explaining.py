"""Score another program's result file by named regulations, and name the rule behind each printed figure that differs.

A rule explains a figure if scoring by it gives the printed figure. Rules are tried one by one: every value of each
regulation that concerns the form of scoring, the shipped profiles, other readings of the file (artificial scores,
awards, rankings, a fouled board), and other ways to rank, to cut off and to print. If figures are left, the rule that
leaves the fewest differences is kept, and all others are tried beside it. Nothing is recorded.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import floor
from typing import NamedTuple

from msgspec import structs

from ledger.bridge import ns_score
from ledger.decide import decide
from ledger.decide.sheet.devices import session_after
from ledger.errors import Problem
from ledger.exchange.comparison import Comparison, Difference, Key, compare
from ledger.exchange.fields import Winners, opening_of
from ledger.exchange.programs import profile_of, recognise_awards, regulations_of
from ledger.exchange.sheet import Figures, Sheet
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Grade
from ledger.laws.profile_loader import change_regulations, describe_regulations, values
from ledger.laws.regulations import Matches, Regulations
from ledger.laws.rounding import read_decimal, short_text
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Row, exact_percent, standings
from ledger.scoring.forms import FORMS, FormName
from ledger.scoring.line import Seating
from ledger.session import Session
from ledger.session.response import Actor, ProposedEvent
from ledger.subjects.play.facts import BoardFouled
from ledger.subjects.sheets import ImportSheet

RULES = {
    "award": "the office awarded the printed score on the board",
    "artificial=flat": "60, 50 or 40%, whatever the contestant has on other boards",
    "artificial=average": "artificial scores are 50% to both sides",
    "artificial=60/60": "artificial scores are 60% to both sides",
    "artificial=none": "boards with an artificial score are left out",
    "winners=1": "one ranking of both directions",
    "winners=2": "a ranking for each direction",
    "fouled": "the board was fouled: the later tables are compared with one another only",
    "matches.table": "a scale of victory points of the file's own, as its matches show it",
    "cut-off": "cut off after the last decimal, not rounded",
    "sides": "the scores of North–South and East–West are exchanged",
    "vulnerability": "scored with another vulnerability",
    "sign": "the score has the wrong sign: it is the other side's",
    "ties=next": "the contestant after a tie has the next number: 1, 2, 2, 3",
    "ties=last": "tied contestants have the last of their places: 1, 3, 3, 4",
    "ties=mean": "tied contestants have the mean of their places: 1, 2.5, 2.5, 4",
    "ties=split": "a tie is split, by a rule that the file does not state",
    "ties=exact": "ranked by the totals before they are rounded",
    "ranked=percent": "ranked by the percentage, not by the total",
}
"""The rules that are no regulations, by name."""

_NUMBERS = {"UNIT": ("0.0001", "0.01", "0.1", "0.5", "1"), "BOARDS": ("0",), "PERCENT": ("0%", "50%", "75%")}
_OTHER_NUMBERS = {
    "artificial.imps_plus": ("2", "3"),
    "artificial.imps_minus": ("-2", "-3"),
    "cross_imps.most": ("10", "17", "24"),
}
_OF_FORM = {
    "MP": ("matchpoints.", "board.", "total.", "percent."),
    "IMP": ("imps.", "butler.", "cross_imps.", "knockout.", "matches.vp", "matches.half", "artificial.imps"),
    "points": ("board_a_match.", "imps."),
}
_OF_EVERY_FORM = ("artificial.percents", "artificial.session_imps", "artificial.window", "standings.", "matches.vp")
_MOST_FOULED = 6  # the boards of which each division of the tables is tried
_FEW = 9  # so many differences are not a program's way of scoring
_UNLIKELY = 10**6
_MOST_RULES = 3  # the rules that are tried together


class Explained(NamedTuple):
    """A printed figure that differs from ours, and the rules by which it comes out, the likeliest first."""

    figure: Difference
    rules: tuple[str, ...]


class Examination(NamedTuple):
    """The number of a file's figures by kind, those that differ from ours, lines left out, and notes."""

    profile: str
    counts: Mapping[str, int]
    explained: tuple[Explained, ...]
    left_out: tuple[tuple[str, str], ...]
    notes: tuple[tuple[str, str], ...]

    @property
    def unexplained(self) -> int:
        """The number of figures that no rule explains."""
        return sum(1 for each in self.explained if not each.rules)


class _Scored(NamedTuple):
    """A sheet as a session; `units`: those of its totals and its percentages, as first scored."""

    sheet: Sheet
    session: Session
    units: tuple[str, str]

    @property
    def regulations(self) -> Regulations:
        return self.session.regulations

    def by(self, regulations: Regulations) -> "_Scored":
        opened = structs.replace(self.session.opening, regulations=regulations)
        return self._replace(session=replace(self.session, opened=opened))

    def by_values(self, changes: Mapping[str, str]) -> "_Scored":
        return self.by(change_regulations(self.regulations, changes))

    def by_matches(self, matches: Matches) -> "_Scored":
        return self.by(structs.replace(self.regulations, matches=matches))

    def compare(self) -> Comparison:
        return compare(self.sheet, Scoreboard(self.session), self.units)

    def fouled(self, board: int, seats: tuple[Seating, ...]) -> "_Scored":
        """Return the session with other cards of a board at these tables."""
        fouled = ProposedEvent(BoardFouled(board, "B", seats))
        return self._replace(session=session_after(self.session, [fouled]))

    def of_boards(self, boards: Collection[int]) -> "_Scored":
        """Return the lines of these boards, without any other figure of the sheet."""
        lines = [line for line in self.sheet.lines if line.where.board in boards]
        return self._replace(sheet=replace(self.sheet, lines=lines, printed=Figures(lines=self.sheet.printed.lines)))


def examine(sheet: Sheet, profile: str | None, form: FormName | None, winners: Winners | None) -> Examination:
    """Score a sheet, and explain each printed figure that differs.

    The profile is by default that of the program that wrote the file, the form of scoring the one the file states.
    Misuse (bad-profile): the profile does not exist; (usage): the contestants do not fit the number of rankings.
    """
    form = form or sheet.scoring or "matchpoints"
    _pad(sheet.printed)
    stated = regulations_of(sheet, profile)
    own_table = stated.matches.vp == "table" and profile is None
    regulations = _without_own_table(sheet) if own_table else stated
    left_out = list(sheet.problems)
    totals = regulations.total if FORMS[form].unit == "MP" else regulations.imps.total
    units = tuple("0" if unit == "exact" else unit for unit in (totals.unit, regulations.percent.unit))
    make = partial(_score, sheet, form=form, winners=winners, units=(units[0], units[1]))
    base = make(regulations, left_out=left_out)
    first = base.compare()
    rules = _rules(base, make, first, stated if own_table else None)
    explained = _explain(base, first, list(rules))
    return Examination(regulations.profile, first.counts, explained, tuple(left_out), tuple(base.sheet.notes))


def _pad(figures: Figures) -> None:
    """Write the figures of a kind with as many decimals, at most two: programs leave out the noughts at the end."""

    def padded(texts: Iterable[str]) -> Iterator[str]:
        texts = list(texts)
        most = min(2, max((len(text.partition(".")[2]) for text in texts), default=0))
        for text in texts:
            whole, _, part = text.partition(".")
            yield f"{whole}.{part:0<{most}}" if most and whole.lstrip("+-").isdigit() else text

    for kind in (figures.totals, figures.percentages):
        kind |= zip(kind, padded(kind.values()), strict=True)
    texts = padded(text for both in figures.lines.values() for text in both)
    figures.lines |= {place: (next(texts), next(texts)) for place in figures.lines}
    texts = padded(text for match in figures.matches.values() for text in match.victory_points)
    figures.matches |= {
        names: match._replace(victory_points=(next(texts), next(texts))) for names, match in figures.matches.items()
    }


def _without_own_table(sheet: Sheet) -> Regulations:
    return change_regulations(profile_loader.load_profile(profile_of(sheet)), sheet.stated)


def _score(
    sheet: Sheet,
    regulations: Regulations,
    *,
    form: FormName,
    winners: Winners | None,
    changed: Callable[[Sheet], object] = lambda _: None,
    units: tuple[str, str] = ("", ""),
    left_out: list[tuple[str, str]] | None = None,
) -> _Scored:
    sheet, empty = deepcopy(sheet), Session("figures")
    changed(sheet)
    opening = opening_of(sheet, form, regulations, winners)
    command = ImportSheet(opening, tuple(sheet.lines), only_show=True, known=sheet.known)
    response = decide(command, empty, Actor("figures", 0))
    if left_out is not None:
        left_out += response.skipped
    session = session_after(empty, response.uncommitted)
    return _Scored(sheet, session, units)


Grades = tuple[str, ...]
"""The grades of an artificial score, North–South's and East–West's."""
_Rule = tuple[str, Callable[[_Scored], _Scored]]
"""The name of a rule, and a function that scores a sheet by it."""


def _rules(
    base: _Scored, make: Callable[..., _Scored], first: Comparison, own_table: Regulations | None
) -> Iterator[_Rule]:
    for name, changes in _regulation_values(base):
        yield name, partial(_Scored.by_values, changes=changes)
    if own_table:
        yield "matches.table", partial(_Scored.by_matches, matches=own_table.matches)
    awards: dict[str, Grades | None] = {"flat": (), "average": ("50", "50"), "60/60": ("60", "60"), "none": None}
    for name, grades in awards.items():
        yield f"artificial={name}", partial(_read_again, make=make, changed=partial(_grade, grades=grades))
    recognise = partial(recognise_awards, tie=base.regulations.matchpoints.tie)
    yield "award", partial(_read_again, make=make, changed=recognise)
    other = 3 - base.session.opening.winners
    yield f"winners={other}", partial(_read_again, make=make, winners=other)
    for profile in profile_loader.list_shipped_profiles() if len(first.differences) > _FEW else ():
        regulations = change_regulations(profile_loader.load_profile(profile), base.sheet.stated)
        yield f"profile={profile}", partial(_Scored.by, regulations=regulations)
    boards, differing = _boards_of_lines(first.differences), {(each.kind, each.where) for each in first.differences}
    for board in sorted(boards) if len(boards) <= _MOST_FOULED else ():
        seats = tuple(base.session.boards[board])
        for at in range(1, len(seats)):
            by = partial(_Scored.fouled, board=board, seats=seats[at:])
            if by(base.of_boards([board])).compare().equal & differing:
                yield "fouled", by


def _read_again(scored: _Scored, make: Callable[..., _Scored], **read: object) -> _Scored:
    return make(scored.regulations, **read)


def _boards_of_lines(differences: Iterable[Difference]) -> set[int]:
    return {int(each.where.split(",")[0].split()[1]) for each in differences if each.kind == "line"}


def _regulation_values(base: _Scored) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every other value of each regulation that concerns the form of scoring, with its name."""
    now = values(base.regulations)
    unit = FORMS[base.session.opening.scoring].unit
    concerned = (*_OF_FORM[unit], *_OF_EVERY_FORM)
    for name, described in describe_regulations().items():
        if not name.startswith(concerned):
            continue
        known = [each for value in described.values for each in _NUMBERS.get(value, (value,))]
        for value in _OTHER_NUMBERS.get(name, known):
            if value != str(now[name]) and value not in ("table", "LINES"):
                yield f"{name}={value}", {name: value}
    for table in ("board", "imps.last", "imps.board"):  # a half is only rounded to a unit
        if table.split(".")[0] + "." in concerned and now[f"{table}.unit"] == "exact":
            for size in _NUMBERS["UNIT"]:
                for half in ("half-even", "half-up", "half-toward-average"):
                    changes = {f"{table}.unit": size, f"{table}.rounding": half}
                    yield " and ".join(f"{name}={value}" for name, value in changes.items()), changes


def _grade(sheet: Sheet, grades: Grades | None) -> None:
    """Change the artificial scores of a sheet: to other grades, to flat percentages (), or to no score (None)."""
    for at, line in reversed(list(enumerate(sheet.lines))):
        if not isinstance(line.adjustment, Artificial):
            continue
        if grades is None:
            del sheet.lines[at]
            continue
        stated = line.adjustment.ns, line.adjustment.ew
        ns, ew = map(Grade, grades or [short_text(100 * each.flat) for each in stated])
        sheet.lines[at] = structs.replace(line, adjustment=Artificial(ns, ew))


def _explain(base: _Scored, first: Comparison, rules: list[_Rule]) -> tuple[Explained, ...]:
    open_: dict[Key, Difference] = {(each.kind, each.where): each for each in first.differences}
    found: dict[Key, dict[str, int]] = {key: {} for key in open_}
    names: tuple[str, ...] = ()
    scored, now, kinds = base, 2 * len(open_), {kind for kind, _ in open_}
    if kinds == {"line"}:  # nothing else need be scored by each rule
        scored = base.of_boards(_boards_of_lines(first.differences))
    for _ in range(_MOST_RULES if open_ else 0):
        tried: list[tuple[int, str, _Scored]] = []
        for name, by in rules:
            if name in names or kinds == {"score"}:
                continue
            with suppress(Problem):  # a rule that does not fit: a regulation beside another, one field where two play
                other = by(scored)
                comparison = other.compare()
                same = comparison.equal & open_.keys()
                left = len(comparison.differences) + len(open_.keys() - comparison.equal)
                tried.append((left, name, other))
                if name == "award" and all(kind == "line" for kind, _ in same):
                    left = _UNLIKELY  # any figure of a line can be an award
                for key in same:
                    found[key].setdefault(" and ".join((*names, name)), left)
        printed = list(_printed_otherwise(scored, open_))
        often = Counter(name for _, name in printed)
        for key, name in printed:
            found[key].setdefault(" and ".join((*names, name)), len(open_) - often[name])
        fewest, name, other = min(tried, key=lambda each: each[0], default=(now, "", scored))
        if all(found.values()) or fewest >= now:
            break
        scored, now, names = other, fewest, (*names, name)
    return tuple(
        Explained(figure, tuple(sorted(found[key], key=lambda name: (name.count(" and "), found[key][name]))))
        for key, figure in open_.items()
    )


def _printed_otherwise(scored: _Scored, figures: Mapping[Key, Difference]) -> Iterator[tuple[Key, str]]:
    """Yield the figures that come out if they are cut off, exchanged, or ranked in another way; with the rule."""
    scoreboard = Scoreboard(scored.session)
    for ranking in standings(scoreboard):
        for row in ranking.rows:
            where = f"contestant {row.contestant}"
            if figure := figures.get(("place", where)):
                yield from ((("place", where), name) for name in _ranked_otherwise(row, ranking.rows, figure.printed))
            for kind, exact in (("total", row.exact), ("percentage", exact_percent(scoreboard, row))):
                figure = figures.get((kind, where))
                if figure and exact is not None and _is_cut_off(figure.printed, exact):
                    yield (kind, where), "cut-off"
    for (kind, where), figure in figures.items():
        if kind == "line":
            with suppress(ValueError):
                one, two = map(read_decimal, figure.printed.split(" : "))
                if [one, two] == [*map(read_decimal, figure.ours.split(" : "))][::-1]:
                    yield (kind, where), "sides"
        if kind == "score":
            yield from (((kind, where), name) for name in _scored_otherwise(scored.sheet, where, int(figure.printed)))


def _is_cut_off(printed: str, exact: Fraction) -> bool:
    scale = 10 ** len(printed.partition(".")[2])
    with suppress(ValueError):
        return read_decimal(printed.removeprefix("+")) == Fraction(floor(abs(exact) * scale), scale) * (
            1 if exact >= 0 else -1
        )
    return False


def _ranked_otherwise(row: Row, rows: Iterable[Row], printed: str) -> Iterator[str]:
    ranked, rank = [each for each in rows if each.rank is not None], row.rank
    if rank is None:
        return
    tied = sum(1 for each in ranked if each.total == row.total)
    places = {
        "ties=next": Fraction(1 + len({each.total for each in ranked if each.total > row.total})),
        "ties=last": Fraction(rank + tied - 1),
        "ties=mean": rank + Fraction(tied - 1, 2),
        "ties=exact": Fraction(1 + sum(1 for each in ranked if each.exact > row.exact)),
        "ranked=percent": Fraction(1 + sum(1 for each in ranked if (each.percent or 0) > (row.percent or 0))),
    }
    yield from (name for name, place in places.items() if short_text(place) == printed)
    if printed.isdecimal() and rank <= int(printed) < rank + tied:
        yield "ties=split"


def _scored_otherwise(sheet: Sheet, where: str, printed: int) -> Iterator[str]:
    line = next((each for each in sheet.lines if each.place == where), None)  # a rule may set lines aside
    if line and line.result:
        if printed == -ns_score(line.result, line.where.board):
            yield "sign"
        if printed in {ns_score(line.result, board) for board in (1, 2, 3, 4)}:
            yield "vulnerability"


def rule_text(rule: str) -> str:
    """Return what a rule, or several joined by 'and', means in words; '' for a profile, which needs none.

    >>> rule_text("percent.of=rounded-total"), rule_text("cut-off")
    ('the total as it is printed', 'cut off after the last decimal, not rounded')
    """
    texts = []
    for each in rule.split(" and "):
        name, _, value = each.partition("=")
        described = describe_regulations().get(name)
        text = described.values.get(value, described.title) if described and each not in RULES else RULES.get(each, "")
        texts.append(text)
    return "; ".join(filter(None, texts))
