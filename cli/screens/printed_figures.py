"""The figures a result file prints beside ours, for a session or a tournament: how many were compared, what differs."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.words.scores import signed_text
from cli.words.vocabulary import counted
from ledger.errors import Misuse
from ledger.exchange.comparison import Comparison, compare, compare_overall, other_units, printed_overall
from ledger.exchange.fields import call_by_field, winners_of
from ledger.exchange.reading import read_results
from ledger.laws.rounding import read_decimal
from ledger.scoring.forms import FORMS

if TYPE_CHECKING:
    from ledger.exchange.comparison import Comparison
    from ledger.exchange.sheet import Sheet
    from ledger.overall.stage_standing import Overall
    from ledger.recording.effect import Effect


_WORDS = {
    "total": ("total", "totals"),
    "percentage": ("percentage", "percentages"),
    "place": ("place", "places"),
    "line": ("score of a line", "scores of lines"),
    "datum": ("datum", "datums"),
    "margin": ("margin of a match", "margins of matches"),
    "points": ("match in victory points", "matches in victory points"),
    "pair-line": ("cross-IMPs of a pair on a board", "cross-IMPs of pairs on boards"),
    "pair-total": ("cross-IMPs of a pair", "cross-IMPs of pairs"),
}

_SHOWN = 3


def compared(sheet: Sheet, effect: Effect) -> Comparison:
    """Every figure the file prints beside ours: the office should know before the players do.

    Nothing is compared while lines are left out: every figure rests on them.
    """
    if effect.skipped or effect.scores_after is None:
        return Comparison()
    return compare(sheet, effect.scores_after)


def counts_told(found: Comparison) -> list[str]:
    """How many figures were compared, and that all are ours where they are."""
    if not found.counts:
        return []
    counts = ", ".join(f"{count} {_WORDS[kind][count != 1]}" for kind, count in found.counts.items())
    differ = len(found.differences)
    outcome = f"{differ} differ{'s' if differ == 1 else ''}" if differ else "all the same"
    return [f"  compared with what the file prints: {counts}: {outcome}"]


def differences_told(found: Comparison, sheet: Sheet, *, everything: bool) -> Iterable[tuple[str, str]]:
    """What differs: of each kind the first few, and how many there are."""
    for kind in dict.fromkeys(each.kind for each in found.differences):
        differ = [each for each in found.differences if each.kind == kind]
        word, words = _WORDS[kind]
        for each in differ if everything else differ[:_SHOWN]:
            verb = "are" if word.startswith("cross") else "is"
            yield each.where, f"the file's {word} {verb} {each.printed}, ours {each.ours}"
        if len(differ) > _SHOWN:
            why = "scored by other regulations (--profile), or ruled on since"
            yield words, f"{len(differ)} of the file's {found.counts[kind]} are not ours: {why}"


def compare_with_file(desk: Desk, named: str | None, file: Path, stage: str | None) -> None:
    """Every total and place that a file prints of an event, beside ours; of one stage, or of the only one."""
    from cli.desk.tournaments import at_moment  # what an import never needs
    from cli.screens.tournaments.standings import say_heads
    from cli.views.tournaments import heads_json
    from ledger.overall.standing import overalls

    scores = at_moment(desk, named)
    found = overalls(scores, stage)
    if len(found) != 1:
        stages = ", ".join(each.stage.name for each in found) or "none yet"
        raise Misuse("no-such-stage", f"which stage does {file} print?", f"name it: {stages}")
    sheet = read_results(file)
    in_matches = sheet.swiss or (sheet.scoring is not None and FORMS[sheet.scoring].teams())
    if not in_matches:
        call_by_field(sheet, winners_of(sheet, None, None, in_matches=False))
    comparison, other = compare_overall(sheet, found[0]), other_units(sheet, found[0])
    if desk.settings.json:
        units = {"unit": found[0].unit, "other_units": other}
        payload = {"heads": heads_json(scores), "stage": found[0].stage.name, **units, **comparison_json(comparison)}
        desk.json_at("overall-compared/1", scores.tournament, payload)
        return
    if not (comparison.counts or other):
        raise Misuse("bad-file", f"{file} prints no total of anybody in {found[0].stage.name}", "`tournament link`")
    say_heads(desk, scores)
    if other:
        printed = " and ".join(_IN_WORDS[each] if each else "totals in a unit it does not say" for each in other)
        name, adds = found[0].stage.name, _IN_WORDS[found[0].unit]
        desk.hint(f"totals are not compared: the file prints {printed}, and {name} adds up {adds}")
        lines = [f"`tournament stage amend {quote(name)} --adds {_ADDS[each]}`" for each in other if each]
        if lines:
            desk.hint(f"  if those are what the event adds up: {' or '.join(lines)}")
    for line in counts_told(comparison):
        desk.say(line.strip())
    rows = []
    for each in comparison.differences:
        more = ""
        if each.kind != "place":
            with suppress(ValueError):  # what is printed is no number
                more = signed_text(read_decimal(each.printed) - read_decimal(each.ours))
        rows.append([each.where, each.kind, each.printed, each.ours, more])
    if rows:
        desk.table(["contestant", "figure", ">file", ">ours", ">more"], rows)
    boards = max((int(each.boards) for _, each in printed_overall(sheet) if each.boards.isdigit()), default=0)
    for line in _missing(found[0], boards):
        desk.say(line)


_IN_WORDS = {
    "%": "percentages",
    "MP": "matchpoints",
    "points": "points of board-a-match",
    "IMP": "IMPs",
    "IMP a board": "IMPs a board",
    "VP": "victory points",
    "": "matches won",
}

_ADDS = {"%": "percent", "MP": "matchpoints", "IMP": "imps", "VP": "victory-points"}


def _missing(found: Overall, boards: int) -> list[str]:
    sittings = [sitting for sitting in range(1, max(found.sittings, default=0)) if sitting not in found.sittings]
    lines = [f"no session here is sitting {', '.join(map(str, sittings))}"] if sittings else []
    ours = max((row.boards for row in found.rows), default=0)
    if boards and boards != ours:
        lines.append(f"the file's totals are of {counted(boards, 'board')}, ours of {ours}")
    return lines


def comparison_json(found: Comparison) -> dict[str, object]:
    """The same for programs."""
    return {"figures": found.counts, "differing": [each._asdict() for each in found.differences]}
