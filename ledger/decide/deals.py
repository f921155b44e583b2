"""The cards of a board: recorded, corrected, as a result file says them, and taken back."""

from collections.abc import Iterable, Iterator

from ledger.bridge.deal import Deal
from ledger.decide.response import Actor, Handlers, ProposedEvent, Remark, Response, Undoing
from ledger.errors import Refusal
from ledger.facts import CorrectDeal, RecordDeal, RecordDeals, Undo
from ledger.facts.deals import DealCorrected, DealRecorded, DealWithdrawn
from ledger.labels import boards_text
from ledger.session import RecordedDeal, Session
from ledger.session.places import require_board

_FEW = 2
"""So many deals a file may correct, whatever their number: more than half of the rest is another evening."""


def record_deal(command: RecordDeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The cards of a board; refused where it has others, or these, already."""
    require_board(session, command.board)
    history, now = session.deals.get(command.board, ()), session.deal(command.board)
    if now == command.deal:
        raise _known(command.board)
    if now:
        message = f"board {command.board} has other cards already (#{history[-1].number})"
        raise Refusal("deal-exists", message, f'`deal correct {command.board} "N:…" --reason "…"`')
    return (ProposedEvent(DealRecorded(command.board, command.deal)),)


def record_deals(command: RecordDeals, session: Session, actor: Actor) -> Response:
    """The cards of the boards of a file that has nothing else; refused where any of them has others already."""
    others = [board for board, deal in command.deals if session.deal(board) not in (None, deal)]
    if others:
        number, more = session.deals[others[0]][-1].number, " …" if len(others) > 1 else ""
        message = f"the file has other cards for {boards_text(sorted(others))} than were recorded (#{number}{more})"
        hint = f'is it of this evening? where it is: `deal correct {others[0]} "N:…"`, or `undo {number}`'
        raise Refusal("deal-exists", message, hint)
    elsewhere = sorted(board for board, _ in command.deals if board not in session.boards)
    if len(elsewhere) == len(command.deals):
        message = f"no board of the file is in session {session.id}: it has {boards_text(elsewhere)}"
        raise Refusal("no-such-board", message, f"the session has {boards_text(sorted(session.boards))}")
    notes = [Remark(boards_text(elsewhere), f"not in session {session.id}: left out")] if elsewhere else []
    news = [(board, deal) for board, deal in command.deals if board in session.boards and not session.deal(board)]
    recorded = (ProposedEvent(DealRecorded(board, deal, imported=True)) for board, deal in news)
    return Response(tuple(recorded), notes=tuple(notes))


def correct_deal(command: CorrectDeal, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Other cards instead of those recorded; refused where there are none."""
    require_board(session, command.board)
    now = session.deal(command.board)
    if now is None:
        raise Refusal("no-deal", f"board {command.board} has no cards recorded", f'`deal add {command.board} "N:…"`')
    if now == command.deal:
        raise _known(command.board)
    return (_corrected(session, command.board, command.deal, command.reason),)


def _known(board: int) -> Refusal:
    return Refusal("nothing-to-change", f"board {board} has these cards already", f"`board {board} --deal`")


def _corrected(session: Session, board: int, deal: Deal, reason: str, *, imported: bool = False) -> ProposedEvent:
    because = (session.deals[board][-1].number,)
    return ProposedEvent(DealCorrected(board, deal, reason, imported=imported), because)


class SheetDeals:
    """The deals of a result file against what is recorded: the events they lead to, and what to look at."""

    def __init__(self, session: Session, deals: Iterable[tuple[int, Deal]]) -> None:
        self.session = session
        self._news = [(board, deal) for board, deal in deals if board in session.boards and self._is_news(board, deal)]

    def _is_news(self, board: int, deal: Deal) -> bool:
        """Whether it is neither what is recorded, nor what the file said when it was last imported."""
        said = next((each.deal for each in reversed(self.session.deals.get(board, ())) if each.imported), None)
        return deal not in (said, self.session.deal(board))

    def uncommitted(self) -> list[ProposedEvent]:
        """What is to be recorded; what a person recorded by hand stays."""
        return [self._recorded(board, deal) for board, deal in self._news if not self._by_hand(board)]

    def notes(self) -> list[Remark]:
        """Where the file says other cards than a person did."""
        stays = "the file has other cards; what was recorded here by hand stays"
        return [Remark(f"board {board}", stays) for board, _ in self._news if self._by_hand(board)]

    def check_same_evening(self) -> None:
        """Refuse a file whose deals are not those of the session: it is of another evening."""
        known = [board for board, history in self.session.deals.items() if history[-1].deal]
        others = list(self._contradicted())
        if len(others) > _FEW and 2 * len(others) > len(known):
            raise Refusal(
                "other-event",
                f"the file has other cards for {len(others)} of the {len(known)} deals of session {self.session.id}",
                "--session NAME records it as a session of its own",
            )

    def _contradicted(self) -> Iterator[int]:
        yield from (board for board, _ in self._news if self.session.deal(board))

    def _by_hand(self, board: int) -> bool:
        return any(not each.imported for each in self.session.deals.get(board, ())[-1:])

    def _recorded(self, board: int, deal: Deal) -> ProposedEvent:
        if self.session.deal(board):
            return _corrected(self.session, board, deal, "the file was changed", imported=True)
        return ProposedEvent(DealRecorded(board, deal, imported=True))


HANDLERS: Handlers = {RecordDeal: record_deal, RecordDeals: record_deals, CorrectDeal: correct_deal}


def _unrecord(event: DealRecorded, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    _history(session, event.board, number)
    return (ProposedEvent(DealWithdrawn(event.board, command.reason), (number,)),)


def _uncorrect(event: DealCorrected, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    before = _history(session, event.board, number)[-2].deal
    if before is None:
        raise Refusal("undo-nothing", f"nothing stood before #{number}", f"`log --board {event.board}`")
    return (ProposedEvent(DealCorrected(event.board, before, command.reason), (number,)),)


def _unwithdraw(event: DealWithdrawn, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    before = _history(session, event.board, number)[-2].deal
    if before is None:
        raise Refusal("undo-nothing", f"nothing stood before #{number}", f"`log --board {event.board}`")
    return (ProposedEvent(DealRecorded(event.board, before), (number,)),)


def _history(session: Session, board: int, number: int) -> tuple[RecordedDeal, ...]:
    """What was said of the cards of a board; refused where the event is not the last word on them."""
    history = session.deals[board]
    if (latest := history[-1].number) != number:
        raise Refusal("has-dependants", f"#{latest} was said of the cards since #{number}", f"undo {latest} first")
    return history


UNDO: Undoing = {DealRecorded: _unrecord, DealCorrected: _uncorrect, DealWithdrawn: _unwithdraw}
