"""Every test here may open terminals."""

from tests.terminals.terminal import terminals

__all__ = ["terminals"]
