"""Events of earlier versions, read as those of today: a step for each version there was.

A step is a pure function from the body of one version to that of the next. It is taken after the digest of the event was
checked; what is stored stays as it was recorded.
"""

from collections.abc import Callable

UPCASTERS: dict[tuple[str, int], Callable[[dict[str, object]], dict[str, object]]] = {}
"""The step from a version of a kind of event to the next: ('result-recorded', 1) leads to version 2."""
