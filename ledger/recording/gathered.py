"""A command as it is decided: with what it rests on in other streams, and which those are."""

from collections.abc import Mapping
from typing import NamedTuple

from ledger.facts import Command
from ledger.store.log import Head


class Gathered(NamedTuple):
    """A command with what it rests on, and the other streams that were looked at for it, each where it stood."""

    command: Command
    resting_on: Mapping[str, Head] = {}
