"""Who the players are, as a table: a line a contestant, with their names in one column or in several, and the numbers
of their membership beside them or behind them.

    pair,player 1,number 1,player 2,number 2
    7,Jane Roe,1234,Joe Doe,

    pair,names
    7,Jane Roe (1234) & Joe Doe
"""

import re
from pathlib import Path
from typing import NamedTuple

from ledger.bounds.files import MEMBER_NUMBER, NAME, NAMES
from ledger.errors import Misuse, Refusal
from ledger.exchange.csv.columns import is_names, is_who, plain
from ledger.exchange.csv.lines import apart
from ledger.exchange.csv.tables import read_table
from ledger.exchange.members import is_number
from ledger.exchange.sheet import require_few, require_plain, shortened, why

_SHOWN = 20
"""So many lines that cannot be read are told one by one."""

Problems = list[tuple[str, str]]
"""What is wrong, and in which line."""


class EntryLine(NamedTuple):
    """A line of a list of entries: its place, the contestant, and each player as one types him: 'Ann Lee (12)'."""

    place: str
    contestant: str
    players: tuple[str, ...]


def read_entries(path: Path, *, alone: bool = False) -> tuple[list[EntryLine], Problems]:
    """The contestants a table names, in its order, with their players, and the lines that cannot be read.

    `alone`: some may be named without players. Misuse (bad-file) where it is no such table.
    """
    table = read_table(path, lambda cells: sum(is_who(name) or _is_of_players(name) for name in cells))
    require_few(path, len(table.rows))
    who = next((at for at, name in enumerate(table.columns) if is_who(name)), None)
    names = [at for at, name in enumerate(table.columns) if at != who and _is_names(name)]
    numbers = [at for at, name in enumerate(table.columns) if at not in (who, *names) and _is_of_players(name)]
    if who is None or not (names or numbers or alone) or (names and numbers and len(names) != len(numbers)):
        hint = "the first line names the columns: pair,player 1,player 2; or pair,names"
        raise Misuse("bad-file", f"{path} does not say who is called what", hint)
    found: list[EntryLine] = []
    problems: Problems = []
    for line, row in table.rows:
        place = f"line {line}"
        try:
            if isinstance(row, str):
                raise ValueError(row)
            players = _players([row[at] for at in names], [row[at] for at in numbers])
            require_plain(row[who], *players)
            if row[who] and (players or alone):
                found.append(EntryLine(place, row[who], players))
        except ValueError as error:
            problems.append((place, why(error)))
    return found, problems


def require_none(path: Path, problems: Problems) -> None:
    """Refusal (bad-lines) that tells each line with what is wrong with it, as many as there is room for."""
    problems = sorted(problems, key=lambda each: int(each[0].rpartition(" ")[2]))
    if problems:
        more = f", of which the first {_SHOWN} are told" if len(problems) > _SHOWN else ""
        lines = "1 line" if len(problems) == 1 else f"{len(problems)} lines"
        raise Refusal(
            "bad-lines",
            f"{lines} of {path.name} cannot be read{more}",
            "put them right, and read it again",
            table=(("line", "what is wrong"), *problems[:_SHOWN]),
        )


def _is_names(name: str) -> bool:
    """Whether a column is of names: 'Player 2'."""
    return is_names(_without_seat(name))


def _is_of_players(name: str) -> bool:
    """Whether a column is of names, or of numbers of membership: 'Number 2', 'Player 2 number'."""
    words = _without_seat(name)
    return is_names(words) or (words != plain(name) and is_number(words.removeprefix("player")))


def _without_seat(name: str) -> str:
    return re.sub(r"[0-9]+", "", plain(name))


def _players(names: list[str], numbers: list[str]) -> tuple[str, ...]:
    """Each player as he is typed; ValueError where they are too many, or their names too long."""
    if len(names) == 1 and not numbers:
        found = apart(names[0])
    elif not names or not numbers:
        found = [text for text in (names or numbers) if text]
    else:
        both = zip(names, numbers, strict=True)
        found = [f"{name} ({number})" if name and number else name or number for name, number in both if name or number]
    if len(found) > NAMES.most or any(len(each) > NAME.most + MEMBER_NUMBER.most for each in found):
        raise ValueError(f"{shortened(' & '.join(found))!r} names no players")
    return tuple(found)
