"""A Swiss stage: the draw of a round by the rule, and who was drawn wrongly, as is seen now.

The draw goes by rank: nobody meets the same opponent again; of an odd field one or three are left over. It rests on
nothing but what it is given: the same field is always drawn the same way. It goes down the ranking: the first meets the
highest it may, then the next that is left, and so on, as long as all the others can still be paired. Whether they can
is a perfect matching of a graph, by augmenting paths over blossoms (Edmonds 1965); so no draw that exists is missed, in
time that grows with the cube of the field at most.

The draw stands as it was recorded, whatever becomes of the scores it was made by. Whether somebody is at fault, and
whether victory points change for it (White Book §3.5), is judged in the session: `match mismatch`.

An earlier round is judged by the scores it was drawn by: who left later was still there, and what was scored against
it counted. Whoever is in a draw had not left by then. A penalty takes effect from the round in which it was recorded.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple

from ledger.overall.before_a_draw import in_order, matches_by_round, met_before, standing_after
from ledger.overall.rounds import RoundMatch
from ledger.overall.scores import TournamentScores
from ledger.projections.matches import beside, points_before
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.subjects.draws.facts import RoundDrawn
from ledger.subjects.draws.state import everyone
from ledger.subjects.matches.facts import MatchVoided, MismatchFound
from ledger.subjects.tournaments.facts import Stage

Pair = tuple[str, str]

_NONE = -1


def paired_by_rank(order: Sequence[str], may_meet: Callable[[str, str], bool]) -> tuple[Pair, ...] | None:
    """Everybody of an even field in pairs, the highest with the highest it may meet; None where that cannot be.

    >>> paired_by_rank("ABCD", lambda one, other: {one, other} != {"A", "B"})
    (('A', 'C'), ('B', 'D'))
    >>> paired_by_rank("ABCD", lambda one, other: "D" not in (one, other)) is None
    True
    """
    size = len(order)
    allowed = [
        [other for other in range(size) if other != one and may_meet(order[one], order[other])] for one in range(size)
    ]
    mates, everybody = [_NONE] * size, dict.fromkeys(range(size))
    for one in everybody:
        if mates[one] == _NONE and not _Search(allowed, mates, everybody).augments(one):
            return None
    left, pairs = dict.fromkeys(range(size)), list[Pair]()
    while left:
        one = next(iter(left))
        other, mates = _highest(one, left, allowed, mates)
        pairs.append((order[one], order[other]))
        del left[one], left[other]
    return tuple(pairs)


def _highest(
    one: int, left: dict[int, None], allowed: Sequence[Sequence[int]], mates: list[int]
) -> tuple[int, list[int]]:
    """The highest opponent that leaves the others a way to be paired, and that way."""
    for other in allowed[one]:
        if other == mates[one]:
            break
        if other in left:
            widowed, trial = (mates[one], mates[other]), list(mates)
            trial[one], trial[other] = other, one
            for each in widowed:
                trial[each] = _NONE
            others = {each: None for each in left if each not in (one, other)}
            if _Search(allowed, trial, others).augments(widowed[0]):
                return other, trial
    return mates[one], mates


class _Search:
    """The search for a path along which one more pair can be made, among those who are `left`; it changes `mates`."""

    def __init__(self, allowed: Sequence[Sequence[int]], mates: list[int], left: dict[int, None]) -> None:
        self.allowed = allowed
        self.mates = mates
        self.left = left
        self.came_from = [_NONE] * len(mates)
        self.base = list(range(len(mates)))
        self.queue = list[int]()
        self.outer = set[int]()

    def augments(self, root: int) -> bool:
        """Whether one who has no mate finds one, others changing theirs."""
        self._reach(root)
        for one in self.queue:  # grows as it is walked
            for other in self.allowed[one]:
                if other not in self.left or self.base[one] == self.base[other] or self.mates[one] == other:
                    continue
                if other in self.outer:
                    # A circle of odd length is one from now on: all on it can be reached
                    # either way round.
                    ahead = set(self._bases(one))
                    stem, inside = next(base for base in self._bases(other) if base in ahead), set[int]()
                    self._mark(one, stem, other, inside)
                    self._mark(other, stem, one, inside)
                    for each in self.left:
                        if self.base[each] in inside:
                            self.base[each] = stem
                            self._reach(each)
                elif self.came_from[other] == _NONE:
                    self.came_from[other] = one
                    if self.mates[other] == _NONE:
                        end = other
                        while end != _NONE:
                            before = self.came_from[end]
                            following = self.mates[before]
                            self.mates[end], self.mates[before] = before, end
                            end = following
                        return True
                    self._reach(self.mates[other])
        return False

    def _reach(self, one: int) -> None:
        if one not in self.outer:
            self.outer.add(one)
            self.queue.append(one)

    def _bases(self, one: int) -> list[int]:
        found = [self.base[one]]
        while self.mates[found[-1]] != _NONE:
            found.append(self.base[self.came_from[self.mates[found[-1]]]])
        return found

    def _mark(self, one: int, stem: int, child: int, inside: set[int]) -> None:
        while self.base[one] != stem:
            mate = self.mates[one]
            inside |= {self.base[one], self.base[mate]}
            self.came_from[one] = child
            child, one = mate, self.came_from[mate]


Odd = Literal["bye", "triangle"]
"""What becomes of an odd field: one has a bye, or three meet one another."""


class SwissField(NamedTuple):
    """What is drawn: who, by rank; who met before, two by two; and how often each was left over in the same way."""

    order: tuple[str, ...]
    met: frozenset[frozenset[str]] = frozenset()
    left_over: Mapping[str, int] = {}

    def may_meet(self, one: str, other: str) -> bool:
        """Whether two have not met."""
        return frozenset((one, other)) not in self.met

    def without(self, out: Iterable[str]) -> tuple[str, ...]:
        """The others, by rank."""
        return tuple(each for each in self.order if each not in tuple(out))


class Pairings(NamedTuple):
    """Who meets whom, the highest first; who meets nobody; and who meet one another."""

    pairs: tuple[Pair, ...]
    bye: str = ""
    triangle: tuple[str, ...] = ()

    def opponents(self, whose: str) -> tuple[str, ...]:
        """Whom somebody meets."""
        if whose in self.triangle:
            return tuple(each for each in self.triangle if each != whose)
        return tuple(other for pair in self.pairs if whose in pair for other in pair if other != whose)


def first_draw(field: SwissField, odd: Odd, how: Literal["halves", "neighbours"]) -> Pairings:
    """The first round, by seeds: the upper half against the lower one, or neighbours; the last are left over.

    >>> first_draw(SwissField(tuple("ABCDEFG")), "triangle", "halves")
    Pairings(pairs=(('A', 'C'), ('B', 'D')), bye='', triangle=('E', 'F', 'G'))
    """
    count = len(field.order) % 2 * (3 if odd == "triangle" else 1)
    end = len(field.order) - count
    playing, out = field.order[:end], field.order[end:]
    half = end // 2
    two = (playing[:half], playing[half:]) if how == "halves" else (playing[::2], playing[1::2])
    return _drawing(tuple(zip(*two, strict=True)), out)


def draw(field: SwissField, odd: Odd) -> Pairings | None:
    """The next round, by rank; None where everybody cannot be drawn without somebody meeting an opponent again.

    Of an odd field the lowest of those is left over who were least often; where the others could not be paired then,
    the next. Of three, the highest is as low as can be: who leads meets two others only where nothing else is left.

    >>> draw(SwissField(tuple("ABCDE"), frozenset({frozenset("AB")}), {"E": 1}), "bye")
    Pairings(pairs=(('A', 'C'), ('B', 'E')), bye='D', triangle=())
    >>> draw(SwissField(tuple("ABCDEFG"), frozenset({frozenset("FG")})), "triangle")
    Pairings(pairs=(('A', 'B'), ('C', 'F')), bye='', triangle=('D', 'E', 'G'))
    """
    for out in _left_over(field, odd):
        pairs = paired_by_rank(field.without(out), field.may_meet)
        if pairs is not None:
            return _drawing(pairs, out)
    return None


def _left_over(field: SwissField, odd: Odd) -> Iterator[tuple[str, ...]]:
    """Who may be left over, in the order in which that is tried: who were least often, of these the lowest."""
    if len(field.order) % 2 == 0:
        yield ()
        return
    together = 3 if odd == "triangle" else 1
    often = {field.left_over.get(each, 0) for each in field.order}
    for times in sorted({sum(each) for each in combinations_with_replacement(often, together)}):
        yield from _so_often(field, field.order, together, times)


def _so_often(field: SwissField, among: Sequence[str], together: int, times: int) -> Iterator[tuple[str, ...]]:
    """So many who have not met, and were left over so many times in all; each found only when it is asked for.

    Their highest is as low as can be, then the next. Of a hundred there are more than 160,000 triangles, and as a rule
    the first of them will do.
    """
    may_be = [each for each in among if field.left_over.get(each, 0) <= times]
    for at in reversed(range(len(may_be) - together + 1)):
        highest = may_be[at]
        less = times - field.left_over.get(highest, 0)
        if together > 1:
            others = [each for each in may_be[at + 1 :] if field.may_meet(highest, each)]
            yield from ((highest, *lower) for lower in _so_often(field, others, together - 1, less))
        elif not less:
            yield (highest,)


def _drawing(pairs: tuple[Pair, ...], out: tuple[str, ...]) -> Pairings:
    return Pairings(pairs, triangle=out) if len(out) == 3 else Pairings(pairs, bye="".join(out))


def as_drawn(scores: TournamentScores, stage: Stage, drawn: RoundDrawn) -> TournamentScores:
    """The scores as if none of those in a draw had withdrawn or was disqualified, and no penalty imposed since."""
    there = everyone(drawn)
    # What the tournament says of their withdrawal between two sessions is left out
    left = [each.number for who, each in scores.tournament.qualified.withdrawn.items() if who in there]
    found = scores.said_otherwise(scores.tournament.without(*left) if left else scores.tournament)
    for added, scoreboard in scores.played(stage.name):
        session = scoreboard.session
        own = {each for each in session.contestants if scores.tournament.entrant_of(added.session, each) in there}
        part = session.participation.without_leaving(own)
        # Penalties recorded when the round was drawn; all where the draw names no streams
        heads = {head.session: head.number for head in drawn.heads}
        by_then = heads.get(session.id, 0 if heads else session.number)
        penalties = {case: each for case, each in session.penalties.items() if each.number <= by_then}
        if part is not session.participation or len(penalties) < len(session.penalties):
            found = found.with_scores(Scoreboard(replace(session, participation=part, penalties=penalties)))
    return found


class WrongOpponent(NamedTuple):
    """Somebody met another opponent than is right as the scores are now, or than was drawn.

    `met` and `correct` are opponents, none where it had a bye, two in a triangle. `by_standing`: a draw by the rule and
    by the scores as they are now would have been another one; else others met than were drawn. `points` are what those
    concerned had before the round; `played`: it has results. `where` says how `match mismatch` is typed, where one met
    one instead of one; `found`: the event that said it already, 0 where none did, and `outdated`: by other points.
    `of_match`: the event by which their match was judged for the other side, or is void; 0 where none did.
    """

    stage: str
    round: int
    entrant: str
    met: tuple[str, ...]
    correct: tuple[str, ...]
    by_standing: bool
    points: dict[str, Fraction]
    played: bool = False
    where: "MismatchPlace | None" = None
    found: int = 0
    outdated: bool = False
    of_match: int = 0

    @property
    def is_judged(self) -> bool:
        """Whether nobody has to judge it any more: it was, for this side or the other, or the match is void."""
        return bool(self.found or self.of_match)


class MismatchPlace(NamedTuple):
    """Where a mismatch is said: the session, its own round, and its names of the two who met and of who was right."""

    session: str
    round: int
    contestant: str
    met: str
    correct: str


def drawn_otherwise(scores: TournamentScores, of: str | None = None) -> list[WrongOpponent]:
    """Who was drawn wrongly in any Swiss round of a stage, or of the tournament, by the scores as they are now.

    To be shown after a ruling: what is new in `drawn_otherwise(after)` beside `drawn_otherwise(before)` is what the
    ruling has made wrong; `TournamentScores.with_scores` makes the one of the other. What was drawn by hand, or early,
    is compared with what was played only. Nothing of it changes a score by itself.
    """
    found = list[WrongOpponent]()
    for name, stage in scores.tournament.stages.items():
        for drawn in scores.tournament.drawn.of(name) if of in (None, name) else ():
            found += _of_round(scores, stage, drawn)
    return found


def _of_round(scores: TournamentScores, stage: Stage, drawn: RoundDrawn) -> list[WrongOpponent]:
    played = [each for each in matches_by_round(scores, stage) if each.round == drawn.round]
    drawing = Pairings(tuple(match.teams for match in drawn.matches), drawn.bye, drawn.triangle)
    said, met = {each: drawing.opponents(each) for each in everyone(drawn)}, dict[str, tuple[str, ...]]()
    for each in played:
        for entrant in each.entrants:
            met[entrant] = (*met.get(entrant, ()), each.other(entrant))
    met_others = {each: (met[each], said[each]) for each in said if {*met.get(each, ())} - {*said[each]}}
    wrong: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    by_rule = not (drawn.by_hand or drawn.early or drawn.round == 1)
    if by_rule and (again := redrawn(scores, stage, drawn)) is not None:
        right_ones = {each: again.opponents(each) for each in said}
        wrong = {each: (said[each], right) for each, right in right_ones.items() if {*right} != {*said[each]}}
    if not (met_others or wrong):
        return []
    before = standing_after(scores, stage, drawn.round - 1).rows if drawn.round > 1 else ()
    had = {row.entrant: row.total.value for row in before}
    found = [(who, *has, False) for who, has in met_others.items()]
    found += [(who, *has, True) for who, has in wrong.items() if who not in met_others]
    return [
        _placed(
            WrongOpponent(
                stage=stage.name,
                round=drawn.round,
                entrant=who,
                met=has,
                correct=right,
                by_standing=by_standing,
                points={each: had.get(each, Fraction(0)) for each in (*has, *right)},
                played=bool(played),
            ),
            scores,
            played,
        )
        for who, has, right, by_standing in found
    ]


def redrawn(scores: TournamentScores, stage: Stage, drawn: RoundDrawn) -> Pairings | None:
    """A round as it would be drawn by the rule now, the same being there; None where it cannot be without repeats."""
    then = as_drawn(scores, stage, drawn)
    order = in_order(then, stage, everyone(drawn), drawn.by_round)
    met = frozenset[frozenset[str]]() if drawn.repeats else met_before(then, stage, drawn.round)
    odd: Odd = "triangle" if drawn.triangle else "bye"
    return draw(SwissField(order, met, scores.tournament.drawn.left_over(stage.name, drawn.round, odd)), odd)


def _placed(wrong: WrongOpponent, scores: TournamentScores, played: list[RoundMatch]) -> WrongOpponent:
    """With where it is to be said that one met one instead of one, once they have met; and whether it was."""
    match = next((each for each in played if {*each.entrants} == {wrong.entrant, *wrong.met}), None)
    if match is None or len(wrong.met) != 1 or len(wrong.correct) != 1:
        return wrong
    scoreboard, round_ = scores.scoreboards[match.of.session], match.own_round
    called = {scores.tournament.entrant_of(match.of.session, each): each for each in scoreboard.session.contestants}
    if any(each not in called for each in (wrong.entrant, *wrong.points)):
        return wrong
    who, met, right = (called[each] for each in (wrong.entrant, *wrong.met, *wrong.correct))
    place = MismatchPlace(match.of.session, round_, who, met, right)
    for number, each in scoreboard.session.findings.facts.items():
        if isinstance(each, MismatchFound) and (each.contestant, each.round) == (who, round_):
            there = all(
                points_before(scoreboard, scoreboard.matches.values(), called[other], round_)
                + beside(each, called[other])
                == had
                for other, had in wrong.points.items()
            )
            return wrong._replace(where=place, found=number, outdated=not there)
    return wrong._replace(where=place, of_match=_judged_of_match(scoreboard.session, wrong, place))


def _judged_of_match(session: Session, wrong: WrongOpponent, place: MismatchPlace) -> int:
    """The event by which a match was judged for the other side, or is void; 0 where none was.

    Two who were drawn wrongly by the scores of the time met whom they were to meet: each is judged by itself.
    """
    two = {place.contestant, place.met}
    return next(
        (
            number
            for number, each in session.findings.facts.items()
            if (isinstance(each, MatchVoided) and each.is_of(two, place.round))
            or (
                isinstance(each, MismatchFound)
                and (each.round, {each.contestant, each.met}) == (place.round, two)
                and not wrong.by_standing
            )
        ),
        0,
    )
