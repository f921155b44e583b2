"""The tournaments of a database, their sessions, and their scores at one moment.

Sessions and scores are read once and kept; later one query returns the heads of all streams, and only sessions with new
events are read and scored again. Without new events the standing computed before is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING

from ledger.errors import UNREADABLE_STREAM, Corrupt, Misuse
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.sessions import Sessions, resolve_session
from ledger.session import Session, Stream
from ledger.store.log import NOTHING, Head
from ledger.store.store import Store
from ledger.subjects.evolving import replay
from ledger.subjects.people.facts import Player
from ledger.subjects.tournaments.state import Tournament, session_of, tournament_of

if TYPE_CHECKING:  # most sessions belong to no tournament: imported only for those that do
    from ledger.overall.history import Logs
    from ledger.overall.people import People
    from ledger.overall.scores import TournamentScores
    from ledger.overall.stage_standing import Overall


class Tournaments:
    """The tournaments of a ledger, with scores kept in memory."""

    def __init__(self, store: Store, sessions: Sessions, scored: Callable[[Session], Scoreboard]) -> None:
        self._store = store
        self._sessions = sessions
        self._scored = scored
        self._scores: dict[str, TournamentScores] = {}
        self._tournaments: list[str] = []
        self._seen: set[str] = set()
        self._given_out: dict[str, tuple[Head, dict[str, People]]] = {}

    def names(self) -> list[str]:
        """Return the names of all tournaments, the oldest first."""
        return self._store.log.tournaments()

    def is_one(self, name: str) -> bool:
        """Return whether a name is a tournament's."""
        return self._store.log.is_tournament(name)

    def resolve_tournament(self, named: str | None) -> str:
        """Return the tournament the user named, or the ledger's only tournament if he named none.

        Raises Misuse (no-such-tournament, which-tournament).
        """
        names = self.names()
        if named in names or (named is None and len(names) == 1):
            return named or names[0]
        if named or not names:
            known = ", ".join(names[-5:]) or "none yet"
            message = f"there is no tournament {named}" if named else "there is no tournament yet"
            raise Misuse("no-such-tournament", message, f"tournaments here: {known}; `tournament open NAME` opens one")
        choice = (
            " or ".join(f"--tournament {name}" for name in names[-5:]) + f"; once for this folder: `use {names[-1]}`"
        )
        raise Misuse("which-tournament", f"there are {len(names)} tournaments: {', '.join(names[-5:])}", choice)

    def stream(self, name: str) -> Tournament:
        """Return the present state of a tournament."""
        return tournament_of(self._sessions.now(name))

    def sessions_of(self, name: str) -> list[str]:
        """Return the sessions of a tournament, as far as they are here; for a session, itself alone."""
        stream = self._sessions.now(name)
        sessions = stream.sessions if isinstance(stream, Tournament) else (name,)
        return [each for each in self._store.log.sessions() if each in sessions]

    def of_session(self, session_id: str) -> str | None:
        """Return the name of a session's tournament; None if the session belongs to none."""
        return self.look().of_session(session_id)

    def around(self, session_id: str) -> TournamentScores | None:
        """Return a session's tournament with the scores of all its sessions; None if the session belongs to none."""
        name = self.of_session(session_id)
        return self.scores(name) if name else None

    def look(self) -> Look:
        """Return a view of all streams of the ledger at one moment."""
        return Look(self, self._store.log.last)

    def tournaments_among(self, heads: Mapping[str, Head]) -> list[str]:
        """Return those of the named streams that are tournaments."""
        if not heads.keys() <= self._seen:  # a stream never changes from one to the other
            self._tournaments, self._seen = self.names(), set(heads)
        return [name for name in self._tournaments if name in heads]

    def scores(self, name: str) -> TournamentScores:
        """Return a tournament with the scores of its sessions, all as of the present moment.

        Raises Misuse (no-such-tournament).
        """
        heads = self._store.log.last()
        if name not in heads:
            self.resolve_tournament(name)
        tournament = tournament_of(self._sessions.at_heads({name: heads[name]})[name])
        scores = self.over(tournament, self.scores_at_heads(_heads_of(tournament.sessions, heads)))
        self._scores[tournament.id] = scores
        return scores

    def over(self, tournament: Tournament, boards: Mapping[str, Scoreboard]) -> TournamentScores:
        """Return a tournament with these scores; if they are unchanged, the object that was returned the last time."""
        known = self._scores.get(tournament.id)
        if known and known.tournament is tournament:
            kept = known.scoreboards
            if kept.keys() == boards.keys() and all(kept[name] is board for name, board in boards.items()):
                return known
        return self.going_on(tournament, boards)

    def going_on(self, tournament: Tournament, boards: Mapping[str, Scoreboard]) -> TournamentScores:
        """Return a tournament with these scores; it reuses what was computed for scores that have not changed."""
        from ledger.overall.scores import TournamentScores

        known = self._scores.get(tournament.id) or TournamentScores(tournament, {})
        return known.going_on(tournament, boards)

    def scoreboards(self, sessions: Iterable[str]) -> dict[str, Scoreboard]:
        """Return the present scores of these sessions, by name, without sessions that were never opened."""
        return self.scores_at_heads(_heads_of(sessions, self._store.log.last()))

    def require_session(self, name: str) -> None:
        """Raise Misuse or Refusal (no-such-session) unless the name is a session's."""
        _ = session_of(self._sessions.now(resolve_session(self._store.log, name))).opening

    def states_at_heads(self, heads: Mapping[str, Head]) -> dict[str, Stream]:
        """Return the state of each stream after the last event given for it, by name."""
        return self._sessions.at_heads(heads)

    def scores_at_heads(self, heads: Mapping[str, Head]) -> dict[str, Scoreboard]:
        """Return the scores of each opened session after the last event given for it, by name."""
        read = self.states_at_heads(heads).values()
        return {each.id: self._scored(each) for each in read if isinstance(each, Session) and each.opened}

    def add_names_for_pages(self, session: Session) -> Session:
        """Add names like `add_names_from_tournament`; to a session that players may see, only names given out too."""
        return self.add_names_from_tournament(session, given_out=bool(session.publications or session.running_scores))

    def add_names_from_tournament(self, session: Session, *, given_out: bool = False) -> Session:
        """Add names to a session's unnamed players, from other sessions of its tournament, and return the session.

        Other sessions are read in order until all are named; `given_out`: only what players may see of them.
        If a log cannot be read, no names are added: a command on that log reports it.
        """
        players: dict[tuple[str, int], Player] = {}
        if session.contestants.keys() - {contestant for contestant, _ in session.players}:
            with suppress(*UNREADABLE_STREAM):
                look = self.look()
                if self.names() and (name := look.of_session(session.id)) is not None:
                    from ledger.overall.people import named_elsewhere

                    tournament = look.tournament(name)
                    people_in = partial(self._people_given_out if given_out else _people_in, look)
                    players = named_elsewhere(tournament, _LazyPeople(people_in, tournament.sessions), session)
        session.named_elsewhere = players
        return session

    def _people_given_out(self, look: Look, name: str) -> dict[str, People]:
        from ledger.overall.people import people_of
        from ledger.projections.finality import last_public_number

        known, head = self._given_out.get(name), look.head(name)
        if known is None or known[0] != head:
            log = list(self._store.log.read(name, head[0]))
            known = self._given_out[name] = head, people_of(session_of(replay(log[: last_public_number(log)], name)))
        return known[1]

    def scores_with_former_sessions(self, name: str, moment: str | None) -> TournamentScores:
        """Return a tournament's scores, now or at a moment, including sessions that were removed from it."""
        from ledger.overall.history import scores_with_former_sessions
        from ledger.overall.scores import TournamentScores

        if moment:
            return scores_with_former_sessions(self.logs(name, moment), name)
        tournament = self.stream(name)
        return TournamentScores(tournament, self.scoreboards(tournament.ever))

    def logs(self, name: str, moment: str | None = None) -> Logs:
        """Return the logs of a tournament, and of all sessions it ever had, at one moment.

        Raises Misuse or Unreadable (bad-as-of) if `moment` does not exist.
        """
        heads = self._store.log.last()
        if name not in heads:
            self.resolve_tournament(name)
        tournament = tournament_of(self._sessions.at_heads({name: heads[name]})[name])
        numbers = {each: heads[each][0] for each in (name, *tournament.ever) if each in heads}
        read = {each: list(log) for each, log in self._store.log.read_many(numbers)}
        logs = {each: read[each] for each in numbers}
        from ledger.overall.history import logs_at

        return logs_at(logs, name, moment) if moment else logs

    def at(self, name: str, moment: str | None) -> TournamentScores:
        """Return a tournament's scores at a moment, or now; Misuse or Unreadable (bad-as-of): it is no valid moment."""
        from ledger.overall.history import scores_at

        return scores_at(self.logs(name), name, moment) if moment else self.scores(name)

    def overall(
        self, name: str, stage: str | None = None, *, moment: str | None = None, after_round: int | None = None
    ) -> list[Overall]:
        """Return the standings of one stage, or of all stages in order: now, at a moment, or after a round."""
        from ledger.overall.standing import overalls

        return overalls(self.at(name, moment), stage, after_round)


