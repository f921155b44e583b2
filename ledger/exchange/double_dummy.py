"""Tricks of a deal at double dummy, by Bo Haglund's solver, if the extra `deals` is installed."""

from collections.abc import Iterable
from importlib.util import find_spec

from ledger.bridge import Seat
from ledger.bridge.board import Deal
from ledger.bridge.double_dummy import Tricks
from ledger.bridge.result import STRAINS
from ledger.errors import Unavailable, hint_to_install_extra

_AT_ONCE = 32  # deals solved in one call


def double_dummy_tricks(deals: Iterable[Deal], strains: str = STRAINS) -> list[Tricks]:
    """Return each deal's double-dummy tricks by strain and declarer. Unavailable (tool-missing): no solver."""
    try:
        if not find_spec("endplay"):
            raise ImportError
        from endplay.dds import calc_all_tables
        from endplay.types import Deal as Cards
        from endplay.types import Denom
    except (ImportError, OSError):
        missing = "--tricks needs the double-dummy solver, which is not installed here"
        raise Unavailable("tool-missing", missing, f"{hint_to_install_extra('deals')}; or leave --tricks out") from None
    order = "SHDCN"  # the solver has a row a strain, each N, E, S, W
    left_out = [Denom(order.index(strain)) for strain in order if strain not in strains]
    wanted = list(deals)
    tricks: list[Tricks] = []
    for at in range(0, len(wanted), _AT_ONCE):
        tables = calc_all_tables([Cards(str(deal)) for deal in wanted[at : at + _AT_ONCE]], left_out)
        for table in tables:
            rows = [(strain, row) for strain, row in zip(order, table.to_list(), strict=True) if strain in strains]
            tricks.append({(strain, seat): row[at] for strain, row in rows for at, seat in enumerate(Seat)})
    return tricks
