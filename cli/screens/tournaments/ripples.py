"""Print the ripple of an event over a tournament, on a screen or as JSON."""

from fractions import Fraction

from cli.desk.output import Output
from cli.terminal.screen import ink_by_sign
from cli.terminal.tables import Layout
from cli.views.answers import as_json
from cli.views.events import overall_moves
from cli.words.overalls import old_and_new_text, value_text
from cli.words.scores import ROWS_SHOWN, place_text, signed_text
from cli.words.vocabulary import counted
from ledger.laws.regulations import StageRules
from ledger.overall.aspects import OverallChange, OverallRipple, Value
from ledger.overall.figures import totals_unit
from ledger.projections.ripple import RankChange
from ledger.recording.effect import OverallEffect
from ledger.subjects.tournaments.facts import Stage

ROW_KINDS = ("total", "place")
"""The kinds of change that share the row of a contestant."""


def print_effect(out: Output, overall: OverallEffect, *, moved_here: bool) -> None:
    """Print what a command changed in the tournament, or that only session scores moved; then its stages' concerns."""
    if overall.moved:
        print_overall_ripple(out, overall.name, overall.moved)
    elif moved_here:
        out.say("", f"  {overall.name}: no place or total of it moves")
    for stage in overall.stages_with_concerns:
        out.hint(*(f"  {line}" for line in (*stage.concerns, stage.way_out) if line))


def print_overall_ripple(out: Output, name: str, moved: OverallRipple) -> None:
    """Print what an event changed in a tournament, by stage: totals and places in a table, then other changes."""
    for stage in moved.stages:
        was = next((each for each in moved.recounted if each.name == stage.name), None)
        unit = "" if stage.format == "knockout" else totals_unit(stage.rules)
        units = f"{totals_unit(was.rules)} {_arrow(out)} {unit}" if was else unit
        out.say("", f"  {name}, {stage.name}" + (f" ({units})" if unit else ""))
        of_contestants: dict[str, dict[str, OverallChange]] = {}
        for moved_row in moved.of(stage.name, *ROW_KINDS):
            of_contestants.setdefault(moved_row.whose, {})[moved_row.kind] = moved_row
        rows = list(of_contestants.values())
        # a stage that has just begun: everybody is new, and a table says nothing
        if rows and all(all(each.before is None for each in row.values()) for row in rows):
            out.hint(f"  {counted(len(rows), 'contestant')} came in: `tournament standings {stage.name}`")
        else:
            _print_rows(out, rows, stage.rules, recounted=bool(was))
        changes = [each for each in moved.of(stage.name) if each.kind not in ROW_KINDS]
        first = changes if out.settings.verbose else changes[:ROWS_SHOWN]
        for change in first:
            out.say(f"  {moved_text(out, change, stage)}")
        if len(first) < len(changes):
            out.say(f"  … and {len(changes) - len(first)} more (-v shows them)")


def _print_rows(out: Output, rows: list[dict[str, OverallChange]], rules: StageRules, *, recounted: bool) -> None:
    if not rows:
        return
    rows.sort(key=lambda row: -abs(_difference(row.get("total"))))
    first = rows if out.settings.verbose else rows[:ROWS_SHOWN]
    columns = ["contestant", ">before", ">after", ">change", "place"]
    lines = [_row(out, row, rules) for row in first]
    # the unit of the totals changed: their difference means nothing
    if recounted:
        columns.remove(">change")
        lines = [[*line[:3], *line[4:]] for line in lines]
    out.table(columns, lines, indent=2, layout=Layout(spare=() if recounted else (">change",)))
    if len(first) < len(rows):
        out.say(f"  … and {len(rows) - len(first)} more (-v shows them)")


def _row(out: Output, row: dict[str, OverallChange], rules: StageRules) -> list[str]:
    total, place = row.get("total"), row.get("place")
    who = next(iter(row.values())).whose
    values = (total.before, total.after) if total else ()
    before, after = [value_text(each, rules.rounding, rules.places) for each in values] or ("", "")
    places = f"{place.before or 'new'} {_arrow(out)} {place.after or 'none'}" if place else ""
    change = ink_by_sign(signed_text(_difference(total), rules.places)) if total else ""
    if total and (total.before is None or total.after is None):
        change = "new" if total.before is None else "gone"
    return [who, before, after, change, places]


def _difference(moved: OverallChange | None) -> Fraction:
    values = (moved.before, moved.after) if moved else ()
    before, after = (value if isinstance(value, Fraction) else Fraction(0) for value in values or (0, 0))
    return after - before


def _arrow(out: Output) -> str:
    return "→" if out.symbols else "->"


def moved_text(out: Output, moved: OverallChange, stage: Stage) -> str:
    """Format one change of a stage as a line: 'winner   friday, round 2: Norway v Malta   Norway → Malta'."""
    before, after = old_and_new_text(moved, stage)
    return f"{moved.kind}   {moved.whose}   {before} {_arrow(out)} {after}"


def in_a_line(out: Output, moved: OverallChange, stage: Stage) -> str:
    """Format one change of a stage for a comma-separated list: 'winner SF1: Norway → Malta'."""
    before, after = old_and_new_text(moved, stage)
    return f"{moved.kind} {moved.whose}: {before} {_arrow(out)} {after}"


def places_line(out: Output, moved: OverallRipple, stage: str) -> str:
    """Format the changes of place in a stage in one line: '1NS 7 → 5, 4EW 5 → 6'."""
    places = moved.of(stage, "place")
    first = places if out.settings.verbose else places[:ROWS_SHOWN]
    changes = [RankChange(each.whose, _rank(each.before), _rank(each.after)) for each in first]
    more = f", and {len(places) - len(first)} more" if len(first) < len(places) else ""
    return ", ".join(place_text(change, _arrow(out)) for change in changes) + more


def _rank(value: Value | None) -> int | None:
    return value if isinstance(value, int) else None


def effect_json(overall: OverallEffect) -> dict[str, object]:
    """Return what a command changed in the tournament as JSON."""
    notes = [note for each in overall.stages_with_concerns for note in each.concerns]
    return {**as_json(overall_moves(overall.moved, overall.name)), "notes": notes}
