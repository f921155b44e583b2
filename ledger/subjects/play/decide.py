"""Decide results and leads, fouled boards, carry-over and expected results; and undo them."""

from fractions import Fraction

from msgspec import structs

from ledger.bounds.tournaments import RESULTS
from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.guards.entering import enter_new
from ledger.guards.periods import fact_after_undo
from ledger.guards.seats import check_free, check_round, new_seating
from ledger.kernel.at_table import AtTable, SideName, Where
from ledger.labels import agreeing
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session import places
from ledger.session.response import Actor, ProposedEvent, Undoing
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.play import facts
from ledger.subjects.play.opening import check_unused
from ledger.subjects.rulings.facts import Undo


def check_lead(session: Session, board: int, result: Result, lead: str | None, played: TableBoard | None) -> None:
    """Refuse an opening lead on a passed-out board, or a card that is not in the leader's hand."""
    if lead is None or not (why := _why_not_lead(session, board, result, lead, played)):
        return
    hint = (
        "leave --lead out"
        if result.played is None
        else "are the board, the declarer and the card right? wrong cards: `deal correct`"
    )
    raise Refusal("lead-not-held", why, hint)


def _why_not_lead(session: Session, board: int, result: Result, lead: str, played: TableBoard | None) -> str:
    """Return why a player cannot have led a card; '' if he can, or if the cards are not recorded."""
    if result == "PASS":
        return f"board {board} was passed out: nobody led {lead}"
    deal = None if played and played.version else session.deal(board)  # not the cards of a fouled version
    contract = result.played
    if deal is None or contract is None or (holder := deal.holder(lead)) is contract.declarer.left:
        return ""
    leader = contract.declarer.left
    return f"{leader.value} leads against {result}, and {holder.value} has {lead} on board {board}"


