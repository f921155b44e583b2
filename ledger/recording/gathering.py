"""Facts from other streams on which a command is decided.

A tournament's own log does not contain the players, places, meetings and leads of its sessions. They are gathered here
from all streams at one moment, and replace whatever the command itself contains. The streams read are noted with their
heads: the decision holds only while these are the last events. A mismatch, found in a session, rests on the points that
its two contestants had in their stage before the round.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from msgspec.structs import replace

from ledger.errors import Misuse
from ledger.kernel.fact import Command, DecideAcrossStreams, DecidedAcrossStreams, Envelope, StreamHead, heads_of
from ledger.overall.aspects import publish_command
from ledger.overall.before_a_draw import (
    gather_draw_basis,
    next_round,
    points_for_missed_matches,
    points_outside_session,
)
from ledger.overall.qualifying import list_placed, open_concerns
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import OverallRow
from ledger.overall.standing import bracket, overall
from ledger.recording.effect import Gathered
from ledger.recording.tournaments import Look, Tournaments
from ledger.session import Stream
from ledger.session.places import converts_matches
from ledger.store.log import Head
from ledger.subjects.brackets.facts import DecideKnockout, DrawBracket, KnownMeeting
from ledger.subjects.draws.facts import DrawRound
from ledger.subjects.draws.state import pairs_in_matches
from ledger.subjects.matches.facts import FindMismatch, MismatchFound, OutsidePoints
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
    """The facts of a tournament and its sessions on which a command is decided, all of one moment.

    `first`: the first event of a command recorded earlier; the facts are then those just before that event.
    """

    def __init__(self, tournaments: Tournaments, tournament: Tournament, first: Envelope | None = None) -> None:
        self.tournaments = tournaments
        self.tournament = tournament
        self.first = first
        self.look = tournaments.look()

    @cached_property
    def scores(self) -> TournamentScores:
        """The tournament with the scores of its sessions."""
        if self.first:
            return self.tournaments.at(self.tournament.id, f"{self.first.number}-")
        return self.look.scores(self.tournament)

    def rows(self, stage: str) -> tuple[OverallRow, ...]:
        """Return the rows of a stage's standing; () if the stage does not exist."""
        known_stage = self.tournament.stages.get(stage)
        return overall(self.scores, known_stage).rows if known_stage else ()

    def placed(self, stage: str, apart: Apart = "") -> tuple[PlacedContestant, ...]:
        """Return a stage's contestants in the order of the standing; () if the stage does not exist."""
        known_stage = self.tournament.stages.get(stage)
        return list_placed(overall(self.scores, known_stage), apart) if known_stage else ()


def gather(command: Command, before: Stream, tournaments: Tournaments, earlier: Sequence[Envelope] = ()) -> Gathered:
    """Return a command with the facts from other streams; for a repeated command, those before its `earlier` events."""
    if isinstance(command, FindMismatch):
        session = session_of(before)
        look = tournaments.look()
        mismatch = next((each.event for each in earlier if isinstance(each.event, MismatchFound)), None)
        if mismatch:
            # without points recorded both had zero, as in round 1
            points_before = mismatch.beside or (OutsidePoints(mismatch.met, Fraction(0)),)
            return Gathered(replace(command, beside=points_before, heads=mismatch.heads))
        if not (session.opened and converts_matches(session)):
            return Gathered(replace(command, beside=()))
        name = look.of_session(session.id)
        if name is None:
            missed = points_for_missed_matches(look.scoreboards([session.id])[session.id], command.round)
            return Gathered(replace(command, beside=missed), _other_heads(look, session))
        tournament = look.tournament(name)
        points = points_outside_session(look.scores(tournament), session.id, command.round)
        named = _heads_to_record(look, session, name, *tournament.sessions)
        return Gathered(replace(command, beside=points, heads=named), _other_heads(look, session))
    if not isinstance(before, Tournament):
        return Gathered(command)
    known = TournamentContext(tournaments, before, earlier[0] if earlier else None)
    complete = _with_tournament_facts(command, known)
    if isinstance(complete, DecideAcrossStreams | DecidedAcrossStreams):
        named = heads_of(known.first.event) if known.first else _heads_to_record(known.look, before)
        complete = replace(complete, heads=named)
    return Gathered(complete, _other_heads(known.look, before))


def _other_heads(look: Look, stream: Stream) -> dict[str, Head]:
    return {name: head for name, head in look.at.items() if name != stream.id}


