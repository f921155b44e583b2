"""Reading where and on what authority something is recorded: a table, a result, a Law, what reopens a board."""

from cli.desk.addresses import Address
from cli.desk.options import ReallyOptions, ReopeningOptions, SeatsOptions
from cli.desk.settings import check_text
from ledger.bridge import Result, Seat, parse_card, parse_result
from ledger.commands import Reopening, Where
from ledger.errors import Misuse
from ledger.labels.patterns import TABLE
from ledger.laws.citation import parse_law


def parse_laws(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Citations of the Laws, each once."""
    return tuple(dict.fromkeys(parse_law(law) for text in texts for law in text.split(",")))


def seat(text: str | None) -> Seat | None:
    """A declarer given by --declarer."""
    return Seat(text.upper()) if text else None


def where(board: Address, seats: SeatsOptions, *, switched: bool = False) -> Where:
    """A table's play of a board, from the positional and the options."""
    if seats.table and board.table and seats.table != board.table:
        raise Misuse("bad-table", f"table {board.table} or table {seats.table}?", "give the table once")
    table, words = board.table, board.words
    if table is not None and not TABLE.fullmatch(table):
        words = (table, *words)
        table = None
    for word in words:
        check_text("the board", word)
    seated = _label(seats.ns), _label(seats.ew)
    return Where(board.board, _table(seats.table) or table, *seated, seats.round, switched, words)


def really_where(board: int, seats: ReallyOptions) -> Where | None:
    """What was recorded wrongly of a table's seats, as it was; None where nothing is said of them."""
    said = Where(
        board, _table(seats.now_table), _label(seats.now_ns), _label(seats.now_ew), seats.now_round, seats.switched
    )
    if seats.swapped and (said.ns or said.ew):
        raise Misuse("usage", "--swapped says who sat where already", "leave --now-ns and --now-ew out, or --swapped")
    named = said.ns or said.ew or said.table
    if (seats.exchange or seats.switched) and not named:
        flag = "--exchange" if seats.exchange else "--switched"
        raise Misuse("usage", f"{flag} goes with who sat there", "--now-ns, --now-ew or --now-table")
    return said if named or said.round or seats.swapped else None


def _table(text: str | None) -> str | None:
    if text and not TABLE.fullmatch(text):
        raise Misuse("bad-table", f"{text[:30]!r} is no name for a table", "a number, or a short name: 1, A3, open")
    return text


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


def lead(text: str | None) -> str | None:
    """An opening lead."""
    return parse_card(text) if text else None


def require_result(text: str | None) -> str:
    """The result that was typed; Misuse where neither it nor who sat there was."""
    if text is None:
        raise Misuse(
            "usage", "what is to be corrected?", "the result (4SN-1), or who sat there: --now-ns, --swapped, …"
        )
    return text


def result(text: str, declarer: str | None) -> Result:
    """A table's result; who declares may stand beside it."""
    return parse_result(text, seat(declarer))
