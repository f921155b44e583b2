"""The IMP scale (Law 78B; golden D39)."""

from bisect import bisect_right

# The smallest difference worth 1, 2, 3 … 24 IMPs.
_STEPS = (
    20,
    50,
    90,
    130,
    170,
    220,
    270,
    320,
    370,
    430,
    500,
    600,
    750,
    900,
    1100,
    1300,
    1500,
    1750,
    2000,
    2250,
    2500,
    3000,
    3500,
    4000,
)


def imps(difference: int) -> int:
    """IMPs for a difference in points, with its sign.

    >>> imps(420), imps(-50), imps(10), imps(7600)
    (9, -2, 0, 24)
    """
    worth = bisect_right(_STEPS, abs(difference))
    return worth if difference > 0 else -worth
