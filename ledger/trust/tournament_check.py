"""The checks of `verify` on a tournament: its sessions are its own, and (strictly) its standings follow from them.

Only sessions in the same database or bundle can be checked.
"""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Protocol

from ledger.errors import Corrupt, Refusal
from ledger.kernel.fact import Envelope, heads_of
from ledger.overall.aspects import overall_digest
from ledger.overall.people import People, other_people, people_of
from ledger.overall.qualifying import list_placed, select
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.derivation import recompute
from ledger.session import Session
from ledger.store.store import Store
from ledger.subjects.evolving import NOT_REPLAYED, replay
from ledger.subjects.publications.facts import StandingPublished
from ledger.subjects.qualifying.facts import EntrantsQualified
from ledger.subjects.tournaments.state import Tournament, session_of, tournament_of
from ledger.trust.checks import Discrepancy

_UNREADABLE = (Corrupt, Refusal, *NOT_REPLAYED)


class Logs(Protocol):
    """The methods needed to read the streams of a database or a bundle."""

    def heads(self) -> Mapping[str, int]:
        """Return the number of the last event of each stream."""

    def read(self, name: str, upto: int | None = None) -> Iterator[Envelope]:
        """Yield the events of a stream from number 1 to `upto`; raise Corrupt if the stream is damaged."""

    def digest_at(self, name: str, number: int) -> bytes:
        """Return the stored digest of an event of a stream."""


def worked_out(logs: Logs, tournament: Tournament) -> tuple[TournamentScores, list[Discrepancy]]:
    """Compute a tournament's scores from its sessions in `logs`, and a fault for each session that cannot be scored."""
    heads, faults, scoreboards = logs.heads(), list[Discrepancy](), dict[str, Scoreboard]()
    for name in tournament.sessions:
        if name in heads:
            try:
                session = replay(logs.read(name), name)
                if isinstance(session, Session):
                    scoreboards[name] = Scoreboard(session).completed()
            except _UNREADABLE as error:
                text = f"the scores of {name} cannot be worked out: {error}"
                faults.append(Discrepancy("standings", None, text, f"`verify --session {name}` says why"))
    return TournamentScores(tournament, scoreboards), faults


def check_totals(scores: TournamentScores) -> Iterator[Discrepancy]:
    """Yield a tournament's totals that differ from their derivations, and its standings that cannot be computed."""
    for stage in scores.tournament.stages.values():
        try:
            rows = overall(scores, stage).rows
        except NOT_REPLAYED as error:
            yield Discrepancy("standings", None, f"the standing of {stage.name} cannot be worked out: {error!r}")
            continue
        for row in rows:
            adds_up = False
            with suppress(ArithmeticError):  # a figure in its derivation is wrong
                adds_up = recompute(row.total.derivation()) == row.total.value
            if not adds_up:
                yield Discrepancy("standings", None, f"{stage.name}: the total of {row.entrant} does not add up")


