"""What every event is: a frozen record that takes no field it does not know."""

from msgspec import Struct


class Fact(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Something that happened. It never holds what holds it, so the garbage collector need not look at it."""


class Stated(Fact, frozen=True, kw_only=True):
    """What a person states at the desk or a result file does; `imported`: a file said so."""

    imported: bool = False


def from_file(event: Fact) -> bool:
    """Whether a result file said so, not a person."""
    return isinstance(event, Stated) and event.imported
