"""Draws as they are typed: the next round of a stage, by hand or from a file, and a bracket with its first round."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.options.names import parse_teams
from ledger.errors import Misuse
from ledger.exchange.csv.tables import read_table
from ledger.facts import DrawBracket, DrawRound
from ledger.facts.draws import DrawnMatch
from ledger.overall.before_a_draw import playing_in

if TYPE_CHECKING:
    from cli.options.tournaments import ByHandOptions, DrawingOptions, DrawOptions


_HEADINGS = ("table", "contestant", "opponent", "third")

_BETWEEN = re.compile(r"\s*[-–]\s*|\s+v\s+")


class _TypedDraw(NamedTuple):
    """What was drawn outside, as far as it was said."""

    matches: tuple[DrawnMatch, ...] = ()
    bye: str = ""
    triangle: tuple[str, ...] = ()


def drawn_round(desk: Desk, tournament: str, stage: str, how: DrawOptions, by_hand: ByHandOptions) -> DrawRound:
    """The draw that is asked for."""
    said = _said(by_hand, lambda: playing_in(desk.office.tournaments.scores(tournament), stage))
    return DrawRound(
        stage=stage,
        round=how.round or 0,
        by_hand=said is not None,
        **(said or _TypedDraw())._asdict(),
        odd=how.odd,
        repeat=how.repeat,
        early=how.early,
        after_round=how.after_round,
        reason=how.reason,
    )


def _said(by_hand: ByHandOptions, playing: Callable[[], Iterable[str]]) -> _TypedDraw | None:
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
    return _TypedDraw(matches, _name(by_hand.bye or "", names), triangle)


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


def _read(path: Path, names: dict[str, str]) -> _TypedDraw:
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
    return _TypedDraw(tuple(matches), "".join(bye), triangle[0] if triangle else ())


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


_GO_ON = re.compile(r"\s*\(\s*([0-9])\s*\)\s*")

_VERSUS = re.compile(r"\s+v\.?\s+")


def drawn_bracket(stage: str, how: DrawingOptions) -> DrawBracket:
    """A bracket to be drawn; Misuse (usage) where it is said in two ways, or in none."""
    said = [name for name, text in (("--seeds", how.seeds), ("--from", how.source), ("--matches", how.matches)) if text]
    if len(said) > 1:
        raise Misuse("usage", f"{' and '.join(said)} are different draws", f"{said[0]} alone")
    if how.best and not how.source:
        raise Misuse("usage", "--best is of the places in another stage", f"--from qualifying --best {how.best}")
    segments = segments_of(how.segments)
    if how.matches:
        return DrawBracket(stage, (), first_round(how.matches), segments, how.three_way)
    return DrawBracket(stage, labels(how.seeds), (), segments, how.three_way, how.source, how.best or 0)


def labels(text: str) -> tuple[str, ...]:
    """Contestants in the order they are written, each as often as it is.

    >>> labels("Norway, 2-4")
    ('Norway', '2', '3', '4')
    """
    pieces = [piece for piece in text.split(",") if piece.strip()]
    return tuple(each.label for piece in pieces for each in tournaments.entrants(piece, "", None))


def first_round(text: str) -> tuple[tuple[tuple[str, ...], int], ...]:
    """The matches of a first round, each with how many go on from it.

    >>> first_round("Norway v Wales, Iceland v Malta v 4 (2), Italy")
    ((('Norway', 'Wales'), 1), (('Iceland', 'Malta', '4'), 2), (('Italy',), 1))
    """
    return tuple(_match(piece) for piece in text.split(",") if piece.strip())


def _match(piece: str) -> tuple[tuple[str, ...], int]:
    go_on = _GO_ON.search(piece)
    teams = _VERSUS.split((piece[: go_on.start()] if go_on else piece).strip())
    return tuple(label for team in teams for label in labels(team)), int(go_on[1]) if go_on else 1


def segments_of(text: str) -> tuple[int, ...]:
    """In how many sittings matches are played, by round; Misuse (usage) where that is no number.

    >>> segments_of("2, 2,4")
    (2, 2, 4)
    """
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    if wrong := [piece for piece in pieces if not re.fullmatch(r"[1-9][0-9]{0,8}", piece)]:
        raise Misuse("usage", f"{wrong[0]!r} is no number of sittings", "--segments 2, or --segments 2,2,4 by round")
    return tuple(map(int, pieces))


def as_drawn(desk: Desk, tournament: str, stage: str, *teams: str) -> tuple[str, ...]:
    """Contestants as the bracket writes them, whatever the case of the letters typed."""
    drawn = desk.office.tournaments.stream(tournament).knockouts.bracket(stage)
    sides = [side.entrant for match in drawn.matches for side in match.sides] if drawn else []
    written = {each.casefold(): each for each in sides}
    return tuple(written.get(team.strip().casefold(), team.strip()) for team in teams)
