"""The ripple on a screen and in JSON: who moved, by how much, and whose place changed."""

from collections.abc import Sequence

from cli.desk.colours import signed
from cli.desk.output import Output
from cli.desk.tables import Layout
from cli.screens.scores import score_json, score_text, signed_text
from ledger.events import Envelope
from ledger.laws.rounding import Rounding
from ledger.projections.ripple import Change, RankChange, Ripple

ROWS_SHOWN = 12


def print_ripple(out: Output, moved: Ripple, events: Sequence[Envelope] = ()) -> None:
    """Who moved and by how much, those of the ruled table first, then the furthest; and whose place changed."""
    if not moved:
        return
    out.say()
    if moved.changes:
        _print_changes(out, in_order_of(moved.changes, events))
    if moved.ranks or not moved.changes:
        out.say(f"  rank   {rank_text(out, moved.ranks)}")


def in_order_of(changes: Sequence[Change], events: Sequence[Envelope]) -> list[Change]:
    """Changes, those of the tables that events are about first, then the furthest."""
    touched = {getattr(envelope.event, seat, None) for envelope in events for seat in ("ns", "ew")}
    return sorted(changes, key=lambda change: (change.contestant not in touched, -abs(change.difference)))


def _print_changes(out: Output, changes: Sequence[Change]) -> None:
    several = len({change.board for change in changes}) > 1
    shown = changes if out.settings.verbose else changes[:ROWS_SHOWN]
    columns = ["table", "contestant", ">before", ">after", ">change"]
    rows = [_row(change) for change in shown]
    if several:
        columns = ["board", *columns]
        rows = [[str(change.board), *row] for change, row in zip(shown, rows, strict=True)]
    out.table(columns, rows, indent=2, layout=Layout(spare=("table",)))
    if len(shown) < len(changes):
        out.say(f"  … and {len(changes) - len(shown)} more (-v shows them)")


def _row(change: Change) -> list[str]:
    before, after = score_text(change.before), score_text(change.after)
    return [change.table or "–", change.contestant, before, after, signed(difference_text(change))]


def difference_text(change: Change) -> str:
    """What a change comes to: '+3.20', 'new', 'gone'."""
    if change.before is None:
        return "new"
    return "gone" if change.after is None else signed_text(change.difference)


def rank_text(out: Output, changes: Sequence[RankChange]) -> str:
    """Changes of place in one line: '1NS 7 → 5, 4EW 5 → 6'."""
    shown = changes if out.settings.verbose else changes[:ROWS_SHOWN]
    more = f", and {len(changes) - len(shown)} more" if len(shown) < len(changes) else ""
    return ", ".join(place_text(change, "→" if out.symbols else "->") for change in shown) + more


def place_text(change: RankChange, arrow: str) -> str:
    """A change of place: '1NS 7 → 5'."""
    colon = ":" if change.contestant[-1:].isdigit() else ""
    return f"{change.contestant}{colon} {change.before or 'new'} {arrow} {change.after or 'out'}"


def ripple_json(moved: Ripple, mode: Rounding) -> dict[str, object]:
    """A ripple as JSON."""
    return {"ripple": [_change_json(change, mode) for change in moved.changes], "ranks": ranks_json(moved.ranks)}


def _change_json(change: Change, mode: Rounding) -> dict[str, object]:
    before, after = score_json(change.before, mode), score_json(change.after, mode)
    return {"contestant": change.contestant, "board": change.board, "before": before, "after": after}


def ranks_json(changes: Sequence[RankChange]) -> list[dict[str, object]]:
    """Changes of place as JSON."""
    return [{"contestant": change.contestant, "before": change.before, "after": change.after} for change in changes]
