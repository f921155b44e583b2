"""`verify`, of a tournament: that its sessions are its own, and, strictly, that its standings are what they add up to.

It is held against the sessions that are in the same database, or bundle: of one that is not there nobody can say more.
"""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Protocol

from ledger.errors import Corrupt, Refusal
from ledger.kernel.fact import Envelope, heads_of
from ledger.overall.aspects import overall_digest
from ledger.overall.people import People, other_people, people_of
from ledger.overall.qualifying import placed, select
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.derivation import recomputed
from ledger.session import Session
from ledger.store.store import Store
from ledger.subjects.evolving import NOT_REPLAYED, replay
from ledger.subjects.publications.facts import StandingPublished
from ledger.subjects.qualifying.facts import EntrantsQualified
from ledger.subjects.tournaments.state import Tournament, session_of, tournament_of
from ledger.trust.checks import Discrepancy

_UNREADABLE = (Corrupt, Refusal, *NOT_REPLAYED)


class Logs(Protocol):
    """What is asked of the logs beside a tournament's, wherever they are kept."""

    def heads(self) -> Mapping[str, int]:
        """The number of the last event of each."""

    def read(self, name: str, upto: int | None = None) -> Iterator[Envelope]:
        """The events of one from number 1; raises Corrupt."""

    def digest_at(self, name: str, number: int) -> bytes:
        """The digest an event is stored with."""


def worked_out(logs: Logs, tournament: Tournament) -> tuple[TournamentScores, list[Discrepancy]]:
    """The scores of a tournament from event 1 of each of its sessions; and of which of them there are none."""
    there, found, scoreboards = logs.heads(), list[Discrepancy](), dict[str, Scoreboard]()
    for name in tournament.sessions:
        if name in there:
            try:
                session = replay(logs.read(name), name)
                if isinstance(session, Session):
                    scoreboards[name] = Scoreboard(session).completed()
            except _UNREADABLE as error:
                text = f"the scores of {name} cannot be worked out: {error}"
                found.append(Discrepancy("standings", None, text, f"`verify --session {name}` says why"))
    return TournamentScores(tournament, scoreboards), found


def totals_hold(scores: TournamentScores) -> Iterator[Discrepancy]:
    """The totals that are not what their derivations give, node by node."""
    for stage in scores.tournament.stages.values():
        try:
            rows = overall(scores, stage).rows
        except NOT_REPLAYED as error:
            yield Discrepancy("standings", None, f"the standing of {stage.name} cannot be worked out: {error!r}")
            continue
        for row in rows:
            adds_up = False
            with suppress(ArithmeticError):  # it is derived as another number, or a figure in it is
                adds_up = recomputed(row.total.derivation()) == row.total.value
            if not adds_up:
                yield Discrepancy("standings", None, f"{stage.name}: the total of {row.entrant} does not add up")


def check_published(logs: Logs, tournament: Tournament) -> Iterator[Discrepancy]:
    """What rests on other streams and does not come of them as they were then: standings given out, and cuts.

    Whatever names a stream is held to its digest. Where a session is not here, or not as far as then, nothing can be
    said of it.
    """
    known: dict[str, Scoreboard] = {}
    for envelope in logs.read(tournament.id):
        event, number = envelope.event, envelope.number
        here = logs.heads()
        for head in (head for head in heads_of(event) if here.get(head.session, 0) >= head.number):
            if logs.digest_at(head.session, head.number).hex() != head.digest:
                text = f"#{number} rests on #{head.number} of {head.session}, which has another digest"
                yield Discrepancy("published", number, text, f"`verify --session {head.session}` says more")
        if not isinstance(event, StandingPublished | EntrantsQualified) or not heads_of(event):
            continue
        try:
            scores = _as_then(logs, tournament.id, envelope, known)
        except _UNREADABLE as error:
            yield Discrepancy("published", number, f"what #{number} rests on cannot be worked out: {error}")
            continue
        for what in _parted(scores, event) if scores else ():
            text = f"{what} at #{number} no longer comes out of the sessions as they were then"
            yield Discrepancy("published", number, text, "`verify` of each session says which log was changed")


