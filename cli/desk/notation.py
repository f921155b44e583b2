"""Reading where and on what authority something is recorded: a table, a result, a Law, what reopens a board."""

from cli.desk.options import ReopeningOptions, SeatsOptions
from ledger.bridge import Result, Seat, parse_result
from ledger.commands import Reopening, Where
from ledger.errors import Misuse
from ledger.exchange.sheet import TABLE
from ledger.laws.citation import parse_law


def parse_laws(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Citations of the Laws, each once."""
    return tuple(dict.fromkeys(parse_law(law) for law in texts))


def seat(text: str | None) -> Seat | None:
    """A declarer given by --declarer."""
    return Seat(text.upper()) if text else None


def where(board: tuple[int, str | None], seats: SeatsOptions) -> Where:
    """A table's play of a board, from the positional and the options."""
    number, stands_with_it = board
    if seats.table and stands_with_it and seats.table != stands_with_it:
        raise Misuse("bad-table", f"table {stands_with_it} or table {seats.table}?", "give the table once")
    named = seats.table or stands_with_it
    if named and not TABLE.fullmatch(named):
        raise Misuse("bad-table", f"{named[:30]!r} is no name for a table", "a number, or a short name: 1, A3, open")
    return Where(number, named, _label(seats.ns), _label(seats.ew), seats.round)


def _label(text: str | None) -> str | None:
    return text.strip() if text else None


def reopening(late: ReopeningOptions) -> Reopening | None:
    """What the options for late changes say; None where nothing is to be reopened."""
    if late.reopen:
        return Reopening(late.reopen, late.authority or "", late.beyond_doubt)
    if late.authority or late.beyond_doubt:
        raise Misuse("usage", "--authority and --beyond-doubt go with --reopen", "--reopen 79C2 --authority WHO")
    return None


def require_text(what: str, text: str, hint: str = "say it in a few words") -> str:
    """A text that says something, without the blanks around it; Misuse where it is empty."""
    if not text.strip():
        raise Misuse("usage", f"{what} is empty", hint)
    return text.strip()


def result(text: str, declarer: str | None) -> Result:
    """A table's result; who declares may stand beside it."""
    return parse_result(text, seat(declarer))
