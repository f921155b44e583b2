"""The cross table of an all-play-all: everybody against everybody, by place; what is still to be played; who left."""

from __future__ import annotations

from collections.abc import Iterator

from cli.desk.desk import Desk
from cli.desk.tables import Layout
from cli.desk.tournaments import at_moment
from cli.screens.scores import places_of, score_json
from cli.screens.tournaments.heads import heads_json, say_heads
from ledger.laws.rounding import decimal_text
from ledger.overall.cross_table import CrossCell, CrossTable, cross_table


def print_cross_table(desk: Desk, named: str | None, stage: str) -> None:
    """The cross table of a stage."""
    scores = at_moment(desk, named)
    format_ = scores.tournament.named_stage(stage).format
    found = cross_table(scores, stage)
    if desk.settings.json:
        desk.json_at(
            "cross-table/1", scores.tournament, {"heads": heads_json(scores), "stage": stage} | cross_table_json(found)
        )
        return
    say_heads(desk, scores)
    if found is None:
        desk.aside(f"no session of {stage} has matches yet")
    else:
        _print(desk, found, all_meet=format_ == "all-play-all")


def _print(desk: Desk, found: CrossTable, *, all_meet: bool) -> None:
    """A column for each opponent, by its place, where there is room; else each one's matches on a line beneath."""
    places = max((places_of(cell.worth.value) for row in found.cells.values() for cell in row), default=0)
    order = {entrant: str(at) for at, entrant in enumerate(found.entrants, start=1)}
    columns = {
        ">rank": [str(found.ranks.get(each, "–")) for each in order],
        "contestant": list(order),
        f">{found.unit}": [decimal_text(found.totals[each].value, places) for each in order],
        ">matches": [str(found.matches(each)) for each in order],
    }
    crossed = {f">{at}": [crossed_text(found, own, other, places) for own in order] for other, at in order.items()}
    if desk.settings.plain or _fits(desk, columns | crossed):
        columns = {">no": list(order.values())} | columns | crossed
        desk.table(list(columns), list(zip(*columns.values(), strict=True)))
    else:
        columns["against"] = [_beneath(found, own, order, places) for own in order]
        desk.table(list(columns), list(zip(*columns.values(), strict=True)), layout=Layout(beneath=("against",)))
    if not desk.settings.plain:
        for line in cross_notes(found, all_meet=all_meet):
            desk.say_long(line, 2)


def _fits(desk: Desk, columns: dict[str, list[str]]) -> bool:
    widths = (max(map(len, (name, *cells))) for name, cells in columns.items())
    return sum(width + 2 for width in widths) <= desk.width


def crossed_text(found: CrossTable, own: str, other: str, places: int) -> str:
    """What one has against another, match by match; 'x' against itself, '–' where they have still to meet."""
    if own == other:
        return "x"
    return " ".join(_cell_text(cell, places) for cell in found.cells.get((own, other), ())) or "–"


def _cell_text(cell: CrossCell, places: int) -> str:
    """'12.00'; '(12.00)' where it was cancelled; '12.00*' where it was not played."""
    text = decimal_text(cell.worth.value, places)
    return f"{text}*" if cell.lost else text if cell.counts else f"({text})"


def _beneath(found: CrossTable, own: str, order: dict[str, str], places: int) -> str:
    """'Iceland 12.00, Malta 9.40': everybody one has met."""
    return ", ".join(
        f"{other} {crossed_text(found, own, other, places)}" for other in order if (own, other) in found.cells
    )


def cross_notes(found: CrossTable, *, all_meet: bool) -> Iterator[str]:
    """Who left and what that makes of the scores; what the marks mean; where all meet, what is still to be played."""
    for each in found.left.values():
        part, where = each.part, f"{each.session} #{each.number}"
        then = "all scores against it are cancelled" if each.cancelled else "its scores stand"
        yield f"{each.entrant} withdrew after {part.done} of {part.of} matches of the stage ({where}): {then}"
    if any(cell.lost for row in found.cells.values() for cell in row):
        yield "* not played: what who loses the match has for it"
    if found.unmet and all_meet:
        pairs = ", ".join(f"{' v '.join(pair)}{f' ({times})' if times > 1 else ''}" for pair, times in found.unmet)
        yield f"Still to be played: {pairs}"


def cross_table_json(found: CrossTable | None) -> dict[str, object]:
    """Everybody's matches against everybody, the totals and places, who left, and what is still to be played."""
    if found is None:
        return {"unit": None, "rows": [], "left": [], "unmet": []}
    return {
        "unit": found.unit,
        "meets": found.meets,
        "rows": [
            {
                "rank": found.ranks.get(own),
                "contestant": own,
                "total": score_json(found.totals[own].value),
                "matches": found.matches(own),
                "against": {
                    other: [
                        {"score": score_json(cell.worth.value), "counts": cell.counts, "played": not cell.lost}
                        for cell in found.cells[own, other]
                    ]
                    for other in found.entrants
                    if (own, other) in found.cells
                },
            }
            for own in found.entrants
        ],
        "left": [
            {
                "contestant": each.entrant,
                "session": each.session,
                "number": each.number,
                "played": each.part.done,
                "of": each.part.of,
                "cancelled": each.cancelled,
            }
            for each in found.left.values()
        ],
        "unmet": [{"contestants": list(pair), "matches": times} for pair, times in found.unmet],
    }
