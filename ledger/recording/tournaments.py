"""The tournaments of a database: which there are, which sessions belong to them, their scores at one moment.

What one of them needs of its sessions is read once and kept, as the office keeps sessions and scores anyway. From then
on one question finds the heads of all streams, and only what moved is read and scored; where nothing did, the standing
is the one that was worked out before.

And what a command moves beyond the session it is given in: in the tournament that session belongs to.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ledger.errors import OTHERS_UNREAD, Corrupt, Misuse
from ledger.overall.aspects import GIVEN_OUT
from ledger.overall.history import Logs, logs_at, scores_at, with_former
from ledger.overall.people import People, named_elsewhere, people_of
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import overalls
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.sessions import Sessions, the_session
from ledger.session import Session, Stream
from ledger.store.log import NOTHING, Head
from ledger.store.store import Store
from ledger.subjects.people.facts import Player
from ledger.subjects.tournaments.state import Tournament, session_of, tournament_of

if TYPE_CHECKING:
    from ledger.overall.aspects import OverallRipple


class Tournaments:
    """What an office knows of tournaments."""

    def __init__(self, store: Store, sessions: Sessions, scored: Callable[[Session], Scoreboard]) -> None:
        self._store = store
        self._sessions = sessions
        self._scored = scored
        self._scores: dict[str, TournamentScores] = {}
        self._tournaments: list[str] = []
        self._seen: set[str] = set()

    def names(self) -> list[str]:
        """The tournaments of the ledger, oldest first."""
        return self._store.log.tournaments()

    def is_one(self, name: str) -> bool:
        """Whether a stream is a tournament."""
        return self._store.log.is_tournament(name)

    def the_one(self, named: str | None) -> str:
        """The tournament meant: the one named, or the only one. Misuse (no-such-tournament, which-tournament)."""
        there = self.names()
        if named in there or (named is None and len(there) == 1):
            return named or there[0]
        if named or not there:
            known = ", ".join(there[-5:]) or "none yet"
            message = f"there is no tournament {named}" if named else "there is no tournament yet"
            raise Misuse("no-such-tournament", message, f"tournaments here: {known}; `tournament open NAME` opens one")
        choice = (
            " or ".join(f"--tournament {name}" for name in there[-5:]) + f"; once for this folder: `use {there[-1]}`"
        )
        raise Misuse("which-tournament", f"there are {len(there)} tournaments: {', '.join(there[-5:])}", choice)

    def stream(self, name: str) -> Tournament:
        """A tournament as it now is."""
        return tournament_of(self._sessions.now(name))

    def of_session(self, session_id: str) -> str | None:
        """The tournament a session belongs to; None where it belongs to none."""
        return self.look().of_session(session_id)

    def around(self, session_id: str) -> TournamentScores | None:
        """The tournament a session belongs to, and the scores of its sessions; None where it belongs to none."""
        name = self.of_session(session_id)
        return self.scores(name) if name else None

    def look(self) -> "Look":
        """A look at all streams, at one moment."""
        return Look(self, self._store.log.last)

    def names_among(self, heads: Mapping[str, Head]) -> list[str]:
        """Those of these streams that are tournaments."""
        if not heads.keys() <= self._seen:  # what is a tournament stays one, and what is a session
            self._tournaments, self._seen = self.names(), set(heads)
        return [name for name in self._tournaments if name in heads]

    def scores(self, name: str) -> TournamentScores:
        """A tournament and the scores of its sessions, each as it now is: all at one moment.

        Misuse (no-such-tournament) where there is none of that name.
        """
        heads = self._store.log.last()
        if name not in heads:
            self.the_one(name)
        tournament = tournament_of(self._sessions.at_heads({name: heads[name]})[name])
        found = self.over(tournament, self.boards_at(_of_these(tournament.sessions, heads)))
        self._scores[tournament.id] = found
        return found

    def over(self, tournament: Tournament, boards: Mapping[str, Scoreboard]) -> TournamentScores:
        """A tournament over these scores: where they are those that are kept, with all that was worked out of them."""
        known = self._scores.get(tournament.id)
        if known and known.tournament is tournament:
            kept = known.scoreboards
            if kept.keys() == boards.keys() and all(kept[name] is board for name, board in boards.items()):
                return known
        return self.going_on(tournament, boards)

    def going_on(self, tournament: Tournament, boards: Mapping[str, Scoreboard]) -> TournamentScores:
        """A tournament over these scores; what was scored across the field before is gone on from."""
        known = self._scores.get(tournament.id) or TournamentScores(tournament, {})
        return known.going_on(tournament, boards)

    def scoreboards(self, sessions: Iterable[str]) -> dict[str, Scoreboard]:
        """The scores of those of these sessions that are open."""
        return self.boards_at(_of_these(sessions, self._store.log.last()))

    def require_session(self, name: str) -> None:
        """Misuse or Refusal (no-such-session) where there is no session of that name, or it is a tournament's."""
        _ = session_of(self._sessions.now(the_session(self._store.log, name))).opening

    def streams_at(self, heads: Mapping[str, Head]) -> dict[str, Stream]:
        """Streams as they were when these were their last events."""
        return self._sessions.at_heads(heads)

    def boards_at(self, heads: Mapping[str, Head]) -> dict[str, Scoreboard]:
        """The scores of those of them that are sessions, and open."""
        read = self.streams_at(heads).values()
        return {each.id: self._scored(each) for each in read if isinstance(each, Session) and each.opened}

    def tell_names(self, session: Session) -> Session:
        """A session with the names that other sessions of its tournament have for who plays, where it has none.

        The other sessions are read in their order, until everybody is found. Where the tournament, or one of those,
        cannot be read, nobody is told: whoever asks for it hears that.
        """
        found: dict[tuple[str, int], Player] = {}
        if session.contestants.keys() - {contestant for contestant, _ in session.players}:
            with suppress(*OTHERS_UNREAD):
                look = self.look()
                if self.names() and (name := look.of_session(session.id)) is not None:
                    tournament = look.tournament(name)
                    found = named_elsewhere(tournament, _PeopleAsked(look, tournament.sessions), session)
        session.named_elsewhere = found
        return session

    def with_former(self, name: str, moment: str | None) -> TournamentScores:
        """The same, with the scores of the sessions that were taken out since."""
        if moment:
            return with_former(self.logs(name, moment), name)
        tournament = self.stream(name)
        return TournamentScores(tournament, self.scoreboards(tournament.ever))

    def logs(self, name: str, moment: str | None = None) -> Logs:
        """The logs of a tournament and of the open sessions that belong to it or did, its own first; up to a moment.

        All are as they are at one moment, whoever records while they are read. Misuse or Unreadable
        (bad-as-of) where there is no such moment.
        """
        heads = self._store.log.last()
        if name not in heads:
            self.the_one(name)
        tournament = tournament_of(self._sessions.at_heads({name: heads[name]})[name])
        own = {each: heads[each][0] for each in (name, *tournament.ever) if each in heads}
        read = {each: list(log) for each, log in self._store.log.read_many(own)}
        found = {each: read[each] for each in own}
        return logs_at(found, name, moment) if moment else found

    def at(self, name: str, moment: str | None) -> TournamentScores:
        """A tournament and the scores of its sessions at a moment, now where none is named.

        Misuse or Unreadable (bad-as-of) where there is no such moment.
        """
        return scores_at(self.logs(name), name, moment) if moment else self.scores(name)

    def overall(
        self, name: str, stage: str | None = None, *, moment: str | None = None, after_round: int | None = None
    ) -> list[Overall]:
        """The standings of a tournament: of one stage, or of each in order; now, at a moment, or up to a round."""
        return overalls(self.at(name, moment), stage, after_round)


