"""A Swiss stage: the draw of a round by the rule, and draws that the current scores show to be wrong.

The draw goes down the ranking: each contestant meets the highest it has not met, as long as all below can still be
paired (a perfect matching by augmenting paths over blossoms, Edmonds 1965: at most cubic time, and no possible draw is
missed). In an odd field one or three are left over. The same field always gives the same draw.

A recorded draw stands, whatever becomes of the scores behind it. Fault and adjusted victory points (White Book §3.5)
are judged in the session: `match mismatch`. An earlier round is judged with the contestants and penalties of its time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple

from ledger.overall.before_a_draw import list_pairs_met, matches_by_round, order_for_draw, standing_after
from ledger.overall.rounds import RoundMatch
from ledger.overall.scores import TournamentScores
from ledger.projections.matches import points_before, points_from_outside
from ledger.projections.scoreboard import Scoreboard
from ledger.subjects.draws.facts import RoundDrawn
from ledger.subjects.draws.state import everyone
from ledger.subjects.matches.facts import MatchVoided, MismatchFound
from ledger.subjects.tournaments.facts import Stage

Pair = tuple[str, str]

_NONE = -1


def pair_by_rank(order: Sequence[str], may_meet: Callable[[str, str], bool]) -> tuple[Pair, ...] | None:
    """Pair an even field, each contestant with the highest it may meet; None if not everybody can be paired.

    >>> pair_by_rank("ABCD", lambda one, other: {one, other} != {"A", "B"})
    (('A', 'C'), ('B', 'D'))
    >>> pair_by_rank("ABCD", lambda one, other: "D" not in (one, other)) is None
    True
    """
    size = len(order)
    allowed = [
        [opponent for opponent in range(size) if opponent != one and may_meet(order[one], order[opponent])]
        for one in range(size)
    ]
    mates, everybody = [_NONE] * size, dict.fromkeys(range(size))
    for one in everybody:
        if mates[one] == _NONE and not _Search(allowed, mates, everybody).augments(one):
            return None
    unpaired, pairs = dict.fromkeys(range(size)), list[Pair]()
    while unpaired:
        one = next(iter(unpaired))
        opponent, mates = _find_opponent(one, unpaired, allowed, mates)
        pairs.append((order[one], order[opponent]))
        del unpaired[one], unpaired[opponent]
    return tuple(pairs)


def _find_opponent(
    one: int, unpaired: dict[int, None], allowed: Sequence[Sequence[int]], mates: list[int]
) -> tuple[int, list[int]]:
    """Return the highest opponent that leaves the remaining contestants pairable, and all mates in that pairing."""
    for opponent in allowed[one]:
        if opponent == mates[one]:
            break
        if opponent in unpaired:
            former_mates, trial = (mates[one], mates[opponent]), list(mates)
            trial[one], trial[opponent] = opponent, one
            for number in former_mates:
                trial[number] = _NONE
            remaining = {number: None for number in unpaired if number not in (one, opponent)}
            if _Search(allowed, trial, remaining).augments(former_mates[0]):
                return opponent, trial
    return mates[one], mates


class _Search:
    """The search for an augmenting path among the contestants `left`; it changes `mates`."""

    def __init__(self, allowed: Sequence[Sequence[int]], mates: list[int], left: dict[int, None]) -> None:
        self.allowed = allowed
        self.mates = mates
        self.left = left
        self.came_from = [_NONE] * len(mates)
        self.base = list(range(len(mates)))
        self.queue = list[int]()
        self.outer = set[int]()

    def augments(self, root: int) -> bool:
        """Return True if the contestant gets a mate, with mates of others changed where needed."""
        self._reach(root)
        for one in self.queue:  # grows as it is walked
            for opponent in self.allowed[one]:
                if opponent not in self.left or self.base[one] == self.base[opponent] or self.mates[one] == opponent:
                    continue
                if opponent in self.outer:
                    # A blossom (a circle of odd length) counts as one node from now on: both ways round are open
                    ahead = set(self._list_bases(one))
                    stem, inside = next(base for base in self._list_bases(opponent) if base in ahead), set[int]()
                    self._mark(one, stem, opponent, inside)
                    self._mark(opponent, stem, one, inside)
                    for member in self.left:
                        if self.base[member] in inside:
                            self.base[member] = stem
                            self._reach(member)
                elif self.came_from[opponent] == _NONE:
                    self.came_from[opponent] = one
                    if self.mates[opponent] == _NONE:
                        end = opponent
                        while end != _NONE:
                            before = self.came_from[end]
                            following = self.mates[before]
                            self.mates[end], self.mates[before] = before, end
                            end = following
                        return True
                    self._reach(self.mates[opponent])
        return False

    def _reach(self, one: int) -> None:
        if one not in self.outer:
            self.outer.add(one)
            self.queue.append(one)

    def _list_bases(self, one: int) -> list[int]:
        bases = [self.base[one]]
        while self.mates[bases[-1]] != _NONE:
            bases.append(self.base[self.came_from[self.mates[bases[-1]]]])
        return bases

    def _mark(self, one: int, stem: int, child: int, inside: set[int]) -> None:
        while self.base[one] != stem:
            mate = self.mates[one]
            inside |= {self.base[one], self.base[mate]}
            self.came_from[one] = child
            child, one = mate, self.came_from[mate]


Odd = Literal["bye", "triangle"]
"""The treatment of an odd field: one contestant has a bye, or three meet one another."""


class SwissField(NamedTuple):
    """The field of a draw: contestants by rank, pairs that have met, and how often each was left over before."""

    order: tuple[str, ...]
    met: frozenset[frozenset[str]] = frozenset()
    left_over: Mapping[str, int] = {}

    def may_meet(self, one: str, other: str) -> bool:
        """Return True if two contestants have not met."""
        return frozenset((one, other)) not in self.met

    def without(self, out: Iterable[str]) -> tuple[str, ...]:
        """Return the contestants of the field by rank, except those in `out`."""
        return tuple(each for each in self.order if each not in tuple(out))


class Pairings(NamedTuple):
    """The pairs of a round, the highest first, and the contestants left over (bye or triangle)."""

    pairs: tuple[Pair, ...]
    bye: str = ""
    triangle: tuple[str, ...] = ()

    def opponents(self, whose: str) -> tuple[str, ...]:
        """Return the opponents of a contestant; () for a bye."""
        if whose in self.triangle:
            return tuple(each for each in self.triangle if each != whose)
        return tuple(opponent for pair in self.pairs if whose in pair for opponent in pair if opponent != whose)


def first_draw(field: SwissField, odd: Odd, how: Literal["halves", "neighbours"]) -> Pairings:
    """Draw the first round by seeds: upper half against lower half, or neighbours; the lowest seeds are left over.

    >>> first_draw(SwissField(tuple("ABCDEFG")), "triangle", "halves")
    Pairings(pairs=(('A', 'C'), ('B', 'D')), bye='', triangle=('E', 'F', 'G'))
    """
    count = len(field.order) % 2 * (3 if odd == "triangle" else 1)
    end = len(field.order) - count
    playing, out = field.order[:end], field.order[end:]
    half = end // 2
    two = (playing[:half], playing[half:]) if how == "halves" else (playing[::2], playing[1::2])
    return _make_pairings(tuple(zip(*two, strict=True)), out)


def draw(field: SwissField, odd: Odd) -> Pairings | None:
    """Draw the next round by rank; None if it cannot be drawn without repeating a match.

    In an odd field those left over least often are left over, lowest first, unless the field could not be paired then.
    A triangle's highest member is as low as possible: the leader meets two opponents only as a last resort.

    >>> draw(SwissField(tuple("ABCDE"), frozenset({frozenset("AB")}), {"E": 1}), "bye")
    Pairings(pairs=(('A', 'C'), ('B', 'E')), bye='D', triangle=())
    >>> draw(SwissField(tuple("ABCDEFG"), frozenset({frozenset("FG")})), "triangle")
    Pairings(pairs=(('A', 'B'), ('C', 'F')), bye='', triangle=('D', 'E', 'G'))
    """
    for out in _leave_over(field, odd):
        pairs = pair_by_rank(field.without(out), field.may_meet)
        if pairs is not None:
            return _make_pairings(pairs, out)
    return None


def _leave_over(field: SwissField, odd: Odd) -> Iterator[tuple[str, ...]]:
    """Yield the contestants to leave over, in the order to try: least often left over so far, then lowest."""
    if len(field.order) % 2 == 0:
        yield ()
        return
    together = 3 if odd == "triangle" else 1
    often = {field.left_over.get(each, 0) for each in field.order}
    for times in sorted({sum(each) for each in combinations_with_replacement(often, together)}):
        yield from _groups_left_over(field, field.order, together, times)


def _groups_left_over(field: SwissField, among: Sequence[str], together: int, times: int) -> Iterator[tuple[str, ...]]:
    """Yield groups of `together` contestants who have not met and were left over `times` times in all, lowest first."""
    # Lazily: a field of a hundred has more than 160,000 triangles, and mostly the first one will do
    may_be = [each for each in among if field.left_over.get(each, 0) <= times]
    for at in reversed(range(len(may_be) - together + 1)):
        highest = may_be[at]
        less = times - field.left_over.get(highest, 0)
        if together > 1:
            lower_ranked = [each for each in may_be[at + 1 :] if field.may_meet(highest, each)]
            yield from ((highest, *lower) for lower in _groups_left_over(field, lower_ranked, together - 1, less))
        elif not less:
            yield (highest,)


def _make_pairings(pairs: tuple[Pair, ...], out: tuple[str, ...]) -> Pairings:
    return Pairings(pairs, triangle=out) if len(out) == 3 else Pairings(pairs, bye="".join(out))


def as_drawn(scores: TournamentScores, stage: Stage, drawn: RoundDrawn) -> TournamentScores:
    """Return the scores for repeating a draw: nobody in the draw has left, and later penalties are removed."""
    drawn_in = everyone(drawn)
    withdrawals = [each.number for who, each in scores.tournament.qualified.withdrawn.items() if who in drawn_in]
    restored = scores.with_tournament(scores.tournament.without(*withdrawals) if withdrawals else scores.tournament)
    for added, scoreboard in scores.played(stage.name):
        session = scoreboard.session
        contestants = {
            each for each in session.contestants if scores.tournament.entrant_of(added.session, each) in drawn_in
        }
        part = session.participation.without_leaving(contestants)
        # Keep the penalties recorded when the round was drawn; all of them where the draw names no streams
        heads = {head.session: head.number for head in drawn.heads}
        by_then = heads.get(session.id, 0 if heads else session.number)
        penalties = {case: each for case, each in session.penalties.items() if each.number <= by_then}
        if part is not session.participation or len(penalties) < len(session.penalties):
            restored = restored.with_scores(Scoreboard(replace(session, participation=part, penalties=penalties)))
    return restored


class WrongOpponent(NamedTuple):
    """A contestant whose opponent is not the one drawn, or not the one a draw by the current scores would give.

    `met`, `correct`: the opponents (none for a bye, two in a triangle). `by_standing`: the draw itself is wrong by the
    current scores; else the contestant did not meet its drawn opponent. `points`: the points of all these opponents
    before the round. `played`: the round has results. `where`: the arguments of `match mismatch`, None for byes and
    triangles. `found`: the event that recorded the mismatch (0: none); `outdated`: the mismatch rests on other points.
    `of_match`: the event that judged the match for the opponent, or voided it (0: none).
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
        """True if a decision is recorded: for this contestant, for its opponent, or as a void match."""
        return bool(self.found or self.of_match)


