"""Who is not there scores nothing: a guard that every command passes."""

from collections.abc import Iterable

from ledger.decide.sitting_out import check_sits_out
from ledger.errors import Refusal
from ledger.events import Event
from ledger.events.participation import BoardNotPlayed, ContestantWithdrew, PhantomDeclared, PlayPostponed, SatOut
from ledger.events.play import ResultRecorded, SeatingCorrected
from ledger.events.rulings import RulingGiven
from ledger.scoring.line import Seating
from ledger.session import Session


def check_takes_part(session: Session, event: Event) -> None:
    """Refuse a result of who is nobody or had withdrawn, and one on a board that was not played or was sat out."""
    if not session.participation.facts:
        return
    if isinstance(event, ResultRecorded | PlayPostponed):
        _check_there(session, event.seating.everyone, event.round)
    if isinstance(event, ResultRecorded | RulingGiven | BoardNotPlayed):
        check_sits_out(session, event.seating)
    if isinstance(event, SeatingCorrected):
        _check_seated(session, event)
    if isinstance(event, ResultRecorded | RulingGiven):
        _check_played(session, event.board, event.seating, ruled=isinstance(event, RulingGiven))


def _check_there(session: Session, contestants: Iterable[str], round_: int | None) -> None:
    for contestant in contestants:
        if phantom := session.participation.last(PhantomDeclared, contestant):
            message = f"{contestant} is nobody (#{phantom[0]})"
            raise Refusal("not-there", message, f"`undo {phantom[0]}`, if somebody came after all")
        number, withdrew = session.participation.last(ContestantWithdrew, contestant) or (0, None)
        if withdrew and withdrew.after_round and (round_ or 0) > withdrew.after_round:
            message = f"{contestant} withdrew after round {withdrew.after_round} (#{number})"
            raise Refusal("not-there", message, f"is the round right? `undo {number}`, if it did not withdraw")


def _check_seated(session: Session, event: SeatingCorrected) -> None:
    """Of those who were not there before, at this table in this round; a board not played is nobody's result."""
    for table in event.tables:
        played = session.line(event.board, table.was)
        if played is None or isinstance(played.absent, BoardNotPlayed):
            continue
        before = table.was.everyone if table.now.round == played.round else ()
        new = [each for each in table.now.everyone if each not in before]
        _check_there(session, new, table.now.round)
        if new:
            check_sits_out(session, table.now)


def _check_played(session: Session, board: int, seating: Seating, *, ruled: bool) -> None:
    """A ruling says what a board is worth that was not played; it makes no result of it."""
    played = session.line(board, seating)
    absent = (SatOut,) if ruled else (SatOut, BoardNotPlayed)
    if played and played.absence and isinstance(played.absence.fact, absent):
        number = played.absence.number
        raise Refusal("not-played", f"{played.name} was not played (#{number})", f"`undo {number}`, if it was")
