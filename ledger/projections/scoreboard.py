"""The scoreboard: every contestant's score on every board at one moment, each with its derivation; what a team has for
a match that it could not play; and how matches went on.

Where everybody sat is gone through once, board by board, for all the totals and cards. The top of a board at a table
may be less than the session's.

A match is missed where the opponents withdrew after half, or a team sat out. In an all-play-all it is worth the best of
its own average, the converse of the average of who withdrew, and a share of the victory points, rounded upward; where
there are none, an average plus on the first boards and an average on the rest (golden U04, U05). A scheduled sit-out is
worth what the regulations say; of pairs who play a half match in the round and sit out the other half, half of that
(golden T15).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

from ledger.bridge import Side
from ledger.labels import Phrase
from ledger.laws.adjustment import Grade
from ledger.laws.rounding import Rounding, RoundTo
from ledger.projections.artificial import Beside, MatchKey, graded_boards
from ledger.projections.match_boards import match_tables, playable, pool, scale
from ledger.projections.matches import Match, worked_out
from ledger.projections.scored_session import ScoredSession
from ledger.projections.tally import NOTHING, TableScores, Tally
from ledger.scoring.derivation import Derivation, Rule, derived, given, rounded
from ledger.session import Session, TableBoard
from ledger.session.state import left_after_half
from ledger.subjects.participation.facts import ContestantWithdrew, SatOut


class MissedMatch(NamedTuple):
    """A match a team did not play, the number of the event that says so, and what it has for it."""

    number: int
    fact: SatOut
    worth: Derivation


def missed_matches(scoreboard: ScoredSession, played: Collection[Match]) -> list[MissedMatch]:
    """Every match somebody could not play and has a score for, beside those `played`."""
    found: list[MissedMatch] = []
    for number, fact in scoreboard.session.participation.all(SatOut):
        opponent = fact.opponent or ""
        lost = fact.opponent is not None and left_after_half(scoreboard.session, opponent)
        if not lost and scoreboard.regulations.participation.sit_out == "none":
            continue
        if scale(scoreboard) is None:
            worth = by_boards(scoreboard, fact.boards, lost=lost)
        else:
            own = _average(scoreboard, played, fact.contestant, fact.round)
            if lost:
                worth = indemnity(scoreboard, own, opponent, _average(scoreboard, played, opponent))
            else:
                worth = _sat_out(scoreboard, pool(scoreboard), own)
                met = (match for match in played if match.round == fact.round)
                if fact.boards and not scoreboard.teams and any(fact.contestant in match.teams for match in met):
                    half = given(Fraction(1, 2), "½")
                    worth = derived(Rule.PRODUCT, "half a match", [half, worth], unit="VP")
                worth = _upward(scoreboard, worth)
        why = Phrase("sat out")
        if lost and scoreboard.session.participation.last(ContestantWithdrew, opponent):
            why = Phrase("%(opponent)s withdrew", opponent=opponent)
        elif lost:
            why = Phrase("%(opponent)s was disqualified", opponent=opponent)
        in_round = Phrase(" in round %(round)s", round=fact.round) if fact.round else ""
        text = Phrase("no match%(in_round)s: %(why)s", in_round=in_round, why=why)
        found.append(MissedMatch(number, fact, worth.saying(text, events=(number,))))
    return found


def _sat_out(scoreboard: ScoredSession, whole: Fraction, own: Derivation | None) -> Derivation:
    match scoreboard.regulations.participation.sit_out:
        case "own-average" if own:
            return own
        case "average-plus":
            parts = [_share(whole, 60), *([own] if own else [])]
            return derived(Rule.MAXIMUM, "the better of them", parts, unit="VP")
        case "60%":
            return _share(whole, 60)
    return _share(whole, 50)


def indemnity(
    scoreboard: ScoredSession, own: Derivation | None, withdrew: str, theirs: Derivation | None
) -> Derivation:
    """The best of a team's own average, the converse of the average of who withdrew, and a share; rounded upward."""
    whole, parts = pool(scoreboard), [own] if own else []
    if theirs:
        text = Phrase("the converse of %(withdrew)s's average", withdrew=withdrew)
        parts.append(derived(Rule.DIFFERENCE, text, [given(whole, "victory points of a match"), theirs], unit="VP"))
    parts.append(_share(whole, scoreboard.regulations.participation.indemnity))
    return _upward(scoreboard, derived(Rule.MAXIMUM, "the best of them", parts, unit="VP"))


