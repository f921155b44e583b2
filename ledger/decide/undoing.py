"""Undo: the event that compensates another. Nothing is deleted; what later events rest on is not undone."""

from fractions import Fraction

from ledger.commands import Undo, Where, WithdrawPenalty, WithdrawRuling
from ledger.decide.penalties import require_penalty, withdraw_penalty
from ledger.decide.proposal import Proposal
from ledger.decide.results import void
from ledger.decide.rulings import check_needs_result, check_other_room, require_case, withdraw_ruling
from ledger.decide.seats import check_free
from ledger.events import (
    BoardFouled,
    CarryOverSet,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    Recorded,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SessionClosed,
    SessionReopened,
)
from ledger.refusal import Refusal
from ledger.scoring.line import Seating
from ledger.session import Penalty, Ruling, Session, TableBoard


def undo(command: Undo, session: Session) -> tuple[Proposal, ...]:
    """The compensating event for the target, which must be the latest word on its subject."""
    target, number = command.target, command.target.number
    match target.event:
        case ResultRecorded(board=board, ns=ns, ew=ew):
            played = _latest_result(session, board, Seating(ns, ew), number)
            return (void(played, command.reason),)
        case ResultCorrected(board=board, ns=ns, ew=ew):
            return (_uncorrect(_latest_result(session, board, Seating(ns, ew), number), command.reason),)
        case ResultVoided():
            return (_unvoid(session, target),)
        case RulingGiven(case=case) if command.whole_case:
            return withdraw_ruling(WithdrawRuling(case, command.reason), session)
        case RulingGiven(case=case):
            _latest_word(require_case(session, case), number)
            return withdraw_ruling(WithdrawRuling(case, command.reason), session)
        case RulingAmended(case=case):
            return (_unamend(_latest_word(require_case(session, case), number), command.reason),)
        case RulingWithdrawn(case=case):
            return (_reinstate(session, _latest_word(require_case(session, case), number), command.reason),)
        case RulingReinstated(case=case):
            _latest_word(require_case(session, case), number)
            return withdraw_ruling(WithdrawRuling(case, command.reason), session)
        case PenaltyImposed(case=case):
            _latest_penalty(session, case, number)
            return withdraw_penalty(WithdrawPenalty(case, command.reason), session)
        case PenaltyWithdrawn(case=case):
            _latest_penalty(session, case, number)
            return (Proposal(PenaltyReinstated(case, command.reason), (number,)),)
        case PenaltyReinstated(case=case):
            _latest_penalty(session, case, number)
            return withdraw_penalty(WithdrawPenalty(case, command.reason), session)
        case CarryOverSet(contestant=contestant):
            history = session.carry_over[contestant]
            if history[-1].number != number:
                raise Refusal(
                    "has-dependants", f"#{history[-1].number} set it anew since", f"undo {history[-1].number} first"
                )
            earlier = history[-2].imps if len(history) > 1 else Fraction(0)
            return (Proposal(CarryOverSet(contestant, earlier, command.reason), (number,)),)
        case BoardFouled():
            return _unfoul(session, target.event, number, command.reason)
        case RegulationsAmended():
            return (_unamend_regulations(session, number, command.reason),)
        case SessionClosed():
            _latest_closing(session, number)
            return (Proposal(SessionReopened(command.reason), (number,)),)
        case SessionReopened():
            _latest_closing(session, number)
            return (Proposal(SessionClosed(command.reason), (number,)),)
        case _:
            raise Refusal(
                "undo-nothing",
                f"#{number} ({target.name}) is about who takes part and with what: it is not undone",
                "nothing rests on it; a session opened by mistake can be closed",
            )


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


def _unfoul(session: Session, fouled: BoardFouled, number: int, reason: str) -> tuple[Proposal, ...]:
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
        Proposal(BoardFouled(fouled.board, version, tuple(tables), reason), (number,))
        for version, tables in before.items()
    )


def _unamend_regulations(session: Session, number: int, reason: str) -> Proposal:
    latest = session.amendments[-1][0]
    if latest != number:
        raise Refusal("has-dependants", f"#{latest} amended the regulations since", f"undo {latest} first")
    before = session.amendments[-2][1] if len(session.amendments) > 1 else session.opening.regulations
    return Proposal(RegulationsAmended(before, reason), (number,))


def _latest_word(ruling: Ruling, number: int) -> Ruling:
    latest = ruling.events[-1]
    if latest != number:
        raise Refusal(
            "has-dependants",
            f"#{latest} came after #{number} in {ruling.case}",
            f"undo {latest} first, or the whole case: `undo {ruling.case}`",
        )
    return ruling


def _uncorrect(played: TableBoard, reason: str) -> Proposal:
    latest, before = played.results[-1], played.results[-2]
    return Proposal(
        ResultCorrected(played.board, *played.seating, before.result, before.lead, reason), (latest.number,)
    )


def _unvoid(session: Session, target: Recorded) -> Proposal:
    voided = session.voided[target.number]
    check_free(session, Where(voided.board, voided.table), voided.seating)
    result = voided.results[-1]
    event = ResultRecorded(voided.board, *voided.seating, result.result, voided.table, voided.round, result.lead)
    return Proposal(event, (target.number,))


def _unamend(ruling: Ruling, reason: str) -> Proposal:
    latest, before = ruling.versions[-1], ruling.versions[-2][1]
    said = {
        name: getattr(before, name)
        for name in ("adjustment", "offender", "laws", "disallowed", "legal_route", "facts", "advice")
    }
    return Proposal(RulingAmended(case=ruling.case, reason=reason or before.reason, **said), (latest[0],))


def _reinstate(session: Session, ruling: Ruling, reason: str) -> Proposal:
    played = session.boards[ruling.board].get(ruling.seating)
    if played and played.case:
        raise Refusal(
            "already-ruled",
            f"{played.name} has been ruled since: {played.case}",
            f"`ruling withdraw {played.case}` first",
        )
    given = ruling.versions[0][1]
    assert isinstance(given, RulingGiven)
    check_needs_result(ruling.judgement.adjustment, given, played)
    check_other_room(ruling.judgement.adjustment, given, session)
    if played is None:
        check_free(session, Where(ruling.board, given.table), ruling.seating)
    return Proposal(RulingReinstated(ruling.case, reason), (ruling.events[-1],))