def _heads_of(names: Iterable[str], heads: Mapping[str, Head]) -> dict[str, Head]:
    return {each: heads[each] for each in names if each in heads}


class Look:
    """A view of all streams at the moment of the first query, which keeps track of the streams that were read.

    `at`: the heads of the streams read, existing or not: a decision holds only while they are the last events.
    """

    def __init__(self, tournaments: Tournaments, last: Callable[[], dict[str, Head]]) -> None:
        self._tournaments = tournaments
        self._last = last
        self.at: dict[str, Head] = {}

    @cached_property
    def _heads(self) -> dict[str, Head]:
        return self._last()

    def note(self, names: Iterable[str]) -> None:
        """Keep track of these streams: they were read."""
        self.at.update((name, self._heads.get(name, NOTHING)) for name in names)

    def _noted_heads(self, names: Collection[str]) -> dict[str, Head]:
        self.note(names)
        return _heads_of(names, self._heads)

    def head(self, name: str) -> Head:
        """Return the head of a stream; KeyError if it does not exist."""
        return self._noted_heads([name])[name]

    def of_session(self, session_id: str) -> str | None:
        """Return the name of a session's tournament; None if the session belongs to none.

        Raises Corrupt if a tournament cannot be read, and no readable one has the session.
        """
        seen, unread = self._noted_heads(self._tournaments.tournaments_among(self._heads)), None
        try:
            streams = self._tournaments.states_at_heads(seen)
        except Corrupt as error:
            streams, unread = {}, error
            for name, head in seen.items():
                with suppress(Corrupt):  # the first error is the one raised
                    streams |= self._tournaments.states_at_heads({name: head})
        held = (name for name, stream in streams.items() if session_id in tournament_of(stream).sessions)
        if (tournament := next(held, None)) is None and unread:
            raise unread
        return tournament

    def playing(self, sessions: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Return the contestants' labels for each of these sessions that exists."""
        read = self._tournaments.states_at_heads(self._noted_heads(sessions))
        return {name: tuple(each.contestants) for name, each in read.items() if isinstance(each, Session)}

    def people(self, sessions: Collection[str]) -> dict[str, dict[str, People]]:
        """Return the named people by contestant, for each of these sessions that exists."""
        from ledger.overall.people import people_of

        read = self._tournaments.states_at_heads(self._noted_heads(sessions))
        return {name: people_of(each) for name, each in read.items() if isinstance(each, Session)}

    def scoreboards(self, sessions: Collection[str]) -> dict[str, Scoreboard]:
        """Return the scores of each of these sessions that was opened."""
        return self._tournaments.scores_at_heads(self._noted_heads(sessions))

    def tournament(self, name: str) -> Tournament:
        """Return the state of a tournament at the moment of the view."""
        return tournament_of(self._tournaments.states_at_heads(self._noted_heads([name]))[name])

    def scores(self, tournament: Tournament) -> TournamentScores:
        """Return a tournament with the scores of its sessions; a session counts as read once its scores are used."""
        boards = self._tournaments.scores_at_heads(_heads_of(tournament.sessions, self._heads))
        return self._tournaments.going_on(tournament, _NotedScores(boards, tournament.sessions, self.note))


class _NotedScores(Mapping[str, Scoreboard]):
    """The scores of a tournament's sessions; it keeps track of each session asked for, even one without scores."""

    def __init__(
        self, boards: Mapping[str, Scoreboard], all_: Collection[str], note: Callable[[Iterable[str]], None]
    ) -> None:
        self._boards = boards
        self._all = all_
        self._note = note

    def __getitem__(self, name: str) -> Scoreboard:
        self._note([name])
        return self._boards[name]

    def __iter__(self) -> Iterator[str]:
        self._note(self._all)
        return iter(self._boards)

    def __len__(self) -> int:
        self._note(self._all)
        return len(self._boards)


def _people_in(look: Look, name: str) -> dict[str, People]:
    return look.people([name])[name]


class _LazyPeople(Mapping[str, "Mapping[str, People]"]):
    """The people of sessions, by session; a session is read only when asked for."""

    def __init__(self, people_in: Callable[[str], dict[str, People]], sessions: Collection[str]) -> None:
        self._people_in = people_in
        self._sessions = sessions

    def __getitem__(self, name: str) -> dict[str, People]:
        return self._people_in(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sessions)

    def __len__(self) -> int:
        return len(self._sessions)
