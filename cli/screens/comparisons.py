"""An artificial score that may give way to an assigned one: both figures, and which of them counts."""

from collections.abc import Iterator

from cli.screens.scores import score_json, score_text
from cli.screens.vocabulary import side_name
from ledger.laws.rounding import Rounding
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.unless import Compared, compared
from ledger.session import TableBoard


def compared_lines(played: TableBoard, scoreboard: Scoreboard) -> Iterator[str]:
    """Both figures, where an artificial score gives way to a better assigned one, and which was taken."""
    if (found := compared(scoreboard, played)) is None:
        return
    mode = scoreboard.totals.rounding
    taken = found.instead if found.gives_way else found.artificial
    award, side = f"{found.artificial!r} {score_text(found.by_award, mode)}", side_name(found.side.value)
    if found.assigned is None:
        yield f"  there is nothing to compare {found.instead!r} with: {award} counts for {side} ({found.case})"
    else:
        assigned = f"{found.instead!r} {score_text(found.assigned, mode)}"
        yield f"  compared: {award}, {assigned}, for {side}: {taken!r} counts ({found.case})"


def compared_json(found: Compared, mode: Rounding) -> dict[str, object]:
    """The same for a program."""
    return {
        "case": found.case,
        "side": found.side.value,
        "artificial": score_json(found.by_award, mode),
        "assigned": score_json(found.assigned, mode),
        "taken": "assigned" if found.gives_way else "artificial",
    }
