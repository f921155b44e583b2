"""What devices say, recorded as they say it: from the file they write, or through their Data Connector.

Where it comes from is a `FollowedDevices`; what is made of it is the same: recorded as a file is, with what needs a
person in the queue; a line on the screen that says how things stand; and what is in the way, once.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol

from cli.json.events import event_json
from cli.screens import imports
from cli.screens.events import print_event
from cli.terminal.progress import LiveLine
from cli.terminal.screen import flush
from cli.words.vocabulary import counted
from ledger.errors import Corrupt, Misuse, Problem
from ledger.exchange.programs import regulations_of
from ledger.facts.fact import from_file
from ledger.facts.queue import LineSetAside, LineSettled
from ledger.session import session_of
from ledger.session.queue import waiting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cli.desk.desk import Desk
    from cli.options.sessions import ImportOptions
    from ledger.exchange.sheet import Sheet
    from ledger.facts import Event, Reopening
    from ledger.recording.effect import Effect
    from ledger.session import Session
    from ledger.store.subscription import Subscription

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
            self._take(sheet)
            self.source.stored(self.after)
        elif not self.source.settled:
            return
        elif self._trouble:
            self._reads_again()
        self._trouble = ""
        if notes := self.source.notes():
            self.live.clear()
            self.desk.aside(*notes)

    def _take(self, sheet: Sheet) -> None:
        """Record what they say, where they say anything yet, and how things stand then."""
        if sheet.says_anything:
            regulations = regulations_of(sheet, self.wishes.profile)
            effect = imports.record_sheet(self.desk, sheet, regulations, self.wishes, self.reopening)
            self._report(sheet, effect)
            self.attend(session_of(effect.after))
        self._sheet = sheet
        self._show(sheet)

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
        return bool(others) and not any(_of_a_file(each.event) for each in others)

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

    def _reads_again(self) -> None:
        """Say that what was in the way has gone, and nothing was missed."""
        self.live.clear()
        self.desk.aside(f"{self.source.name} reads again; nothing new in it")
        if self._sheet:
            self._show(self._sheet)

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
                        "event/1",
                        {"session": envelope.session, "event": event_json(envelope, effect.after.wrong_clocks)},
                    )
                else:
                    print_event(self.desk, envelope, wrong=effect.after.wrong_clocks)
            self.desk.aside(*(f"to look at: {where}: {why}" for where, why in notes))
        self._said.update(notes)
        flush()

    def _show(self, sheet: Sheet) -> None:
        """How many results are in, how many are missing, and how many lines wait."""
        came, expected, missing = self.source.progress(sheet, self.after)
        aside = len(waiting(self.after)) if self.after else 0
        if self.desk.settings.json:
            self._show_json({"results": came, "expected": expected, "missing": missing, "waiting": aside})
        elif not self.desk.settings.quiet:
            of_all = f" of {expected}, {missing} missing" if expected else ""
            queued = f", {aside} in the queue" if aside else ""
            here = f"{counted(came, 'result') if came else 'no results yet'}{of_all}{queued}"
            self.live.show(f"{self.source.name}: {here}")

    def _show_json(self, state: Mapping[str, object]) -> None:
        if state != self._state:
            self._state = state
            self.desk.json("following/1", {"file": self.source.name, **state})
            flush()


def _of_a_file(event: Event) -> bool:
    return from_file(event) or isinstance(event, LineSetAside | LineSettled)