def check_published(logs: Logs, tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield the published standings and cuts that no longer follow from the sessions as of publication.

    Every reference to a stream must have the digest of its event. Nothing is reported of a session that is missing or
    shorter.
    """
    known: dict[str, Scoreboard] = {}
    for envelope in logs.read(tournament.id):
        event, number = envelope.event, envelope.number
        heads = logs.heads()
        for head in (head for head in heads_of(event) if heads.get(head.session, 0) >= head.number):
            if logs.digest_at(head.session, head.number).hex() != head.digest:
                text = f"#{number} rests on #{head.number} of {head.session}, which has another digest"
                yield Discrepancy("published", number, text, f"`verify --session {head.session}` says more")
        if not isinstance(event, StandingPublished | EntrantsQualified) or not heads_of(event):
            continue
        try:
            scores = _scores_at(logs, tournament.id, envelope, known)
        except _UNREADABLE as error:
            yield Discrepancy("published", number, f"what #{number} rests on cannot be worked out: {error}")
            continue
        for what in _wrong_standings(scores, event) if scores else ():
            text = f"{what} at #{number} no longer follows from the sessions as they were then"
            yield Discrepancy("published", number, text, "`verify` of each session says which log was changed")


def _wrong_standings(scores: TournamentScores, event: StandingPublished | EntrantsQualified) -> list[str]:
    stages = scores.tournament.stages
    if isinstance(event, EntrantsQualified):
        barred = {*event.barred, *scores.tournament.qualified.withdrawn}
        field = list_placed(overall(scores, stages[event.source]), event.apart) if event.source in stages else ()
        cut = select(field, event.best, event.also, barred)
        same = (cut.qualified, cut.reserves) == (event.qualified, event.reserves)
        return [] if same else [f"the cut from {event.source} into {event.into}"]
    matches = [
        each.stage in stages and overall_digest(scores, stages[each.stage]) == each.numbers for each in event.stages
    ]
    checked = zip(event.stages, matches, strict=True)
    return [f"the standing of {each.stage} published" for each, holds in checked if not holds]


def _scores_at(logs: Logs, name: str, envelope: Envelope, known: dict[str, Scoreboard]) -> TournamentScores | None:
    """Compute a tournament's scores at the heads in an event; None if a session is missing or too short.

    `known`: the scoreboards of the event before, which are reused for sessions that have not gone on.
    """
    heads = [head for head in heads_of(envelope.event) if head.session != name]
    current = logs.heads()
    if any(current.get(head.session, 0) < head.number for head in heads):
        return None
    for head in heads:
        board = known.get(head.session)
        if board is None or board.session.number != head.number:
            session = session_of(replay(logs.read(head.session, head.number), head.session))
            known[head.session] = Scoreboard(session).completed()
    tournament = tournament_of(replay(logs.read(name, envelope.number - 1), name))
    return TournamentScores(tournament, {each.session: known[each.session] for each in heads})


def check_sittings(scores: TournamentScores) -> Iterator[Discrepancy]:
    """Yield the contestants of a stage with several scores from one sitting, which are all added up.

    A contestant entered late in one session of the sitting may already be playing in another.
    """
    for stage in scores.tournament.stages.values():
        with suppress(*NOT_REPLAYED):
            for double in overall(scores, stage).twice:
                last, name = double.figures[-1], scores.tournament.id
                link = ["tournament", "link", last.of.session, f"{last.contestant}=ENTRANT", "--tournament", name]
                hint = f"`{shlex.join(link)}` says who it is"
                yield Discrepancy("plays-twice", None, f"{stage.name}: {double.text}: all of them are added up", hint)


def check_identities(logs: Logs, tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield the contestants who are different people in two sessions, though no director has linked them.

    A session that cannot be read is skipped: `verify` of that session says why.
    """
    known, heads = dict[str, dict[str, People]](), logs.heads()
    for name in tournament.sessions:
        with suppress(*_UNREADABLE):
            known[name] = people_of(session_of(replay(logs.read(name), name))) if name in heads else {}
    for change in other_people(tournament, known):
        session, contestant = change.here.session, change.here.contestant
        words = shlex.join(["tournament", "link", session, "--tournament", tournament.id])
        both = f"{change.there.names} in {change.there.session} and {change.here.names} in {session}"
        ways = (
            f"somebody else: `{words} {contestant}=ENTRANT`",
            f"the same person: `{words} --other-people {contestant}`",
            "a substitute: `contestant substitute`",
        )
        yield Discrepancy("who-is-who", None, f"{change.entrant} is {both}", "; ".join(ways))


def check_claims(store: Store, tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield the tournament's sessions that another tournament contains too, because two desks added them at once."""
    for session, rival in claims(store, tournament):
        text = f"session {session} belongs to {tournament.id} and to {rival}: it counts in both"
        hint = f"`tournament remove {session} --tournament NAME` from the tournament it does not belong to"
        yield Discrepancy("in-another-tournament", tournament.added[session], text, hint)


def claims(store: Store, tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield each session of a tournament that another tournament contains too, with the other tournament's name.

    A tournament that cannot be read is skipped: its own `verify` reports it.
    """
    for rival in store.log.tournaments():
        with suppress(*_UNREADABLE):
            theirs = {} if rival == tournament.id else tournament_of(replay(store.log.read(rival), rival)).sessions
            yield from ((name, rival) for name in tournament.sessions if name in theirs)
