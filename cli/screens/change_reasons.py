"""Why a line is among those to be typed into another program: its event and case, or a ruling on another line."""

from collections.abc import Iterator, Sequence

from cli.screens.awards import protocol_text
from ledger.exchange.writing.changes import Changed
from ledger.session import Session
from ledger.session.cases import InForce


def why(changed: Changed, found: Sequence[Changed], after: Session, since: int) -> str:
    """'R-0002 (#15)', '#22', 'moved by R-0002'."""
    if changed.moved:
        cases = sorted(_cases_beside(changed, found))
        own = [score.case for score in changed.rulings]
        if own:
            return f"{' and '.join(own)} as before, moved by others"
        return f"moved by {' and '.join(cases)}" if cases else "moved by others"
    ruled = [f"{score.case} (#{score.number})" for score in _new(changed)]
    gone = [f"{case} no longer" for case in sorted(_cases(changed.was_rulings) - _cases(changed.rulings))]
    own_events = {score.number for score in changed.rulings}
    events = [] if ruled or gone else [f"#{number}" for number in _events(changed, after, since, own_events)]
    return ", ".join([*ruled, *gone, *events]) or ("" if changed.now else "taken back")


def ruled(changed: Changed) -> str:
    """What was ruled on it, in words with the scores: 'weighted 60% of +420 (4SN=) plus 40% of -50 (4SN-1)'."""
    board = changed.line.played.board
    return "; ".join(f"{score.case}: {protocol_text(score.adjustment, board)}" for score in changed.rulings)


def ruled_lines(found: Sequence[Changed]) -> Iterator[str]:
    """The same, a line each, for those that were ruled on."""
    for changed in found:
        if said := ruled(changed):
            yield f"  board {changed.line.played.board}, {changed.line.played.seating}: {said}"


def _new(changed: Changed) -> list[InForce]:
    """The scores in force that were not, or otherwise."""
    before = {(score.case, score.adjustment) for score in changed.was_rulings}
    return [score for score in changed.rulings if (score.case, score.adjustment) not in before]


def _cases(rulings: Sequence[InForce]) -> set[str]:
    return {score.case for score in rulings}


def _cases_beside(changed: Changed, found: Sequence[Changed]) -> set[str]:
    """The rulings on the board's other lines that changed."""
    board = changed.line.played.board
    beside = [each for each in found if each.line.played.board == board and not each.moved]
    return {score.case for each in beside for score in (*each.rulings, *each.was_rulings)}


def _events(changed: Changed, after: Session, since: int, ruled: set[int]) -> list[int]:
    """What made the line what it is, since that moment; also where there is nothing of it any more."""
    first = changed.line.played.events[0]
    now = (played for played in after.boards.get(changed.line.played.board, {}).values() if first in played.events)
    return [number for played in now for number in played.events if number > since and number not in ruled]
