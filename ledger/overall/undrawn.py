"""Matches of which slips are in and that nobody drew: in a round of a Swiss that is drawn, or beside a bracket.

It is asked of every table's play, not of matches that have boards to compare: the first slip of a wrong match tells.
Where the session has a movement for the round, its plays are held against that (`ledger.projections.planned`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.facts.draws import RoundDrawn
from ledger.facts.matches import MatchVoided, MismatchFound
from ledger.facts.tournaments import SessionAdded, Stage
from ledger.overall.rounds import rounds_before
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import bracket
from ledger.projections.concerns import Concern
from ledger.session import Session, TableBoard
from ledger.session.draws import everyone, first_slips, pairs_of, tables_of
from ledger.session.movement import plan_of


class UndrawnMatch(NamedTuple):
    """A match that was not drawn: the first of its slips, and what is said of it."""

    session: str
    first: TableBoard
    text: str

    @property
    def concern(self) -> Concern:
        """The same among what is to be looked at."""
        return Concern("not-as-drawn", self.text, None, self.first.seating, self.first.table)


def undrawn_in(scores: TournamentScores, session: str) -> list[UndrawnMatch]:
    """The matches of a session that nobody drew, each at the first of its slips; nothing where none are drawn."""
    added, scoreboard = scores.tournament.sessions.get(session), scores.scoreboards.get(session)
    if added is None or scoreboard is None:
        return []
    stage = scores.tournament.named_stage(added.stage)
    if not (scores.tournament.drawn.of(stage.name) or scores.tournament.knockouts.brackets.get(stage.name)):
        return []
    says = _by_rounds if stage.format == "swiss" else _by_bracket
    return list(says(scores, stage, added, scoreboard.session))


def undrawn_of(scores: TournamentScores, stage: str) -> list[UndrawnMatch]:
    """The same of every session of a stage."""
    return [each for added in scores.tournament.in_stage(stage) for each in undrawn_in(scores, added.session)]


def _by_rounds(scores: TournamentScores, stage: Stage, added: SessionAdded, session: Session) -> Iterator[UndrawnMatch]:
    """Of a Swiss: in rounds that are drawn. A slip without a round may be of any in which the two were drawn."""
    tournament, planned = scores.tournament, plan_of(session).rounds
    drawn = {each.round: each for each in tournament.drawn.of(stage.name)}
    said = {each.round: set(map(frozenset, pairs_of(each))) for each in drawn.values()}
    counted_on = rounds_before(scores.fields(stage))[added.sitting]
    for (round_, match), first in first_slips(session).items():
        there = drawn.get(counted_on + (round_ or 1))
        two = [tournament.entrant_of(added.session, each) for each in first.seating.pair]
        rounds = said.values() if round_ is None else [said[there.round]] if there else []
        as_drawn = any(frozenset(two) in pairs for pairs in rounds)
        if there and not as_drawn and round_ not in planned and not _judged(session, round_ or 1, match):
            where = f"round {there.round} of {stage.name}"
            meant = ", ".join(_meant(each, there) for each in two)
            yield UndrawnMatch(added.session, first, f"{' v '.join(two)} was not drawn in {where}: {meant}")


def _judged(session: Session, round_: int, match: frozenset[str]) -> bool:
    """Whether a director has judged already that the wrong two met."""
    return any(
        (isinstance(each, MismatchFound) and each.round == round_ and {each.contestant, each.met} == match)
        or (isinstance(each, MatchVoided) and each.is_of(match, round_))
        for each in session.findings.facts.values()
    )


def _meant(entrant: str, drawn: RoundDrawn) -> str:
    """Whom somebody is to meet: 'Norway is to meet Oslo at table 1'."""
    if entrant == drawn.bye:
        return f"{entrant} has the bye"
    met = [(at, *(set(two) - {entrant})) for at, two in tables_of(drawn) if entrant in two]
    if not met or entrant not in everyone(drawn):
        return f"{entrant} is not drawn in it"
    return f"{entrant} is to meet " + " and ".join(f"{other} at table {at}" for at, other in met)


def _by_bracket(
    scores: TournamentScores, stage: Stage, added: SessionAdded, session: Session
) -> Iterator[UndrawnMatch]:
    """Of a knockout: two who meet in no match of its bracket, as far as it is known who comes into which."""
    found = bracket(scores, stage.name)
    meetings = [meeting for match in found.matches.values() for meeting in match.meetings] if found else []
    met = [frozenset(each.teams) for each in meetings]
    for (round_, match), first in first_slips(session).items():
        two = [scores.tournament.entrant_of(added.session, each) for each in first.seating.pair]
        if frozenset(two) not in met and not _judged(session, round_ or 1, match):
            meant = "; ".join(" v ".join(each.teams) for each in meetings if {*two} & {*each.teams})
            text = f"{' v '.join(two)} is no match of the bracket of {stage.name}"
            yield UndrawnMatch(added.session, first, f"{text}; drawn: {meant}" if meant else text)
