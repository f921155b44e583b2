"""import --follow: what changes in the file that Bridgemates write, recorded as it changes.

The log is the memory: whatever the file says is compared with what the log has of it, in the turn in which the rest is
recorded. So there is no place to lose, and nothing to record twice, whenever the follower was stopped.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.json.events import event_json
from cli.screens import imports
from cli.screens.events import print_event
from cli.terminal.progress import LiveLine
from cli.terminal.screen import flush
from cli.words.vocabulary import counted
from ledger.digests import of_bytes
from ledger.errors import Corrupt, Misuse, Problem
from ledger.exchange.bridgemate.access import may_become_whole
from ledger.exchange.bridgemate.bws import read_content
from ledger.exchange.programs import regulations_of
from ledger.exchange.sheet import Sheet, read_bytes
from ledger.facts.fact import from_file
from ledger.facts.queue import LineSetAside, LineSettled
from ledger.session import session_of
from ledger.session.queue import waiting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cli.desk.desk import Desk
    from cli.options.sessions import ImportOptions
    from ledger.facts import Event, Reopening
    from ledger.recording.effect import Effect
    from ledger.session import Session
    from ledger.store.subscription import Subscription

_LOOKS_A_SECOND = 2
_PATIENCE_SECONDS = 2
"""So long is waited where the file could not be read, or what was read could not be recorded."""
_OF_THE_FILE = ("bad-file", "no-such-file")
_FINAL = ("other-event", "regulations-pinned")
"""What is refused because of what is followed, and as what: looking again would not help."""


def follow_file(desk: Desk, file: Path, wishes: ImportOptions, reopening: Reopening | None) -> NoReturn:
    """Record what a .bws file says, and what changes in it from then on, until interrupted.

    A file that is not there yet, is held by another program or half written is waited for. What is no such file, or
    another evening's, is refused whenever that is seen.
    """
    if file.suffix.lower() != ".bws":
        raise Misuse("usage", "--follow is for the .bws file of Bridgemates", "leave it out, and import the file again")
    if desk.settings.dry_run or desk.settings.command_id:
        raise Misuse("usage", "--follow records as long as it runs", "leave --dry-run and --command-id out")
    imports.check_map(file, wishes)
    follower = Follower(desk, file, wishes, reopening)
    try:
        while True:
            follower.look_again()
            time.sleep(1 / _LOOKS_A_SECOND)
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
    _begun: bool = True
    _seen: bytes = b""
    _recorded: bytes = b""
    _sheet: Sheet | None = None
    _after: Session | None = None
    _others: Subscription | None = None
    _said: set[tuple[str, str]] = field(default_factory=set)
    _state: Mapping[str, object] = field(default_factory=dict)
    _trouble: str = ""

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
        """Look once: what changed since the last time, and did not change again meanwhile, is recorded.

        So is what follows from the file since somebody said more at the desk. Raises Misuse where the file cannot be
        read, Refusal, Conflict or Unavailable where it cannot be recorded.
        """
        content = read_bytes(self.file)
        self._begun = may_become_whole(content)
        digest, seen_before = of_bytes(content), self._seen
        self._seen = digest
        if digest == self._recorded and self._desk_spoke():
            self._recorded = b""
        if digest != self._recorded:
            if seen_before and digest != seen_before:
                return  # somebody is writing: it is taken when two looks agree
            self._take(read_content(self.file, content, imports.winners_asked(self.wishes.winners)))
            self._recorded = digest
        elif self._trouble:
            self._reads_again()
        self._trouble = ""

    def _take(self, sheet: Sheet) -> None:
        """Record what a file says, where it says anything yet, and how things stand then."""
        if sheet.lines or sheet.problems:
            regulations = regulations_of(sheet, self.wishes.profile)
            effect = imports.record_sheet(self.desk, sheet, regulations, self.wishes, self.reopening)
            self._report(sheet, effect)
            self._after = session_of(effect.after)
            self._others = self.desk.office.follow(effect.after.id, {effect.after.id: effect.after.number})
        self._sheet = sheet
        self._show(sheet)

    def _desk_spoke(self) -> bool:
        """Take notice of what was recorded by others, and say whether of what the file says more may be recorded now.

        What a file said, this one or another, is no reason: two who follow files that differ would never end.
        """
        others = list(self._others.new()) if self._others else []
        if others and self._after and self._sheet:
            self._after = self.desk.office.session(self._after.id)
            self._show(self._sheet)
        return bool(others) and not any(_of_a_file(each.event) for each in others)

    # What is in the way

    def _may_pass(self, trouble: Problem) -> bool:
        """Whether it may be better at the next look; at the beginning only the file is waited for."""
        if isinstance(trouble, Misuse):
            return trouble.code in _OF_THE_FILE and self._begun
        if isinstance(trouble, Corrupt):
            return False
        return trouble.code == "bad-lines" or bool(self._after and trouble.code not in _FINAL)

    def _tell(self, trouble: Problem) -> None:
        """Say once what is in the way."""
        if self._trouble == trouble.message:
            return
        self._trouble = trouble.message
        self.live.clear()
        self.desk.aside(f"waiting: {trouble.message}", *([f"  hint: {trouble.hint}"] if trouble.hint else []))
        if self.desk.settings.json:
            self.desk.json("following/1", {"file": self.file.name, "trouble": trouble.message})
            flush()
        self._state = {}

    def _reads_again(self) -> None:
        """Say that what was in the way has gone, and nothing was missed."""
        self.live.clear()
        self.desk.aside(f"{self.file.name} reads again; nothing new in it")
        if self._sheet:
            self._show(self._sheet)

    # What is said

    def _report(self, sheet: Sheet, effect: Effect) -> None:
        """At first all that was recorded, in sum; from then on each event, and what is to be looked at once."""
        self.live.clear()
        notes = [note for note in (*effect.notes, *sheet.notes) if note not in self._said]
        if self._after is None:
            imports.report(self.desk, sheet, effect)
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
        came = sum(1 for line in sheet.lines if line.result or line.adjustment)
        missing = max(0, sheet.expected - came)
        aside = len(waiting(self._after)) if self._after else 0
        if self.desk.settings.json:
            self._show_json({"results": came, "expected": sheet.expected, "missing": missing, "waiting": aside})
        elif not self.desk.settings.quiet:
            of_all = f" of {sheet.expected}, {missing} missing" if sheet.expected else ""
            queued = f", {aside} in the queue" if aside else ""
            here = f"{counted(came, 'result') if came else 'no results yet'}{of_all}{queued}"
            self.live.show(f"{self.file.name}: {here}")

    def _show_json(self, state: Mapping[str, object]) -> None:
        if state != self._state:
            self._state = state
            self.desk.json("following/1", {"file": self.file.name, **state})
            flush()


def _of_a_file(event: Event) -> bool:
    return from_file(event) or isinstance(event, LineSetAside | LineSettled)
