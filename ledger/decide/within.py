"""Whether a number said of a tournament can be one: the desk's options are not the only way in."""

from ledger.errors import Refusal
from ledger.laws.bounds import Bounds


def check_within(bounds: Bounds, *said: int) -> None:
    """Refuse (bad-number) what is less, or more."""
    for each in said:
        if not bounds.least <= each <= bounds.most:
            message = f"{bounds.what} cannot be {each}"
            raise Refusal("bad-number", message, f"a number from {bounds.least} to {bounds.most}")
