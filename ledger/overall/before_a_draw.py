"""What the draw of a Swiss round rests on: the order, who met, who is gone, and what is still to come.

Mismatches of a session rest on what the contestants had before the round. A session knows only the victory points of
its own matches. A bye of the stage, what was carried into it, an earlier sitting and the half of a half match are the
tournament's. What a match is worth that was not played is worked out after them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from ledger.facts.draws import StageKnown
from ledger.facts.matches import PointsBeside
from ledger.facts.participation import ContestantDisqualified, ContestantWithdrew
from ledger.facts.tournaments import SessionAdded, Stage
from ledger.labels import natural
from ledger.overall.marking import leaves_place
from ledger.overall.rounds import RoundMatch, round_matches, rounds_before
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import overall
from ledger.projections.matches import points_before
from ledger.projections.scoreboard import Scoreboard
from ledger.session.draws import everyone, pairs_of

_UNSEEDED = 10**6


def standing_after(scores: TournamentScores, stage: Stage, round_: int) -> Overall:
    """The standing of a stage as it was after a round, by the scores as they are now."""
    return overall(scores, stage, after_round=round_)


def matches_by_round(scores: TournamentScores, stage: Stage) -> list[RoundMatch]:
    """Every match of a stage, by round."""
    return round_matches(scores.tournament, scores.fields(stage))


def next_round(scores: TournamentScores, stage: Stage, by_hand: Collection[tuple[str, str]] = ()) -> int:
    """The round that is to be drawn next: after the last that is drawn or was played.

    Results may come before the draw: a draw by hand is of the first round not drawn in which only these two met.
    """
    drawn, said = scores.tournament.drawn, set(map(frozenset, by_hand))
    met: dict[int, set[frozenset[str]]] = defaultdict(set)
    for each in matches_by_round(scores, stage):
        met[each.round].add(frozenset(each.entrants))
    undrawn = (each for each in sorted(met) if not drawn.number(stage.name, each) and met[each] <= said)
    return next(undrawn, max(drawn.last(stage.name), *met, 0) + 1)


def last_played(scores: TournamentScores, stage: Stage) -> int:
    """The last round that has results; 0 where none has."""
    return max((each.round for each in matches_by_round(scores, stage)), default=0)


def known_before(scores: TournamentScores, stage: Stage, round_: int, after: int | None = None) -> StageKnown:
    """What a draw of a round rests on: the order, who is gone, who met, and what is missing.

    The order is by the standing after the round `after`, as a rule the one before.
    """
    after = round_ - 1 if after is None else after
    gone = _gone(scores, stage, round_)
    field = [each for each in _field(scores, stage) if each not in gone]
    return StageKnown(
        order=in_order(scores, stage, field, after),
        gone=gone,
        met=met_before(scores, stage, round_),
        missing=tuple(_missing(scores, stage, after, gone)),
        played=last_played(scores, stage),
    )


def in_order(scores: TournamentScores, stage: Stage, field: Iterable[str], after: int) -> tuple[str, ...]:
    """Contestants by the standing after a round; equal ones by their seeds, then as they qualified, then by name."""
    rows = standing_after(scores, stage, after).rows if after > 0 else ()
    entrants, cuts = scores.tournament.entrants, scores.tournament.qualified.into(stage.name)
    placed = {row.entrant: (row.rank is None, row.rank or 0) for row in rows}
    qualified = {each: at for cut in cuts.values() for at, each in enumerate(cut.now)}

    def place(entrant: str) -> tuple[object, ...]:
        seed = entrants[entrant].seed if entrant in entrants else None
        level = (seed or _UNSEEDED, qualified.get(entrant, 0), *natural(entrant))
        return *placed.get(entrant, (True, 1)), *level

    return tuple(sorted(field, key=place))


def met_before(scores: TournamentScores, stage: Stage, round_: int) -> frozenset[frozenset[str]]:
    """Who met before a round, two by two; where a round's results are still to come, who was drawn to meet."""
    played = [each for each in matches_by_round(scores, stage) if each.round < round_]
    there = {(each.round, entrant) for each in played for entrant in each.entrants}
    drawn = (
        pair
        for each in scores.tournament.drawn.of(stage.name)
        for pair in pairs_of(each)
        if each.round < round_ and there.isdisjoint((each.round, team) for team in pair)
    )
    return frozenset(map(frozenset, [*(each.entrants for each in played), *drawn]))


def playing_in(scores: TournamentScores, stage: str) -> list[str]:
    """Everybody who plays in a stage or left it; Misuse (no-such-stage) where there is none of that name."""
    there = scores.tournament.named_stage(stage)
    return list(dict.fromkeys([*_field(scores, there), *scores.tournament.qualified.withdrawn]))


