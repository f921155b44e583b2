"""How what was played at a table is said: results, boards that were not played, seats that were corrected, queries."""

from cli.words.event_text import event_text
from cli.words.vocabulary import because, counted, quoted, seated, winners_text
from ledger.facts.at_table import AtTable
from ledger.facts.play import (
    BoardFouled,
    BoardsAdded,
    BoardsRemoved,
    CarryOverSet,
    ContestantsEntered,
    ContestantsRemoved,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultsExpected,
    ResultVoided,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from ledger.facts.queries import ConfirmationWithdrawn, QueryWithdrawn, ResultConfirmed, ResultQueried
from ledger.facts.seating import Reseated, SeatingCorrected
from ledger.labels import boards_text
from ledger.laws.rounding import stated_text

_FEW = 8


@event_text.register
def _(event: SessionOpened) -> str:
    boards = boards_text(list(event.boards))
    regulations = f"regulations {event.regulations.profile}"
    return f"session opened: {event.title}, {event.scoring}, {winners_text(event.winners)}, {boards}, {regulations}"


@event_text.register
def _(event: ContestantsEntered) -> str:
    return f"contestants entered: {_listed(event.contestants)}"


@event_text.register
def _(event: ContestantsRemoved) -> str:
    return f"contestants taken out: {_listed(event.contestants)}" + because(event.reason)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= _FEW else f"{', '.join(names[:4])}, … {names[-1]} ({len(names)})"


@event_text.register
def _(event: BoardsAdded) -> str:
    return f"{boards_text(list(event.boards))} added"


@event_text.register
def _(event: BoardsRemoved) -> str:
    return f"{boards_text(list(event.boards))} taken out" + because(event.reason)


@event_text.register
def _(event: ResultRecorded) -> str:
    lead = f", lead {event.lead}" if event.lead else ""
    return f"{at_table(event)}: {event.result}{lead}"


@event_text.register
def _(event: ResultCorrected) -> str:
    return f"{at_table(event)}: corrected to {event.result}{agreed_text(event)}" + because(event.reason)


def agreed_text(event: ResultCorrected) -> str:
    """', agreed by NS and EW'; '' where that was not said."""
    return f", agreed by {' and '.join(event.agreed)}" if event.agreed else ""


@event_text.register
def _(event: SeatingCorrected) -> str:
    tables = "; ".join(reseated_text(each) for each in event.tables)
    return f"board {event.board}, {tables}" + because(event.reason)


def reseated_text(each: Reseated) -> str:
    """Who sat there, and who was said to: 'table 3: 4 v 9 instead of 5 v 9'."""
    was, now = each.was, each.now
    table = f"table {now.table}: " if now.table else ""
    changes = [f"{now} instead of {was}"] if now.pair != was.pair else [str(now)]
    if was.table and now.table != was.table:
        changes.append(f"instead of table {was.table}")
    if now.round != was.round and now.round:
        changes.append(f"round {now.round}" + (f" instead of {was.round}" if was.round else ""))
    return table + ", ".join(changes)


@event_text.register
def _(event: ResultVoided) -> str:
    return f"{at_table(event)}: result voided" + because(event.reason)


def at_table(event: AtTable) -> str:
    """The board an event is about, and who met there: 'board 3, 1NS v 3EW'."""
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
    return f"{event.contestant} carries over {stated_text(event.imps)} IMPs" + because(event.reason)


@event_text.register
def _(event: ResultsExpected) -> str:
    how_many = counted(event.results, "result") if event.results else "as many results as any board has"
    return f"expected of every board: {how_many}" + because(event.reason)


@event_text.register
def _(event: SessionClosed) -> str:
    return "session closed" + because(event.reason)


@event_text.register
def _(event: SessionReopened) -> str:
    return "session open again" + because(event.reason)


@event_text.register
def _(event: ResultQueried) -> str:
    return f"{_where(event)}: result queried: {quoted(event.question)}"


@event_text.register
def _(event: ResultConfirmed) -> str:
    by = f" by {' and '.join(event.sides)}" if event.sides else ""
    return f"{_where(event)}: result confirmed{by}" + because(event.reason)


@event_text.register
def _(event: QueryWithdrawn) -> str:
    return f"{_where(event)}: query taken back" + because(event.reason)


@event_text.register
def _(event: ConfirmationWithdrawn) -> str:
    return f"{_where(event)}: confirmation taken back" + because(event.reason)


def _where(event: AtTable) -> str:
    table = f"table {event.table}, " if event.table else ""
    return f"board {event.board} {table}{seated(event.ns, event.ew)}"