def _parted(scores: TournamentScores, event: StandingPublished | EntrantsQualified) -> list[str]:
    then = scores.tournament.stages
    if isinstance(event, EntrantsQualified):
        barred = {*event.barred, *scores.tournament.qualified.withdrawn}
        field = placed(overall(scores, then[event.source]), event.apart) if event.source in then else ()
        found = select(field, event.best, event.also, barred)
        same = (found.qualified, found.reserves) == (event.qualified, event.reserves)
        return [] if same else [f"the cut from {event.source} into {event.into}"]
    right = [each.stage in then and overall_digest(scores, then[each.stage]) == each.numbers for each in event.stages]
    said = zip(event.stages, right, strict=True)
    return [f"the standing of {each.stage} published" for each, holds in said if not holds]


def _as_then(logs: Logs, name: str, envelope: Envelope, known: dict[str, Scoreboard]) -> TournamentScores | None:
    """A tournament and its sessions as an event names them; None where they are not all here.

    `known`: the scores of the one before, which hold of sessions that did not move since.
    """
    then = [head for head in heads_of(envelope.event) if head.session != name]
    here = logs.heads()
    if any(here.get(head.session, 0) < head.number for head in then):
        return None
    for head in then:
        board = known.get(head.session)
        if board is None or board.session.number != head.number:
            known.pop(head.session, None)
            if (session := session_of(replay(logs.read(head.session, head.number), head.session))).opened:
                known[head.session] = Scoreboard(session).completed()
    tournament = tournament_of(replay(logs.read(name, envelope.number - 1), name))
    return TournamentScores(tournament, {each.session: known[each.session] for each in then if each.session in known})


def counted_twice(scores: TournamentScores) -> Iterator[Discrepancy]:
    """Who has two scores of one sitting: a session does not know who plays beside it when it enters somebody late."""
    for stage in scores.tournament.stages.values():
        with suppress(*NOT_REPLAYED):
            for said in overall(scores, stage).twice:
                last, name = said.figures[-1], scores.tournament.id
                link = ["tournament", "link", last.of.session, f"{last.contestant}=ENTRANT", "--tournament", name]
                hint = f"`{shlex.join(link)}` says who it is"
                yield Discrepancy("plays-twice", None, f"{stage.name}: {said.text}: all of them are added up", hint)


def people_apart(logs: Logs, tournament: Tournament) -> Iterator[Discrepancy]:
    """Contestants who are other people in one session than in another, and of whom nobody said that they are the same.

    What cannot be read says nothing of its people: `verify` of that session says why.
    """
    known, here = dict[str, dict[str, People]](), logs.heads()
    for name in tournament.sessions:
        with suppress(*_UNREADABLE):
            known[name] = people_of(session_of(replay(logs.read(name), name))) if name in here else {}
    for each in other_people(tournament, known):
        session, contestant = each.here.session, each.here.contestant
        words = shlex.join(["tournament", "link", session, "--tournament", tournament.id])
        both = f"{each.there.names} in {each.there.session} and {each.here.names} in {session}"
        ways = (
            f"somebody else: `{words} {contestant}=ENTRANT`",
            f"the same all the same: `{words} --other-people {contestant}`",
            "a substitute: `contestant substitute`",
        )
        yield Discrepancy("who-is-who", None, f"{each.entrant} is {both}", "; ".join(ways))


def claimed_twice(store: Store, tournament: Tournament) -> Iterator[Discrepancy]:
    """The sessions that another tournament has too: two desks added them at once."""
    for session, other in claims(store, tournament):
        text = f"session {session} belongs to {tournament.id} and to {other}: it counts in both"
        hint = f"`tournament remove {session} --tournament NAME` from the one that does not have it"
        yield Discrepancy("in-another-tournament", tournament.added[session], text, hint)


def claims(store: Store, tournament: Tournament) -> Iterator[tuple[str, str]]:
    """The sessions of a tournament that another one in the database has too, each with that one.

    What cannot be read claims nothing: `verify` says so of it.
    """
    for other in store.log.tournaments():
        with suppress(*_UNREADABLE):
            theirs = {} if other == tournament.id else tournament_of(replay(store.log.read(other), other)).sessions
            yield from ((name, other) for name in tournament.sessions if name in theirs)
