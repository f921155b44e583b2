"""Which reader a result file wants, by its ending."""

from collections.abc import Callable
from pathlib import Path

from ledger.errors import Misuse
from ledger.exchange.acbl import read_acbl
from ledger.exchange.csv.read import read_csv
from ledger.exchange.lin import read_lin
from ledger.exchange.own.document import is_own, read_own
from ledger.exchange.own.read import own_sheet
from ledger.exchange.pbn.read import read_pbn
from ledger.exchange.sheet import Sheet, read_bytes
from ledger.exchange.usebio.read import read_usebio

TABLES = (".csv", ".tsv", ".xlsx")
"""The endings of tables that people keep themselves."""


def _read_json(path: Path) -> Sheet:
    """Our own file, or a club game of the ACBL."""
    data = read_bytes(path)
    return own_sheet(path, read_own(path, data)) if is_own(data) else read_acbl(path)


READERS: dict[str, Callable[[Path], Sheet]] = {
    **dict.fromkeys(TABLES, read_csv),
    ".json": _read_json,
    ".lin": read_lin,
    ".pbn": read_pbn,
    ".xml": read_usebio,
}


def read_results(path: Path) -> Sheet:
    """What a result file says; Misuse (bad-file) where it is of no kind that is read, or none of its kind."""
    if reader := READERS.get(path.suffix.lower()):
        return reader(path)
    ending = path.suffix or "no ending"
    raise Misuse(
        "bad-file",
        f"{path}: {ending} is not a kind of file that can be imported",
        "USEBIO as .xml, PBN as .pbn, LIN as .lin, results as .csv, .tsv or .xlsx, Bridgemates as .bws or .json, "
        "what `export` wrote as .json, a bundle as .zip",
    )
