"""What devices say, recorded as they say it: from the file they write, or through their Data Connector.

Where it comes from is a `FollowedDevices`; what is made of it is the same: recorded as a file is, with what needs a
person in the queue; a line on the screen that says how things stand; and what is in the way, once.

Of a file the log is the memory: whatever the file says is compared with what the log has of it, in the turn in which
the rest is recorded. So there is no place to lose, and nothing to record twice, whenever the follower was stopped.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol

from cli.screens import imports
from cli.screens.events import print_event
from cli.terminal.progress import LiveLine
from cli.terminal.screen import flush
from cli.views.answers import as_json
from cli.views.events import event_value
from cli.words.vocabulary import counted
from ledger.digests import of_bytes
from ledger.errors import Corrupt, Misuse, Problem
from ledger.exchange.bridgemate.access import may_become_whole
from ledger.exchange.bridgemate.bws import read_content
from ledger.exchange.programs import regulations_of
from ledger.exchange.sheet import read_bytes
from ledger.kernel.fact import from_file
from ledger.subjects.queue.facts import LineSetAside, LineSettled
from ledger.subjects.queue.state import waiting
from ledger.subjects.tournaments.state import session_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cli.desk.desk import Desk
    from cli.options.sessions import ImportOptions
    from ledger.errors import Problem
    from ledger.exchange.sheet import Sheet
    from ledger.recording.effect import Effect
    from ledger.session import Session
    from ledger.store.store import Subscription
    from ledger.subjects.reopening import Reopening


_PATIENCE_SECONDS = 2
"""So long is waited where nothing could be read, or what was read could not be recorded."""
_MINUTE_SECONDS = 60
_FINAL = ("other-event", "regulations-pinned")
"""What is refused because of what is followed, and as what: looking again would not help."""


class HowFar(NamedTuple):
    """How many results came, of how many there will be, 0 where nobody knows; and how many are missing."""

    came: int
    expected: int
    missing: int


class FollowedDevices(Protocol):
    """Where what devices say comes from.

    `settled`: the last look saw it whole; `looks_a_minute`: how often it is looked at.
    """

    name: str
    settled: bool
    looks_a_minute: int

    def look(self, after: Session | None, *, again: bool) -> Sheet | None:
        """What they say that is not stored yet, or with `again` all they say; None where that is nothing.

        `after`: the session as it was last recorded. Problem where they cannot be heard.
        """

    def stored(self, after: Session | None) -> None:
        """What was said at the last look is in the log, or in its queue."""

    def progress(self, sheet: Sheet, after: Session | None) -> HowFar:
        """How far the results are."""

    def notes(self) -> list[str]:
        """What else is to be said of the last look."""

    def may_pass(self, trouble: Problem) -> bool | None:
        """Whether what is in the way may be gone at the next look; None where that is no matter of the devices."""


def check_goes_on(desk: Desk, what: str) -> None:
    """Misuse where something is asked that a command cannot keep which goes on until it is interrupted."""
    if desk.settings.dry_run or desk.settings.command_id:
        raise Misuse("usage", f"{what} records as long as it runs", "leave --dry-run and --command-id out")


@dataclass(slots=True)
class Follower:
    """Who follows devices: what was last recorded of them, and what was said on the screen."""

    desk: Desk
    source: FollowedDevices
    wishes: ImportOptions
    reopening: Reopening | None
    live: LiveLine = field(default_factory=LiveLine)
    after: Session | None = None
    _reported: bool = False
    _sheet: Sheet | None = None
    _others: Subscription | None = None
    _said: set[tuple[str, str]] = field(default_factory=set)
    _state: Mapping[str, object] = field(default_factory=dict)
    _trouble: str = ""

    def follow(self) -> NoReturn:
        """Look again and again, until interrupted."""
        try:
            while True:
                self.look_again()
                time.sleep(_MINUTE_SECONDS / self.source.looks_a_minute)
        finally:
            self.live.clear()

    def look_again(self) -> None:
        """Look once; what is in the way is said, and waited for. Problem where waiting would not help."""
        try:
            self.look()
        except Problem as trouble:
            if not self._may_pass(trouble):
                raise
            self._tell(trouble)
            time.sleep(_PATIENCE_SECONDS)

    def look(self) -> None:
        """Look once: what devices say that is not stored yet is recorded, and then they may forget it.

        So is what follows from what they said since somebody said more at the desk. Raises Misuse or Unavailable where
        they cannot be heard, Refusal, Conflict or Unavailable where it cannot be recorded.
        """
        sheet = self.source.look(self.after, again=self._desk_spoke())
        if sheet:
            if sheet.says_anything:
                regulations = regulations_of(sheet, self.wishes.profile)
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
            self.desk.aside(f"{self.source.name} reads again; nothing new in it")
            if self._sheet:
                self._show(self._sheet)
        self._trouble = ""
        if notes := self.source.notes():
            self.live.clear()
            self.desk.aside(*notes)

    def attend(self, session: Session) -> None:
        """Take notice of what is recorded in a session from here on."""
        self.after = session
        self._others = self.desk.office.follow(session.id, {session.id: session.number})

    def _desk_spoke(self) -> bool:
        """Take notice of what was recorded by others, and say whether of what devices said more may be recorded now.

        What devices said, these or others, is no reason: two who follow what differs would never end.
        """
        others = list(self._others.new()) if self._others else []
        if others and self.after:
            self.after = self.desk.office.session(self.after.id)
            if self._sheet:
                self._show(self._sheet)
        events = [each.event for each in others]
        by_devices = any(from_file(event) or isinstance(event, LineSetAside | LineSettled) for event in events)
        return bool(others) and not by_devices

    # What is in the way

    def _may_pass(self, trouble: Problem) -> bool:
        """Whether it may be better at the next look."""
        passes = self.source.may_pass(trouble)
        if passes is not None:
            return passes
        if isinstance(trouble, Corrupt | Misuse):
            return False
        return trouble.code == "bad-lines" or bool(self.after and trouble.code not in _FINAL)

    def _tell(self, trouble: Problem) -> None:
        """Say once what is in the way."""
        if self._trouble == trouble.message:
            return
        self._trouble = trouble.message
        self.live.clear()
        self.desk.aside(f"waiting: {trouble.message}", *([f"  hint: {trouble.hint}"] if trouble.hint else []))
        if self.desk.settings.json:
            self.desk.json("following/1", {"file": self.source.name, "trouble": trouble.message})
            flush()
        self._state = {}

    # What is said

    def _report(self, sheet: Sheet, effect: Effect) -> None:
        """At first all that was recorded, in sum; from then on each event, and what is to be looked at once."""
        self.live.clear()
        notes = [note for note in (*effect.notes, *sheet.notes) if note not in self._said]
        if not self._reported:
            imports.report(self.desk, sheet, effect)
            self._reported = True
        else:
            for envelope in effect.events:
                if self.desk.settings.json:
                    self.desk.json(
                        "event/1", {"session": envelope.session, "event": as_json(event_value(envelope, effect.after))}
                    )
                else:
                    print_event(self.desk, envelope, stream=effect.after)
            self.desk.aside(*(f"to look at: {where}: {why}" for where, why in notes))
        self._said.update(notes)
        flush()

    def _show(self, sheet: Sheet) -> None:
        came, expected, missing = self.source.progress(sheet, self.after)
        aside = len(waiting(self.after)) if self.after else 0
        if self.desk.settings.json:
            state = {"results": came, "expected": expected, "missing": missing, "waiting": aside}
            if state != self._state:
                self._state = state
                self.desk.json("following/1", {"file": self.source.name, **state})
                flush()
        elif not self.desk.settings.quiet:
            of_all = f" of {expected}, {missing} missing" if expected else ""
            queued = f", {aside} in the queue" if aside else ""
            here = f"{counted(came, 'result') if came else 'no results yet'}{of_all}{queued}"
            self.live.show(f"{self.source.name}: {here}")


_OF_THE_FILE = ("bad-file", "no-such-file")


def follow_file(desk: Desk, file: Path, wishes: ImportOptions, reopening: Reopening | None) -> NoReturn:
    """Record what a .bws file says, and what changes in it from then on, until interrupted.

    A file that is not there yet, is held by another program or half written is waited for. What is no such file, or
    another evening's, is refused whenever that is seen.
    """
    if file.suffix.lower() != ".bws":
        raise Misuse("usage", "--follow is for the .bws file of Bridgemates", "leave it out, and import the file again")
    check_goes_on(desk, "--follow")
    imports.check_map(file, wishes)
    Follower(desk, FollowedFile(file, wishes), wishes, reopening).follow()


class FollowedFile:
    """A file that is followed: what of it was seen at the last look, and what was recorded."""

    settled = True
    looks_a_minute = 120

    def __init__(self, file: Path, wishes: ImportOptions) -> None:
        self.name = file.name
        self._file = file
        self._winners = imports.winners_asked(wishes.winners)
        self._begun = True
        self._seen = b""
        self._recorded = b""

    def look(self, after: Session | None, *, again: bool) -> Sheet | None:
        """What the file says, where two looks agree that it is something else than was recorded; or once more."""
        content = read_bytes(self._file)
        self._begun = may_become_whole(content)
        digest, seen_before = of_bytes(content), self._seen
        self._seen = digest
        if again:
            self._recorded = b""
        if digest == self._recorded:
            self.settled = True
            return None
        # somebody is writing: it is taken when two looks agree
        self.settled = not seen_before or digest == seen_before
        return read_content(self._file, content, self._winners) if self.settled else None

    def stored(self, after: Session | None) -> None:
        """What was seen need not be taken again."""
        self._recorded = self._seen

    def progress(self, sheet: Sheet, after: Session | None) -> HowFar:
        """How many results the file has, and how many its movement leads to."""
        came = sum(1 for line in sheet.lines if line.result or line.adjustment)
        return HowFar(came, sheet.expected, max(0, sheet.expected - came))

    def notes(self) -> list[str]:
        """Nothing: a file is told nothing."""
        return []

    def may_pass(self, trouble: Problem) -> bool | None:
        """Whether what cannot be read may be read at the next look; None where the trouble is another."""
        if isinstance(trouble, Misuse):
            return trouble.code in _OF_THE_FILE and self._begun
        return None
