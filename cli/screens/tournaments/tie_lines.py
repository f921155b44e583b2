"""How equal totals were split: a line for each rule that was asked, under the standing and as JSON."""

from collections.abc import Iterator

from cli.screens.vocabulary import TIE_BREAKS
from ledger.overall.standing import Overall
from ledger.overall.ties import TieSplit, TieStep


def tie_lines(found: Overall, entrant: str | None = None) -> Iterator[str]:
    """The ties of a standing, or those a contestant was in: 'A5 and B7: the last session: B7 58.33, A5 54.17'."""
    for split in found.ties:
        if entrant is None or entrant in split.tied:
            yield f"{_and(split.tied)} are equal:"
            yield from (f"  {_step(step)}" for step in split.steps)
            yield f"  so {', '.join(map(_shared, split.order))}"


def _step(step: TieStep) -> str:
    """'matches won: B7 3, A5 2'; or why the rule says nothing."""
    rule = TIE_BREAKS[step.rule]
    if step.skipped:
        return f"{rule}: passed over, {step.skipped}"
    return f"{rule}: {', '.join(f'{whose} {has}' for whose, has in step.has)}"


def _shared(group: tuple[str, ...]) -> str:
    return group[0] if len(group) == 1 else f"{_and(group)} together"


def _and(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def ties_json(found: Overall, entrant: str | None = None) -> list[dict[str, object]]:
    """How equal totals were split, all or those a contestant had, as JSON."""
    return [_split_json(split) for split in found.ties if entrant is None or entrant in split.tied]


def _split_json(split: TieSplit) -> dict[str, object]:
    steps = [
        {
            "rule": step.rule,
            "skipped": step.skipped or None,
            "has": [{"contestant": whose, "score": has} for whose, has in step.has],
        }
        for step in split.steps
    ]
    return {"tied": list(split.tied), "steps": steps, "order": [list(group) for group in split.order]}
