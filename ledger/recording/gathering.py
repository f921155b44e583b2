"""What a command rests on in other streams: gathered when it is decided, whoever hands it in.

A tournament's own log does not say who plays in a session, who stands where, who met whom or leads a match. Its
sessions do. Whoever hands in a command says only what he wants; what `decide` has to know for it is found here, at one
moment of all streams. What the command itself says of that is not looked at.

Which streams were looked at is noted: it holds only while each of them stands where it did. What was decided on their
scores names them, and where they stood.

A mismatch in a session is the other way round: it rests on what the contestants had in their stage before the round.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from msgspec.structs import replace

from ledger.errors import Misuse
from ledger.kernel.fact import DecidedOn, DecideOn, Envelope, StreamHead, heads_of
from ledger.overall.aspects import publishing
from ledger.overall.before_a_draw import known_before, missed_beside, next_round, points_beside
from ledger.overall.qualifying import open_concerns, placed
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import OverallRow
from ledger.overall.standing import bracket, overall
from ledger.recording.effect import Gathered
from ledger.recording.tournaments import Look, Tournaments
from ledger.session import Session, Stream
from ledger.session.places import converted
from ledger.store.log import Head
from ledger.subjects.brackets.facts import DecideKnockout, DrawBracket, KnownMeeting
from ledger.subjects.commands import Command
from ledger.subjects.draws.facts import DrawRound
from ledger.subjects.draws.state import two_by_two
from ledger.subjects.matches.facts import FindMismatch, MismatchFound, PointsBeside
from ledger.subjects.publications.facts import PublishStanding, StandingPublished
from ledger.subjects.qualifying.facts import (
    Apart,
    ChangeQualifiers,
    PlacedContestant,
    Qualify,
    SayCarryForward,
    WithdrawEntrant,
)
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments.facts import AddSession, ContestantLinked, DrawLot, LinkContestants
from ledger.subjects.tournaments.state import Tournament, session_of


class TournamentContext:
    """What is known beside the log of a tournament, for a command that is decided on it as it stands.

    `first`: the first event that the command was recorded with already; then it is what was known just before that.
    """

    def __init__(self, tournaments: Tournaments, tournament: Tournament, first: Envelope | None = None) -> None:
        self.tournaments = tournaments
        self.tournament = tournament
        self.first = first
        self.look = tournaments.look()

    @cached_property
    def scores(self) -> TournamentScores:
        """The scores of its sessions, all at one moment."""
        if self.first:
            return self.tournaments.at(self.tournament.id, f"{self.first.number}-")
        return self.look.scores(self.tournament)

    def rows(self, stage: str) -> tuple[OverallRow, ...]:
        """A stage as it stands; nobody where there is no such stage."""
        there = self.tournament.stages.get(stage)
        return overall(self.scores, there).rows if there else ()

    def placed(self, stage: str, apart: Apart = "") -> tuple[PlacedContestant, ...]:
        """The contestants of a stage by place; nobody where there is no such stage."""
        there = self.tournament.stages.get(stage)
        return placed(overall(self.scores, there), apart) if there else ()


def gathered(command: Command, before: Stream, tournaments: Tournaments, earlier: Sequence[Envelope] = ()) -> Gathered:
    """A command with what it rests on: now, or as it was before the events it led to `earlier`."""
    if isinstance(command, FindMismatch):
        return _finding(command, session_of(before), tournaments.look(), earlier)
    if not isinstance(before, Tournament):
        return Gathered(command)
    known = TournamentContext(tournaments, before, earlier[0] if earlier else None)
    found = _with_tournament_facts(command, known)
    if isinstance(found, DecideOn | DecidedOn):
        named = heads_of(known.first.event) if known.first else _named(known.look, before)
        found = replace(found, heads=named)
    return Gathered(found, _beside(known.look, before))


def _beside(look: Look, own: Stream) -> dict[str, Head]:
    return {name: head for name, head in look.at.items() if name != own.id}


def _named(look: Look, own: Stream, *of: str) -> tuple[StreamHead, ...]:
    return tuple(
        StreamHead(name, number, digest.hex())
        for name, (number, digest) in sorted(_beside(look, own).items())
        if number and (not of or name in of)
    )


def _with_tournament_facts(command: Command, known: TournamentContext) -> Command:
    match command:
        case AddSession():
            return _adding(command, known)
        case LinkContestants():
            playing = _at_its_sitting(command.session, known)
            people = {} if known.first else known.look.people(known.tournament.sessions)
            return replace(command, contestants=playing.pop(command.session, ()), beside=playing, people=people)
        case DrawLot():
            return replace(command, playing=tuple(row.entrant for row in known.rows(command.stage)))
        case Qualify():
            source = known.tournament.stages.get(command.source)
            apart = command.apart or ("direction" if source and source.rules.winners == 2 else "")
            found = known.placed(command.source, apart)
            return replace(command, apart=apart, placed=found, open=open_concerns(known.scores, command.source))
        case ChangeQualifiers():
            return replace(command, placed=known.placed(command.source))
        case SayCarryForward():
            name = command.source or _the_source(known.tournament, command.into)
            entrants = dict.fromkeys(row.entrant for stage in (name, command.into) for row in known.rows(stage))
            return replace(command, source=name, playing=(*entrants,))
        case WithdrawEntrant():
            return _withdrawing(command, known)
        case DrawRound():
            stage = known.tournament.named_stage(command.stage)
            by_hand = two_by_two(command.matches, command.triangle)
            at = command.round or next_round(known.scores, stage, by_hand)
            return replace(command, round=at, known=known_before(known.scores, stage, at, command.after_round))
        case DrawBracket() if not (command.seeds or command.first_round):
            return replace(command, seeds=_seeds(command, known))
        case DecideKnockout():
            drawn = bracket(known.scores, command.stage) if command.stage in known.tournament.stages else None
            meetings = (
                KnownMeeting(match.drawn.name, meeting.teams, meeting.boards, meeting.leads)
                for match in (drawn.matches.values() if drawn else ())
                for meeting in match.meetings
            )
            return replace(command, meetings=tuple(meetings))
        case PublishStanding():
            said = known.first.event if known.first else None
            if not isinstance(said, StandingPublished):
                return replace(publishing(known.scores, command.note, command.stage), from_then=command.from_then)
            stages = tuple(each for each in said.stages if command.stage in (None, each.stage))
            return replace(command, stages=stages, heads=said.heads, settled_at=0)
        case Undo(target=Envelope(event=ContestantLinked(session=session))):
            return replace(command, contestants=_at_its_sitting(session, known))
    return command


def _adding(command: AddSession, known: TournamentContext) -> AddSession:
    """Where else it is, and who plays in it and beside it; of one that was added already nothing is asked again."""
    if known.first:
        people = known.look.people([command.session, *known.tournament.sessions]) if command.by_people else {}
        return replace(command, elsewhere="", contestants={}, people=people)
    known.tournaments.require_session(command.session)
    elsewhere = known.look.of_session(command.session)
    beside = [each.session for each in known.tournament.in_stage(command.stage) if each.sitting == command.sitting]
    return replace(
        command,
        elsewhere=elsewhere if elsewhere and elsewhere != known.tournament.id else "",
        contestants=known.look.playing([command.session, *beside]),
        people=known.look.people([command.session, *known.tournament.sessions]),
    )


def _at_its_sitting(session: str, known: TournamentContext) -> dict[str, tuple[str, ...]]:
    """Who plays in a session and beside it; of what was said already nothing is asked again."""
    own = known.tournament.sessions.get(session)
    if own is None or known.first:
        return {}
    there = known.tournament.in_stage(own.stage)
    return known.look.playing([each.session for each in there if each.sitting == own.sitting])


def _the_source(tournament: Tournament, into: str) -> str:
    said = tournament.qualified
    from_ = list(dict.fromkeys([*said.into(into), *said.sources(into)]))
    if len(from_) != 1:
        found = ", ".join(from_) or "none yet"
        raise Misuse("usage", f"from which stage does it go into {into}?", f"--from STAGE; said so far: {found}")
    return from_[0]


def _withdrawing(command: WithdrawEntrant, known: TournamentContext) -> WithdrawEntrant:
    stages = list(known.tournament.stages)
    own = {stage: row for stage in stages for row in known.rows(stage) if row.entrant == command.entrant}
    stage = command.stage or next(reversed(own), stages[0] if stages else "")
    figures = own[stage].figures if stage in own else ()
    return replace(
        command,
        stage=stage,
        playing=tuple(row.entrant for row in known.rows(stage)),
        played=tuple(sorted({figure.of.sitting for figure in figures if figure.boards})),
    )


def _seeds(command: DrawBracket, known: TournamentContext) -> tuple[str, ...]:
    if command.source:
        there = known.tournament.named_stage(command.source)
        found = tuple(row.entrant for row in known.rows(there.name) if row.rank is not None)
        if not found:
            raise Misuse("usage", f"nobody has a place in {there.name} yet", f"`tournament standings {there.name}`")
        return found[: command.best or None]
    if qualified := known.tournament.qualified.qualifiers(command.stage):
        return qualified
    seeded = sorted((each.seed, each.label) for each in known.tournament.entrants.values() if each.seed)
    if not seeded:
        raise Misuse("usage", "nobody was entered with a seed", '--seeds "Norway, Iceland, Malta, Wales", or --matches')
    return tuple(label for _, label in seeded)


def _finding(command: FindMismatch, session: Session, look: Look, earlier: Sequence[Envelope]) -> Gathered:
    """A mismatch with what they had; of one that was found already, in those `earlier` events, what was said then."""
    said = next((each.event for each in earlier if isinstance(each.event, MismatchFound)), None)
    if said:
        # where neither had anything it was known that they had nothing, as it must be in round 1
        then = said.beside or (PointsBeside(said.met, Fraction(0)),)
        return Gathered(replace(command, beside=then, heads=said.heads))
    if not (session.opened and converted(session)):
        return Gathered(replace(command, beside=()))
    name = look.of_session(session.id)
    if name is None:
        missed = missed_beside(look.scoreboards([session.id])[session.id], command.round)
        return Gathered(replace(command, beside=missed), _beside(look, session))
    tournament = look.tournament(name)
    found = points_beside(look.scores(tournament), session.id, command.round)
    named = _named(look, session, name, *tournament.sessions)
    return Gathered(replace(command, beside=found, heads=named), _beside(look, session))
