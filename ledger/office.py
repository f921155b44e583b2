"""The office: where commands, the log and the scores meet. Whatever the desk can do goes through here.

    log → state → decide → events → append → scores

`submit` is the only way anything is recorded; everything that looks reuses the same replay on a prefix. What decides,
seals, verifies and makes bundles is loaded when it is first asked for: a question does not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from ledger.errors import Problem, Refusal, Unavailable
from ledger.kernel.fact import Envelope
from ledger.projections.ripple import Explanation, explain
from ledger.projections.scoreboard import Scoreboard
from ledger.recording import AS_USUAL, TRIAL, Submission, machine_state
from ledger.recording.machine_state import Acknowledged, where_it_went
from ledger.recording.sessions import Evidence, KeptLogs, Sessions, Streams, the_session
from ledger.store.own_files import database_url
from ledger.store.store import Position, Store, Subscription
from ledger.subjects.tournaments.state import session_of

if TYPE_CHECKING:
    from ledger.bridge import Side
    from ledger.recording.case_archive import CaseArchive
    from ledger.recording.effect import Effect
    from ledger.recording.people import People, TextOf
    from ledger.recording.recorder import Recorder
    from ledger.recording.taking_over import RestoreReport
    from ledger.recording.tournaments import Tournaments
    from ledger.session import Session, Stream, TableBoard
    from ledger.subjects.commands import Command
    from ledger.subjects.people.facts import ErasedBecause, ErasedText
    from ledger.trust.bundle.reader import Bundle
    from ledger.trust.bundle.writer import ExportReport
    from ledger.trust.keys import Key
    from ledger.trust.seal import PublicKey, Seal
    from ledger.trust.seals import Seals
    from ledger.trust.verification import Audit


class Office(AbstractContextManager["Office"]):
    """One desk of the office: a database, who is recording, the office's key if it has one, and the clock (µs UTC).

    It remembers the sessions it has read, and reads only what was recorded since; and the scores it was asked for, and
    works out only what a command touches. `seals`, `evidence`, `cases` are those of its sessions, `streams` says which
    of these there are; `acknowledged` keeps what it has recorded outside the database, where that is wanted; `signer`
    is the key with which who records signs what he judges, where he is tied to one.
    `recorded_here` are the sessions and numbers of the events it has recorded: who follows the log beside it can tell
    them from what other desks did.
    """

    def __init__(
        self,
        store: Store,
        by: str = "scorer",
        clock: Callable[[], int] | None = None,
        key: Key | None = None,
        acknowledged: Acknowledged | None = None,
        signer: Key | None = None,
    ) -> None:
        self.store = store
        self.by = by
        self.clock = clock or machine_state.now
        self.key = key
        self.acknowledged = acknowledged
        self.signer = signer
        self.evidence = Evidence(store)
        self.streams = Streams(store)
        self.cases = Cases(store, acknowledged.path.parent if acknowledged else None)
        self.recorded_here: set[tuple[str, int]] = set()
        self._sessions = Sessions(store)
        self._logs: KeptLogs | None = None

    @cached_property
    def seals(self) -> Seals:
        """The seals of the sessions: given out, kept, and what is proved by them."""
        from ledger.trust.seals import Seals

        return Seals(self.store)

    @cached_property
    def people(self) -> People:
        """The players of all sessions, as the log names them and the texts beside it say."""
        from ledger.recording.people import People

        return People(self.store, self._sessions)

    @cached_property
    def tournaments(self) -> Tournaments:
        """The tournaments of the ledger, and their standings over the sessions that belong to them."""
        from ledger.recording.tournaments import Tournaments

        return Tournaments(self.store, self._sessions, lambda session: self._recorder.scored(session))

    @cached_property
    def _recorder(self) -> Recorder:
        from ledger.recording.recorder import Recorder

        return Recorder(self.store, self._sessions, lambda: self.clock(), lambda: self.tournaments)

    @classmethod
    def open(
        cls,
        where: str,
        *,
        by: str = "scorer",
        key: Key | None = None,
        new: bool = False,
        state: Path | None = None,
        signer: Key | None = None,
        stays: bool = False,
        looking: bool = False,
    ) -> Self:
        """The office of a database: a file, or a URL; `new` makes it first where it is not there yet.

        `state`: the folder where what it acknowledges is kept, outside the database. `stays`: it is asked again and
        again, and remembers the logs it has read too. `looking`: it can record nothing, whatever is asked of it.
        Raises Unavailable where the database is missing, older or newer than this program, or no ledger.
        """
        url = database_url(where)
        if new:
            from ledger.store.setup import create  # what makes a database is dear to load, and seldom needed

            create(url)
        store = Store(url, looking=looking)
        try:
            store.check_schema()
        except BaseException as error:
            store.close()
            if isinstance(error, Unavailable) and error.code == "no-database" and state:
                error.hint = where_it_went(state, url) or error.hint
            raise
        office = cls(store, by, key=key, acknowledged=Acknowledged(state, url) if state else None, signer=signer)
        office._logs = KeptLogs(store) if stays else None
        return office

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    # Recording

    def submit(self, session_id: str, command: Command, how: Submission = AS_USUAL) -> Effect:
        """Decide a command on the session as it now is, and record what it leads to.

        The periods go by when it is recorded: what is late by that and is said to have happened in time is for a
        director to record. Where the office has a key, a publication is sealed, and the question of a poll before
        anybody answers it. What rests on other streams is recorded only while they stand where it looked. Raises
        Refusal (nothing recorded), or Conflict where another desk was first and changed what the command is about, so
        that it has to be looked at again; everything else is decided anew.
        """
        from ledger.subjects.calls.facts import OpenPoll
        from ledger.subjects.people.facts import EraseTexts
        from ledger.subjects.publications.facts import PublishScores, PublishStanding

        how = how._replace(by=how.by or self.by, signer=how.signer or self.signer)
        effect = self._recorder.submit(session_id, command, how)
        if how.dry_run:
            return effect
        if effect.events and not effect.repeated:
            self.recorded_here.update((session_id, envelope.number) for envelope in effect.events)
            _acknowledge(self, session_id, effect.after.number, effect.after.digest)
        if self.key and isinstance(command, PublishScores | PublishStanding | OpenPoll):
            try:
                return replace(effect, seal=self.seals.give(effect.after.id, self.key))
            except Problem as problem:  # takes nothing back
                return replace(effect, unsealed=problem)
        if isinstance(command, EraseTexts):
            _forget_erased(self, [session_id])
        return effect

    def erase(
        self, wanted: Mapping[str, Sequence[ErasedText]], because: ErasedBecause = "asked", how: Submission = AS_USUAL
    ) -> list[Effect]:
        """Erase texts of several sessions: none at all, where in one of them who records may not.

        Raises Refusal, and Unavailable (database-busy) where they are erased, and traces are left in a file.
        """
        from ledger.subjects.people.facts import EraseTexts

        commands = [(session, EraseTexts(tuple(texts), because)) for session, texts in wanted.items()]
        tried = [self.submit(session, command, TRIAL) for session, command in commands]
        return tried if how.dry_run else [self.submit(session, command, how) for session, command in commands]

    # Looking

    def recorded_with(self, session_id: str, command_id: str) -> list[int]:
        """The numbers of the events a command id was recorded with; none where it is new, or empty."""
        return self._recorder.recorded_with(session_id, command_id)

    def stream(self, name: str, upto: int | None = None) -> Stream:
        """The state of a session, or of a tournament, now or after event `upto`."""
        return self._sessions.now(name) if upto is None else self._sessions.at(name, upto)

    def session(self, session_id: str, upto: int | None = None) -> Session:
        """The state of a session; Refusal (no-such-session) where it is a tournament."""
        return session_of(self.stream(session_id, upto))

    def scoreboard(self, session_id: str) -> Scoreboard:
        """The scores of a session as it now is, every board; they are remembered."""
        return self._recorder.scoreboard(session_id)

    def explain(self, session: Session, played: TableBoard, side: Side, contestant: str | None = None) -> Explanation:
        """Why a side, or one contestant of it, has its score on a board: the events behind it, and the arithmetic."""
        return explain(self.log(session.id, session.number), session.id, played, side, contestant)

    def log(self, session_id: str, upto: int | None = None) -> Iterator[Envelope]:
        """The events of a session from number 1, checked as they are read."""
        events = self._logs.events(session_id) if self._logs else self.store.log.read(session_id, upto or None)
        return islice(events, upto)

    def event(self, session_id: str, number: int) -> Envelope:
        """One event of a session."""
        events = list(islice(self.log(session_id, number), number - 1, None)) if number > 0 else []
        if not events:
            last = self.store.log.heads(session_id).get(session_id, 0)
            hint = f"the last is #{last}; `log` shows the last ones" if last else "`log` shows those there are"
            raise Refusal("no-such-event", f"there is no event #{number}", hint)
        return events[0]

    def came_from(self, session_id: str, number: int) -> str:
        """From which login of the server an event was recorded; '' in a file, to which nobody logs in."""
        return self.store.log.login_at(session_id, number)

    def texts(
        self, session_id: str, *, number: int | None = None, field: str = "", word: str = "", copies: bool = False
    ) -> list[TextOf]:
        """What is kept about people: of one event, of one field or what is in it, or what holds a word.

        `copies`: also where another event of the same case says the same again. Unavailable (database-denied) where
        who is logged in may not read them.
        """
        from ledger.recording.people import kept_texts_of, with_copies

        self.store.texts.require_readable("what was written and said about people")
        log = list(self.log(session_id))
        found = list(kept_texts_of(log, number=number, field=field, word=word))
        return with_copies(log, found) if copies else found

    def follow(self, session_id: str | None = None, after: Mapping[str, int | Position] | None = None) -> Subscription:
        """Every event recorded from now on, of one or of all sessions; or after those that `after` names.

        After positions (`Subscription.positions`, kept anywhere) it is Corrupt where a history changed meanwhile.
        """
        return Subscription(self.store, session_id, self.store.log.heads(session_id) if after is None else after)

    def sessions(self, *, unopened: bool = False) -> list[str]:
        """The sessions of the ledger, oldest first; also streams whose first event somebody took away, if asked for:
        for those every event of the ledger is looked at.
        """
        return [*self.store.log.sessions(), *(self.store.unopened() if unopened else ())]

    def the_session(self, named: str | None) -> str:
        """The session meant: the one named, which may be a tournament's stream, or the only one there is.

        Misuse (no-such-session, which-session).
        """
        return the_session(self.store.log, named)

    # Trust

    def verify(
        self,
        session_id: str | None = None,
        *,
        strict: bool = False,
        seal: Seal | None = None,
        key: PublicKey | None = None,
        by_key: bool = False,
    ) -> list[Audit]:
        """Check one session, or all there are and those of which only seals are left; with a `seal`, the one it is of.

        `key`: whose signatures are checked; `by_key`: there must be one of it. `strict`: every score is worked out
        again. What is found of the database itself comes first.
        """
        from ledger.recording.health import audit_all

        wanted = seal.checkpoint.session if seal else session_id
        return audit_all(self.store, self.acknowledged, wanted, strict=strict, seal=seal, key=key, by_key=by_key)

    def export(
        self,
        session_id: str,
        path: Path | str,
        *,
        names: bool = True,
        texts: bool = True,
        files: bool = False,
        key: PublicKey | None = None,
    ) -> ExportReport:
        """Write a session, or a tournament with its sessions, to a bundle, with or without the players' names, other
        texts and the evidence; whole or not at all. A kept seal that does not fit, or is no good one of the `key`, is
        left out.
        """
        from ledger.trust.bundle.writer import export

        return export(self.store, session_id, Path(path), names=names, texts=texts, files=files, key=key)

    def restore(
        self,
        bundle: Bundle,
        *,
        key: PublicKey | None = None,
        under_seal: bool = False,
        consent: bool = False,
        dry_run: bool = False,
    ) -> list[RestoreReport]:
        """Take over what is new in a bundle that was read, once everything in it was checked: all of it, or nothing.

        A session that is not here comes bit for bit; with `under_seal` it is refused, whole, where seals by the
        `key` do not cover all of it.
        Into one that is, events come under a seal by the `key` that covers the last of them, or by `consent` of the
        chief director; an event after them says so. Raises Corrupt (bundle-unsound, seal-forged, not-covered; forked
        where histories differ), Refusal (not-sealed, not-your-office, other-key).
        """
        from ledger.recording.taking_over import Import, take_over

        asked = Import(bundle, self.by, self.clock(), key, under_seal, consent, dry_run, self.signer)
        restored = take_over(self.store, self._sessions.now, asked)
        for done in (each for each in restored if each.taken and not dry_run):
            name, last = done.session.id, done.head
            self.recorded_here.update((name, number) for number in range(done.before + 1, last.number + 1))
            _acknowledge(self, name, last.number, last.digest)
        if not dry_run and (erased := [each.session.id for each in restored if each.erased]):
            _forget_erased(self, erased)
        return restored


class Cases(NamedTuple):
    """The cases of all sessions of a ledger, to be searched; their index is kept in the folder `state`, if any."""

    store: Store
    state: Path | None

    def archive(self, *, anew: bool = False) -> CaseArchive:
        """The archive to search; `anew`: every session is read again."""
        from ledger.recording.case_archive import ledger_archive

        return ledger_archive(self.store, self.state, anew=anew)

    def forget(self, sessions: Sequence[str]) -> None:
        """Take sessions out of the index, where one is kept: they are read again when cases are next looked for."""
        from ledger.recording.case_archive import forget

        forget(self.store, self.state, sessions)


def _acknowledge(office: Office, session_id: str, number: int, digest: bytes) -> None:
    """Keep, outside the database, what was acknowledged, where the office has a place for it."""
    if office.acknowledged:
        office.acknowledged.note(office.store.log, session_id, Position(number, digest))


def _forget_erased(office: Office, sessions: Sequence[str]) -> None:
    """What was erased in these is forgotten too where it is kept to be found.

    Unavailable (database-busy) where it still stands in a file that others hold open.
    """
    office.cases.forget(sessions)
    if not office.store.texts.overwrite_erased():
        traces = "they are erased, but traces may lie in the file until everybody has closed it"
        raise Unavailable("database-busy", traces, "close the other programs: the last to close it overwrites them")
