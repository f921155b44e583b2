"""What the help promises, by number: `@promise("A7", "T12")` on a test says that it fails where one of these is broken.

The numbers stand on the pages (`cli/help/attacks.md` and others); `house/test_promises.py` holds the two together.
"""

import pytest


def promise(*numbers: str) -> pytest.MarkDecorator:
    """A mark that a test carries the promises of these numbers: `python -m pytest -m promise` has all of them."""
    return pytest.mark.promise(*numbers)
