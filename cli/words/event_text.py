"""The look-up: what an event says, found by the kind of event."""

from functools import singledispatch

from ledger.facts import Event


@singledispatch
def event_text(event: Event) -> str:
    """What an event says, in a line. TypeError where its kind says nothing."""
    raise TypeError(f"{type(event).__name__} is no event")
