"""The terminal: how wide it is, its colours, what is printed and asked on it; and the settings of one command."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec


def on_demand(room: str) -> Callable[[str], object]:
    """Return what imports a module of a room when it is first asked for: what only declares a command waits for none.

    It is the room's `__getattr__`: `from cli import screens`, then `screens.effects`.
    """

    def module(name: str) -> object:
        if name.startswith("_") or find_spec(f"{room}.{name}") is None:
            raise AttributeError(name)
        return import_module(f"{room}.{name}")

    return module
