"""Undo: the event that compensates another. Nothing is deleted; what later events rest on is not undone."""

from msgspec import structs

from ledger.commands import Undo, Where, WithdrawPenalty, WithdrawRuling
from ledger.decide.penalties import require_penalty, withdraw_penalty
from ledger.decide.proposal import Proposal
from ledger.decide.results import void
from ledger.decide.rulings import check_needs_result, require_case, withdraw_ruling
from ledger.decide.seats import check_free
from ledger.events import (
    BoardFouled,
    PenaltyImposed,
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
            penalty = _latest_penalty(session, case, number)
            return (
                Proposal(structs.replace(penalty.imposed, reason=command.reason or penalty.imposed.reason), (number,)),
            )
        case BoardFouled(board=board, version=version, tables=tables):
            if any(session.boards[board][Seating(*seats)].version != version for seats in tables):
                raise Refusal(
                    "has-dependants",
                    f"the versions of board {board} were changed since #{number}",
                    f"`log --board {board}`",
                )
            return (Proposal(BoardFouled(board, "", tables, command.reason), (number,)),)
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
                f"#{number} ({target.name}) is how the session began: it is not undone",
                "open another session instead",
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
    taken = set(voided.seating.everyone)
    for played in session.boards[voided.board].values():
        if taken & set(played.seating.everyone) or (voided.table and played.table == voided.table):
            raise Refusal(
                "has-dependants",
                f"{played.name} has been recorded since, by #{played.events[-1]}",
                f"undo {played.events[-1]} first",
            )
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
    if played is None:
        check_free(session, Where(ruling.board, given.table), ruling.seating)
    return Proposal(RulingReinstated(ruling.case, reason), (ruling.events[-1],))
