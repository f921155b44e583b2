"""import --follow: the file that Bridgemates write, looked at again and again.

The log is the memory: whatever the file says is compared with what the log has of it, in the turn in which the rest is
recorded. So there is no place to lose, and nothing to record twice, whenever the follower was stopped.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.screens import imports
from cli.screens.device_following import Follower, HowFar, check_goes_on
from ledger.digests import of_bytes
from ledger.errors import Misuse
from ledger.exchange.bridgemate.access import may_become_whole
from ledger.exchange.bridgemate.bws import read_content
from ledger.exchange.sheet import read_bytes

if TYPE_CHECKING:
    from cli.desk.desk import Desk
    from cli.options.sessions import ImportOptions
    from ledger.errors import Problem
    from ledger.exchange.sheet import Sheet
    from ledger.facts import Reopening
    from ledger.session import Session

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
