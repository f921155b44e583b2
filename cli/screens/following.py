"""log --follow: what is recorded, as it is recorded."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.desk.desk import Desk
from cli.json.events import event_json
from cli.screens.event_filters import Filters, wanted
from cli.screens.events import print_event
from cli.terminal.screen import flush, let_go, put
from ledger.errors import Misuse
from ledger.facts import Envelope
from ledger.facts.clocks import WrongClocks
from ledger.recording.machine_state import KeptPlace
from ledger.session import Stream

if TYPE_CHECKING:
    from ledger.store.subscription import Position

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
    while True:
        wrong: dict[str, WrongClocks] = {}
        for envelope in subscription.new():
            if found.has(envelope):
                if envelope.session not in wrong:
                    wrong[envelope.session] = desk.office.stream(envelope.session).wrong_clocks
                _print(desk, envelope, wrong[envelope.session], several=everywhere)
            if kept:
                kept.keep(subscription)
        if kept:
            kept.keep(subscription, now=True)
        time.sleep(1 / _POLLS_A_SECOND)


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
