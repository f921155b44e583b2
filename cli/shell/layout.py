"""An overview as the lines of a screen: what waits comes first, and everything is given what room there is."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from cli.desk.screen import shown
from cli.screens.scores import score_text
from cli.screens.times import clock
from cli.screens.vocabulary import counted, side_name
from cli.shell.overview import (
    Overview,
    appeal_text,
    call_text,
    clock_text,
    event_line,
    line_text,
    queried_text,
    ruling_text,
)
from ledger.projections.standings import Ranking, Row

PLACES_ONCE, EVENTS_ONCE = 10, 5
_GAP = 3
_NAMES_FROM = 50
"""So wide a field is told with the names of who plays."""


class ScreenLine(NamedTuple):
    """A line of the screen; headings stand out."""

    text: str
    heading: bool = False


class Section(NamedTuple):
    """Lines under a heading, the first of them the most urgent; `least`: so many are shown before others have more.

    `counted`: where there is no room for all, it is said how many more there are.
    """

    heading: str
    lines: Sequence[str]
    least: int = 1
    counted: bool = True


def lines(seen: Overview, width: int, height: int | None) -> list[ScreenLine]:
    """The lines of a screen of so many columns and rows; all there is to say, where it has no end."""
    found = [each for each in sections(seen, width, whole=height is None) if each.lines]
    rooms = [len(each.lines) for each in found] if height is None else _rooms(found, height - 2)
    told = [ScreenLine(cut(head(seen), width), heading=True), ScreenLine("")]
    for section, room in zip(found, rooms, strict=True):
        if room:
            told.append(ScreenLine(cut(section.heading, width), heading=True))
            told += [ScreenLine(cut(text, width)) for text in _some(section, room)]
            told += [ScreenLine("")] if height is None else []
    return told[:-1] if height is None else told[:height]


def head(seen: Overview) -> str:
    """'21:43  thursday  Thursday club  567 of 567 results'."""
    session = seen.session
    results = sum(1 for played in session.table_boards() if played.results)
    title = session.opening.title
    parts = [clock(seen.now), session.id, title, counted(results, "result"), "closed" if session.closed else ""]
    return "  ".join(part for part in parts if part)


def sections(seen: Overview, width: int, *, whole: bool) -> list[Section]:
    """What there is to show, the most urgent first; of the ranking and the log, as much as fits a screen."""
    places, events = (PLACES_ONCE, EVENTS_ONCE) if whole else (None, None)
    return [
        Section(_many("Open calls", seen.calls), [call_text(seen, each) for each in seen.calls], 3),
        Section(_many("Provisional rulings", seen.provisional), [ruling_text(seen, each) for each in seen.provisional]),
        Section(_many("Open appeals", seen.appeals), [appeal_text(seen, each) for each in seen.appeals], 2),
        Section("Running out", [clock_text(seen, *each) for each in seen.clocks.items()], 2),
        Section(_many("In the queue", seen.lines), [line_text(each) for each in seen.lines]),
        Section(_many("Queried results", seen.queried), [queried_text(each) for each in seen.queried]),
        Section(*_ranking(seen, width, places), least=3, counted=False),
        Section("Last recorded", [event_line(each) for each in reversed(seen.events)][:events], 2, counted=False),
    ]


def _many(heading: str, what: Sequence[object]) -> str:
    return f"{heading} ({len(what)})"


def _some(section: Section, room: int) -> Iterator[str]:
    """As many lines as there is room for; of what waits, the last says how many more there are."""
    left = len(section.lines) - room
    if left <= 0 or not section.counted:
        yield from section.lines[:room]
        return
    yield from section.lines[: room - 1]
    yield f"… and {left + 1} more"


def _rooms(found: Sequence[Section], height: int) -> list[int]:
    """How many lines each section has, beside its heading: first the least of each, then in turn one more."""
    rooms, left = [0] * len(found), height
    for at, section in enumerate(found):
        least = min(section.least, len(section.lines), left - 1)
        if least > 0:
            rooms[at], left = least, left - 1 - least
    while left > 0 and any(0 < room < len(each.lines) for room, each in zip(rooms, found, strict=True)):
        for at, section in enumerate(found):
            if left and 0 < rooms[at] < len(section.lines):
                rooms[at], left = rooms[at] + 1, left - 1
    return rooms


# The ranking: its fields side by side


def _ranking(seen: Overview, width: int, places: int | None) -> tuple[str, list[str]]:
    """The heading and the rows of the fields, beside one another where there are two."""
    fields = [field for field in seen.fields if field.rows]
    if not fields:
        return "Standings", []
    own = (width - _GAP * (len(fields) - 1)) // len(fields)
    heads = ["Standings" if each.direction is None else side_name(each.direction.value) for each in fields]
    columns = [_rows(seen, field, own)[:places] for field in fields]
    return _beside(heads, own), [_beside(row, own) for row in zip_longest(*columns, fillvalue="")]


def _beside(parts: Sequence[str], width: int) -> str:
    return (" " * _GAP).join(part.ljust(width) for part in parts).rstrip()


def _rows(seen: Overview, field: Ranking, width: int) -> list[str]:
    ranks = [str(row.rank or "–") for row in field.rows]
    scores = [_score(seen, row) for row in field.rows]
    names = [row.contestant if width < _NAMES_FROM else _named(seen, row) for row in field.rows]
    to_rank, to_score = max(map(len, ranks)), max(map(len, scores))
    room = max(width - to_rank - to_score - 4, 1)
    at = min(room, max(map(len, names)))
    return [
        f"{rank:>{to_rank}}  {cut(name, room):<{at}}  {score:>{to_score}}"
        for rank, name, score in zip(ranks, names, scores, strict=True)
    ]


def _named(seen: Overview, row: Row) -> str:
    names = seen.names.get(row.contestant, "")
    return f"{row.contestant} {names}" if names else row.contestant


def _score(seen: Overview, row: Row) -> str:
    if row.percent is not None:
        return f"{score_text(row.percent, seen.mode)}%"
    return score_text(row.total if row.boards or row.rank else None, seen.mode)


def cut(text: str, width: int) -> str:
    """A text that is not wider than the screen, and steers it nowhere."""
    safe = str(shown(text))
    return safe if len(safe) <= width else f"{safe[: max(width - 1, 0)]}…"
