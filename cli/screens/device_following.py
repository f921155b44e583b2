"""import --follow: what changes in the file that Bridgemates write, recorded as it changes.

The log is the memory: whatever the file says is compared with what the log has of it, in the turn in which the rest is
recorded. So there is no place to lose, and nothing to record twice, whenever the follower was stopped.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.desk.live_line import LiveLine
from cli.desk.screen import flush
from cli.screens import imports, queues
from cli.screens.events import event_json, print_event
from ledger.errors import Conflict, Misuse, Problem, Refusal, Unavailable
from ledger.exchange.bridgemate.bws import read_content
from ledger.exchange.programs import regulations_of
from ledger.exchange.sheet import Sheet, read_bytes

if TYPE_CHECKING:
    from cli.commands.import_ import ImportOptions
    from cli.desk.desk import Desk
    from ledger.commands import Reopening
    from ledger.recording.effect import Effect
    from ledger.session import Session

_LOOKS_A_SECOND = 2
_PATIENCE_SECONDS = 5
"""So long is waited where what was read could not be recorded."""


def follow_file(desk: Desk, file: Path, wishes: ImportOptions, reopening: Reopening | None) -> NoReturn:
    """Record what a .bws file says, and what changes in it from then on, until interrupted.

    A file that cannot be read from the beginning, or is another evening's, is refused; later that is told, and it is
    tried again: it is held by another program, or half written.
    """
    if file.suffix.lower() != ".bws":
        raise Misuse("usage", "--follow is for the .bws file of Bridgemates", "leave it out, and import the file again")
    if desk.settings.dry_run or desk.settings.command_id:
        raise Misuse("usage", "--follow records as long as it runs", "leave --dry-run and --command-id out")
    follower = Follower(desk, file, wishes, reopening)
    try:
        follower.look()
        while True:
            time.sleep(1 / _LOOKS_A_SECOND)
            follower.look_again()
    finally:
        follower.live.clear()


@dataclass(slots=True)
class Follower:
    """Who follows a file: what it last recorded of it, and what it has said on the screen."""

    desk: Desk
    file: Path
    wishes: ImportOptions
    reopening: Reopening | None
    live: LiveLine = field(default_factory=LiveLine)
    _seen: bytes = b""
    _recorded: bytes = b""
    _said: set[tuple[str, str]] = field(default_factory=set)
    _trouble: str = ""

    def look(self) -> None:
        """Look once: what changed since the last time, and did not change again meanwhile, is recorded.

        Raises Misuse where it cannot be read, Refusal, Conflict or Unavailable where it cannot be recorded.
        """
        content = read_bytes(self.file)
        digest, seen_before = sha256(content).digest(), self._seen
        self._seen = digest
        if digest == self._recorded:
            self._reads_again()
            return
        if seen_before and digest != seen_before:
            return  # somebody is writing: it is taken when two looks agree
        sheet = read_content(self.file, content, imports.winners_asked(self.wishes.winners))
        if sheet.lines or sheet.problems:
            regulations = regulations_of(sheet, self.wishes.profile)
            effect = imports.record_sheet(self.desk, sheet, regulations, self.wishes, self.reopening)
            self._report(sheet, effect)
            self._show(sheet, effect.after)
        else:
            self.live.show(f"{self.file.name}: no results yet")
        self._recorded, self._trouble = digest, ""

    def look_again(self) -> None:
        """Look once; what is in the way is said, and waited for."""
        try:
            self.look()
        except (Misuse, Refusal, Conflict, Unavailable) as trouble:
            self._tell(trouble)
            time.sleep(_PATIENCE_SECONDS)

    def _tell(self, trouble: Problem) -> None:
        """Say once what is in the way."""
        if self._trouble != trouble.message:
            self._trouble = trouble.message
            self.live.clear()
            self.desk.aside(f"waiting: {trouble.message}", *([f"  hint: {trouble.hint}"] if trouble.hint else []))

    def _reads_again(self) -> None:
        """Say that what was in the way has gone, and nothing was missed."""
        if self._trouble:
            self._trouble = ""
            self.desk.aside(f"{self.file.name} reads again; nothing new in it")

    def _report(self, sheet: Sheet, effect: Effect) -> None:
        """At first all that was recorded, in sum; from then on each event, and what is to be looked at once."""
        self.live.clear()
        notes = [note for note in (*effect.notes, *sheet.notes) if note not in self._said]
        if not self._recorded:
            imports.report(self.desk, sheet, effect)
        else:
            for envelope in effect.events:
                if self.desk.settings.json:
                    self.desk.json("event/1", {"session": envelope.session, "event": event_json(envelope)})
                else:
                    print_event(self.desk, envelope)
            self.desk.aside(*(f"to look at: {where}: {why}" for where, why in notes))
        self._said.update(notes)
        flush()

    def _show(self, sheet: Sheet, session: Session) -> None:
        """How many results are in, how many are missing, and how many lines wait."""
        came = sum(1 for line in sheet.lines if line.result or line.adjustment)
        missing = f" of {sheet.expected}, {max(0, sheet.expected - came)} missing" if sheet.expected else ""
        waiting = len(queues.waiting(session))
        self.live.show(f"{self.file.name}: {came} results{missing}, {waiting} to look at   Ctrl-C ends")
