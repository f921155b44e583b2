"""Matches of teams, and of pairs whose matches are converted: scores, leader, victory points, Swiss mismatches.

A mismatch is a Swiss contestant that met a wrong opponent (White Book §3.5; golden T11, T12). It changes nothing unless
the scores of the two opponents before the round were more than a quarter of a match's victory points apart, whichever
draw was right. Then a contestant not at fault that met one with more points gets a quarter of the points and three
quarters of its own; one at fault that met one with fewer loses a quarter of what exceeds a quarter.

A match score is IMPs for each side: a board is worth its swing to the team that wins it, and a carry-over or a fine
changes that side's figure alone (golden W01–W03, D19). Where a ruling split a board, so that its two scores do not
balance, each team has its own total and its own victory points (golden D13). Penalties in IMPs or matchpoints come off
before the conversion, penalties in VPs after it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from ledger.labels import Phrase, phrase_of
from ledger.laws.rounding import short_text
from ledger.projections import match_boards
from ledger.projections.artificial import MatchKey
from ledger.projections.scored_session import ScoredSession
from ledger.scoring.derivation import Derivation, Rule, derive, leaf
from ledger.session import PenaltyInForce
from ledger.subjects.matches.facts import MismatchFound

_QUARTER = Fraction(1, 4)


def adjust_for_mismatches(scoreboard: ScoredSession, played: Mapping[MatchKey, Match]) -> dict[MatchKey, Match]:
    """Return the matches with their victory points adjusted for recorded mismatches."""
    by_round: dict[int, list[tuple[int, MismatchFound]]] = {}
    for number, finding in scoreboard.session.findings.facts.items():
        if isinstance(finding, MismatchFound):
            by_round.setdefault(finding.round, []).append((number, finding))
    adjusted = dict(played)
    for round_ in sorted(by_round):  # in order: an adjustment depends on the points of the rounds before
        contestants = {each for _, finding in by_round[round_] for each in (finding.met, *finding.correct)}
        before = {each: points_before(scoreboard, adjusted.values(), each, round_) for each in contestants}
        for number, finding in by_round[round_]:
            key = scoreboard.meetings.match_between((finding.contestant, finding.met), round_)
            if key in adjusted:
                adjusted[key] = _adjust_match(adjusted[key], number, _PointsBefore(before, finding))
    return adjusted


class _PointsBefore:
    def __init__(self, of_matches: Mapping[str, Fraction], finding: MismatchFound) -> None:
        self.finding = finding
        self._of_matches = of_matches

    def of(self, contestant: str) -> Fraction:
        """Return a contestant's victory points before the round."""
        return self._of_matches[contestant] + points_from_outside(self.finding, contestant)

    def text(self, contestant: str, *, whole: bool = False) -> Phrase:
        """Format a contestant's points, '9.5', and how many came from outside its matches; `whole`: name the round."""
        had: str = short_text(self.of(contestant), 2)
        had = Phrase("%(had)s VP before round %(round)s", had=had, round=self.finding.round) if whole else had
        if not (more := points_from_outside(self.finding, contestant)):
            return phrase_of(had)
        of_matches, sign = short_text(self._of_matches[contestant], 2), "-" if more < 0 else "+"
        return Phrase(
            "%(had)s: %(of_matches)s of matches here %(sign)s %(more)s beside them",
            had=had,
            of_matches=of_matches,
            sign=sign,
            more=short_text(abs(more), 2),
        )


def points_from_outside(finding: MismatchFound, contestant: str) -> Fraction:
    """Return a contestant's points before the round from outside this session's matches, as a finding states them."""
    return sum((each.points for each in finding.beside if each.contestant == contestant), Fraction(0))


def points_before(scoreboard: ScoredSession, played: Collection[Match], contestant: str, round_: int) -> Fraction:
    """Return a contestant's victory points from earlier rounds, less the penalties of these rounds."""
    earlier = [match for match in played if match.round and match.round < round_ and contestant in match.victory_points]
    penalties = (each.imposed for each in scoreboard.session.penalties_of(contestant) if each.imposed.unit == "VP")
    penalised = sum((each.amount for each in penalties if each.round and each.round < round_), Fraction(0))
    return sum((match.victory_points[contestant].value for match in earlier), Fraction(0)) - penalised


