"""What every event is: a frozen record that takes no field it does not know."""

from msgspec import Struct


class Fact(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Something that happened. It never holds what holds it, so the garbage collector need not look at it."""
