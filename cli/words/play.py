"""How what was played at a table is said: results, boards that were not played, seats that were corrected, queries."""

from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.notation import and_text, boards_said, lead_text, result_text, seating_text, side_text
from cli.words.numbers import stated_text
from cli.words.vocabulary import SCORINGS, because, counted, profile_text, quoted, seated, winners_text
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

_FEW = 8


@event_text.register
def _(event: SessionOpened) -> str:
    boards = boards_said(list(event.boards))
    regulations = say("regulations %(profile)s", profile=profile_text(event.regulations.profile))
    return say(
        "session opened: %(title)s, %(scoring)s, %(winners)s, %(boards)s, %(regulations)s",
        title=event.title,
        scoring=SCORINGS[event.scoring],
        winners=winners_text(event.winners),
        boards=boards,
        regulations=regulations,
    )


@event_text.register
def _(event: ContestantsEntered) -> str:
    return say("contestants entered: %(shown)s", shown=_listed(event.contestants))


@event_text.register
def _(event: ContestantsRemoved) -> str:
    return say("contestants taken out: %(shown)s", shown=_listed(event.contestants)) + because(event.reason)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= _FEW else f"{', '.join(names[:4])}, … {names[-1]} ({len(names)})"


@event_text.register
def _(event: BoardsAdded) -> str:
    return say("%(boards)s added", boards=boards_said(list(event.boards)))


@event_text.register
def _(event: BoardsRemoved) -> str:
    return say("%(boards)s taken out", boards=boards_said(list(event.boards))) + because(event.reason)


@event_text.register
def _(event: ResultRecorded) -> str:
    lead = say(", lead %(lead)s", lead=lead_text(event.lead)) if event.lead else ""
    return f"{at_table(event)}: {result_text(event.result, False)}{lead}"


@event_text.register
def _(event: ResultCorrected) -> str:
    return say(
        "%(at_table)s: corrected to %(result)s%(agreed)s",
        at_table=at_table(event),
        result=result_text(event.result, False),
        agreed=agreed_text(event),
    ) + because(event.reason)


def agreed_text(event: ResultCorrected) -> str:
    """', agreed by NS and EW'; '' where that was not said."""
    return say(", agreed by %(agreed)s", agreed=and_text([*map(side_text, event.agreed)])) if event.agreed else ""


@event_text.register
def _(event: SeatingCorrected) -> str:
    tables = "; ".join(reseated_text(each) for each in event.tables)
    return say("board %(board)s, %(tables)s", board=event.board, tables=tables) + because(event.reason)


def reseated_text(each: Reseated) -> str:
    """Who sat there, and who was said to: 'table 3: 4 v 9 instead of 5 v 9'."""
    was, now = each.was, each.now
    table = say("table %(table)s: ", table=now.table) if now.table else ""
    changes = (
        [say("%(now)s instead of %(was)s", now=seating_text(now), was=seating_text(was))]
        if now.pair != was.pair
        else [seating_text(now)]
    )
    if was.table and now.table != was.table:
        changes.append(say("instead of table %(table)s", table=was.table))
    if now.round != was.round and now.round:
        changes.append(
            say("round %(round)s", round=now.round)
            + (say(" instead of %(round)s", round=was.round) if was.round else "")
        )
    return table + ", ".join(changes)


@event_text.register
def _(event: ResultVoided) -> str:
    return say("%(at_table)s: result voided", at_table=at_table(event)) + because(event.reason)


def at_table(event: AtTable) -> str:
    """The board an event is about, and who met there: 'board 3, 1NS v 3EW'."""
    return say("board %(board)s, %(who)s", board=event.board, who=seated(event.ns, event.ew))


@event_text.register
def _(event: BoardFouled) -> str:
    who = ", ".join(seating_text(seating) for seating in event.tables)
    version = (
        say("played version %(version)s", version=event.version) if event.version else say("played the board as it was")
    )
    return say("board %(board)s, %(who)s: %(version)s", board=event.board, who=who, version=version) + because(
        event.reason
    )


@event_text.register
def _(event: RegulationsAmended) -> str:
    return say("regulations amended: %(profile)s", profile=profile_text(event.regulations.profile)) + because(
        event.reason
    )


@event_text.register
def _(event: CarryOverSet) -> str:
    return say(
        "%(contestant)s carries over %(imps)s IMPs", contestant=event.contestant, imps=stated_text(event.imps)
    ) + because(event.reason)


@event_text.register
def _(event: ResultsExpected) -> str:
    how_many = counted(event.results, "result") if event.results else say("as many results as any board has")
    return say("expected of every board: %(how_many)s", how_many=how_many) + because(event.reason)


@event_text.register
def _(event: SessionClosed) -> str:
    return say("session closed") + because(event.reason)


@event_text.register
def _(event: SessionReopened) -> str:
    return say("session open again") + because(event.reason)


@event_text.register
def _(event: ResultQueried) -> str:
    return say("%(where)s: result queried: %(question)s", where=_where(event), question=quoted(event.question))


@event_text.register
def _(event: ResultConfirmed) -> str:
    by = say(" by %(sides)s", sides=and_text([*map(side_text, event.sides)])) if event.sides else ""
    return say("%(where)s: result confirmed%(by)s", where=_where(event), by=by) + because(event.reason)


@event_text.register
def _(event: QueryWithdrawn) -> str:
    return say("%(where)s: query taken back", where=_where(event)) + because(event.reason)


@event_text.register
def _(event: ConfirmationWithdrawn) -> str:
    return say("%(where)s: confirmation taken back", where=_where(event)) + because(event.reason)


def _where(event: AtTable) -> str:
    table = say("table %(table)s, ", table=event.table) if event.table else ""
    return say("board %(board)s %(table)s%(who)s", board=event.board, table=table, who=seated(event.ns, event.ew))
