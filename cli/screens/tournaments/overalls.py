"""The standings of a tournament: every contestant's figures by sitting, the total, the place; and the cross-table."""

from __future__ import annotations

from cli.desk.desk import Desk
from cli.desk.tournaments import at_moment
from cli.json.tournaments import cross_table_json, heads_json, overall_json
from cli.screens.publishing import say_moved
from cli.screens.tournaments.brackets import NO_BRACKET, print_places
from cli.screens.tournaments.overview import say_heads, say_missing
from cli.terminal.tables import Layout
from cli.words.overalls import (
    cross_notes,
    crossed_text,
    figure_text,
    mark_text,
    names_of_entrants,
    substitute_lines,
    tie_lines,
    total_text,
)
from cli.words.scores import places_of, score_text
from cli.words.vocabulary import side_name
from ledger.laws.rounding import decimal_text
from ledger.overall.cross_table import CrossTable, cross_table
from ledger.overall.percentages import percentages
from ledger.overall.rankings import PartRanking, RankedBy, fields, rankings
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import overalls


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
        _print_cross_table(desk, found, all_meet=format_ == "all-play-all")


def _print_cross_table(desk: Desk, found: CrossTable, *, all_meet: bool) -> None:
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


def _beneath(found: CrossTable, own: str, order: dict[str, str], places: int) -> str:
    """'Iceland 12.00, Malta 9.40': everybody one has met."""
    return ", ".join(
        f"{other} {crossed_text(found, own, other, places)}" for other in order if (own, other) in found.cells
    )


def print_overalls(
    desk: Desk, named: str | None, stage: str | None, by: RankedBy | None = None, after_round: int | None = None
) -> None:
    """The standing of one stage, or of each; in parts, or as it was after a round, where that is asked."""
    scores = at_moment(desk, named)
    found = overalls(scores, stage, after_round)
    if desk.settings.json:
        shown = {"heads": heads_json(scores), "stages": [overall_json(each, by) for each in found]}
        desk.json_at("overall/1", scores.tournament, shown)
        return
    say_heads(desk, scores)
    for each in found:
        if not desk.settings.plain:
            after = f", after round {after_round}" if after_round else ""
            desk.say(*([] if each is found[0] else [""]), each.stage.name + after)
        _print(desk, each, by)
    say_moved(desk, scores)
    if not found:
        desk.hint_aside("no stage yet: `tournament stage add NAME`")


def _print(desk: Desk, found: Overall, by: RankedBy | None) -> None:
    if found.bracket and not by:
        print_places(desk, found.bracket)
        return
    if found.stage.format == "knockout":
        desk.hint_aside(NO_BRACKET.format(found.stage.name))
        return
    parts = rankings(found, by) if by else fields(found)
    for part in parts:
        if part.name and not desk.settings.plain:
            desk.say(*([] if part is parts[0] else [""]), _title(part, by))
        _table(desk, found, part, by)
    if parts and not desk.settings.plain:
        desk.say(*tie_lines(found), *substitute_lines(found), *found.notes)
        if found.way_out:
            desk.hint(found.way_out)
    if not found.rows:
        desk.aside(f"no scores in {found.stage.name} yet")
    elif not parts:
        desk.hint_aside("nobody is in a stratum yet: `tournament enter 1-12 --stratum B`")
    say_missing(desk, [each.session for each in found.scores.tournament.in_stage(found.stage.name)])


def _title(part: PartRanking, by: RankedBy | None) -> str:
    """'Section A', 'Stratum B', 'North–South'."""
    if by in (None, "direction"):
        return side_name(part.name)
    return f"{by.capitalize() if by else ''} {part.name}"


def _table(desk: Desk, found: Overall, part: PartRanking, by: RankedBy | None) -> None:
    mode, rows = found.stage.rules.rounding, [row for _, row in part.rows]
    columns = {">rank": [str(rank or "–") for rank, _ in part.rows], "contestant": [row.entrant for row in rows]}
    known = names_of_entrants(found.scores)
    names = [known.get(row.entrant, "") for row in rows]
    if not desk.settings.plain and any(names):
        columns["names"] = names
    if desk.settings.plain or any(row.carried for row in rows):
        columns[">carried"] = [score_text(row.carried.value, mode) if row.carried else "–" for row in rows]
    for sitting in found.sittings:
        columns[f">{sitting}"] = [figure_text(row, sitting, found) for row in rows]
    columns[f">{found.unit or 'won'}"] = [total_text(row.total.value, found.stage.rules) for row in rows]
    if not desk.settings.plain and (percent := percentages(found)):
        own = [percent.get(row.entrant) for row in rows]
        columns[">%"] = [score_text(each.value, mode) if each else "–" for each in own]
    columns[">boards"] = [str(row.boards) for row in rows]
    if desk.settings.plain or any(row.mark for row in rows):
        columns["standing"] = [mark_text(row.mark) for row in rows]
    if desk.settings.plain and by:
        columns[by] = [part.name] * len(rows)
    if desk.settings.plain:
        columns["names"] = names
    desk.table(list(columns), list(zip(*columns.values(), strict=True)), layout=_LAYOUT)


_LAYOUT = Layout(spare=(">boards",), beneath=("names",))
