"""Texts of strangers' files, as far as they are shown."""

SHOWN = 20
"""So many characters of what cannot be read are shown."""


def shortened(text: str) -> str:
    """The beginning of a text that is too long to be shown.

    >>> shortened("1" * 1_000_000)
    '11111111111111111111…'
    """
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