def _adjust_match(match: Match, number: int, before: _PointsBefore) -> Match:
    whose = before.finding.contestant
    if whose not in match.victory_points:
        return match
    quarter = leaf(match.pool / 4, "a quarter of the points of a match", unit="VP")
    points = _derive_points_left(match.victory_points[whose], quarter, before)
    finding = before.finding
    right = [Phrase("%(contestant)s (%(had)s)", contestant=each, had=before.text(each)) for each in finding.correct]
    correct = reduce(lambda one, other: Phrase("%(one)s or %(other)s", one=one, other=other), right)
    met = Phrase("%(contestant)s (%(had)s)", contestant=finding.met, had=before.text(finding.met, whole=True))
    instead = Phrase("met %(met)s instead of %(correct)s, not at fault", met=met, correct=correct)
    if finding.at_fault:
        instead = Phrase("met %(met)s instead of %(correct)s, at fault", met=met, correct=correct)
    text = Phrase("%(what)s, %(met)s", what=phrase_of(points.text), met=instead)
    points = points.saying(text, events=(number,))
    return replace(match, victory_points={**match.victory_points, whose: points}, note=match.note or "mismatch")


def _derive_points_left(actual: Derivation, quarter: Derivation, before: _PointsBefore) -> Derivation:
    """Return a contestant's victory points after a mismatch; `quarter` is a quarter of a match's points."""
    finding = before.finding
    differences = [before.of(finding.met) - before.of(each) for each in finding.correct]
    more, fewer = min(differences) > quarter.value, max(differences) < -quarter.value
    if more and not finding.at_fault:
        most = derive(Rule.PRODUCT, "three quarters of its own", [leaf(3 * _QUARTER, "¾"), actual], unit="VP")
        return derive(Rule.SUM, "mismatch, against more points", [quarter, most], unit="VP")
    if fewer and finding.at_fault and actual.value > quarter.value:
        over = derive(Rule.DIFFERENCE, "what exceeds a quarter", [actual, quarter], unit="VP")
        off = derive(Rule.PRODUCT, "a quarter of that", [leaf(_QUARTER, "¼"), over], unit="VP")
        return derive(Rule.DIFFERENCE, "mismatch, against fewer points", [actual, off], unit="VP")
    against = Phrase("against more points") if more else Phrase("against fewer points")
    why = against if more or fewer else Phrase("not more than %(quarter)s apart", quarter=short_text(quarter.value))
    return derive(Rule.SUM, Phrase("mismatch, nothing changes: %(why)s", why=why), [actual], unit="VP")


