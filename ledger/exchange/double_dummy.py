"""Tricks of a deal at double dummy, by Bo Haglund's solver, if the extra `deals` is installed."""

from collections.abc import Iterable, Mapping
from importlib.util import find_spec

from ledger.bridge import Seat
from ledger.bridge.board import Deal
from ledger.errors import Unavailable, hint_to_install_extra

STRAINS = "CDHSN"
"""The strains of a contract in ascending rank."""

Tricks = Mapping[tuple[str, Seat], int]
"""Declarer's tricks by strain and seat: ('S', N) → 10."""

_AT_ONCE = 32  # deals solved in one call


def double_dummy_tricks(deals: Iterable[Deal]) -> list[Tricks]:
    """Return each deal's double-dummy tricks by strain and declarer. Unavailable (tool-missing): no solver."""
    if not find_spec("endplay"):
        missing = "--tricks needs the double-dummy solver, which is not installed here"
        raise Unavailable("tool-missing", missing, f"{hint_to_install_extra('deals')}; or leave --tricks out")
    from endplay.dds import calc_all_tables
    from endplay.types import Deal as Cards

    wanted = list(deals)
    tricks: list[Tricks] = []
    for at in range(0, len(wanted), _AT_ONCE):
        tables = calc_all_tables([Cards(str(deal)) for deal in wanted[at : at + _AT_ONCE]])
        for table in tables:
            # the solver has a row a strain, spades to clubs and then notrumps, each N, E, S, W
            rows = zip("SHDCN", table.to_list(), strict=True)
            tricks.append({(strain, seat): row[at] for strain, row in rows for at, seat in enumerate(Seat)})
    return tricks
