"""log --follow: what is recorded, as it is recorded."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.desk.desk import Desk
from cli.json.events import event_json
from cli.screens.event_filters import Filters, LogFilter, wanted
from cli.screens.events import print_event
from cli.terminal.patience import look_on
from cli.terminal.screen import flush, let_go, put
from ledger.errors import Misuse
from ledger.facts import Envelope
from ledger.facts.clocks import WrongClocks
from ledger.recording.machine_state import KeptPlace
from ledger.session import Stream

if TYPE_CHECKING:
    from ledger.store.subscription import Position, Subscription

_POLLS_A_SECOND = 4


def follow_log(desk: Desk, asked: Filters, after: int | None, position: Path | None, *, everywhere: bool) -> NoReturn:
    """Print what is recorded from now on, or after an event, until interrupted; with --json an object a line.

    `position`: a file that says how far was printed, and is kept up to date.
    """
    _require_followable(desk, asked, after, everywhere=everywhere)
    kept = KeptPlace(position) if position else None
    if kept and kept.positions and after is not None:
        raise Misuse("usage", f"{position} says where to go on", "leave --after out, or name a new file")
    session = None if everywhere else desk.office.stream(desk.session_id, after)
    found = wanted(asked, session)
    start = _start(session, after, kept)
    subscription = desk.office.follow(None if everywhere else desk.session_id, start)
    let_go()
    look_on(_Told(desk, found, subscription, kept, several=everywhere).look, _POLLS_A_SECOND)


class _Told:
    """What was recorded, told as it is looked for, each event once: also where a look breaks off half-way."""

    def __init__(
        self, desk: Desk, found: LogFilter, subscription: Subscription, kept: KeptPlace | None, *, several: bool
    ) -> None:
        self._desk, self._found, self._subscription, self._kept = desk, found, subscription, kept
        self._several = several
        self._untold: Envelope | None = None
        self._wrong: dict[str, WrongClocks] = {}

    def look(self) -> None:
        """Tell what is new. Unavailable where it cannot be looked for now."""
        self._wrong.clear()
        if self._untold:
            self._tell(self._untold)
        for envelope in self._subscription.new():
            self._untold = envelope
            self._tell(envelope)
        if self._kept:
            self._kept.keep(self._subscription, now=True)

    def _tell(self, envelope: Envelope) -> None:
        if self._found.has(envelope):
            if envelope.session not in self._wrong:
                self._wrong[envelope.session] = self._desk.office.stream(envelope.session).wrong_clocks
            _print(self._desk, envelope, self._wrong[envelope.session], several=self._several)
        self._untold = None
        if self._kept:
            self._kept.keep(self._subscription)


def _require_followable(desk: Desk, asked: Filters, after: int | None, *, everywhere: bool) -> None:
    """Misuse where a number or a board is of one session and all are meant, or a moment of the past."""
    if desk.settings.as_of:
        raise Misuse("usage", "what is recorded is followed as it comes, and not as of a moment", "log --as-of 207")
    if everywhere and (after or asked.board):
        from_where = "with --all, sessions are followed from now on, or with --after 0 from their beginning"
        raise Misuse("usage", from_where, "log --follow --after 207, of one session")


def _start(session: Stream | None, after: int | None, kept: KeptPlace | None) -> Mapping[str, int | Position] | None:
    """Where to begin: where it was left, after an event, or now; every session where none is meant.

    Of every session: now, or the beginning, for a number is of one.
    """
    positions = kept.positions if kept else {}
    if session is None:
        return dict(positions) or (None if after is None else {})
    number = session.number if after is None else after
    return {session.id: positions.get(session.id, number)}


def _print(desk: Desk, envelope: Envelope, wrong: WrongClocks, *, several: bool) -> None:
    if desk.settings.json:
        desk.json("event/1", {"session": envelope.session, "event": event_json(envelope, wrong)})
    else:
        if several:
            put(envelope.session, end="\t" if desk.settings.plain else "  ")
        print_event(desk, envelope, wrong=wrong)
    flush()
