"""Record what scoring devices report, from the file they write or through their Data Connector, until interrupted.

A `FollowedDevices` is the source; the `Follower` records each report like an imported file, sends doubtful lines to the
queue, and keeps a line on the screen up to date. The memory is the log: a file is compared with the log in the
transaction that records the news, so a stopped follower neither loses a result nor records it twice.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol

from cli.desk.desk import Desk
from cli.options.openings import today
from cli.screens import imports
from cli.screens.events import print_event
from cli.terminal.progress import LiveLine
from cli.terminal.screen import flush
from cli.views.answers import as_json
from cli.views.checks import place_text
from cli.views.events import event_value
from cli.words.vocabulary import counted
from ledger.digests import of_bytes
from ledger.errors import Corrupt, Misuse, Problem
from ledger.exchange.bridgemate.access import may_become_whole
from ledger.exchange.bridgemate.bws import read_bws
from ledger.exchange.programs import regulations_of
from ledger.exchange.sheet import Sheet, read_bytes
from ledger.kernel.fact import from_file
from ledger.recording.effect import Effect
from ledger.session import Session
from ledger.subjects.queue.facts import LineSetAside, LineSettled
from ledger.subjects.queue.state import waiting_lines
from ledger.subjects.reopening import Reopening
from ledger.subjects.tournaments.state import session_of

if TYPE_CHECKING:
    from cli.options.sessions import ImportOptions
    from ledger.store.store import Subscription


_PATIENCE_SECONDS = 2
"""The wait after a failure to read or to record."""
_MINUTE_SECONDS = 60
_FINAL = ("other-event", "regulations-pinned")
"""The errors that another look cannot cure: the wrong event, or regulations that are pinned."""


class ResultProgress(NamedTuple):
    """The progress of a session: results that came, results expected (0 if unknown), results missing."""

    came: int
    expected: int
    missing: int


class FollowedDevices(Protocol):
    """A source of device reports.

    `settled`: the last look saw a complete source; `looks_per_minute`: the frequency of looks.
    """

    name: str
    settled: bool
    looks_per_minute: int

    def look(self, after: Session | None, *, again: bool) -> Sheet | None:
        """Return the reports not stored yet, or with `again` all reports; None if there are none.

        `after`: the session as last recorded. Problem if the devices cannot be reached.
        """

    def stored(self, after: Session | None) -> None:
        """Note that the reports last returned by `look` are stored."""

    def progress(self, sheet: Sheet, after: Session | None) -> ResultProgress:
        """Count the results that came, those expected and those missing."""

    def notes(self) -> list[str]:
        """Return remarks on the last look, to be printed once."""

    def is_temporary(self, trouble: Problem) -> bool | None:
        """Return True if the trouble may be gone at the next look, False if not; None if not caused by the devices."""


def check_goes_on(desk: Desk, what: str) -> None:
    """Refuse `--dry-run` and `--command-id`, which a command that runs until interrupted cannot honour (Misuse)."""
    if desk.settings.dry_run or desk.settings.command_id:
        raise Misuse("usage", f"{what} records as long as it runs", "leave --dry-run and --command-id out")


@dataclass(slots=True)
class Follower:
    """A loop that records the reports of devices; it keeps the session as last recorded, and the notes printed."""

    desk: Desk
    source: FollowedDevices
    wishes: ImportOptions
    reopening: Reopening | None
    live: LiveLine = field(default_factory=LiveLine)
    after: Session | None = None
    _reported: bool = False
    _sheet: Sheet | None = None
    _subscription: Subscription | None = None
    _noted: set[tuple[str, str]] = field(default_factory=set)
    _state: Mapping[str, object] = field(default_factory=dict)
    _trouble: str = ""

    def follow(self) -> NoReturn:
        """Look at the devices again and again, until interrupted."""
        try:
            while True:
                self.look_again()
                time.sleep(_MINUTE_SECONDS / self.source.looks_per_minute)
        finally:
            self.live.clear()

    def look_again(self) -> None:
        """Look once; report a trouble that may pass, and wait. Any other Problem is raised."""
        try:
            self.look()
        except Problem as trouble:
            if not self._may_pass(trouble):
                raise
            if self._trouble != trouble.message:
                # one line for each trouble, not one for each look
                self._trouble = trouble.message
                self.live.clear()
                self.desk.aside(f"waiting: {trouble.message}", *([f"  hint: {trouble.hint}"] if trouble.hint else []))
                if self.desk.settings.json:
                    self.desk.json("following/1", {"file": self.source.name, "trouble": trouble.message})
                    flush()
                self._state = {}  # so that the counts are printed again after the trouble
            time.sleep(_PATIENCE_SECONDS)

    def look(self) -> None:
        """Record the reports not stored yet, then let the devices forget them.

        If the desk has recorded events since, earlier reports are read again: more of them may now be recordable.
        Misuse or Unavailable if the devices cannot be reached; Refusal, Conflict or Unavailable if recording fails.
        """
        sheet = self.source.look(self.after, again=self._has_desk_recorded())
        if sheet:
            if sheet.has_anything_to_record:
                regulations = regulations_of(sheet, self.wishes.profile, today())
                effect = imports.record_sheet(self.desk, sheet, regulations, self.wishes, self.reopening)
                self._report(sheet, effect)
                self.attend(session_of(effect.after))
            self._sheet = sheet
            self._show(sheet)
            self.source.stored(self.after)
        elif not self.source.settled:
            return
        elif self._trouble:
            self.live.clear()
            self.desk.aside(f"{self.source.name} can be read again: nothing new")
            if self._sheet:
                self._show(self._sheet)
        self._trouble = ""
        if notes := self.source.notes():
            self.live.clear()
            self.desk.aside(*notes)

    def attend(self, session: Session) -> None:
        """Keep a session as the one last recorded, and follow the events recorded in it from now on."""
        self.after = session
        self._subscription = self.desk.office.follow(session.id, {session.id: session.number})

    def _has_desk_recorded(self) -> bool:
        """Update the session, and return True if people at the desk recorded events since the last look.

        Reports of devices do not count: two followers with conflicting files would answer each other for ever.
        """
        recorded = list(self._subscription.new()) if self._subscription else []
        if recorded and self.after:
            self.after = self.desk.office.session(self.after.id)
            if self._sheet:
                self._show(self._sheet)
        events = [each.event for each in recorded]
        by_devices = any(from_file(event) or isinstance(event, LineSetAside | LineSettled) for event in events)
        return bool(recorded) and not by_devices

    def _may_pass(self, trouble: Problem) -> bool:
        passes = self.source.is_temporary(trouble)
        if passes is not None:
            return passes
        if isinstance(trouble, Corrupt | Misuse):
            return False
        return trouble.code == "bad-lines" or bool(self.after and trouble.code not in _FINAL)

    def _report(self, sheet: Sheet, effect: Effect) -> None:
        """Print a summary of the first recording; of each later one, its events and new notes."""
        self.live.clear()
        doubts = [(place_text(each), each.text) for each in effect.doubts]
        notes = [note for note in (*effect.notes, *sheet.notes, *doubts) if note not in self._noted]
        if not self._reported:
            imports.report(self.desk, sheet, effect)
            self._reported = True
        else:
            for envelope in effect.events:
                if self.desk.settings.json:
                    event = as_json(event_value(envelope, effect.after))
                    self.desk.json("event/1", {"session": envelope.session, "event": event})
                else:
                    print_event(self.desk, envelope, stream=effect.after)
            self.desk.aside(*(f"to look at: {where}: {why}" for where, why in notes))
        self._noted.update(notes)
        flush()

    def _show(self, sheet: Sheet) -> None:
        came, expected, missing = self.source.progress(sheet, self.after)
        aside = len(waiting_lines(self.after)) if self.after else 0
        if self.desk.settings.json:
            state = {"results": came, "expected": expected, "missing": missing, "waiting": aside}
            if state != self._state:
                self._state = state
                self.desk.json("following/1", {"file": self.source.name, **state})
                flush()
        elif not self.desk.settings.quiet:
            of_all = f" of {expected}, {missing} missing" if expected else ""
            queued = f", {aside} in the queue" if aside else ""
            progress = f"{counted(came, 'result') if came else 'no results yet'}{of_all}{queued}"
            self.live.show(f"{self.source.name}: {progress}")


_FILE_ERRORS = ("bad-file", "no-such-file")


def follow_file(desk: Desk, file: Path, wishes: ImportOptions, reopening: Reopening | None) -> NoReturn:
    """Record a .bws file and its changes, until interrupted.

    A file that is missing, locked or half written is waited for; a file of another kind or another session is refused.
    """
    if file.suffix.lower() != ".bws":
        raise Misuse("usage", "--follow is for the .bws file of Bridgemates", "leave it out, and import the file again")
    check_goes_on(desk, "--follow")
    imports.refuse_map_without_columns(file, wishes)
    Follower(desk, FollowedFile(file, wishes), wishes, reopening).follow()


class FollowedFile:
    """A .bws file, with the digests of the content last seen and last recorded."""

    settled = True
    looks_per_minute = 120

    def __init__(self, file: Path, wishes: ImportOptions) -> None:
        self.name = file.name
        self._file = file
        self._winners = imports.winners_from_option(wishes.winners)
        self._may_become_whole = True
        self._seen = b""
        self._recorded = b""

    def look(self, after: Session | None, *, again: bool) -> Sheet | None:
        """Return the results at the first look, after a change, or with `again`; None without a complete change."""
        content = read_bytes(self._file)
        self._may_become_whole = may_become_whole(content)
        digest, seen_before = of_bytes(content), self._seen
        self._seen = digest
        if again:  # forget what was recorded, and read the file once more
            self._recorded = b""
        if digest == self._recorded:
            self.settled = True
            return None
        # a file that changes between two looks is still being written
        self.settled = not seen_before or digest == seen_before
        return read_bws(self._file, self._winners, content) if self.settled else None

    def stored(self, after: Session | None) -> None:
        """Remember that the content last seen is recorded."""
        self._recorded = self._seen

    def progress(self, sheet: Sheet, after: Session | None) -> ResultProgress:
        """Count the results in the file, those its movement plans, and those that are missing."""
        came = sum(1 for line in sheet.lines if line.result or line.adjustment)
        return ResultProgress(came, sheet.expected, max(0, sheet.expected - came))

    def notes(self) -> list[str]:
        """Return nothing: the program sends nothing to a file."""
        return []

    def is_temporary(self, trouble: Problem) -> bool | None:
        """Return True if an unreadable file may become readable, False if not; None for any error but a Misuse."""
        if isinstance(trouble, Misuse):
            return trouble.code in _FILE_ERRORS and self._may_become_whole
        return None
