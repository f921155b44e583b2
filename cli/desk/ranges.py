"""Options and arguments that take a number as large as it can be recorded."""

import click

from ledger.laws.bounds import Bounds


def within(bounds: Bounds) -> click.IntRange:
    """A number from the least to the most."""
    return click.IntRange(bounds.least, bounds.most)
