"""Reading a draw that was made outside: pairs typed in a line, or a table in a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli.desk.desk import Desk
from cli.desk.names import parse_teams
from ledger.commands import DrawRound
from ledger.errors import Misuse
from ledger.events.draws import DrawnMatch
from ledger.exchange.tables import read_table
from ledger.overall.before_a_draw import playing_in

if TYPE_CHECKING:
    from cli.commands.tournament.swiss import ByHandOptions, DrawOptions

_HEADINGS = ("table", "contestant", "opponent", "third")
_BETWEEN = re.compile(r"\s*[-–]\s*|\s+v\s+")


class _Said(NamedTuple):
    """What was drawn outside, as far as it was said."""

    matches: tuple[DrawnMatch, ...] = ()
    bye: str = ""
    triangle: tuple[str, ...] = ()


def drawing(desk: Desk, tournament: str, stage: str, how: DrawOptions, by_hand: ByHandOptions) -> DrawRound:
    """The draw that is asked for."""
    said = _said(by_hand, lambda: playing_in(desk.office.tournaments.scores(tournament), stage))
    return DrawRound(
        stage=stage,
        round=how.round or 0,
        by_hand=said is not None,
        **(said or _Said())._asdict(),
        odd=how.odd,
        repeat=how.repeat,
        early=how.early,
        reason=how.reason,
    )


def _said(by_hand: ByHandOptions, playing: Callable[[], Iterable[str]]) -> _Said | None:
    """What was drawn outside, of those who play; None where it is to be drawn by the rule."""
    if by_hand.pairs and by_hand.file:
        raise Misuse("usage", "--pairs and --file both say who meets whom", "one of them")
    if not (by_hand.file or by_hand.pairs or by_hand.triangle):
        if by_hand.bye:
            raise Misuse("usage", "--bye says who meets nobody; who meets whom?", "--pairs, or --file")
        return None
    names = {each.casefold(): each for each in playing()}
    if by_hand.file:
        return _read(Path(by_hand.file), names)
    pairs = [_pair(text, names) for text in (by_hand.pairs or "").split(",") if text.strip()]
    matches = tuple(DrawnMatch(at, pair) for at, pair in enumerate(pairs, start=1))
    triangle = tuple(_name(each, names) for each in parse_teams(by_hand.triangle or ""))
    return _Said(matches, _name(by_hand.bye or "", names), triangle)


def _name(text: str, names: dict[str, str]) -> str:
    """A contestant as the tournament calls it, whatever the case it is typed in."""
    return names.get(text.strip().casefold(), text.strip())


def _pair(text: str, names: dict[str, str]) -> tuple[str, str]:
    """Two contestants, 'Norway-Iceland'; a hyphen in a name is its own, where the two sides of another are known."""
    places = [(text[: found.start()].strip(), text[found.end() :].strip()) for found in _BETWEEN.finditer(text)]
    fit = [two for two in places if all(each.casefold() in names for each in two)]
    for one, other in fit if len(fit) == 1 else places if len(places) == 1 else ():
        if one and other:
            return _name(one, names), _name(other, names)
    raise Misuse("bad-draw", f"{text.strip()[:80]!r} are not two contestants", 'write "Norway-Iceland, Malta-Oslo"')


def _read(path: Path, names: dict[str, str]) -> _Said:
    """A draw in a file: table, contestant, opponent, third; a bye has no opponent, a triangle has a third."""
    table = read_table(path, lambda cells: sum(cell.casefold() in _HEADINGS for cell in cells))
    columns = [name.casefold() for name in table.columns]
    if not {"contestant", "opponent"} <= set(columns):
        raise Misuse("bad-file", f"{path} does not say who meets whom", f"its columns are {','.join(_HEADINGS)}")
    matches, bye, triangle = list[DrawnMatch](), list[str](), list[tuple[str, ...]]()
    for line, row in table.rows:
        if isinstance(row, str):
            raise Misuse("bad-file", f"{path}, line {line}: {row}", "every line has the columns of the first")
        cells = dict(zip(columns, row, strict=True))
        one, *others = (_name(cells.get(each, ""), names) for each in _HEADINGS[1:])
        if others[1:] != [""]:
            triangle.append((one, *others))
        elif others == [""] or not others[0]:
            bye.append(one)
        else:
            matches.append(DrawnMatch(_table(cells, len(matches) + 1, f"{path}, line {line}"), (one, others[0])))
    _at_most_one(path, bye, triangle)
    return _Said(tuple(matches), "".join(bye), triangle[0] if triangle else ())


def _table(cells: dict[str, str], following: int, where: str) -> int:
    said = cells.get("table", "").strip()
    if not said:
        return following
    if not (said.isascii() and said.isdigit() and len(said) <= 4 and int(said)):
        raise Misuse("bad-file", f"{where}: {said[:40]!r} is no number of a table", "tables are numbered 1, 2, 3")
    return int(said)


def _at_most_one(path: Path, bye: Sequence[str], triangle: Sequence[tuple[str, ...]]) -> None:
    if len(bye) > 1:
        raise Misuse("bad-file", f"{path}: {', '.join(bye)} have no opponent", "one has a bye; three make a triangle")
    if len(triangle) > 1:
        raise Misuse("bad-file", f"{path} has {len(triangle)} triangles", "a round has one at most")