def _heads_to_record(look: Look, stream: Stream, *of: str) -> tuple[StreamHead, ...]:
    return tuple(
        StreamHead(name, number, digest.hex())
        for name, (number, digest) in sorted(_other_heads(look, stream).items())
        if number and (not of or name in of)
    )


def _with_tournament_facts(command: Command, known: TournamentContext) -> Command:
    match command:
        case AddSession():
            return _with_session_facts(command, known)
        case LinkContestants():
            playing = _contestants_at_sitting(command.session, known)
            people = {} if known.first else known.look.people(known.tournament.sessions)
            return replace(command, contestants=playing.pop(command.session, ()), beside=playing, people=people)
        case DrawLot():
            return replace(command, playing=tuple(row.entrant for row in known.rows(command.stage)))
        case Qualify():
            source = known.tournament.stages.get(command.source)
            apart = command.apart or ("direction" if source and source.rules.winners == 2 else "")
            placed = known.placed(command.source, apart)
            return replace(command, apart=apart, placed=placed, open=open_concerns(known.scores, command.source))
        case ChangeQualifiers():
            return replace(command, placed=known.placed(command.source))
        case SayCarryForward():
            name = command.source or _require_one_source(known.tournament, command.into)
            entrants = dict.fromkeys(row.entrant for stage in (name, command.into) for row in known.rows(stage))
            return replace(command, source=name, playing=(*entrants,))
        case WithdrawEntrant():
            names = list(known.tournament.stages)
            rows = {place: row for place in names for row in known.rows(place) if row.entrant == command.entrant}
            place = command.stage or next(reversed(rows), names[0] if names else "")
            figures = rows[place].figures if place in rows else ()
            return replace(
                command,
                stage=place,
                playing=tuple(row.entrant for row in known.rows(place)),
                played=tuple(sorted({figure.of.sitting for figure in figures if figure.boards})),
            )
        case DrawRound():
            stage = known.tournament.named_stage(command.stage)
            by_hand = pairs_in_matches(command.matches, command.triangle)
            at = command.round or next_round(known.scores, stage, by_hand)
            return replace(command, round=at, known=gather_draw_basis(known.scores, stage, at, command.after_round))
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
            published = known.first.event if known.first else None
            if not isinstance(published, StandingPublished):
                return replace(publish_command(known.scores, command.note, command.stage), from_then=command.from_then)
            stages = tuple(each for each in published.stages if command.stage in (None, each.stage))
            return replace(command, stages=stages, heads=published.heads, settled_at=0)
        case Undo(target=Envelope(event=ContestantLinked(session=session))):
            return replace(command, contestants=_contestants_at_sitting(session, known))
    return command


def _with_session_facts(command: AddSession, known: TournamentContext) -> AddSession:
    """Return the command with facts on its session: tournament, people, and contestants of simultaneous sessions.

    For a command recorded earlier only the people are read again, and only if contestants are linked by people.
    """
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


def _contestants_at_sitting(session: str, known: TournamentContext) -> dict[str, tuple[str, ...]]:
    """Return the contestants of a session and of its simultaneous sessions; {} for a command recorded earlier."""
    added = known.tournament.sessions.get(session)
    if added is None or known.first:
        return {}
    stage_sessions = known.tournament.in_stage(added.stage)
    return known.look.playing([each.session for each in stage_sessions if each.sitting == added.sitting])


def _require_one_source(tournament: Tournament, into: str) -> str:
    qualified = tournament.qualified
    from_ = list(dict.fromkeys([*qualified.into(into), *qualified.sources(into)]))
    if len(from_) != 1:
        known = ", ".join(from_) or "none yet"
        message = f"from which stage is the carry-forward into {into}?"
        raise Misuse("usage", message, f"--from STAGE; stages with a cut or a rule into it: {known}")
    return from_[0]


def _seeds(command: DrawBracket, known: TournamentContext) -> tuple[str, ...]:
    if command.source:
        source = known.tournament.named_stage(command.source)
        ranked = tuple(row.entrant for row in known.rows(source.name) if row.rank is not None)
        if not ranked:
            raise Misuse("usage", f"nobody has a place in {source.name} yet", f"`tournament standings {source.name}`")
        return ranked[: command.best or None]
    if qualified := known.tournament.qualified.qualifiers(command.stage):
        return qualified
    seeded = sorted((each.seed, each.label) for each in known.tournament.entrants.values() if each.seed)
    if not seeded:
        raise Misuse("usage", "nobody was entered with a seed", '--seeds "Norway, Iceland, Malta, Wales", or --matches')
    return tuple(label for _, label in seeded)
