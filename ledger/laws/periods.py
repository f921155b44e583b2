"""The correction period and the appeal period (Laws 79C, 92B): when they end, and what is in time.

Times are microseconds UTC. A period includes its last moment, and while nothing has begun it, it has no end.
"""

_MICROSECONDS_A_MINUTE = 60_000_000


def deadline(start: int | None, minutes: int) -> int | None:
    """When a period that began then ends; None while it has not begun.

    >>> deadline(0, 30), deadline(None, 30)
    (1800000000, None)
    """
    return None if start is None else start + minutes * _MICROSECONDS_A_MINUTE


def in_time(at: int, ends: int | None) -> bool:
    """Whether something comes within a period (golden D35, D44).

    >>> in_time(30, 30), in_time(31, 30), in_time(31, None)
    (True, False, True)
    """
    return ends is None or at <= ends