def _of_these(names: Iterable[str], heads: Mapping[str, Head]) -> dict[str, Head]:
    return {each: heads[each] for each in names if each in heads}


class Look:
    """The streams of a ledger at one moment, that of the first question, and which of them were looked at.

    What a command was decided on holds while each of them stands where it did: `at` says where. A stream of which it
    mattered that it is not there is one of them.
    """

    def __init__(self, tournaments: Tournaments, last: Callable[[], dict[str, Head]]) -> None:
        self._tournaments = tournaments
        self._last = last
        self.at: dict[str, Head] = {}

    @cached_property
    def _heads(self) -> dict[str, Head]:
        return self._last()

    def note(self, names: Iterable[str]) -> None:
        """That these were looked at."""
        self.at.update((name, self._heads.get(name, NOTHING)) for name in names)

    def _seen(self, names: Collection[str]) -> dict[str, Head]:
        self.note(names)
        return _of_these(names, self._heads)

    def of_session(self, session_id: str) -> str | None:
        """The tournament a session belongs to; None where it belongs to none.

        Corrupt where none that can be read has it, and one cannot be read: whether it has, nobody knows.
        """
        seen, unread = self._seen(self._tournaments.names_among(self._heads)), None
        try:
            streams = self._tournaments.streams_at(seen)
        except Corrupt as error:
            streams, unread = {}, error
            for name, head in seen.items():
                with suppress(Corrupt):  # whoever asks has been told of the first
                    streams |= self._tournaments.streams_at({name: head})
        held = (name for name, stream in streams.items() if session_id in tournament_of(stream).sessions)
        if (found := next(held, None)) is None and unread:
            raise unread
        return found

    def playing(self, sessions: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Who plays in those of these sessions that are here."""
        read = self._tournaments.streams_at(self._seen(sessions))
        return {name: tuple(each.contestants) for name, each in read.items() if isinstance(each, Session)}

    def people(self, sessions: Collection[str]) -> dict[str, dict[str, People]]:
        """Who the people are that play in those of these sessions that are here, as far as they are named."""
        read = self._tournaments.streams_at(self._seen(sessions))
        return {name: people_of(each) for name, each in read.items() if isinstance(each, Session)}

    def scoreboards(self, sessions: Collection[str]) -> dict[str, Scoreboard]:
        """The scores of those of these sessions that are open."""
        return self._tournaments.boards_at(self._seen(sessions))

    def tournament(self, name: str) -> Tournament:
        """A tournament."""
        return tournament_of(self._tournaments.streams_at(self._seen([name]))[name])

    def scores(self, tournament: Tournament) -> TournamentScores:
        """A tournament as its log was read, and the scores of its sessions: each is looked at when it is asked for."""
        boards = self._tournaments.boards_at(_of_these(tournament.sessions, self._heads))
        return self._tournaments.going_on(tournament, _LookedAt(boards, tournament.sessions, self.note))


class _LookedAt(Mapping[str, Scoreboard]):
    """The scores of a tournament's sessions; which of them is asked for is noted, also of one that has none yet."""

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


class _PeopleAsked(Mapping[str, Mapping[str, People]]):
    """Who the people are that play in sessions; each is read when it is asked for: a tournament may have many."""

    def __init__(self, look: Look, sessions: Collection[str]) -> None:
        self._look = look
        self._sessions = sessions

    def __getitem__(self, name: str) -> dict[str, People]:
        return self._look.people([name])[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sessions)

    def __len__(self) -> int:
        return len(self._sessions)


@dataclass(frozen=True)
class OverallEffect:
    """A tournament before a command and after it, and what moved."""

    name: str
    before: TournamentScores
    after: TournamentScores

    @cached_property
    def moved(self) -> "OverallRipple":
        """Everything of the tournament that moved."""
        from ledger.overall.aspects import overall_ripple

        return overall_ripple(self.before, self.after)

    @cached_property
    def stages_with_concerns(self) -> list[Overall]:
        """The stages of which something is to be said since a session was added, or since they have other rules."""
        if self.before.tournament is self.after.tournament:
            return []
        known = {each.stage.name: each.concerns for each in overalls(self.before)}
        return [each for each in overalls(self.after) if each.concerns not in ([], known.get(each.stage.name))]

    @property
    def changes_what_is_out(self) -> bool:
        """Whether a stage's standing was given out, and is another afterwards."""
        given_out = self.before.tournament.stages_given_out
        return any(each.stage in given_out and each.kind in GIVEN_OUT for each in self.moved.moved)


def of_a_session(tournaments: Tournaments, name: str, before: Scoreboard | None, after: Scoreboard) -> OverallEffect:
    """What the scores of one of its sessions move in a tournament, all of them worked out.

    The other sessions are as they now are. None of them is read or scored a second time.
    """
    tournament, session = tournaments.stream(name), after.session.id
    others = tournaments.scoreboards(each for each in tournament.sessions if each != session)
    then = tournaments.over(tournament, others | {session: before} if before else others)
    return OverallEffect(name, then, then.with_scores(after))


def of_its_own(tournaments: Tournaments, before: Tournament, after: Tournament) -> OverallEffect:
    """What is said of the tournament itself moves in it: other rules, a session more or less, who is who."""
    scores = tournaments.over(before, tournaments.scoreboards({**before.sessions, **after.sessions}))
    return OverallEffect(after.id, scores, scores.said_otherwise(after))
