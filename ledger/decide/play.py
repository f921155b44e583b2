"""Table results: recorded, corrected, voided; the opening lead, held against the result and the cards of the board; and
undo, for what the tables played: results, fouled boards, seats, carry-over.
"""

from fractions import Fraction

from msgspec import structs

from ledger.bounds.tournaments import RESULTS
from ledger.bridge import Result
from ledger.decide.anew import undone
from ledger.decide.entering import enter
from ledger.decide.opening import recorded_on
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.decide.seats import check_free, check_round, new_seating, unentered
from ledger.decide.steps import check_begun
from ledger.errors import Refusal
from ledger.facts import (
    CorrectResult,
    ExpectResults,
    FoulBoard,
    MoveResult,
    RecordResult,
    SetCarryOver,
    Undo,
    VoidResult,
    Where,
)
from ledger.facts.at_table import AtTable, SideName
from ledger.facts.play import (
    BoardFouled,
    BoardsAdded,
    BoardsRemoved,
    CarryOverSet,
    ResultCorrected,
    ResultRecorded,
    ResultsExpected,
    ResultVoided,
)
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.places import meant, require_board, require_contestant, require_table, sits_once


def check_lead(session: Session, board: int, result: Result, lead: str | None, played: TableBoard | None) -> None:
    """Refuse a lead to a board that was passed out, and a card that is in another hand than the leader's."""
    if lead is None or not (why := _wrong(session, board, result, lead, played)):
        return
    hint = (
        "leave --lead out"
        if result.played is None
        else "are the board, the declarer and the card right? wrong cards: `deal correct`"
    )
    raise Refusal("lead-not-held", why, hint)


def kept_lead(session: Session, result: Result, played: TableBoard) -> str | None:
    """The lead recorded before, where it can have been that to another result too."""
    lead = played.lead
    return None if lead and _wrong(session, played.board, result, lead, played) else lead


def _wrong(session: Session, board: int, result: Result, lead: str, played: TableBoard | None) -> str:
    """Why nobody can have led a card; '' where somebody can. A fouled board's cards are not those that are kept."""
    if result == "PASS":
        return f"board {board} was passed out: nobody led {lead}"
    deal = None if played and played.version else session.deal(board)
    contract = result.played
    if deal is None or contract is None or (holder := deal.holder(lead)) is contract.declarer.left:
        return ""
    leader = contract.declarer.left
    return f"{leader.value} leads against {result}, and {holder.value} has {lead} on board {board}"


