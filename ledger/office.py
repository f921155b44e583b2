"""The office: the one interface for commands, the log and the scores.

    log → state → decide → events → append → scores

`submit` alone records; every other method reads, replaying a prefix of the log. Modules that decide, seal, verify and
make bundles are loaded when first needed, so that a mere question does not wait for them.
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
from ledger.projections.scoreboard import Scoreboard
from ledger.recording import AS_USUAL, TRIAL, Submission, machine_state
from ledger.recording.machine_state import Acknowledged, advice_on_missing_ledger
from ledger.recording.sessions import Evidence, KeptLogs, Sessions, Streams, resolve_session
from ledger.recording.solved_deals import SolvedDeals
from ledger.store.own_files import database_url
from ledger.store.store import Position, Store, Subscription
from ledger.subjects.tournaments.state import session_of

if TYPE_CHECKING:
    from ledger.bridge import Side
    from ledger.kernel.fact import Command
    from ledger.projections.ripple import Explanation
    from ledger.recording.case_archive import CaseArchive
    from ledger.recording.effect import Effect
    from ledger.recording.people import People, TextOf
    from ledger.recording.recorder import Recorder
    from ledger.recording.taking_over import RestoreReport
    from ledger.recording.tournaments import Tournaments
    from ledger.session import Session, Stream, TableBoard
    from ledger.subjects.people.facts import ErasedBecause, ErasedText
    from ledger.trust.bundle.reader import Bundle
    from ledger.trust.bundle.writer import ExportReport
    from ledger.trust.keys import Key
    from ledger.trust.seal import PublicKey, Seal
    from ledger.trust.seals import Seals
    from ledger.trust.verification import Audit


class Office(AbstractContextManager["Office"]):
    """A desk of the office: the database, the recording person, the office's key, and the clock (µs UTC).

    It remembers the sessions and scores it has read, and reads or computes only what is new. `seals`, `evidence`,
    `cases` and `streams` are those of its sessions; `acknowledged` remembers outside the database what was recorded;
    `signer` is the key of an official tied to one; `solved_deals` are the double-dummy tricks this machine knows.
    `recorded_here` are the sessions and numbers of its own events, so
    that a follower of the log can tell them from other desks' events.
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
        self.solved_deals = SolvedDeals(acknowledged.path.parent if acknowledged else None)
        self.recorded_here: set[tuple[str, int]] = set()
        self._sessions = Sessions(store)
        self._logs: KeptLogs | None = None

    @cached_property
    def seals(self) -> Seals:
        """The seals of the sessions in this ledger."""
        from ledger.trust.seals import Seals

        return Seals(self.store)

    @cached_property
    def people(self) -> People:
        """The players of all sessions, and the texts about them."""
        from ledger.recording.people import People

        return People(self.store, self._sessions)

    @cached_property
    def tournaments(self) -> Tournaments:
        """The tournaments of the ledger, and their standings."""
        from ledger.recording.tournaments import Tournaments

        return Tournaments(self.store, self._sessions, lambda session: self._recorder.scored(session))

    @cached_property
    def _recorder(self) -> Recorder:
        from ledger.recording.recorder import Recorder

        return Recorder(
            self.store, self._sessions, lambda: self.clock(), lambda: self.tournaments, self.solved_deals.by_board
        )

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
        """Return the office of a database, named by file or URL; `new` creates a database that does not exist.

        `state`: the folder that remembers what was acknowledged. `stays`: a long-running desk, which also remembers
        logs. `looking`: it can record nothing. Raises Unavailable if the database is missing, older or newer than this
        program, or no ledger.
        """
        url = database_url(where)
        if new:
            from ledger.store.setup import create  # slow to import, and seldom needed

            create(url)
        store = Store(url, looking=looking)
        try:
            store.check_schema()
        except BaseException as error:
            store.close()
            if isinstance(error, Unavailable) and error.code == "no-database" and state:
                error.hint = advice_on_missing_ledger(state, url) or error.hint
            raise
        office = cls(store, by, key=key, acknowledged=Acknowledged(state, url) if state else None, signer=signer)
        office._logs = KeptLogs(store) if stays else None
        return office

    def close(self) -> None:
        """Close the database."""
        self.store.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    # Recording

    def submit(self, session_id: str, command: Command, how: Submission = AS_USUAL) -> Effect:
        """Decide a command on the session's present state, and record its events, unless `how` is a dry run.

        Periods are measured at recording; only a director may record that a late event happened in time. If the office
        has a key, publications and the questions of polls are sealed; if the sealing fails, the effect has the reason
        (`unsealed`), and the events stay recorded. Raises Refusal (nothing recorded), or Conflict if another desk
        changed what the command is about, or a stream it rests on; after any other conflict it is decided anew.
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
            except Problem as problem:  # the events stay recorded
                return replace(effect, unsealed=problem)
        if isinstance(command, EraseTexts):
            _forget_erased(self, [session_id])
        return effect

    def erase(
        self, wanted: Mapping[str, Sequence[ErasedText]], because: ErasedBecause = "asked", how: Submission = AS_USUAL
    ) -> list[Effect]:
        """Erase texts of several sessions; none is erased if the caller lacks the right in any session.

        Raises Refusal; or Unavailable (database-busy) if the texts are erased, but traces remain in a file.
        """
        from ledger.subjects.people.facts import EraseTexts

        commands = [(session, EraseTexts(tuple(texts), because)) for session, texts in wanted.items()]
        tried = [self.submit(session, command, TRIAL) for session, command in commands]
        return tried if how.dry_run else [self.submit(session, command, how) for session, command in commands]

    # Looking

    def events_recorded_under(self, session_id: str, command_id: str) -> list[int]:
        """Return the numbers of the events recorded under a command id; [] for an unused or empty id."""
        return self._recorder.events_recorded_under(session_id, command_id)

    def stream(self, name: str, upto: int | None = None) -> Stream:
        """Return the state of a session or tournament, now or after event `upto`."""
        return self._sessions.now(name) if upto is None else self._sessions.at(name, upto)

    def session(self, session_id: str, upto: int | None = None) -> Session:
        """Return the state of a session, now or after event `upto`; Refusal (no-such-session) for a tournament."""
        return session_of(self.stream(session_id, upto))

    def scoreboard(self, session_id: str) -> Scoreboard:
        """Return the present scores of all boards of a session; they are kept for the next call."""
        return self._recorder.scoreboard(session_id)

    def explain(self, session: Session, played: TableBoard, side: Side, contestant: str | None = None) -> Explanation:
        """Return why a side, or one of its contestants, has its score on a board: the events and the arithmetic."""
        from ledger.projections.ripple import explain

        return explain(self.log(session.id, session.number), session.id, played, side, contestant)

    def log(self, session_id: str, upto: int | None = None) -> Iterator[Envelope]:
        """Yield the events of a session from number 1, each checked as it is read."""
        events = self._logs.events(session_id) if self._logs else self.store.log.read(session_id, upto or None)
        return islice(events, upto)

    def event(self, session_id: str, number: int) -> Envelope:
        """Return event `number` of a session; Refusal (no-such-event) if the log has none."""
        events = list(islice(self.log(session_id, number), number - 1, None)) if number > 0 else []
        if not events:
            last = self.store.log.heads(session_id).get(session_id, 0)
            hint = f"the last is #{last}; `log` shows the last ones" if last else "`log` shows those there are"
            raise Refusal("no-such-event", f"there is no event #{number}", hint)
        return events[0]

    def came_from(self, session_id: str, number: int) -> str:
        """Return the database server's login that recorded an event; '' if the ledger is a file."""
        return self.store.log.login_at(session_id, number)

    def texts(
        self, session_id: str, *, number: int | None = None, field: str = "", word: str = "", copies: bool = False
    ) -> list[TextOf]:
        """Return a session's texts about people, erased ones left out; `number`, `field` and `word` all select.

        `number`: texts of this event; `field`: of this field and its parts; `word`: texts with this word; `copies`:
        also equal texts in other events of the case. Unavailable (database-denied): the login may not read texts.
        """
        from ledger.recording.people import add_copies, kept_texts_of

        self.store.texts.require_readable("what was written and said about people")
        log = list(self.log(session_id))
        texts = list(kept_texts_of(log, number=number, field=field, word=word))
        return add_copies(log, texts) if copies else texts

    def follow(self, session_id: str | None = None, after: Mapping[str, int | Position] | None = None) -> Subscription:
        """Return a subscription to the events of one or all sessions: those after now, or after the events in `after`.

        With positions (`Subscription.positions`) it raises Corrupt if a history was changed meanwhile.
        """
        return Subscription(self.store, session_id, self.store.log.heads(session_id) if after is None else after)

    def sessions(self, *, unopened: bool = False) -> list[str]:
        """Return the names of the sessions (no tournaments), oldest first; `unopened`: also streams without event 1."""
        return [*self.store.log.sessions(), *(self.store.unopened() if unopened else ())]

    def resolve_session(self, named: str | None) -> str:
        """Return the named session or tournament, or the only session. Misuse: no-such-session, which-session."""
        return resolve_session(self.store.log, named)

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
        """Check the database and one session, or all, even sessions with seals alone; a `seal` names its session.

        `key`: the key whose signatures are checked; `by_key`: a seal must be signed by it. `strict`: every score is
        computed anew.
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
        """Write a session, or a tournament with its sessions, to a bundle file; nothing is written if a part fails.

        Names, other texts and evidence can be left out or included. Kept seals that do not fit, or are forged by `key`,
        are left out.
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
        """Import the new events of a verified bundle, all or nothing.

        A session that is not here is copied bit for bit; with `under_seal` it must be wholly covered by seals of the
        `key`. Into a session that is here, events come under such a seal or by `consent` of the chief director, and an
        event records the import. Raises Corrupt (bundle-unsound, seal-forged, not-covered; forked if histories differ),
        Refusal (not-sealed, not-your-office, other-key).
        """
        from ledger.recording.taking_over import Import, take_over

        order = Import(bundle, self.by, self.clock(), key, under_seal, consent, dry_run, self.signer)
        restored = take_over(self.store, self._sessions.now, order)
        for done in (each for each in restored if each.taken and not dry_run):
            name, last = done.session.id, done.head
            self.recorded_here.update((name, number) for number in range(done.before + 1, last.number + 1))
            _acknowledge(self, name, last.number, last.digest)
        if not dry_run and (erased := [each.session.id for each in restored if each.erased]):
            _forget_erased(self, erased)
        return restored