class MismatchPlace(NamedTuple):
    """The arguments of `match mismatch`: session, round in the session, contestant, opponent met, correct opponent."""

    session: str
    round: int
    contestant: str
    met: str
    correct: str


def find_wrong_opponents(scores: TournamentScores, stage_name: str | None = None) -> list[WrongOpponent]:
    """Return the contestants of a stage (None: of all) who met, or were drawn against, a wrong opponent.

    Compare two moments to see the effect of a ruling. First rounds, and draws by hand or before results, are only
    compared with the matches played. No score changes by this.
    """
    wrong = list[WrongOpponent]()
    for name, stage in scores.tournament.stages.items():
        for drawn in scores.tournament.drawn.of(name) if stage_name in (None, name) else ():
            wrong += _check_round(scores, stage, drawn)
    return wrong


def _check_round(scores: TournamentScores, stage: Stage, drawn: RoundDrawn) -> list[WrongOpponent]:
    played = [each for each in matches_by_round(scores, stage) if each.round == drawn.round]
    drawing = Pairings(tuple(match.teams for match in drawn.matches), drawn.bye, drawn.triangle)
    opponents, met = {each: drawing.opponents(each) for each in everyone(drawn)}, dict[str, tuple[str, ...]]()
    for match in played:
        for entrant in match.entrants:
            met[entrant] = (*met.get(entrant, ()), match.other(entrant))
    met_others = {each: (met[each], opponents[each]) for each in opponents if {*met.get(each, ())} - {*opponents[each]}}
    wrong: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    # A draw by hand, an early draw and the first round follow no standing
    by_rule = not (drawn.by_hand or drawn.early or drawn.round == 1)
    if by_rule and (again := redraw_by_scores(scores, stage, drawn)) is not None:
        right_ones = {each: again.opponents(each) for each in opponents}
        wrong = {each: (opponents[each], right) for each, right in right_ones.items() if {*right} != {*opponents[each]}}
    if not (met_others or wrong):
        return []
    before = standing_after(scores, stage, drawn.round - 1).rows if drawn.round > 1 else ()
    had = {row.entrant: row.total.value for row in before}
    differences = [(who, *has, False) for who, has in met_others.items()]
    differences += [(who, *has, True) for who, has in wrong.items() if who not in met_others]
    return [
        _add_finding(
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
        for who, has, right, by_standing in differences
    ]


def redraw_by_scores(scores: TournamentScores, stage: Stage, drawn: RoundDrawn) -> Pairings | None:
    """Draw a round again by the rule on the current scores, with the same contestants; None if impossible."""
    as_of_draw = as_drawn(scores, stage, drawn)
    order = order_for_draw(as_of_draw, stage, everyone(drawn), drawn.by_round)
    met = frozenset[frozenset[str]]() if drawn.repeats else list_pairs_met(as_of_draw, stage, drawn.round)
    odd: Odd = "triangle" if drawn.triangle else "bye"
    return draw(SwissField(order, met, scores.tournament.drawn.left_over(stage.name, drawn.round, odd)), odd)


def _add_finding(wrong: WrongOpponent, scores: TournamentScores, played: list[RoundMatch]) -> WrongOpponent:
    """Return `wrong` with the arguments of `match mismatch`, and with the finding or decision recorded on the match."""
    match = next((each for each in played if {*each.entrants} == {wrong.entrant, *wrong.met}), None)
    if match is None or len(wrong.met) != 1 or len(wrong.correct) != 1:
        return wrong
    scoreboard, round_ = scores.scoreboards[match.of.session], match.own_round
    called = {scores.tournament.entrant_of(match.of.session, each): each for each in scoreboard.session.contestants}
    if any(each not in called for each in (wrong.entrant, *wrong.points)):
        return wrong
    who, met, right = (called[each] for each in (wrong.entrant, *wrong.met, *wrong.correct))
    place = MismatchPlace(match.of.session, round_, who, met, right)
    for number, finding in scoreboard.session.findings.facts.items():
        if isinstance(finding, MismatchFound) and (finding.contestant, finding.round) == (who, round_):
            same_points = all(
                points_before(scoreboard, scoreboard.matches.values(), called[opponent], round_)
                + points_from_outside(finding, called[opponent])
                == had
                for opponent, had in wrong.points.items()
            )
            return wrong._replace(where=place, found=number, outdated=not same_points)
    two = {place.contestant, place.met}
    return wrong._replace(
        where=place,
        of_match=next(
            (
                number
                for number, finding in scoreboard.session.findings.facts.items()
                if (isinstance(finding, MatchVoided) and finding.is_of(two, place.round))
                or (
                    isinstance(finding, MismatchFound)
                    and (finding.round, {finding.contestant, finding.met}) == (place.round, two)
                    and not wrong.by_standing
                )
            ),
            0,
        ),
    )