def record_result(command: RecordResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A result at a table that has none; an open entry takes in the contestants it names."""
    where, played = meant(session, command.where)
    if played and played.result:
        raise Refusal(
            "result-exists",
            f"{played.name} already has {played.result} (#{played.results[-1].number})",
            "scoring error → `result correct …`; irregularity → `ruling add …`"
            + _meeting_again(where, played, session),
        )
    if played and where.round and not played.round:
        check_round(session, where.board, structs.replace(played.seating, round=where.round), without=(played,))
    check_lead(session, where.board, command.result, command.lead, played)
    seating = played.seating if played else new_seating(session, where)
    place = seating.at(where.round, where.table).place
    event = ResultRecorded(where.board, *seating.pair, command.result, command.lead, **place)
    return *enter(unentered(session, seating), session.opening), ProposedEvent(event)


def _meeting_again(where: Where, played: TableBoard, session: Session) -> str:
    """What to do where two teams meet again: say the round, of what was recorded without one first."""
    if sits_once(session):
        return ""
    if where.round and played.round is None:
        return "; they meet again → say its round first: `result correct … --now-round N`"
    return "; they meet again → --round N"


def correct_result(command: CorrectResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Another result instead of the one recorded; a ruling on the table's board stays as it is."""
    played = require_result(require_table(session, command.where))
    check_begun(played, session, actor)
    check_lead(session, played.board, command.result, command.lead, played)
    lead = command.lead or (None if command.no_lead else kept_lead(session, command.result, played))
    if (command.result, lead) == (played.result, played.lead):
        raise Refusal(
            "nothing-to-change", f"{played.name} already has {played.result}", "`board` shows what is recorded"
        )
    return (corrected(played, command.result, lead, command.reason, agreed=command.agreed),)


def void_result(command: VoidResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """No result instead of the one recorded; refused while a ruling rests on it."""
    played = require_result(require_table(session, command.where))
    check_begun(played, session, actor)
    return (void(played, command.reason),)


def move_result(command: MoveResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A result taken from the board it was entered on, to the one it is of; or two exchanged. Both go, or neither."""
    played = require_result(require_table(session, command.where))
    check_begun(played, session, actor)
    require_board(session, command.board)
    if command.board == played.board:
        raise Refusal("nothing-to-change", f"it is the result of {played.name}", f"`board {played.board}`")
    if command.exchange:
        other = require_result(require_table(session, structs.replace(command.where, board=command.board)))
        return tuple(
            corrected(each, then.what_is_said[0], _lead_on(session, each.board, then), command.reason)
            for each, then in ((played, other), (other, played))
        )
    gone, seating, last = void(played, command.reason), played.in_full, played.results[-1]
    try:
        _check_place(session, command.board, seating)
    except Refusal as refusal:
        hint = f"where each is on the other's board: --exchange; {refusal.hint}"
        raise Refusal(refusal.code, refusal.message, hint) from None
    check_lead(session, command.board, last.result, last.lead, None)
    there = ResultRecorded(command.board, *seating.pair, last.result, last.lead, **seating.place)
    return gone, ProposedEvent(there, (last.number,))


def _lead_on(session: Session, board: int, played: TableBoard) -> str | None:
    """The lead of a result that is of another board, where it can have been one there."""
    result, lead = played.what_is_said
    return None if lead and _wrong(session, board, result, lead, None) else lead


def _check_place(session: Session, board: int, seating: Seating) -> None:
    """Refuse a result where the table, or one of the two, has something; it may be what was to be played later."""
    there = session.line(board, seating)
    if not (there and there.pending):
        check_free(session, board, seating)


def foul_board(command: FoulBoard, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """These tables played another version: each version is scored by itself (Law 87)."""
    found = [require_table(session, Where(command.board, table, round=command.round)) for table in command.tables]
    if all(played.version == command.version for played in found):
        raise Refusal(
            "nothing-to-change",
            f"these tables of board {command.board} have version {command.version!r} already",
            f"`board {command.board}`",
        )
    because = tuple(sorted(played.results[-1].number for played in found if played.results))
    tables = tuple(played.seating for played in found)
    return (ProposedEvent(BoardFouled(command.board, command.version, tables, command.reason), because),)


def corrected(
    played: TableBoard,
    result: Result,
    lead: str | None,
    reason: str,
    imported: bool = False,
    agreed: tuple[SideName, ...] = (),
) -> ProposedEvent:
    """Another result for a table's board."""
    seating = played.seating
    event = ResultCorrected(
        played.board, *seating.pair, result, lead, reason, agreed, **seating.place, imported=imported
    )
    return ProposedEvent(event, (played.results[-1].number,))


def void(played: TableBoard, reason: str, *, imported: bool = False) -> ProposedEvent:
    """Void a table's result; refused while a ruling rests on it, unless the ruling goes with it by the same file."""
    if played.cases and not imported:
        rule = "rules" if len(played.cases) == 1 else "rule"
        message = f"{' and '.join(played.cases)} {rule} on {played.name}"
        raise Refusal("has-dependants", message, f"`ruling withdraw {played.cases[-1]}` first")
    seating = played.seating
    event = ResultVoided(played.board, *seating.pair, reason, **seating.place, imported=imported)
    return ProposedEvent(event, (played.results[-1].number,))


def require_result(played: TableBoard) -> TableBoard:
    """Refuse a table's board on which nothing was played."""
    if played.result is None:
        number = played.absence.number if played.absence else 0
        instead = " and ".join(played.cases) or f"what #{number} says"
        back = f"`undo {played.cases[-1] if played.cases else number}` takes that back"
        add = "`result add` records one; " if all(played.seating.pair) else ""
        raise Refusal("no-result", f"{played.name} has no result, only {instead}", add + back)
    return played


def set_carry_over(command: SetCarryOver, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What a team brings into its match; knockout only."""
    if not FORMS[session.opening.scoring].one_match:
        raise Refusal(
            "wrong-unit", f"there is no carry-over at {session.opening.scoring}", "carry-over is for knockout matches"
        )
    return (ProposedEvent(CarryOverSet(require_contestant(session, command.contestant), command.imps, command.reason)),)


def expect_results(command: ExpectResults, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """How many results a board should have, where scores depend on it."""
    scoring = session.opening.scoring
    if not FORMS[scoring].of_a_field:
        message = f"at {scoring} no score depends on how many results a board should have"
        raise Refusal("wrong-unit", message, "it is for matchpoints and cross-imps")
    if command.results is not None and not RESULTS.hold(command.results):
        message = f"a board should have from {RESULTS.least} to {RESULTS.most} results, not {command.results}"
        raise Refusal("bad-number", message, "`session expect 13`; `session expect most`")
    if command.results == session.results_expected:
        said = f"{command.results} results" if command.results else "as many results as any board has"
        raise Refusal("nothing-to-change", f"{said} are expected already", "`session show` says so")
    return (ProposedEvent(ResultsExpected(command.results, command.reason)),)


HANDLERS: Handlers = {
    RecordResult: record_result,
    CorrectResult: correct_result,
    VoidResult: void_result,
    FoulBoard: foul_board,
    MoveResult: move_result,
    SetCarryOver: set_carry_over,
    ExpectResults: expect_results,
}


def _unrecord(event: ResultRecorded, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    return (void(_latest_result(session, event, command.target.number), command.reason),)


def _uncorrect(event: ResultCorrected, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    played = _latest_result(session, event, command.target.number)
    before = played.results[-2]
    return (corrected(played, before.result, before.lead, command.reason),)


def _latest_result(session: Session, event: AtTable, number: int) -> TableBoard:
    """The table's play of the board, where the event is the last word on its result."""
    found = (each for each in session.boards[event.board].values() if number in [said.number for said in each.results])
    played = next(found, None)
    if played is None:
        raise Refusal(
            "undo-nothing",
            f"the result of #{number} is no longer there: it was voided",
            f"`log --board {event.board}` tells how",
        )
    latest = played.results[-1].number
    if latest != number:
        raise Refusal(
            "has-dependants", f"#{latest} corrected the result of #{number}", f"undo {latest} first, or `result void`"
        )
    return played


def _unvoid(event: ResultVoided, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    voided = session.voided[number]
    _check_place(session, voided.board, voided.seating)
    seating, last = voided.in_full, voided.results[-1]
    again = ResultRecorded(voided.board, *seating.pair, last.result, last.lead, **seating.place)
    return (ProposedEvent(again, (number,)),)


def _unfoul(event: BoardFouled, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Every table back to the version it had before, one event for each such version."""
    number = command.target.number
    before: dict[str, list[Seating]] = {}
    fouled = [played for played in session.boards[event.board].values() if number in played.events]
    if len(fouled) < len(event.tables) or any(played.version != event.version for played in fouled):
        raise Refusal(
            "has-dependants",
            f"the versions of board {event.board} were changed since #{number}",
            f"`log --board {event.board}`",
        )
    for played in fouled:
        earlier = played.versions[-2] if len(played.versions) > 1 else ""
        before.setdefault(earlier, []).append(played.seating)
    return tuple(
        ProposedEvent(BoardFouled(event.board, version, tuple(tables), command.reason), (number,))
        for version, tables in before.items()
    )


def _unadd(event: BoardsAdded, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The boards taken out again, where nobody has recorded anything on them."""
    for board in event.boards:
        if board not in session.boards:
            raise Refusal("undo-nothing", f"board {board} was taken out already", "`session show` lists the boards")
        if recorded := recorded_on(session, board):
            message = f"{recorded} is on board {board}"
            raise Refusal("has-dependants", message, "what was recorded on a board stays in its log, and so does it")
    return (ProposedEvent(BoardsRemoved(event.boards, command.reason), (command.target.number,)),)


def _readd(event: BoardsRemoved, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    new = tuple(board for board in event.boards if board not in session.boards)
    if not new:
        raise Refusal("undo-nothing", "the boards were added again since", "`session show` lists the boards")
    return (ProposedEvent(BoardsAdded(new), (command.target.number,)),)


def _uncarry(event: CarryOverSet, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    before = undone(session.carry_over[event.contestant], number) or Fraction(0)
    return (ProposedEvent(CarryOverSet(event.contestant, before, command.reason), (number,)),)


def _unexpect(event: ResultsExpected, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    return (ProposedEvent(ResultsExpected(undone(session.expecting, number), command.reason), (number,)),)


UNDO: Undoing = {
    ResultRecorded: _unrecord,
    ResultCorrected: _uncorrect,
    ResultVoided: _unvoid,
    BoardFouled: _unfoul,
    BoardsAdded: _unadd,
    BoardsRemoved: _readd,
    CarryOverSet: _uncarry,
    ResultsExpected: _unexpect,
}
