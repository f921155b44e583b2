"""log --follow: what is recorded, as it is recorded; and which events of a log are wanted."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.desk.desk import Desk
from cli.desk.screen import flush, put
from cli.screens.events import case_of, event_json, print_event
from ledger.errors import Misuse
from ledger.events import Envelope
from ledger.events.appeals import AppealLodged
from ledger.events.register import KINDS
from ledger.recording.kept_place import KeptPlace
from ledger.session import Session

if TYPE_CHECKING:
    from ledger.store.position import Position

_POLLS_A_SECOND = 4


@dataclass(slots=True)
class Wanted:
    """Which events are asked for: of a board, of kinds ('result,ruling'), by an official; None: whichever.

    `cases` says which board each case is about; it grows as events pass by.
    """

    board: int | None
    kinds: str | None
    by: str | None
    cases: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a kind there is none of: an empty log would say that nothing happened."""
        for kind in self._kinds():
            if not any(each.name.startswith(kind) for each in KINDS):
                known = dict.fromkeys(each.name.partition("-")[0] for each in KINDS)
                raise Misuse("usage", f"no event is called {kind!r}", f"events begin with {', '.join(sorted(known))}")

    def has(self, envelope: Envelope) -> bool:
        """Whether an event is wanted."""
        on_board = self._board_of(envelope)
        return self.board in (None, on_board) and self.by in (None, envelope.by) and self._is_of_kind(envelope.name)

    def _board_of(self, envelope: Envelope) -> int | None:
        """The board an event is about, by itself or by its case, or by the ruling an appeal is against."""
        event, case = envelope.event, case_of(envelope.event) or ""
        against = event.against if isinstance(event, AppealLodged) else ""
        board: int | None = getattr(event, "board", None) or self.cases.get(case) or self.cases.get(against)
        if case and board:
            self.cases.setdefault(case, board)
        return board

    def _is_of_kind(self, name: str) -> bool:
        return self.kinds is None or name.startswith(tuple(self._kinds()))

    def _kinds(self) -> list[str]:
        return [] if self.kinds is None else [kind.strip() for kind in self.kinds.split(",")]


def boards_of_cases(session: Session) -> dict[str, int]:
    """The board each case of a session is about."""
    boards = {case: ruling.board for case, ruling in session.rulings.items()}
    boards |= {case: call.called.board for case, call in session.calls.items() if call.called.board}
    appeals = session.appeals.items()
    return boards | {case: boards[appeal.against] for case, appeal in appeals if appeal.against in boards}


def follow_log(desk: Desk, wanted: Wanted, after: int | None, position: Path | None, *, everywhere: bool) -> NoReturn:
    """Print what is recorded from now on, or after an event, until interrupted; with --json an object a line.

    `position`: a file that says how far was printed, and is kept up to date.
    """
    if desk.settings.as_of or (everywhere and (after or wanted.board)):
        from_now = "with --all, sessions are followed from now on"
        raise Misuse("usage", from_now, "log --follow --after 207, of one session")
    kept = KeptPlace(position) if position else None
    if kept and kept.positions and after is not None:
        raise Misuse("usage", f"{position} says where to go on", "leave --after out, or name a new file")
    start = _start(desk, wanted, after, kept, everywhere=everywhere)
    subscription = desk.office.follow(None if everywhere else desk.session_id, start)
    while True:
        for envelope in subscription.new():
            if wanted.has(envelope):
                _print(desk, envelope, several=everywhere)
            if kept:
                kept.keep(subscription)
        if kept:
            kept.keep(subscription, now=True)
        time.sleep(1 / _POLLS_A_SECOND)


def _start(
    desk: Desk, wanted: Wanted, after: int | None, kept: KeptPlace | None, *, everywhere: bool
) -> Mapping[str, int | Position] | None:
    """Where to begin: where it was left, after an event, or now; the boards of its cases so far are noted."""
    positions = kept.positions if kept else {}
    if everywhere:
        return dict(positions) or None
    session = desk.office.session(desk.session_id, after)
    wanted.cases = boards_of_cases(session)
    number = session.number if after is None else after
    return {session.id: positions.get(session.id, number)}


def _print(desk: Desk, envelope: Envelope, *, several: bool) -> None:
    if desk.settings.json:
        desk.json("event/1", {"session": envelope.session, "event": event_json(envelope)})
    else:
        if several:
            put(envelope.session, end="\t" if desk.settings.plain else "  ")
        print_event(desk, envelope)
    flush()
