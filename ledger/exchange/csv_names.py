"""Who the players are, as a table: a line a contestant, with their names in one column or in several.

pair,player 1,player 2
7,Jane Roe,Joe Doe
"""

import re
from pathlib import Path

from ledger.errors import Misuse
from ledger.events.people import Player
from ledger.exchange.columns import is_names, is_who, plain
from ledger.exchange.csv_lines import named
from ledger.exchange.sheet import require_few, require_plain, why
from ledger.exchange.tables import read_table


def read_names(path: Path) -> list[tuple[str, Player]]:
    """The players a table names, each with the line it stands in.

    Misuse (bad-file) where it is no table of names, or a line of it is none.
    """
    table = read_table(path, lambda cells: sum(is_who(name) or _is_names(name) for name in cells))
    require_few(path, len(table.rows))
    who = next((at for at, name in enumerate(table.columns) if is_who(name)), None)
    names = [at for at, name in enumerate(table.columns) if at != who and _is_names(name)]
    if who is None or not names:
        hint = "the first line names the columns: pair,player 1,player 2; or pair,names"
        raise Misuse("bad-file", f"{path} does not say who is called what", hint)
    found: list[tuple[str, Player]] = []
    for number, row in table.rows:
        try:
            if isinstance(row, str):
                raise ValueError(row)
            players = _players(row[who], [row[at] for at in names if row[at]])
            found += ((f"{path} line {number}", player) for player in players)
        except ValueError as error:
            raise Misuse(
                "bad-file", f"{path} line {number}: {why(error)}", "put it right, and read it again"
            ) from error
    return found


def _is_names(name: str) -> bool:
    """Whether a column is of names: 'Player 2'."""
    return is_names(re.sub(r"[0-9]+$", "", plain(name)))


def _players(who: str, texts: list[str]) -> list[Player]:
    """The players of a line: one to a column, or all of them in the only one."""
    require_plain(who, *texts)
    if len(texts) == 1:
        return named(who, texts[0])
    return [Player(who, seat, text) for seat, text in enumerate(texts, start=1)]