class WonAndLost(NamedTuple):
    """The IMPs a side won on some boards and lost on others; carry-over and penalties are counted in `won`."""

    won: Fraction
    lost: Fraction


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two teams or pairs in a round (a knockout match spans all its sets): boards that count, and scores.

    `scores` are the figures of both sides, 12 : 10; `nets` are boards won less boards lost, from which victory points
    are read. Both include the contestant's own carry-over and penalties. In a match that is not `balanced` both are
    each side's own total. `lead`: by how much the first side leads; on an unbalanced board half the difference of the
    two scores (as in Law 12C4). `pool`: the victory points both sides share, 0 if not converted. `note` names the
    finding: 'shortened', 'void', 'wrong seating', 'mismatch', 'result alone', 'points alone'. `imps`: the IMPs each
    side won and lost, board by board; empty unless scored in IMPs, and if only victory points are known. `boards_won`:
    the boards each side won, without those that a finding about the match called off.
    """

    round: int | None
    teams: tuple[str, str]
    boards: int
    scores: dict[str, Derivation]
    nets: dict[str, Derivation]
    victory_points: dict[str, Derivation]
    balanced: bool
    lead: Fraction
    pool: Fraction = Fraction(0)
    note: str = ""
    imps: Mapping[str, WonAndLost] = field(default_factory=dict)
    boards_won: Mapping[str, match_boards.BoardsWon] = field(default_factory=dict)
    by_points: bool = False

    @property
    def void(self) -> bool:
        """True if the match was voided: it has neither a winner nor a tie."""
        return self.note in ("void", "wrong seating")

    @property
    def told(self) -> bool:
        """True if only the result of the match is known, not its boards."""
        return self.note in (match_boards.IN_POINTS, match_boards.RESULT_ALONE)

    @property
    def winner(self) -> str | None:
        """The side that leads, or has more victory points if only these are known; None if tied or void."""
        lead = self.lead
        if self.by_points:
            one, two = (self.victory_points[team].value for team in self.teams)
            lead = one - two
        return None if self.void or not lead else self.teams[lead < 0]


def part_won(winner: str | None, team: str) -> Fraction:
    """Return the part of a match a contestant won: 1, 0, or ½ if nobody leads.

    >>> part_won("Oslo", "Oslo"), part_won("Oslo", "Rome"), part_won(None, "Rome")
    (Fraction(1, 1), Fraction(0, 1), Fraction(1, 2))
    """
    return Fraction(1, 2) if winner is None else Fraction(winner == team)


def score_matches(scoreboard: ScoredSession) -> dict[MatchKey, Match]:
    """Compute all matches of a session, by round and contestants; `Scoreboard.matches` caches them."""
    tables = match_boards.match_tables(scoreboard)
    met = [each.key for each in tables if each.takes_place]
    scored = [each for each in tables if each.finding or any(map(scoreboard.counts, each.boards))]
    penalties: dict[str, list[PenaltyInForce]] = {}
    for penalty in scoreboard.session.penalties_in_force():
        if penalty.imposed.unit != "VP":
            penalties.setdefault(penalty.imposed.contestant, []).append(penalty)
    beside = _OffBoards(match_boards.first_matches(tables) | match_boards.first_matches(scored), met, penalties)
    return adjust_for_mismatches(scoreboard, {each.key: _score_match(scoreboard, each, beside) for each in tables})


class _OffBoards(NamedTuple):
    """The parts of match scores not made on boards: penalties, and carry-over in a contestant's `first` match.

    Penalties that name no match belong to the first match too. `met` are all matches with boards, in order of rounds.
    """

    first: Mapping[str, MatchKey]
    met: Sequence[MatchKey]
    penalties: Mapping[str, Sequence[PenaltyInForce]]

    def of(self, team: str, match: MatchKey) -> list[PenaltyInForce]:
        """Return the penalties of a team that belong to a match."""
        penalties: list[PenaltyInForce] = []
        for penalty in self.penalties.get(team, ()):
            imposed = penalty.imposed
            belongs_to = self.first.get(imposed.contestant)
            if imposed.opponent is not None:
                between = [key for key in self.met if {*key[1]} == {imposed.contestant, imposed.opponent}]
                belongs_to = next((key for key in between if key[0] == imposed.round), next(iter(between), None))
            if belongs_to == match:
                penalties.append(penalty)
        return penalties


class _OwnScore(NamedTuple):
    team: str
    played: int
    boards: list[Derivation]
    beside: list[Derivation]

    @property
    def on_boards(self) -> Fraction:
        return sum((board.value for board in self.boards), Fraction(0))

    @property
    def off_boards(self) -> Fraction:
        return sum((part.value for part in self.beside), Fraction(0))

    @property
    def won_and_lost(self) -> WonAndLost:
        won = sum((max(board.value, Fraction(0)) for board in self.boards), Fraction(0))
        return WonAndLost(won + self.off_boards, won - self.on_boards)

    def total(self, unit: str, worth: Callable[[Derivation], Derivation] = lambda board: board) -> Derivation:
        text = Phrase.counted("%(team)s: %(number)s board", "%(team)s: %(number)s boards", self.played, team=self.team)
        return derive(Rule.SUM, text, [*map(worth, self.boards), *self.beside], unit=unit)


def _score_match(scoreboard: ScoredSession, tables: match_boards.MatchTables, beside: _OffBoards) -> Match:
    counted = [each for each in match_boards.playable(tables.boards, tables.finding) if scoreboard.counts(each)]
    boards = len(counted) + match_boards.not_played(tables.finding)
    own_scores: list[_OwnScore] = []
    for team in tables.home:
        off_boards = [deduct(scoreboard, penalty) for penalty in beside.of(team, tables.key)]
        is_first = beside.first.get(team, tables.key) == tables.key
        if is_first and (carried := scoreboard.session.carried(team)):
            off_boards.insert(0, leaf(carried.imps, "carried over", events=(carried.number,), unit=scoreboard.unit))
        own_scores.append(
            _OwnScore(team, boards, match_boards.board_scores(scoreboard, team, counted, tables.found), off_boards)
        )
    one, two = own_scores
    nets = {side.team: side.total(scoreboard.unit) for side in (one, two)}
    # balanced: both scores of a board add up to the top, or to no IMPs
    if scoreboard.top:
        balanced = one.on_boards + two.on_boards == scoreboard.top * one.played
    else:
        balanced = all(ours.value + theirs.value == 0 for ours, theirs in zip(one.boards, two.boards, strict=True))
    scores = {side.team: side.total(scoreboard.unit, _keep_if_won) for side in (one, two)} if balanced else nets
    whole = match_boards.pool(scoreboard, tables.half) if match_boards.scale(scoreboard) else Fraction(0)
    points: dict[str, Derivation] = {}
    if whole:
        stated = {team: match_boards.stated_victory_points(team, tables.found, whole) for team in nets}
        for pair in (tables.home, tables.home[::-1]):
            team, _ = pair
            of_boards = match_boards.victory_points(scoreboard, nets[team], boards, tables.half)
            also = match_boards.also_scored(scoreboard, pair, counted, tables.found) if boards else []
            if also:
                of_boards = derive(Rule.SUM, Phrase("all that it is scored by"), [of_boards, *also], unit="VP")
            points[team] = stated[team] or of_boards
    finding_note = match_boards.note(tables.finding)
    in_imps = scoreboard.unit == "IMP" and finding_note != match_boards.IN_POINTS
    # A swing of IMPs is in both own scores, once each way; a board won is a point in one of them
    on_boards = one.on_boards - two.on_boards
    return Match(
        tables.key[0] or None,
        tables.home,
        one.played,
        scores,
        nets,
        points,
        balanced,
        (on_boards if scoreboard.top else on_boards / 2) + one.off_boards - two.off_boards,
        whole,
        finding_note,
        {side.team: side.won_and_lost for side in (one, two)} if in_imps else {},
        {
            team: match_boards.boards_won(
                scoreboard, team, ((match_boards.side_of_team(team, played), played) for played in counted)
            )
            for team in nets
        },
        by_points=bool(points)
        and (finding_note == match_boards.IN_POINTS or bool(scoreboard.regulations.matches.further_forms)),
    )


def _keep_if_won(board: Derivation) -> Derivation:
    return (
        board
        if board.value >= 0
        else leaf(0, Phrase("%(what)s, lost", what=phrase_of(board.text)), events=board.events, unit=board.unit)
    )


def deduct(scoreboard: ScoredSession, penalty: PenaltyInForce) -> Derivation:
    """Return a penalty as a deduction from a total; the text names the appeal decision that varied the penalty."""
    edition = scoreboard.regulations.edition
    laws = penalty.imposed.laws
    law = edition.cite(laws[0]) if laws else edition.cited("procedural-penalty")
    amount, unit = penalty.amount(scoreboard.top), penalty.imposed.unit
    unit = scoreboard.unit if unit == "%" else unit  # type: ignore[assignment]
    varied = Phrase(" as varied in %(case)s", case=penalty.case) if penalty.case != penalty.imposed.case else ""
    name = Phrase("%(named)s penalty", named=penalty.imposed.named) if penalty.imposed.named else Phrase("penalty")
    text = Phrase("%(case)s, %(penalty)s%(varied)s", case=penalty.imposed.case, penalty=name, varied=varied)
    return leaf(-amount, text, law=law, events=(penalty.number,), unit=unit)


def team_total(
    scoreboard: ScoredSession, team: str, played: Collection[Match], missed: Sequence[Derivation] = ()
) -> Derivation:
    """Return a team's total: victory points less penalties in VPs, or IMPs or points where matches are not converted.

    IMPs are the team's figure in a knockout match, elsewhere those won less those lost. `missed`: scores for matches it
    could not play.
    """
    matches = [match for match in played if team in match.teams and match.boards]
    text = Phrase.counted("%(number)s match", "%(number)s matches", len(matches))
    if missed:
        text = Phrase("%(matches)s, %(missed)s not played", matches=text, missed=len(missed))
    if not match_boards.scale(scoreboard):
        parts = [(match.scores if scoreboard.form.one_match else match.nets)[team] for match in matches] + [*missed]
        return derive(Rule.SUM, text, parts, unit=scoreboard.unit)
    parts = [match.victory_points[team] for match in matches] + [*missed]
    parts += [
        deduct(scoreboard, penalty) for penalty in scoreboard.session.penalties_of(team) if penalty.imposed.unit == "VP"
    ]
    return derive(Rule.SUM, text, parts, unit="VP")
