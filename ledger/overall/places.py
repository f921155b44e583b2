"""The places of a stage: who has none and why, who has two scores of one sitting, and how equal totals are split.

Marks are as its sessions say, and the rules of the stage (`overall_marks`); as the tournament says: who did not qualify
for it, and who had left (`without_place`). A session does not know what is played beside it: so this is told of the
standing, and nobody is kept from his table.

Ties are split by the list of the regulations, one rule after the other (White Book 2025 §3.2).
Each rule is asked of those still tied; where it tells some of them apart, the next is asked of each group that is
left; or the list begins again for each, where the regulations say so. A rule that says nothing of them is passed over,
and why is said.

Most rules ask who met whom in the stage, in matches or on boards, and what each scored there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby
from typing import Literal, NamedTuple, get_args

from ledger.bridge import Side
from ledger.labels import Phrase, all_of
from ledger.laws.regulations import TieBreak
from ledger.laws.rounding import short_text
from ledger.overall.field_of_play import FieldOfPlay, stage_matches
from ledger.overall.figures import Figure, counted
from ledger.projections.matches import WonAndLost, part_won
from ledger.subjects.qualifying.state import WithdrawnEntrant
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament

OverallStanding = Literal[
    "disqualified",
    "withdrawn",
    "not-qualified",
    "not-entered",
    "without-standing",
    "too-few-sessions",
    "too-few-boards",
    "substitute",
]

_ORDER: tuple[OverallStanding, ...] = get_args(OverallStanding)


class OverallMark(NamedTuple):
    """A mark of a contestant, its event, whose event that is ('': the tournament's own), and whether it has a place."""

    standing: OverallStanding
    session: str = ""
    number: int | None = None
    ranked: bool = False


def overall_marks(
    tournament: Tournament, stage: Stage, found: Mapping[str, Sequence[Figure]], fields: Sequence[FieldOfPlay]
) -> dict[str, OverallMark]:
    """What every contestant is marked with: what takes the place goes before what leaves it."""
    most, said = (
        max((_boards_played(stage, own) for own in found.values()), default=0),
        _of_sessions(tournament, fields),
    )
    least = stage.rules.least.least(most)
    marked: dict[str, list[OverallMark]] = {}
    for entrant, figures in found.items():
        counting = sum(figure.counts for figure in figures)
        own = marked[entrant] = [
            mark._replace(ranked=True) if mark.standing == "without-standing" and counting else mark
            for mark in said.get(entrant, ())
        ]
        if tournament.entrants and entrant not in tournament.entrants:
            own.append(OverallMark("not-entered"))
        if stage.format == "sessions" and counting < stage.rules.least_sessions:
            own.append(OverallMark("too-few-sessions"))
        elif stage.format == "sessions" and _boards_played(stage, figures) < least:
            own.append(OverallMark("too-few-boards"))
    return {
        entrant: min(own, key=lambda mark: (mark.ranked, _ORDER.index(mark.standing)))
        for entrant, own in marked.items()
        if own
    }


def _of_sessions(tournament: Tournament, fields: Sequence[FieldOfPlay]) -> dict[str, list[OverallMark]]:
    """What contestants were marked with in their sessions; too few boards of one session are not the stage's matter."""
    found: dict[str, list[OverallMark]] = {}
    for field in fields:
        for row in field.rows:
            if row.mark and row.mark.standing != "too-few-boards":
                of, contestant = field.own(row.contestant)
                number = row.mark.number and field.own_number(row.mark.number)
                mark = OverallMark(row.mark.standing, of.session, number, row.mark.ranked)
                found.setdefault(tournament.entrant_of(of.session, contestant), []).append(mark)
    return found


def _boards_played(stage: Stage, figures: Sequence[Figure]) -> int:
    return sum(figure.boards for figure in counted(figures, stage.rules))


# As the tournament says


def without_place(tournament: Tournament, stage: str, entrants: Iterable[str]) -> dict[str, OverallMark]:
    """Those of a stage's contestants who are not ranked there, and why; where no cut leads into it all take part."""
    said, found = tournament.qualified, dict[str, OverallMark]()
    taking_part = said.qualifiers(stage)
    for entrant in entrants:
        left = said.withdrawn.get(entrant)
        if left and leaves_place(tournament, stage, left):
            found[entrant] = OverallMark("withdrawn", number=left.number)
        elif taking_part is not None and entrant not in taking_part:
            found[entrant] = OverallMark("not-qualified")
    return found


def leaves_place(tournament: Tournament, stage: str, left: WithdrawnEntrant) -> bool:
    """Whether who withdrew is not ranked in a stage: one that came later, or the one it left unfinished.

    Unfinished is a stage that went on: with another sitting, or with a round of it drawn.

    Whoever had a good reason, and had played half the sittings of that one, keeps its place there with what it has, as
    in a session (White Book §2.4).
    """
    order = list(tournament.stages)
    if left.said.stage != stage:
        return order.index(stage) > order.index(left.said.stage)
    sittings = tournament.sittings(stage)
    played_half = 2 * sum(sitting <= left.said.sitting for sitting in sittings) >= len(sittings)
    return went_on_without(tournament, left) and not (left.said.good_reason and played_half)


def went_on_without(tournament: Tournament, left: WithdrawnEntrant) -> bool:
    """Whether the stage somebody left has gone on since: with another sitting, or a round drawn without it."""
    said = left.said
    drawn = tournament.drawn.drawn_without(said.entrant, said.stage, left.number)
    return drawn or said.sitting < tournament.last_sitting(said.stage)


def may_go_on(tournament: Tournament, stage: str) -> bool:
    """Whether a stage may go on: no session of a later one is known."""
    order = list(tournament.stages)
    return not any(tournament.in_stage(later) for later in order[order.index(stage) + 1 :])


class ScoredTwice(NamedTuple):
    """A contestant of the tournament and its scores of one sitting, by section; all of them are added up."""

    figures: tuple[Figure, ...]

    @property
    def text(self) -> str:
        """'Oslo has 2 scores of sitting 1, as Oslo of friday_a and as Oslo of friday_b'."""
        first = self.figures[0]
        return Phrase(
            "%(entrant)s has %(number)s scores of sitting %(sitting)s, %(where)s",
            entrant=first.entrant,
            number=len(self.figures),
            sitting=first.of.sitting,
            where=all_of(
                [
                    Phrase("as %(contestant)s of %(session)s", contestant=each.contestant, session=each.of.session)
                    for each in self.figures
                ]
            ),
        )


def scored_twice(figures: Sequence[Figure]) -> Iterator[ScoredTwice]:
    """The sittings of which a contestant has several scores; `figures` are one's, by sitting."""
    played = (each for each in figures if each.boards)  # a bye has none
    for _, own in groupby(played, lambda each: each.of.sitting):
        if len(together := tuple(own)) > 1:
            yield ScoredTwice(together)


class TiedMatch(NamedTuple):
    """Two contestants' match: what each has of it in victory points, or 1, ½ and 0; its IMPs if known; matches won.

    Of pairs who were not in matches: what each has on the boards they played against each other, and nothing else.
    """

    teams: tuple[str, str]
    points: tuple[Fraction, Fraction]
    imps: tuple[WonAndLost, WonAndLost] | None = None
    won: tuple[Fraction, Fraction] | None = None


def matches(
    tournament: Tournament, fields: Sequence[FieldOfPlay], up_to: Mapping[int, int] | None = None
) -> list[TiedMatch]:
    """Every match of a stage that was played and is not void; `up_to`: the last round of each sitting, if not all."""
    found: list[TiedMatch] = []
    for each in stage_matches(tournament, fields):
        if each.played and (up_to is None or each.own_round <= up_to[each.of.sitting]):
            match, (one, two) = each.match, each.match.teams
            won = part_won(match.winner, one), part_won(match.winner, two)
            points = match.victory_points
            worth = (points[one].value, points[two].value) if points else won
            imps = (match.imps[one], match.imps[two]) if match.imps else None
            found.append(TiedMatch(each.entrants, worth, imps, won))
    return found


def on_boards(tournament: Tournament, fields: Sequence[FieldOfPlay], tied: Sequence[str]) -> list[TiedMatch]:
    """What some contestants have on the boards they played against each other, where there are no matches."""
    found = []
    for field in fields:
        if not field.scoreboard.in_matches:
            scoreboard = field.scoreboard
            for played in scoreboard.session.table_boards():
                labels = played.seating.pair
                scored = all(scoreboard.counts(played, side) for side in Side)
                if scored and all(label in scoreboard.session.contestants for label in labels):
                    points = scoreboard.value(played, Side.NS), scoreboard.value(played, Side.EW)
                    teams = field.entrant(tournament, labels[0]), field.entrant(tournament, labels[1])
                    if {*teams} <= {*tied}:
                        found.append(TiedMatch(teams, points))
    return found


class TieStep(NamedTuple):
    """One rule asked of contestants who are tied: what each has by it, the best first, or why it says nothing."""

    rule: TieBreak
    has: tuple[tuple[str, str], ...] = ()
    skipped: str = ""


class TieSplit(NamedTuple):
    """Contestants with one total, what was asked of them, and the groups that came of it, the best first."""

    tied: tuple[str, ...]
    steps: tuple[TieStep, ...]
    order: tuple[tuple[str, ...], ...]


class _Worth(NamedTuple):
    """What somebody has by a rule; `beyond`: more than any number (IMPs won, and none lost); `said`: in other words."""

    value: Fraction
    beyond: bool = False
    said: str = ""

    @property
    def order(self) -> tuple[bool, Fraction]:
        return self.beyond, self.value

    @property
    def text(self) -> str:
        return self.said or short_text(self.value, 4)


Asked = Mapping[str, _Worth] | str
"""What everybody who is tied has by a rule; or why it says nothing of them."""


@dataclass(frozen=True)
class Ties:
    """What the ties of one stage are split by; `up_to`: the last round of each sitting that counts, if not all do."""

    tournament: Tournament
    stage: Stage
    fields: Sequence[FieldOfPlay]
    found: Mapping[str, Sequence[Figure]]
    totals: Mapping[str, Fraction]
    up_to: Mapping[int, int] | None = None

    def split(self, tied: Sequence[str]) -> TieSplit:
        """Contestants with one total in the order of the regulations, as far as these tell them apart."""
        steps: list[TieStep] = []
        order = self._split(tuple(tied), self.stage.rules.ties, steps)
        return TieSplit(tuple(tied), tuple(steps), tuple(order))

    def _split(self, tied: tuple[str, ...], rules: Sequence[TieBreak], steps: list[TieStep]) -> list[tuple[str, ...]]:
        if len(tied) == 1 or not rules or rules[0] in ("shared", "again"):
            return [tied]
        asked = _ASK[rules[0]](self, tied)
        if isinstance(asked, str):
            steps.append(TieStep(rules[0], skipped=asked))
            return self._split(tied, rules[1:], steps)
        by_worth = sorted(tied, key=lambda each: asked[each].order, reverse=True)
        steps.append(TieStep(rules[0], tuple((each, asked[each].text) for each in by_worth)))
        groups: dict[tuple[bool, Fraction], list[str]] = {}
        for each in by_worth:
            groups.setdefault(asked[each].order, []).append(each)
        left = self.stage.rules.ties if len(groups) > 1 and rules[-1] == "again" else rules[1:]
        return [found for group in groups.values() for found in self._split(tuple(group), left, steps)]

    @cached_property
    def matches(self) -> list[TiedMatch]:
        """Every match of the stage."""
        return matches(self.tournament, self.fields, self.up_to)

    @cached_property
    def last_sitting(self) -> int:
        """The last sitting of the stage that has scores."""
        return max(figure.of.sitting for own in self.found.values() for figure in own)

    def of(self, entrant: str) -> list[TiedMatch]:
        """The matches of a contestant, its own side first."""
        return [
            met
            if met.teams[0] == entrant
            else TiedMatch(met.teams[::-1], met.points[::-1], met.imps and met.imps[::-1], met.won and met.won[::-1])
            for met in self.matches
            if entrant in met.teams
        ]


def _between(ties: Ties, tied: Sequence[str]) -> Asked:
    met = [each for each in ties.matches if {*each.teams} <= {*tied}] or on_boards(ties.tournament, ties.fields, tied)
    known = {frozenset(each.teams) for each in met}
    if missing := [pair for pair in combinations(tied, 2) if frozenset(pair) not in known]:
        return Phrase("%(missing)s have not met", missing=" and ".join(missing[0]))
    return _sums(tied, [(each.teams[at], each.points[at]) for each in met for at in (0, 1)])


def _sums(tied: Sequence[str], parts: Sequence[tuple[str, Fraction]]) -> dict[str, _Worth]:
    return {each: _Worth(sum((worth for whose, worth in parts if whose == each), Fraction(0))) for each in tied}


def _last_session(ties: Ties, tied: Sequence[str]) -> Asked:
    last = ties.last_sitting
    if absent := [each for each in tied if all(figure.of.sitting != last for figure in ties.found[each])]:
        return Phrase("%(absent)s did not play in sitting %(last)s", absent=absent[0], last=last)
    parts = [(each, figure.value.value) for each in tied for figure in ties.found[each] if figure.of.sitting == last]
    return _sums(tied, parts)


def _wins(ties: Ties, tied: Sequence[str]) -> Asked:
    if absent := _without_match(ties, tied):
        return absent
    return _sums(tied, [(each, met.won[0]) for each in tied for met in ties.of(each) if met.won])


def _quotient(ties: Ties, tied: Sequence[str]) -> Asked:
    if absent := _without_match(ties, tied):
        return absent
    imps = {each: [met.imps[0] for met in ties.of(each) if met.imps] for each in tied}
    if unknown := next((each for each in tied if not imps[each]), None):
        return Phrase("%(unknown)s has no match whose IMPs are known", unknown=unknown)
    worth: dict[str, _Worth] = {}
    for each, own in imps.items():
        won, lost = (sum(parts, Fraction(0)) for parts in zip(*own, strict=True))
        none_lost = Phrase("%(won)s and none lost", won=short_text(won))
        worth[each] = _Worth(won / lost) if lost else _Worth(won, beyond=True, said=none_lost)
    return worth


def _common(ties: Ties, tied: Sequence[str]) -> Asked:
    if absent := _without_match(ties, tied):
        return absent
    everybody = set.intersection(*({met.teams[1] for met in ties.of(each)} for each in tied)) - {*tied}
    if not everybody:
        return Phrase("nobody has met all of them")
    return _sums(tied, [(each, met.points[0]) for each in tied for met in ties.of(each) if met.teams[1] in everybody])


def _swiss_points(ties: Ties, tied: Sequence[str]) -> Asked:
    if absent := _without_match(ties, tied):
        return absent
    totals = ties.totals
    return _sums(tied, [(each, totals.get(met.teams[1], Fraction(0))) for each in tied for met in ties.of(each)])


def _drawn(ties: Ties, tied: Sequence[str]) -> Asked:
    order = ties.tournament.lot(ties.stage.name, tied)
    if order is None:
        return Phrase("no lot was drawn for %(tied)s", tied=", ".join(tied))
    return {
        each: _Worth(Fraction(-at), said=Phrase("drawn %(at)s", at=at))
        for at, each in enumerate(order, 1)
        if each in tied
    }


def _without_match(ties: Ties, tied: Sequence[str]) -> str:
    absent = next((each for each in tied if not ties.of(each)), None)
    return Phrase("%(absent)s has played no match", absent=absent) if absent else ""


_ASK: dict[TieBreak, Callable[[Ties, Sequence[str]], Asked]] = {
    "between": _between,
    "last-session": _last_session,
    "wins": _wins,
    "imp-quotient": _quotient,
    "common-opponents": _common,
    "swiss-points": _swiss_points,
    "draw": _drawn,
}
