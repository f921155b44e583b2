"""log --follow: what is recorded, as it is recorded; and which events of a log are wanted."""

import sys
import time
from dataclasses import dataclass, field

from cli.desk.desk import Desk
from cli.screens.event_lines import event_json, print_event
from cli.screens.wording import case_of
from ledger.errors import Misuse
from ledger.events import Envelope
from ledger.events.appeals import AppealLodged
from ledger.session import Session
from ledger.store.subscription import Subscription

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

    def has(self, envelope: Envelope) -> bool:
        """Whether an event is wanted."""
        event, case = envelope.event, case_of(envelope.event) or ""
        against = event.ruling if isinstance(event, AppealLodged) else ""
        on_board = getattr(event, "board", None) or self.cases.get(case) or self.cases.get(against)
        if case and on_board:
            self.cases.setdefault(case, on_board)
        return (
            self.board in (None, on_board)
            and self.by in (None, envelope.by)
            and (self.kinds is None or any(envelope.name.startswith(kind.strip()) for kind in self.kinds.split(",")))
        )


def boards_of_cases(session: Session) -> dict[str, int]:
    """The board each case of a session is about."""
    boards = {case: ruling.board for case, ruling in session.rulings.items()}
    boards |= {case: call.called.board for case, call in session.calls.items()}
    return boards | {case: boards[appeal.ruling] for case, appeal in session.appeals.items()}


def follow_log(desk: Desk, wanted: Wanted, after: int | None, everywhere: bool) -> None:
    """Print what is recorded from now on, or after an event, until interrupted; with --json an object a line."""
    if desk.settings.as_of or (everywhere and (after or wanted.board)):
        raise Misuse(
            "usage", "with --all, sessions are followed from now on", "log --follow --after 207, of one session"
        )
    if everywhere:
        follower = Subscription(desk.store, None, desk.store.log.heads())
    else:
        session = desk.session_id
        start = desk.store.log.heads(session)[session] if after is None else after
        follower = Subscription(desk.store, session, {session: start})
        wanted.cases = boards_of_cases(desk.office.session(session, start))
    while True:
        for envelope in follower.new():
            if wanted.has(envelope):
                _print(desk, envelope, several=everywhere)
        time.sleep(1 / _POLLS_A_SECOND)


def _print(desk: Desk, envelope: Envelope, *, several: bool) -> None:
    if desk.settings.json:
        desk.json("event/1", None, {"session": envelope.session, "event": event_json(envelope)})
    else:
        if several:
            print(f"{envelope.session}{chr(9) if desk.settings.plain else '  '}", end="")
        print_event(desk, envelope)
    sys.stdout.flush()
