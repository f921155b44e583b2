"""What the events of rulings and penalties say."""

from fractions import Fraction

from cli.screens.event_texts.by_kind import event_text
from cli.screens.vocabulary import CAUSES, REOPENINGS, because, seated
from ledger.events.rulings import (
    BoardReopened,
    NotificationRecalled,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SidesNotified,
)
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.laws.rounding import short_text


@event_text.register
def _(event: RulingGiven) -> str:
    where = f"{event.case} board {event.board}, {seated(event.ns, event.ew)}"
    superseding = f", {text}" if (text := instead(event)) else ""
    return f"{where}: {_for_now(event)}{event.adjustment!r}{superseding}" + because(event.reason)


@event_text.register
def _(event: RulingAmended) -> str:
    return f"{event.case} amended: {_for_now(event)}{event.adjustment!r}" + because(event.reason)


def _for_now(event: RulingGiven | RulingAmended) -> str:
    return "provisionally " if event.provisional else ""


def instead(event: RulingGiven) -> str:
    """'instead of R-0001 (second thoughts)': what a ruling supersedes, and why; '' where it supersedes none."""
    if not (event.supersedes and event.cause):
        return ""
    order = f" of {event.order}" if event.order else ""
    return f"instead of {event.supersedes} ({CAUSES[event.cause]}{order})"


@event_text.register
def _(event: RulingWithdrawn) -> str:
    return f"{event.case} withdrawn" + because(event.reason)


@event_text.register
def _(event: RulingReinstated) -> str:
    return f"{event.case} in force again" + because(event.reason)


@event_text.register
def _(event: SidesNotified) -> str:
    return f"{event.case} both sides told" + (", and of the right to appeal" if event.right_to_appeal else "")


@event_text.register
def _(event: NotificationRecalled) -> str:
    return f"{event.case} that both sides were told is taken back" + because(event.reason)


@event_text.register
def _(event: BoardReopened) -> str:
    return f"{_what_is_reopened(event)}: reopened, {REOPENINGS[event.cause]}: {event.authority}"


def _what_is_reopened(event: BoardReopened) -> str:
    """A table's board, a board at every table, or the session as a whole."""
    if event.board is None:
        return "the session"
    return f"board {event.board}" + (f", {event.at}" if event.at else "")


@event_text.register
def _(event: PenaltyImposed) -> str:
    match = f" in the match against {event.opponent}" if event.opponent else ""
    return f"{event.case} {event.contestant}: {penalty_text(event.amount, event.unit, event.named)}{match}" + because(
        event.reason
    )


def penalty_text(amount: Fraction, unit: PenaltyUnit, named: str | None = None) -> str:
    """'a warning', 'a penalty of 25% of a top', 'the standard penalty of 6 IMP'."""
    if not amount:
        return "a warning"
    name = f"the {named}" if named else "a"
    return f"{name} penalty of {short_text(amount)}" + ("% of a top" if unit == "%" else f" {unit}")


@event_text.register
def _(event: PenaltyWithdrawn) -> str:
    return f"{event.case} withdrawn" + because(event.reason)


@event_text.register
def _(event: PenaltyReinstated) -> str:
    return f"{event.case} in force again" + because(event.reason)
