"""The reader for each kind of result file but Bridgemates', by its ending; a module is imported when needed."""

from pathlib import Path

from ledger.errors import Misuse
from ledger.exchange.fields import Winners
from ledger.exchange.sheet import Sheet

TABLES = (".csv", ".tsv", ".xlsx")
"""The endings of tables."""


def read_results(path: Path, winners: Winners | None = None) -> Sheet:
    """Read a result file, except Bridgemates'. Misuse (bad-file): its ending is unknown, or its contents do not fit.

    `winners`: the number of rankings, if the user states it.
    """
    ending = path.suffix.lower()
    if ending in TABLES:
        from ledger.exchange.csv.read import read_csv

        return read_csv(path, winners=winners)
    if ending == ".json":
        from ledger.exchange.acbl import read_acbl

        return read_acbl(path)
    if ending == ".lin":
        from ledger.exchange.lin import read_lin

        return read_lin(path)
    if ending == ".pbn":
        from ledger.exchange.pbn.read import read_pbn

        return read_pbn(path, winners)
    if ending == ".xml":
        from ledger.exchange.usebio.read import read_usebio

        return read_usebio(path, winners)
    raise Misuse(
        "bad-file",
        f"{path}: {path.suffix or 'no ending'} is not a kind of file that can be imported",
        "USEBIO as .xml, PBN as .pbn, LIN as .lin, results as .csv, .tsv or .xlsx, Bridgemates as .bws or .json, "
        "a club game of the ACBL as .json, a bundle as .zip",
    )
