"""What the draw of a Swiss round rests on: the order, who met, who is gone, and what is still to come."""

from collections.abc import Collection, Iterable

from ledger.commands.draws import StageKnown
from ledger.events.participation import ContestantDisqualified, ContestantWithdrew
from ledger.events.tournaments import Stage
from ledger.labels.order import natural
from ledger.overall.marking import leaves_place
from ledger.overall.rounds import RoundMatch, round_matches, rounds_before
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import Overall, overall
from ledger.session.drawn import everyone, pairs_of

_UNSEEDED = 10**6


def standing_after(scores: TournamentScores, stage: Stage, round_: int) -> Overall:
    """The standing of a stage as it was after a round, by the scores as they are now."""
    return overall(scores, stage, after_round=round_)


def matches_by_round(scores: TournamentScores, stage: Stage) -> list[RoundMatch]:
    """Every match of a stage, by round."""
    return round_matches(scores.tournament, scores.fields(stage))


def next_round(scores: TournamentScores, stage: Stage) -> int:
    """The round that is to be drawn next: after the last that is drawn or was played."""
    return max(scores.tournament.drawn.last(stage.name), last_played(scores, stage)) + 1


def last_played(scores: TournamentScores, stage: Stage) -> int:
    """The last round that has results; 0 where none has."""
    return max((each.round for each in matches_by_round(scores, stage)), default=0)


def known_before(scores: TournamentScores, stage: Stage, round_: int) -> StageKnown:
    """What a draw of a round rests on: the order, who is gone, who met, and what is missing."""
    gone = _gone(scores, stage, round_)
    field = [each for each in _field(scores, stage) if each not in gone]
    return StageKnown(
        order=in_order(scores, stage, field, round_),
        gone=gone,
        met=met_before(scores, stage, round_),
        missing=tuple(_missing(scores, stage, round_ - 1, gone)),
        played=last_played(scores, stage),
    )


def in_order(scores: TournamentScores, stage: Stage, field: Iterable[str], round_: int) -> tuple[str, ...]:
    """Contestants by the standing before a round; equal ones by their seeds, then as they qualified, then by name."""
    rows = standing_after(scores, stage, round_ - 1).rows if round_ > 1 else ()
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
