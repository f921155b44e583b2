"""What moved over a tournament, on a screen and in JSON."""

from fractions import Fraction

from cli.desk.output import Output
from cli.json.outcomes import overall_ripple_json
from cli.terminal.screen import signed
from cli.terminal.tables import Layout
from cli.words.overalls import before_and_after, value_text
from cli.words.scores import ROWS_SHOWN, place_text, signed_text
from cli.words.vocabulary import counted
from ledger.facts.tournaments import Stage
from ledger.laws.stage_rules import StageRules
from ledger.overall.aspects import Value
from ledger.overall.figures import totals_in
from ledger.overall.ripple import OverallChange, OverallRipple
from ledger.projections.ripple import RankChange
from ledger.recording.overall_effect import OverallEffect

OF_A_ROW = ("total", "place")
"""What of a contestant stands in one row."""


def print_effect(out: Output, overall: OverallEffect, *, moved_here: bool) -> None:
    """What a command moves over the tournament; that it moves nothing there, where it moved something here."""
    if overall.moved:
        print_overall_ripple(out, overall.name, overall.moved)
    elif moved_here:
        out.say("", f"  {overall.name}: no place or total of it moves")
    for each in overall.doubtful:
        out.hint(*(f"  {line}" for line in (*each.doubtful, each.way_out) if line))


def print_overall_ripple(out: Output, name: str, moved: OverallRipple) -> None:
    """What moved, stage by stage: totals and places in a table, and below it whatever else."""
    for stage in moved.stages:
        was = next((each for each in moved.recounted if each.name == stage.name), None)
        unit = "" if stage.format == "knockout" else totals_in(stage.rules)
        units = f"{totals_in(was.rules)} {_arrow(out)} {unit}" if was else unit
        out.say("", f"  {name}, {stage.name}" + (f" ({units})" if unit else ""))
        rows = list(_by_contestant(moved.of(stage.name, *OF_A_ROW)).values())
        if rows and all(_is_new(row) for row in rows):
            out.hint(f"  {counted(len(rows), 'contestant')} came in: `tournament standings {stage.name}`")
        else:
            _print_rows(out, rows, stage.rules, recounted=bool(was))
        _print_others(out, [each for each in moved.of(stage.name) if each.kind not in OF_A_ROW], stage)


def _print_others(out: Output, others: list[OverallChange], stage: Stage) -> None:
    """Whatever else moved, a line each: as many as of the table's rows."""
    shown = others if out.settings.verbose else others[:ROWS_SHOWN]
    for each in shown:
        out.say(f"  {moved_text(out, each, stage)}")
    if len(shown) < len(others):
        out.say(f"  … and {len(others) - len(shown)} more (-v shows them)")


def _is_new(row: dict[str, OverallChange]) -> bool:
    return all(each.before is None for each in row.values())


def _by_contestant(moved: list[OverallChange]) -> dict[str, dict[str, OverallChange]]:
    """What moved by whose it is, and there by kind."""
    found: dict[str, dict[str, OverallChange]] = {}
    for each in moved:
        found.setdefault(each.whose, {})[each.kind] = each
    return found


def _print_rows(out: Output, rows: list[dict[str, OverallChange]], rules: StageRules, *, recounted: bool) -> None:
    """The totals and places of everybody who moved; no difference where the totals were of another unit."""
    if not rows:
        return
    rows.sort(key=lambda row: -abs(_difference(row.get("total"))))
    shown = rows if out.settings.verbose else rows[:ROWS_SHOWN]
    columns = ["contestant", ">before", ">after", ">change", "place"]
    lines = [_row(out, row, rules) for row in shown]
    if recounted:
        columns.remove(">change")
        lines = [[*line[:3], *line[4:]] for line in lines]
    out.table(columns, lines, indent=2, layout=Layout(spare=() if recounted else (">change",)))
    if len(shown) < len(rows):
        out.say(f"  … and {len(rows) - len(shown)} more (-v shows them)")


def _row(out: Output, row: dict[str, OverallChange], rules: StageRules) -> list[str]:
    total, place = row.get("total"), row.get("place")
    who = next(iter(row.values())).whose
    values = (total.before, total.after) if total else ()
    before, after = [value_text(each, rules.rounding, rules.places) for each in values] or ("", "")
    return [who, before, after, _change_text(total, rules.places), _places_text(out, place) if place else ""]


def _change_text(total: OverallChange | None, places: int) -> str:
    if total is None:
        return ""
    if total.before is None:
        return "new"
    return "gone" if total.after is None else signed(signed_text(_difference(total), places))


def _difference(moved: OverallChange | None) -> Fraction:
    values = (moved.before, moved.after) if moved else ()
    before, after = (value if isinstance(value, Fraction) else Fraction(0) for value in values or (0, 0))
    return after - before


def _places_text(out: Output, place: OverallChange) -> str:
    """'7 → 5'."""
    return f"{place.before or 'new'} {_arrow(out)} {place.after or 'none'}"


def _arrow(out: Output) -> str:
    return "→" if out.symbols else "->"


def moved_text(out: Output, moved: OverallChange, stage: Stage) -> str:
    """Whatever else moved, in a line: 'winner   friday, round 2: Norway v Malta   Norway → Malta'."""
    before, after = before_and_after(moved, stage)
    return f"{moved.kind}   {moved.whose}   {before} {_arrow(out)} {after}"


def in_a_line(out: Output, moved: OverallChange, stage: Stage) -> str:
    """The same among others: 'winner SF1: Norway → Malta'."""
    before, after = before_and_after(moved, stage)
    return f"{moved.kind} {moved.whose}: {before} {_arrow(out)} {after}"


def places_line(out: Output, moved: OverallRipple, stage: str) -> str:
    """The places that moved in a stage, in a line: '1NS 7 → 5, 4EW 5 → 6'."""
    places = moved.of(stage, "place")
    shown = places if out.settings.verbose else places[:ROWS_SHOWN]
    changes = [RankChange(each.whose, _rank(each.before), _rank(each.after)) for each in shown]
    more = f", and {len(places) - len(shown)} more" if len(shown) < len(places) else ""
    return ", ".join(place_text(change, _arrow(out)) for change in changes) + more


def _rank(value: Value | None) -> int | None:
    return value if isinstance(value, int) else None


def effect_json(overall: OverallEffect) -> dict[str, object]:
    """What a command moves over the tournament, as JSON."""
    notes = [note for each in overall.doubtful for note in each.doubtful]
    return {"name": overall.name, **overall_ripple_json(overall.moved), "notes": notes}
