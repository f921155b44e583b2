"""Undo: the event that compensates another. Nothing is deleted; what later events rest on is not undone."""

from fractions import Fraction

from ledger.commands import Undo, Where, WithdrawPenalty, WithdrawRuling
from ledger.decide.judging import check_needs_result
from ledger.decide.penalties import withdraw_penalty
from ledger.decide.response import Actor, Uncommitted
from ledger.decide.results import void
from ledger.decide.rulings import withdraw_ruling
from ledger.decide.seats import check_free
from ledger.decide.undoing_cases import undo_case
from ledger.errors import Refusal
from ledger.events import Envelope
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
from ledger.events.rulings import (
    Judgement,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
)
from ledger.scoring.line import Seating
from ledger.session import Penalty, Ruling, Session, TableBoard
from ledger.session.case_numbers import require_case, require_penalty, require_standing


def undo(command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """The compensating event for the target, which must be the latest word on its subject."""
    found = _undo_play(command, session) or _undo_ruling(command, session, actor) or undo_case(command, session, actor)
    if not found:
        target = command.target
        setting_up = isinstance(target.event, SessionOpened | ContestantsEntered | BoardsAdded)
        why = "it is about who takes part and with what" if setting_up else "what was said or done stays in the log"
        case = getattr(target.event, "case", None)
        whole = f"; or take back the case: `undo {case}`" if case else ""
        hint = "a session opened by mistake can be closed" if setting_up else f"record it anew, as it should be{whole}"
        raise Refusal("undo-nothing", f"#{target.number} ({target.name}) is not undone: {why}", hint)
    return found


def _undo_play(command: Undo, session: Session) -> tuple[Uncommitted, ...]:
    target, number = command.target, command.target.number
    match target.event:
        case ResultRecorded(board=board, ns=ns, ew=ew):
            return (void(_latest_result(session, board, Seating(ns, ew), number), command.reason),)
        case ResultCorrected(board=board, ns=ns, ew=ew):
            return (_uncorrect(_latest_result(session, board, Seating(ns, ew), number), command.reason),)
        case ResultVoided():
            return (_unvoid(session, target),)
        case CarryOverSet(contestant=contestant):
            return (_uncarry(session, contestant, number, command.reason),)
        case BoardFouled():
            return _unfoul(session, target.event, number, command.reason)
        case RegulationsAmended():
            return (_unamend_regulations(session, number, command.reason),)
        case SessionClosed():
            _latest_closing(session, number)
            return (Uncommitted(SessionReopened(command.reason), (number,)),)
        case SessionReopened():
            _latest_closing(session, number)
            return (Uncommitted(SessionClosed(command.reason), (number,)),)
        case _:
            return ()


def _undo_ruling(command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    target, number = command.target, command.target.number
    match target.event:
        case RulingGiven(case=case) if command.whole_case:
            return withdraw_ruling(WithdrawRuling(case, command.reason), session, actor)
        case RulingGiven(case=case) | RulingReinstated(case=case):
            _latest_word(require_case(session, case), number)
            return withdraw_ruling(WithdrawRuling(case, command.reason), session, actor)
        case RulingAmended(case=case):
            return (_unamend(_latest_word(require_standing(session, case), number), command.reason),)
        case RulingWithdrawn(case=case):
            return (_reinstate(session, _latest_word(require_case(session, case), number), command.reason),)
        case PenaltyImposed(case=case) | PenaltyReinstated(case=case):
            _latest_penalty(session, case, number)
            return withdraw_penalty(WithdrawPenalty(case, command.reason), session)
        case PenaltyWithdrawn(case=case):
            _latest_penalty(session, case, number)
            return (Uncommitted(PenaltyReinstated(case, command.reason), (number,)),)
        case _:
            return ()


def _uncarry(session: Session, contestant: str, number: int, reason: str) -> Uncommitted:
    history = session.carry_over[contestant]
    if history[-1].number != number:
        raise Refusal("has-dependants", f"#{history[-1].number} set it anew since", f"undo {history[-1].number} first")
    earlier = history[-2].imps if len(history) > 1 else Fraction(0)
    return Uncommitted(CarryOverSet(contestant, earlier, reason), (number,))


def _latest_result(session: Session, board: int, seating: Seating, number: int) -> TableBoard:
    played = session.boards[board].get(seating)
    if not played or number not in [result.number for result in played.results]:
        raise Refusal(
            "undo-nothing",
            f"the result of #{number} is no longer there: it was voided",
            f"`log --board {board}` tells its story",
        )
    latest = played.results[-1].number
    if latest != number:
        raise Refusal(
            "has-dependants", f"#{latest} corrected the result of #{number}", f"undo {latest} first, or `result void`"
        )
    return played


def _latest_closing(session: Session, number: int) -> None:
    if session.closing != number:
        raise Refusal(
            "has-dependants",
            f"#{session.closing} closed or reopened the session since",
            f"undo {session.closing} instead",
        )


def _latest_penalty(session: Session, case: str, number: int) -> Penalty:
    penalty = require_penalty(session, case)
    if penalty.events[-1] != number:
        raise Refusal(
            "has-dependants",
            f"#{penalty.events[-1]} came after #{number} in {case}",
            f"undo {penalty.events[-1]} first",
        )
    return penalty


def _unfoul(session: Session, fouled: BoardFouled, number: int, reason: str) -> tuple[Uncommitted, ...]:
    """Every table back to the version it had before, one event for each such version."""
    before: dict[str, list[tuple[str, str]]] = {}
    for seats in fouled.tables:
        played = session.boards[fouled.board].get(Seating(*seats))
        versions = played.versions if played else ()
        if not versions or versions[-1] != fouled.version:
            raise Refusal(
                "has-dependants",
                f"the versions of board {fouled.board} were changed since #{number}",
                f"`log --board {fouled.board}`",
            )
        before.setdefault(versions[-2] if len(versions) > 1 else "", []).append(seats)
    return tuple(
        Uncommitted(BoardFouled(fouled.board, version, tuple(tables), reason), (number,))
        for version, tables in before.items()
    )


def _unamend_regulations(session: Session, number: int, reason: str) -> Uncommitted:
    latest = session.amendments[-1][0]
    if latest != number:
        raise Refusal("has-dependants", f"#{latest} amended the regulations since", f"undo {latest} first")
    before = session.amendments[-2][1] if len(session.amendments) > 1 else session.opening.regulations
    return Uncommitted(RegulationsAmended(before, reason), (number,))


def _latest_word(ruling: Ruling, number: int) -> Ruling:
    latest = ruling.stated
    if latest != number:
        raise Refusal(
            "has-dependants",
            f"#{latest} came after #{number} in {ruling.case}",
            f"undo {latest} first, or the whole case: `undo {ruling.case}`",
        )
    return ruling


def _uncorrect(played: TableBoard, reason: str) -> Uncommitted:
    latest, before = played.results[-1], played.results[-2]
    return Uncommitted(
        ResultCorrected(played.board, *played.seating, before.result, before.lead, reason), (latest.number,)
    )


def _unvoid(session: Session, target: Envelope) -> Uncommitted:
    voided = session.voided[target.number]
    check_free(session, Where(voided.board, voided.table), voided.seating)
    result = voided.results[-1]
    event = ResultRecorded(voided.board, *voided.seating, result.result, voided.table, voided.round, result.lead)
    return Uncommitted(event, (target.number,))


def _unamend(ruling: Ruling, reason: str) -> Uncommitted:
    latest, before = ruling.versions[-1], ruling.versions[-2].judgement
    said = {name: getattr(before, name) for name in Judgement.__struct_fields__ if name not in ("reason", "imported")}
    return Uncommitted(RulingAmended(case=ruling.case, reason=reason or before.reason, **said), (latest.number,))


def _reinstate(session: Session, ruling: Ruling, reason: str) -> Uncommitted:
    played = session.boards[ruling.board].get(ruling.seating)
    given = ruling.given
    if played and played.case and played.case != given.supersedes:
        raise Refusal(
            "already-ruled",
            f"{played.name} has been ruled since: {played.case}",
            f"`ruling withdraw {played.case}` first",
        )
    check_needs_result(ruling.judgement.adjustment, given, played)
    if played is None:
        check_free(session, Where(ruling.board, given.table), ruling.seating)
    return Uncommitted(RulingReinstated(ruling.case, reason), (ruling.stated,))
