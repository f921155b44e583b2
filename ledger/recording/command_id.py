"""Ids of commands: made by whoever hands a command in, so that it can be handed in again and is recorded once."""

import random
from uuid import UUID


def new_command_id(now: int) -> str:
    """A UUID of version 7 (RFC 9562) for a time (µs UTC): ids made later sort later, which keeps the index compact."""
    source = random.SystemRandom()
    milliseconds = now // 1000 & (1 << 48) - 1
    value = milliseconds << 80 | 7 << 76 | source.getrandbits(12) << 64 | 2 << 62 | source.getrandbits(62)
    return str(UUID(int=value))
