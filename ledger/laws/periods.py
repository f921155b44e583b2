"""The correction period and the appeal period, and what the Laws ask of who comes in them (Laws 79C, 92).

Times are minutes after the official score was made available; a period includes its last moment.
"""

from collections.abc import Collection
from typing import Literal

PERIOD_MINUTES = 30
"""What Laws 79C and 92B say unless the organiser specifies otherwise."""

Event = Literal["pairs", "teams", "individual"]


def in_time(minutes_after: int, period: int = PERIOD_MINUTES) -> bool:
    """Whether something comes within a period; before the score was available it always does.

    >>> in_time(30), in_time(31), in_time(-60)
    (True, False, True)
    """
    return minutes_after <= period


def correction_refused(
    minutes_after: int, *, approved: bool = False, beyond_doubt: bool = False, period: int = PERIOD_MINUTES
) -> str | None:
    """The code a scoring correction is refused with, None where it is allowed (golden D35).

    In the correction period it is (Law 79C1); later only with the organiser's approval and beyond reasonable
    doubt (Law 79C2).

    >>> correction_refused(40), correction_refused(50, approved=True, beyond_doubt=True)
    ('CORRECTION_PERIOD_EXPIRED', None)
    """
    if in_time(minutes_after, period) or (approved and beyond_doubt):
        return None
    return "CORRECTION_PERIOD_EXPIRED"


def appeal_refused(
    event: Event, signed_by: Collection[str], *, captain: bool = False, minutes_after: int, period: int = PERIOD_MINUTES
) -> str | None:
    """The code an appeal is refused with, None where it may be lodged (golden D44).

    It comes in the appeal period (Law 92B); both members of a pair appeal together (92D1), a team through its
    captain (92D2), an individual alone.

    >>> appeal_refused("pairs", ["N"], minutes_after=25)
    'CONCURRENCE_92D1'
    """
    if not in_time(minutes_after, period):
        return "TIME_92B"
    match event:
        case "pairs":
            return None if len(set(signed_by)) >= 2 else "CONCURRENCE_92D1"
        case "teams":
            return None if captain else "CONCURRENCE_92D2"
        case "individual":
            return None if signed_by else "CONCURRENCE_92D1"
