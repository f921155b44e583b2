"""How equal totals are split: the list of the regulations, one after the other (White Book 2025 §3.2).

Each rule is asked of those still tied; where it tells some of them apart, the next is asked of each group that is
left; or the list begins again for each, where the regulations say so. A rule that says nothing of them is passed over,
and why is said.

Most rules ask who met whom in the stage, in matches or on boards, and what each scored there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ledger.bridge import Side
from ledger.facts.tournaments import Stage
from ledger.labels.phrases import Phrase
from ledger.laws.rounding import short_text
from ledger.laws.stage_rules import TieBreak
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import Figure
from ledger.overall.stage_matches import stage_matches
from ledger.projections.matches import Match, part_won
from ledger.projections.scoreboard import Scoreboard
from ledger.session.tournaments import Tournament


class TiedMatch(NamedTuple):
    """Two contestants' match: what each has of it in victory points, or 1, ½ and 0; the IMPs for each; matches won.

    Of pairs who were not in matches: what each has on the boards they played against each other, and nothing else.
    """

    teams: tuple[str, str]
    points: tuple[Fraction, Fraction]
    imps: tuple[Fraction, Fraction] | None = None
    won: tuple[Fraction, Fraction] | None = None


def matches(
    tournament: Tournament, fields: Sequence[FieldOfPlay], up_to: Mapping[int, int] | None = None
) -> list[TiedMatch]:
    """Every match of a stage that was played and is not void; `up_to`: the last round of each sitting, if not all."""
    return [
        _match(each.entrants, each.match)
        for each in stage_matches(tournament, fields)
        if each.played and (up_to is None or each.own_round <= up_to[each.of.sitting])
    ]


def _match(teams: tuple[str, str], match: Match) -> TiedMatch:
    one, two = match.teams
    won = part_won(match.winner, one), part_won(match.winner, two)
    points = match.victory_points
    worth = (points[one].value, points[two].value) if points else won
    return TiedMatch(teams, worth, (match.scores[one].value, match.scores[two].value), won)


def on_boards(tournament: Tournament, fields: Sequence[FieldOfPlay], tied: Sequence[str]) -> list[TiedMatch]:
    """What some contestants have on the boards they played against each other, where there are no matches."""
    found = []
    for field in fields:
        if not field.scoreboard.in_matches:
            for labels, points in _boards(field.scoreboard):
                if all(label in field.scoreboard.session.contestants for label in labels):
                    teams = field.entrant(tournament, labels[0]), field.entrant(tournament, labels[1])
                    if {*teams} <= {*tied}:
                        found.append(TiedMatch(teams, points))
    return found


def _boards(scoreboard: Scoreboard) -> Iterator[tuple[tuple[str, str], tuple[Fraction, Fraction]]]:
    for played in scoreboard.session.table_boards():
        if all(scoreboard.counts(played, side) for side in Side):
            yield played.seating.pair, (scoreboard.value(played, Side.NS), scoreboard.value(played, Side.EW))


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
        return [each if each.teams[0] == entrant else _turned(each) for each in self.matches if entrant in each.teams]


def _turned(met: TiedMatch) -> TiedMatch:
    return TiedMatch(met.teams[::-1], met.points[::-1], met.imps and met.imps[::-1], met.won and met.won[::-1])


def _between(ties: Ties, tied: Sequence[str]) -> Asked:
    """What the tied have of their meetings with each other; nothing where two of them have not met."""
    met = [each for each in ties.matches if {*each.teams} <= {*tied}] or on_boards(ties.tournament, ties.fields, tied)
    known = {frozenset(each.teams) for each in met}
    if missing := [pair for pair in combinations(tied, 2) if frozenset(pair) not in known]:
        return Phrase("%(missing)s have not met", missing=" and ".join(missing[0]))
    return _sums(tied, [(each.teams[at], each.points[at]) for each in met for at in (0, 1)])


def _sums(tied: Sequence[str], parts: Sequence[tuple[str, Fraction]]) -> dict[str, _Worth]:
    return {each: _Worth(sum((worth for whose, worth in parts if whose == each), Fraction(0))) for each in tied}


def _last_session(ties: Ties, tied: Sequence[str]) -> Asked:
    """What the tied have in the last sitting of the stage that has scores."""
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
    """IMPs won by IMPs lost, over all matches; who lost none goes before everybody who did."""
    if absent := _without_match(ties, tied):
        return absent
    return {each: _by([met.imps for met in ties.of(each) if met.imps]) for each in tied}


def _by(imps: Sequence[tuple[Fraction, Fraction]]) -> _Worth:
    won, lost = sum((own for own, _ in imps), Fraction(0)), sum((theirs for _, theirs in imps), Fraction(0))
    return (
        _Worth(won / lost)
        if lost
        else _Worth(won, beyond=True, said=Phrase("%(won)s and none lost", won=short_text(won)))
    )


def _common(ties: Ties, tied: Sequence[str]) -> Asked:
    """What the tied have of the matches with those whom all of them met."""
    if absent := _without_match(ties, tied):
        return absent
    everybody = set.intersection(*({met.teams[1] for met in ties.of(each)} for each in tied)) - {*tied}
    if not everybody:
        return Phrase("nobody has met all of them")
    return _sums(tied, [(each, met.points[0]) for each in tied for met in ties.of(each) if met.teams[1] in everybody])


def _swiss_points(ties: Ties, tied: Sequence[str]) -> Asked:
    """The sum of the totals of everybody's opponents, one he met twice counted twice."""
    if absent := _without_match(ties, tied):
        return absent
    totals = ties.totals
    return _sums(tied, [(each, totals.get(met.teams[1], Fraction(0))) for each in tied for met in ties.of(each)])


def _drawn(ties: Ties, tied: Sequence[str]) -> Asked:
    """The order a lot was drawn in, as somebody recorded it."""
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
