"""What was said several times of one matter, the last word holding; a word that takes another back leaves neither."""

from collections.abc import Sequence
from typing import TypeVar

Word = TypeVar("Word", bound=tuple[int, object])
"""The number of the event that says it first."""


def said_then(before: Sequence[Word], word: Word, because: Sequence[int]) -> tuple[Word, ...]:
    """With one word more; where it takes one of them back, those before that one hold again as if neither were said."""
    left = tuple(each for each in before if each[0] not in because)
    return left if len(left) < len(before) else (*before, word)
