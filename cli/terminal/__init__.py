"""The terminal: screen, colours, pager, prompts, and the settings of one command."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec


def import_on_demand(package: str) -> Callable[[str], object]:
    """Return the `__getattr__` of a package, which imports a module of the package at its first use.

    With `from cli import screens` a command can be declared without loading any screen; `screens.effects` loads one.
    """

    def module(name: str) -> object:
        if name.startswith("_") or find_spec(f"{package}.{name}") is None:
            raise AttributeError(name)
        return import_module(f"{package}.{name}")

    return module