def _share(whole: Fraction, percent: int) -> Derivation:
    parts = [given(Fraction(percent, 100), "share"), given(whole, "victory points of a match")]
    return derived(Rule.PRODUCT, Phrase("%(percent)s%% of the victory points", percent=percent), parts, unit="VP")


def _average(
    scoreboard: ScoredSession, played: Collection[Match], team: str, but: int | None = None
) -> Derivation | None:
    """A team's average over its matches in all rounds but one, half matches counting half; None where it has none."""
    matches = (match for match in played if but is None or match.round != but)
    own = [match for match in matches if match.boards and team in match.teams]
    whole = sum((match.pool / pool(scoreboard) for match in own), Fraction(0))
    return average(team, [match.victory_points[team] for match in own], whole)


def average(team: str, own: Sequence[Derivation], matches: Fraction | None = None) -> Derivation | None:
    """The average of a team's matches, which make so many whole ones; None where it has none."""
    if not own:
        return None
    total = derived(Rule.SUM, Phrase.counted("%(number)s match", "%(number)s matches", len(own)), own, unit="VP")
    return derived(
        Rule.QUOTIENT,
        Phrase("%(team)s's average", team=team),
        [total, given(matches or len(own), "matches")],
        unit="VP",
    )


def _upward(scoreboard: ScoredSession, exact: Derivation) -> Derivation:
    unit = "1" if scale(scoreboard) is Rule.VP_DISCRETE else "0.01"
    return rounded(
        exact, Phrase("rounded up to %(unit)s", unit=unit), RoundTo(Fraction(unit), Rounding.HALF_UP, up=True)
    )


def by_boards(scoreboard: ScoredSession, boards: Sequence[int], *, lost: bool) -> Derivation:
    """An average plus or an average for each board of the match that would have been."""
    rules = scoreboard.regulations.participation
    plus = rules.indemnity_boards if lost else len(boards) if rules.sit_out in ("60%", "average-plus") else 0
    parts: list[Derivation] = []
    for at, board in enumerate(boards):
        grade = Grade("A+" if at < plus else "A")
        text = Phrase("board %(board)s: %(grade)s", board=board, grade=grade)
        parts.append(scoreboard.artificial.whole(grade).saying(text))
    return derived(Rule.SUM, Phrase("%(parts)s boards", parts=len(parts)), parts, unit=scoreboard.unit)


class Scoreboard(ScoredSession):
    """Scores of a session, worked out board by board when asked for.

    `before` may be an earlier scoreboard of the same session: boards that nothing touched since are
    taken from it instead of being worked out again. `beside`: what contestants scored in other sessions of the stage,
    where Law 12C2(c) looks at these too; by itself a session knows its own boards alone.
    """

    def __init__(self, session: Session, before: Scoreboard | None = None, beside: Beside | None = None) -> None:
        super().__init__(session, beside)
        self._tallied = _Tallied()
        if before:
            self.go_on_from(before)

    def go_on_from(self, before: Scoreboard) -> None:
        """Take the scores of every board that nothing touched since and that does not rest on others.

        Nothing is taken where boards have another number of results now, the scores of others are cancelled, or the
        regulations are others.
        """
        was, now = before.scoring, self.scoring
        if (was.expected, was.cancelled, before.regulations) != (now.expected, now.cancelled, self.regulations):
            return
        self.artificial.go_on_from(before.artificial)
        graded = graded_boards(self.session) | graded_boards(before.session)
        same = {
            number: scores
            for number, scores in before._boards.items()
            if number not in graded
            and not scores.cancelled
            and self.session.boards.get(number) is before.session.boards[number]
        }
        self._boards |= same
        for kept in ("matches", "missed_matches"):  # they rest on the scores that have just been taken over
            vars(self).pop(kept, None)
        if not self.in_matches and before.complete:
            self._tallied = _Tallied(before, frozenset(same))

    # Totals

    @cached_property
    def matches(self) -> dict[MatchKey, Match]:
        """Every match, in order of rounds and names; none where contestants are not ranked by them."""
        return worked_out(self) if self.in_matches else {}

    @cached_property
    def missed_matches(self) -> list[MissedMatch]:
        """Every match somebody could not play and has a score for."""
        return missed_matches(self, tuple(self.matches.values())) if self.in_matches else []

    @cached_property
    def tally(self) -> Tally:
        """What the scores of pairs and individuals sum to; only what changed is added up again."""
        changes = [
            (self._tallied.was(number), TableScores(board, self.board(number).pairs, self.board(number).short))
            for number, board in self.session.boards.items()
            if number not in self._tallied.same
        ]
        return Tally(self.session, self.totals, self.top, changes, self._tallied.tally)