def record_result(command: facts.RecordResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record a result at a table that has none; with open entry, enter the contestants it names."""
    where, played = places.resolve_address(session, command.where)
    if played and played.result:
        again, at = "", places.shortest_address(session, played)
        if not places.sits_at_one_table(session):  # two teams may meet again: a round tells the meetings apart
            no_round = where.round and played.round is None
            again = f"state the round of the first: `result correct {at} --now-round N`" if no_round else "--round N"
            again = f"; they meet again → {again}"
        message = f"{played.name} already has {played.result} (#{played.results[-1].number})"
        correct, rule = f"`result correct {at} {command.result}`", f"`ruling add {at} --result RESULT`"
        hint = f"scoring error → {correct}; irregularity → {rule}{again}"
        raise Refusal("result-exists", message, hint)
    if played and where.round and not played.round:
        check_round(session, where.board, structs.replace(played.seating, round=where.round), without=(played,))
    check_lead(session, where.board, command.result, command.lead, played)
    seating = played.seating if played else new_seating(session, where)
    place = seating.at(where.round, where.table).place
    event = facts.ResultRecorded(where.board, *seating.pair, command.result, command.lead, **place)
    return *enter_new(seating.everyone, session), ProposedEvent(event)


def correct_result(command: facts.CorrectResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Correct the result of a table; the rulings on it stay in force."""
    played = places.require_result(places.require_table(session, command.where))
    check_lead(session, played.board, command.result, command.lead, played)
    lead = command.lead or (None if command.no_lead else played.lead)
    if lead and not command.lead and _why_not_lead(session, played.board, command.result, lead, played):
        lead = None  # impossible with the new result
    if (command.result, lead) == (played.result, played.lead):
        message = f"{played.name} already has {played.result}"
        raise Refusal("nothing-to-change", message, "`board` shows what is recorded")
    return (correction_event(played, command.result, lead, command.reason, agreed=command.agreed),)


def void_result(command: facts.VoidResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Void the result of a table; refused while a ruling is in force on the table's board."""
    return (voiding_event(places.require_result(places.require_table(session, command.where)), command.reason),)


def move_result(command: facts.MoveResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Move a table's result to another board (refused under a ruling, or if taken), or exchange those on two boards."""
    played = places.require_result(places.require_table(session, command.where))
    places.require_board(session, command.board)
    if command.board == played.board:
        message = f"the result is already recorded for {played.name}"
        raise Refusal("nothing-to-change", message, f"`board {played.board}`")
    if command.exchange:
        target = places.require_result(
            places.require_table(session, structs.replace(command.where, board=command.board))
        )
        exchanged = list[ProposedEvent]()
        for line, source in ((played, target), (target, played)):
            result, lead = source.result_and_lead
            lead = None if lead and _why_not_lead(session, line.board, result, lead, None) else lead
            exchanged.append(correction_event(line, result, lead, command.reason))
        return tuple(exchanged)
    gone, seating, last = voiding_event(played, command.reason), played.in_full, played.results[-1]
    try:
        _check_place(session, command.board, seating)
    except Refusal as refusal:
        hint = f"if the results of the two boards were exchanged: --exchange; {refusal.hint}"
        raise Refusal(refusal.code, refusal.message, hint) from None
    check_lead(session, command.board, last.result, last.lead, None)
    recorded = facts.ResultRecorded(command.board, *seating.pair, last.result, last.lead, **seating.place)
    return gone, ProposedEvent(recorded, (last.number,))


def _check_place(session: Session, board: int, seating: Seating) -> None:
    """Refuse a result if the table or a contestant has one on the board already; a postponed board may get one."""
    line = session.line(board, seating)
    if not (line and line.pending):
        check_free(session, board, seating)


def foul_board(command: facts.FoulBoard, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record that tables played another version of a board; only tables with one version are compared (Law 87)."""
    plays = [
        places.require_table(session, Where(command.board, table, round=command.round)) for table in command.tables
    ]
    if all(played.version == command.version for played in plays):
        message = f"these tables of board {command.board} have version {command.version!r} already"
        raise Refusal("nothing-to-change", message, f"`board {command.board}`")
    because = tuple(sorted(played.results[-1].number for played in plays if played.results))
    tables = tuple(played.seating for played in plays)
    return (ProposedEvent(facts.BoardFouled(command.board, command.version, tables, command.reason), because),)


def correction_event(
    played: TableBoard,
    result: Result,
    lead: str | None,
    reason: str,
    imported: bool = False,
    agreed: tuple[SideName, ...] = (),
) -> ProposedEvent:
    """Return the event that corrects a table's result."""
    seating = played.seating
    event = facts.ResultCorrected(
        played.board, *seating.pair, result, lead, reason, agreed, **seating.place, imported=imported
    )
    return ProposedEvent(event, (played.results[-1].number,))


def voiding_event(played: TableBoard, reason: str, *, imported: bool = False) -> ProposedEvent:
    """Return the event that voids a table's result; refused to a person while a ruling is in force there."""
    if played.cases and not imported:
        message = f"{' and '.join(played.cases)} {agreeing(len(played.cases), 'rules')} on {played.name}"
        raise Refusal("has-dependants", message, f"`undo {played.cases[-1]}` first")
    seating = played.seating
    event = facts.ResultVoided(played.board, *seating.pair, reason, **seating.place, imported=imported)
    return ProposedEvent(event, (played.results[-1].number,))


def set_carry_over(command: facts.SetCarryOver, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Set the IMPs that a team brings into its knockout match; refused in other forms of scoring."""
    if not FORMS[session.opening.scoring].one_match:
        message = f"there is no carry-over at {session.opening.scoring}"
        raise Refusal("wrong-unit", message, "carry-over is for knockout matches")
    return (
        ProposedEvent(
            facts.CarryOverSet(places.require_contestant(session, command.contestant), command.imps, command.reason)
        ),
    )


def expect_results(command: facts.ExpectResults, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Set how many results a board should have; refused if no score depends on that number."""
    scoring = session.opening.scoring
    if not FORMS[scoring].of_a_field:
        message = f"at {scoring} no score depends on how many results a board should have"
        raise Refusal("wrong-unit", message, "it is for matchpoints and cross-imps")
    if command.results is not None and not RESULTS.hold(command.results):
        message = f"a board should have from {RESULTS.least} to {RESULTS.most} results, not {command.results}"
        raise Refusal("bad-number", message, "`session expect 13`; `session expect most`")
    if command.results == session.results_expected:
        stated = f"{command.results} results" if command.results else "as many results as any board has"
        raise Refusal("nothing-to-change", f"{stated} are expected already", "`session show` says so")
    return (ProposedEvent(facts.ResultsExpected(command.results, command.reason)),)


def _unrecord(event: facts.ResultRecorded, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    return (voiding_event(_latest_result(session, event, command.target.number), command.reason),)


def _uncorrect(
    event: facts.ResultCorrected, command: Undo, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    played = _latest_result(session, event, command.target.number)
    before = played.results[-2]
    return (correction_event(played, before.result, before.lead, command.reason),)


def _latest_result(session: Session, event: AtTable, number: int) -> TableBoard:
    plays = (
        each for each in session.boards[event.board].values() if number in [result.number for result in each.results]
    )
    played = next(plays, None)
    if played is None:
        message = f"the result of #{number} is no longer there: it was voided"
        raise Refusal("undo-nothing", message, f"`log --board {event.board}` tells how")
    latest = played.results[-1].number
    if latest != number:
        message = f"#{latest} corrected the result of #{number}"
        raise Refusal("has-dependants", message, f"undo {latest} first, or `result void`")
    return played


def _unvoid(event: facts.ResultVoided, command: Undo, session: Session, actor: Actor) -> facts.ResultRecorded:
    voided = session.voided[command.target.number]
    _check_place(session, voided.board, voided.seating)
    seating, last = voided.in_full, voided.results[-1]
    return facts.ResultRecorded(voided.board, *seating.pair, last.result, last.lead, **seating.place)


def _unfoul(event: facts.BoardFouled, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    before: dict[str, list[Seating]] = {}
    fouled = [played for played in session.boards[event.board].values() if number in played.events]
    if len(fouled) < len(event.tables) or any(played.version != event.version for played in fouled):
        message = f"the versions of board {event.board} were changed since #{number}"
        raise Refusal("has-dependants", message, f"`log --board {event.board}`")
    for played in fouled:
        earlier = played.versions[-2] if len(played.versions) > 1 else ""
        before.setdefault(earlier, []).append(played.seating)
    return tuple(
        ProposedEvent(facts.BoardFouled(event.board, version, tuple(tables), command.reason), (number,))
        for version, tables in before.items()
    )


def _unadd(event: facts.BoardsAdded, command: Undo, session: Session, actor: Actor) -> facts.BoardsRemoved:
    for board in event.boards:
        if board not in session.boards:
            raise Refusal("undo-nothing", f"board {board} was removed already", "`session show` lists the boards")
        check_unused(session, board)
    return facts.BoardsRemoved(event.boards, command.reason)


def _readd(event: facts.BoardsRemoved, command: Undo, session: Session, actor: Actor) -> facts.BoardsAdded:
    new = tuple(board for board in event.boards if board not in session.boards)
    if not new:
        raise Refusal("undo-nothing", "the boards were added again since", "`session show` lists the boards")
    return facts.BoardsAdded(new)


def _uncarry(event: facts.CarryOverSet, command: Undo, session: Session, actor: Actor) -> facts.CarryOverSet:
    before = fact_after_undo(session.carry_over[event.contestant], command.target.number) or Fraction(0)
    return facts.CarryOverSet(event.contestant, before, command.reason)


def _unexpect(event: facts.ResultsExpected, command: Undo, session: Session, actor: Actor) -> facts.ResultsExpected:
    return facts.ResultsExpected(fact_after_undo(session.expecting, command.target.number), command.reason)


UNDO: Undoing = {
    facts.ResultRecorded: _unrecord,
    facts.ResultCorrected: _uncorrect,
    facts.ResultVoided: _unvoid,
    facts.BoardFouled: _unfoul,
    facts.BoardsAdded: _unadd,
    facts.BoardsRemoved: _readd,
    facts.CarryOverSet: _uncarry,
    facts.ResultsExpected: _unexpect,
}