def _field(scores: TournamentScores, stage: Stage) -> list[str]:
    """Who plays in a stage: who qualified for it, or does in its sessions, or was drawn; else all of the tournament."""
    tournament = scores.tournament
    if (qualified := tournament.qualified.qualifiers(stage.name)) is not None:
        return list(qualified)
    drawn = [each for event in tournament.drawn.of(stage.name) for each in everyone(event)]
    return list(dict.fromkeys([*scores.playing(scores.played(stage.name)), *drawn])) or list(tournament.entrants)


def _gone(scores: TournamentScores, stage: Stage, round_: int) -> dict[str, str]:
    """Who takes no part in a round, and why: as the tournament says, or a session of the stage."""
    found, counted_on = _left(scores, stage, round_), rounds_before(scores.fields(stage))
    for added, scoreboard in scores.played(stage.name):
        facts = scoreboard.session.participation
        for _, out in facts.all(ContestantWithdrew):
            if out.after_round is None or counted_on[added.sitting] + out.after_round < round_:
                found[scores.tournament.entrant_of(added.session, out.contestant)] = "withdrew"
        for _, sent in facts.all(ContestantDisqualified):
            found[scores.tournament.entrant_of(added.session, sent.contestant)] = "disqualified"
    return found


def _left(scores: TournamentScores, stage: Stage, round_: int) -> dict[str, str]:
    """Who withdrew from the tournament before a round of a stage, between two sessions."""
    found: dict[str, str] = {}
    for entrant, left in scores.tournament.qualified.withdrawn.items():
        before = (each.round for each in matches_by_round(scores, stage) if each.of.sitting <= left.said.sitting)
        since = max(before, default=0) if left.said.stage == stage.name else 0
        if round_ > since and (left.said.stage == stage.name or leaves_place(scores.tournament, stage.name, left)):
            found[entrant] = "withdrew"
    return found


def _missing(scores: TournamentScores, stage: Stage, round_: int, gone: Collection[str]) -> list[str]:
    """What is still to come of a round: matches that were drawn, or begun, and lack boards the others have.

    A match of who is gone since may have been cancelled: nobody waits for it.
    """
    played = [each for each in matches_by_round(scores, stage) if each.round == round_]
    drawn = next((each for each in scores.tournament.drawn.of(stage.name) if each.round == round_), None)
    pairs = pairs_of(drawn) if drawn else []
    met, said = {frozenset(each.entrants) for each in played}, set(map(frozenset, pairs))
    elsewhere = {entrant for two in met - said for entrant in two} | {*gone}
    missing = [" v ".join(pair) for pair in pairs if frozenset(pair) not in met and elsewhere.isdisjoint(pair)]
    most = max((each.match.boards for each in played), default=0)
    for each in played:
        halves = sum(entrant in other.entrants for other in played for entrant in each.entrants) > 2
        whole = most // 2 if halves else most
        if each.match.boards < whole and not each.match.void:
            missing.append(f"{' v '.join(each.entrants)} ({each.match.boards} of {whole} boards)")
    return missing


def points_beside(scores: TournamentScores, session: str, round_: int) -> tuple[PointsBeside, ...]:
    """What each contestant of a session had before a round of it, beside its matches there; of a Swiss by the stage."""
    added, scoreboard = scores.tournament.sessions[session], scores.scoreboards[session]
    stage = scores.tournament.named_stage(added.stage)
    if stage.format != "swiss" or stage.rules.adds != "victory-points":
        return missed_beside(scoreboard, round_)
    had = _of_stage(scores, stage, added, round_)
    return tuple(
        PointsBeside(each, points - points_before(scoreboard, scoreboard.matches.values(), each, round_))
        for each in scoreboard.session.contestants
        if (points := had.get(scores.tournament.entrant_of(session, each))) is not None
    )


def _of_stage(scores: TournamentScores, stage: Stage, added: SessionAdded, round_: int) -> dict[str, Fraction]:
    """What each had before a round, by its number in the session; nothing before the first of the stage."""
    of_stage = rounds_before(scores.fields(stage))[added.sitting] + round_
    if of_stage == 1:
        return {}
    return {row.entrant: row.total.value for row in standing_after(scores, stage, of_stage - 1).rows}


def missed_beside(scoreboard: Scoreboard, round_: int) -> tuple[PointsBeside, ...]:
    """The same of a session by itself: what it gave for matches that were not played in the rounds before."""
    return tuple(PointsBeside(who, points) for who, points in _missed(scoreboard, round_))


def _missed(scoreboard: Scoreboard, round_: int) -> Iterator[tuple[str, Fraction]]:
    missed = [each for each in scoreboard.missed_matches if (each.fact.round or 1) < round_]
    for who in dict.fromkeys(each.fact.contestant for each in missed):
        yield who, sum((each.worth.value for each in missed if each.fact.contestant == who), Fraction(0))
