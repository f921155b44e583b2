"""The standing of a stage in parts: each section, direction or stratum ranked by itself."""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from ledger.labels import natural
from ledger.overall.stage_standing import Overall, OverallRow

RankedBy = Literal["section", "direction", "stratum"]
"""What a standing can be taken apart by."""


class PartRanking(NamedTuple):
    """A part of a standing: what it is called, and everybody in it with the place it has among them."""

    name: str
    rows: tuple[tuple[int | None, OverallRow], ...]


def rankings(found: Overall, by: RankedBy) -> list[PartRanking]:
    """The parts of a standing, each in the order of the whole; who is in none of them is left out."""
    parts: dict[str, list[OverallRow]] = {}
    for row in found.rows:
        for name in _PARTS[by](found, row):
            parts.setdefault(name, []).append(row)
    return [PartRanking(name, _placed(parts[name])) for name in sorted(parts, key=_in_order)]


def _in_order(name: str) -> tuple[object, ...]:
    """By name; North–South goes first."""
    return natural(name.removesuffix("NS").removesuffix("EW")), name.endswith("EW")


def fields(found: Overall) -> list[PartRanking]:
    """The whole standing; or both directions, where the stage has two winners."""
    if found.stage.rules.winners == 2:
        return rankings(found, "direction")
    return [PartRanking("", tuple((row.rank, row) for row in found.rows))]


def _placed(rows: list[OverallRow]) -> tuple[tuple[int | None, OverallRow], ...]:
    """Places among some of a standing: equal where they are equal in the whole."""
    ranked, first = [row.rank for row in rows if row.rank], dict[int, int]()
    for at, rank in enumerate(sorted(ranked), start=1):
        first.setdefault(rank, at)
    return tuple((first[row.rank] if row.rank else None, row) for row in rows)


def _direction(found: Overall, row: OverallRow) -> list[str]:
    return [row.direction.value if row.direction else ""]


def _section(found: Overall, row: OverallRow) -> list[str]:
    """The section of the last session it played, and which session where others have it too; with two winners, of
    each direction.

    Pairs are seated anew between sessions: who missed the second stays in the section of the first, apart from those
    who are in the second's section of that letter.
    """
    of = row.last.of if row.last else None
    beside = found.scores.tournament.in_stage(found.stage.name) if of else []
    shared = of and of.section and sum(each.section == of.section for each in beside) > 1
    named = (of.section, f"({of.session})" if shared else "") if of else ()
    return [" ".join(filter(None, (*named, *_apart(found, row))))]


def _strata(found: Overall, row: OverallRow) -> list[str]:
    """Its stratum, and those above it where these are for everybody below too; none where it has none."""
    entrants = found.scores.tournament.entrants
    own = entrants[row.entrant].stratum if row.entrant in entrants else ""
    every = {each.stratum for each in entrants.values() if each.stratum}
    above = [each for each in every if natural(each) < natural(own)] if found.stage.rules.strata == "and-below" else []
    return [" ".join((each, *_apart(found, row))) for each in (*above, own)] if own else []


def _apart(found: Overall, row: OverallRow) -> list[str]:
    return _direction(found, row) if found.stage.rules.winners == 2 else []


_PARTS: Mapping[RankedBy, Callable[[Overall, OverallRow], list[str]]] = {
    "section": _section,
    "direction": _direction,
    "stratum": _strata,
}
