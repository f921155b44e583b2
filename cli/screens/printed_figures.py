"""The figures a result file prints beside ours, in words: how many were compared, and what differs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ledger.exchange.comparison import Comparison, compare

if TYPE_CHECKING:
    from ledger.exchange.sheet import Sheet
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
            why = (
                f"{sheet.lacks} is missing"
                if sheet.lacks
                else "scored by other regulations (--profile), or ruled on since"
            )
            yield words, f"{len(differ)} of the file's {found.counts[kind]} are not ours: {why}"


def comparison_json(found: Comparison) -> dict[str, object]:
    """The same for programs."""
    return {"figures": found.counts, "differing": [each._asdict() for each in found.differences]}
