"""Compare the figures printed in a result file with ours, for a session or a tournament, and print the differences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.words.scores import signed_text
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.exchange.comparison import Comparison, compare, compare_overall, printed_overall, units_unlike_stage
from ledger.exchange.fields import count_rankings, relabel_contestants
from ledger.exchange.reading import read_results
from ledger.exchange.sheet import Sheet
from ledger.laws.rounding import read_decimal
from ledger.overall.stage_standing import Overall
from ledger.scoring.forms import FORMS

if TYPE_CHECKING:
    from ledger.recording.effect import Effect


_FIGURE_NOUNS = {
    "total": ("total", "totals"),
    "percentage": ("percentage", "percentages"),
    "place": ("place", "places"),
    "line": ("score of a line", "scores of lines"),
    "score": ("score unlike its contract", "scores unlike their contracts"),
    "datum": ("datum", "datums"),
    "margin": ("margin of a match", "margins of matches"),
    "points": ("match in victory points", "matches in victory points"),
    "pair-line": ("cross-IMPs of a pair on a board", "cross-IMPs of pairs on boards"),
    "pair-total": ("cross-IMPs of a pair", "cross-IMPs of pairs"),
}

_SHOWN = 3


def compare_printed(sheet: Sheet, effect: Effect) -> Comparison:
    """Compare each figure that a result file prints with ours; return no figures if lines of the file were left out."""
    if effect.skipped or effect.scores_after is None:
        return Comparison()
    return compare(sheet, effect.scores_after)


def comparison_summary(comparison: Comparison) -> list[str]:
    """Return a line with the numbers of figures compared and of those that differ; [] if none was compared."""
    if not comparison.counts:
        return []
    return [f"  compared with what the file prints: {figures_text(comparison.counts, len(comparison.differences))}"]


def figures_text(counts: Mapping[str, int], differ: int) -> str:
    """Return the numbers of figures compared, by kind, and of those that differ: '12 totals, 12 places: 1 differs'."""
    compared = ", ".join(f"{count} {_FIGURE_NOUNS[kind][count != 1]}" for kind, count in counts.items())
    outcome = f"{differ} differ{'s' if differ == 1 else ''}" if differ else "all the same"
    return f"{compared}: {outcome}"


def difference_remarks(comparison: Comparison, *, everything: bool) -> Iterable[tuple[str, str]]:
    """Yield the first differing figures of each kind, and the number of all if there are more."""
    for kind in dict.fromkeys(each.kind for each in comparison.differences):
        differ = [each for each in comparison.differences if each.kind == kind]
        word, words = _FIGURE_NOUNS[kind]
        for difference in differ if everything else differ[:_SHOWN]:
            verb = "are" if word.startswith("cross") else "is"
            yield difference.where, f"the file's {word} {verb} {difference.printed}, ours {difference.ours}"
        if len(differ) > _SHOWN:
            why = "scored by other regulations (--profile), or ruled on since"
            yield words, f"{len(differ)} of the file's {comparison.counts[kind]} are not ours: {why}"


def compare_with_file(desk: Desk, named: str | None, file: Path, stage: str | None) -> None:
    """Print how the totals and places in a file differ from those of a stage, by default of the only stage."""
    from cli.desk.tournaments import scores_at_moment  # imported late: an import does not need it
    from cli.screens.tournaments.standings import print_heads
    from cli.views.answers import as_json
    from cli.views.overall import heads_of
    from ledger.overall.standing import overalls

    scores = scores_at_moment(desk, named)
    standings = overalls(scores, stage)
    if len(standings) != 1:
        stages = ", ".join(each.stage.name for each in standings) or "none yet"
        raise Misuse("no-such-stage", f"which stage does {file} print?", f"name it: {stages}")
    overall = standings[0]
    sheet = read_results(file)
    in_matches = sheet.swiss or (sheet.scoring is not None and FORMS[sheet.scoring].teams())
    if not in_matches:
        relabel_contestants(sheet, count_rankings(sheet, None, None, in_matches=False))
    comparison, printed_units = compare_overall(sheet, overall), units_unlike_stage(sheet, overall)
    if desk.settings.json:
        units = {"unit": overall.unit, "other_units": printed_units}
        payload = {"heads": as_json(heads_of(scores)), "stage": overall.stage.name, **units}
        desk.print_json_of_state("overall-compared/1", scores.tournament, payload | comparison_json(comparison))
        return
    if not (comparison.counts or printed_units):
        raise Misuse("bad-file", f"{file} prints no total of anybody in {overall.stage.name}", "`tournament link`")
    print_heads(desk, scores)
    if printed_units:
        printed = " and ".join(_UNIT_NOUNS[each] if each else "totals without their unit" for each in printed_units)
        name, adds = overall.stage.name, _UNIT_NOUNS[overall.unit]
        desk.hint(f"totals are not compared: the file prints {printed}, and {name} adds up {adds}")
        amend = f"tournament stage amend {quote(name)} --adds"
        if lines := [f"`{amend} {_OPTION_VALUES[each]}`" for each in printed_units if each]:
            desk.hint(f"  if those are what the event adds up: {' or '.join(lines)}")
    for line in comparison_summary(comparison):
        desk.say(line.strip())
    rows = []
    for difference in comparison.differences:
        more = ""
        if difference.kind != "place":
            with suppress(ValueError):  # a printed figure may be no number
                more = signed_text(read_decimal(difference.printed) - read_decimal(difference.ours))
        rows.append([difference.where, difference.kind, difference.printed, difference.ours, more])
    if rows:
        desk.table(["contestant", "figure", ">file", ">ours", ">more"], rows)
    boards = max((int(each.boards) for _, each in printed_overall(sheet) if each.boards.isdecimal()), default=0)
    for line in _missing_lines(overall, boards):
        desk.say(line)


_UNIT_NOUNS = {
    "%": "percentages",
    "MP": "matchpoints",
    "points": "points of board-a-match",
    "IMP": "IMPs",
    "IMP a board": "IMPs a board",
    "VP": "victory points",
    "": "matches won",
}

_OPTION_VALUES = {"%": "percent", "MP": "matchpoints", "IMP": "imps", "VP": "victory-points"}


def _missing_lines(overall: Overall, boards: int) -> list[str]:
    sittings = [sitting for sitting in range(1, max(overall.sittings, default=0)) if sitting not in overall.sittings]
    lines = [f"this ledger has no session of sitting {', '.join(map(str, sittings))}"] if sittings else []
    ours = max((row.boards for row in overall.rows), default=0)
    if boards and boards != ours:
        lines.append(f"the file's totals are of {counted(boards, 'board')}, ours of {ours}")
    return lines


def comparison_json(comparison: Comparison) -> dict[str, object]:
    """Return a comparison as JSON."""
    return {"figures": comparison.counts, "differing": [each._asdict() for each in comparison.differences]}
