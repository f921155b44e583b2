"""What the events of sessions, contestants and results say."""

from cli.screens.event_texts.by_kind import event_text
from cli.screens.vocabulary import because, seated
from ledger.events.play import (
    BoardFouled,
    BoardsAdded,
    CarryOverSet,
    ContestantsEntered,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from ledger.laws.rounding import short_text
from ledger.session.places import boards_text

_FEW = 8


@event_text.register
def _(event: SessionOpened) -> str:
    winners = "one winner" if event.winners == 1 else "two winners"
    boards = boards_text(list(event.boards))
    regulations = f"regulations {event.regulations.profile}"
    return f"session opened: {event.title}, {event.scoring}, {winners}, {boards}, {regulations}"


@event_text.register
def _(event: ContestantsEntered) -> str:
    names = event.contestants
    shown = ", ".join(names) if len(names) <= _FEW else f"{', '.join(names[:4])}, … {names[-1]} ({len(names)})"
    return f"contestants entered: {shown}"


@event_text.register
def _(event: BoardsAdded) -> str:
    return f"{boards_text(list(event.boards))} added"


@event_text.register
def _(event: ResultRecorded) -> str:
    lead = f", lead {event.lead}" if event.lead else ""
    return f"{_where(event)}: {event.result}{lead}"


@event_text.register
def _(event: ResultCorrected) -> str:
    return f"{_where(event)}: corrected to {event.result}{agreed_text(event)}" + because(event.reason)


def agreed_text(event: ResultCorrected) -> str:
    """', agreed by NS and EW'; '' where that was not said."""
    return f", agreed by {' and '.join(event.agreed)}" if event.agreed else ""


@event_text.register
def _(event: ResultVoided) -> str:
    return f"{_where(event)}: result voided" + because(event.reason)


def _where(event: ResultRecorded | ResultCorrected | ResultVoided) -> str:
    return f"board {event.board}, {seated(event.ns, event.ew)}"


@event_text.register
def _(event: BoardFouled) -> str:
    who = ", ".join(str(seating) for seating in event.tables)
    version = f"played version {event.version}" if event.version else "played the board as it was"
    return f"board {event.board}, {who}: {version}" + because(event.reason)


@event_text.register
def _(event: RegulationsAmended) -> str:
    return f"regulations amended: {event.regulations.profile}" + because(event.reason)


@event_text.register
def _(event: CarryOverSet) -> str:
    return f"{event.contestant} carries over {short_text(event.imps)} IMPs" + because(event.reason)


@event_text.register
def _(event: SessionClosed) -> str:
    return "session closed" + because(event.reason)


@event_text.register
def _(event: SessionReopened) -> str:
    return "session open again" + because(event.reason)