class _Tallied:
    """An earlier scoreboard whose tally can be gone on from; `same` are the boards that nothing touched since."""

    def __init__(self, before: Scoreboard | None = None, same: frozenset[int] = frozenset()) -> None:
        self.same = same
        self.tally = before.tally if before else None
        self._boards = before.session.boards if before else {}
        self._scores = before._boards if before else {}

    def was(self, number: int) -> TableScores:
        """A board as it was in the earlier tally; nothing where there is none."""
        if number not in self._scores:
            return NOTHING
        scores = self._scores[number]
        return TableScores(self._boards[number], scores.pairs, scores.short)


def top_at(scoreboard: Scoreboard, played: TableBoard) -> Fraction | None:
    """The top of a board at a table: less than the session's where it keeps its own; None where scores are IMPs."""
    lacking = scoreboard.board(played.board).short.get(played.seating, 0)
    return scoreboard.top if scoreboard.top is None else scoreboard.top * (1 - lacking)


Sitting = tuple[Side, TableBoard]


def boards_of(scoreboard: Scoreboard, contestant: str) -> Sequence[Sitting]:
    """Where a contestant sat, in the order of the boards."""
    return _sittings(scoreboard).get(contestant, ())


@lru_cache(maxsize=1)
def _sittings(scoreboard: Scoreboard) -> dict[str, list[Sitting]]:
    found: dict[str, list[Sitting]] = {}
    for played in scoreboard.session.table_boards():
        for side in Side:
            for contestant in dict.fromkeys(played.seating.contestants(side)):
                found.setdefault(contestant, []).append((side, played))
    return found


class MatchSet(NamedTuple):
    """A set of a knockout match: its round, the boards that count, and what each side has of them."""

    round: int
    boards: int
    scores: dict[str, Fraction]


def totals_after(scoreboard: Scoreboard) -> dict[MatchKey, dict[str, Fraction]]:
    """What each has after a match: victory points before penalties, or net score; nothing where nobody plays twice."""
    played = [(key, match) for key, match in scoreboard.matches.items() if match.boards]
    if scoreboard.form.one_match or len({key[0] for key, _ in played}) < 2:
        return {}
    earned: dict[int, list[tuple[str, Fraction]]] = {}
    for (round_, _), match in played:
        earned.setdefault(round_, []).extend(
            (team, (match.victory_points if scale(scoreboard) else match.nets)[team].value) for team in match.teams
        )
    for each in scoreboard.missed_matches:
        earned.setdefault(each.fact.round or 0, []).append((each.fact.contestant, each.worth.value))
    by_then, found = dict[str, Fraction](), dict[MatchKey, dict[str, Fraction]]()
    for round_ in sorted(earned):
        for team, worth in earned[round_]:
            by_then[team] = by_then.get(team, Fraction(0)) + worth
        found |= {key: {team: by_then[team] for team in match.teams} for key, match in played if key[0] == round_}
    return found


def sets_of(scoreboard: Scoreboard) -> dict[MatchKey, list[MatchSet]]:
    """The sets of every knockout match that has several, in order."""
    if not scoreboard.form.one_match:
        return {}
    found: dict[MatchKey, list[MatchSet]] = {}
    for tables in match_tables(scoreboard):
        match, sets = scoreboard.matches[tables.key], list[MatchSet]()
        for round_, group in groupby(sorted(tables.by_round.items()), key=lambda each: each[0][0]):
            played = playable([each for _, each in group], tables.finding)
            counted = [each for each in played if scoreboard.counts(each)]
            scores = {}
            for team in match.teams:
                own = [scoreboard.value(each, Side.NS if each.seating.ns == team else Side.EW) for each in counted]
                if match.balanced:
                    own = [max(value, Fraction(0)) for value in own]
                scores[team] = sum(own, Fraction(0))
            sets.append(MatchSet(round_, len(counted), scores))
        if len(sets) > 1:
            found[tables.key] = sets
    return found
