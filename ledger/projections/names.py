"""What contestants are called on a screen: by their players, as far as these are known and not erased."""

from collections.abc import Container

from ledger.facts.free_text import is_gone
from ledger.session import Session


def names_of(session: Session, without: Container[tuple[str, int]] = ()) -> dict[str, str]:
    """The players of each contestant in the order of their seats, 'Jane Roe & J. O’Hara', where any is known.

    `without`: players that are not told, by contestant and seat.
    """
    found: dict[str, list[str]] = {}
    for contestant, seat in sorted(session.players):
        name = session.players[contestant, seat].name
        if name and not is_gone(name) and (contestant, seat) not in without:
            found.setdefault(contestant, []).append(name)
    return {contestant: " & ".join(names) for contestant, names in found.items()}