class Cases(NamedTuple):
    """The cases of all sessions, for searching; `state` is the folder of the search index, None for no index."""

    store: Store
    state: Path | None

    def archive(self, *, anew: bool = False) -> CaseArchive:
        """Return the archive of cases to search; `anew` rebuilds its index."""
        from ledger.recording.case_archive import ledger_archive

        return ledger_archive(self.store, self.state, anew=anew)

    def forget(self, sessions: Sequence[str]) -> None:
        """Remove sessions from the search index; the next search reads them again."""
        from ledger.recording.case_archive import forget

        forget(self.store, self.state, sessions)


def _acknowledge(office: Office, session_id: str, number: int, digest: bytes) -> None:
    """Note outside the database that an event was acknowledged, if this office keeps such notes."""
    if office.acknowledged:
        office.acknowledged.note(office.store.log, session_id, Position(number, digest))


def _forget_erased(office: Office, sessions: Sequence[str]) -> None:
    """Remove erased texts from the index of cases and from the database file.

    Raises Unavailable (database-busy) if they remain in a file that another program holds open.
    """
    office.cases.forget(sessions)
    if not office.store.texts.overwrite_erased():
        traces = "the texts are erased, but traces may stay in the file until every program has closed it"
        raise Unavailable(
            "database-busy", traces, "close the other programs: the last one to close the file overwrites them"
        )
