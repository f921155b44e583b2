"""The desk: the command line, which only talks. Everything it knows it asks the office for.

What can be typed is declared with click alone; what it takes to do it is loaded when it is first looked into, so that
`--help` and a Tab wait for no database. The seam is here: the modules of the rooms below, imported as modules (`from
cli.screens import cases`), are executed at the first use of anything in them; commands are typed in full, as
`ledger.facts.GiveRuling`, for the same reason.
"""

import os
import signal
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import FrameType, ModuleType

ROOMS_ON_DEMAND = (
    *("cli.json", "cli.terminal", "cli.options", "cli.desk", "cli.completion", "cli.screens"),
    *("cli.screens.tournaments", "cli.pages", "cli.asking", "cli.entry", "cli.shell", "cli.serving"),
)


class OnDemand:
    """Finds the modules that are loaded when they are first used."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's own place, with a loader that waits; None for every other module."""
        if fullname.rpartition(".")[0] not in ROOMS_ON_DEMAND:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and spec.loader:
            spec.loader = LazyLoader(spec.loader)
        return spec


sys.meta_path.insert(0, OnDemand())


def start() -> None:
    """The way in. Ctrl-C is answered in a sentence from here on: while the program is loaded, at once and for good.

    Python would raise KeyboardInterrupt wherever it is then, also where it can only report and forget that.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # it is not, where who started us ignores it
        signal.signal(signal.SIGINT, _stop_at_once)
    if "_BRIDGE_LEDGER_COMPLETE" in os.environ:
        from cli.completion.asking import answer_shell

        answer_shell()
        os._exit(0)  # at once: there is nothing to be put away
    from cli.terminal import overview

    if overview.told(sys.argv[1:]):
        return
    from cli.main import main

    if signal.getsignal(signal.SIGINT) is _stop_at_once:
        signal.signal(signal.SIGINT, _stop_when_loaded)
    try:
        main()
    except KeyboardInterrupt:
        _stop_at_once()


def _stop_when_loaded(number: int, frame: FrameType | None) -> None:
    """KeyboardInterrupt; while a module is loaded, as soon as it is: what asks for one that is half there breaks."""
    loading = _outermost_import(frame)
    if loading is None:
        signal.default_int_handler(number, frame)

    def stop(left: FrameType, event: str, _: object) -> None:
        if left is loading and event == "return":
            sys.setprofile(None)
            raise KeyboardInterrupt

    sys.setprofile(stop)  # what Python tells of everything that returns: the import will, in a moment


def _outermost_import(frame: FrameType | None) -> FrameType | None:
    """The import that what runs now is part of; None where none is under way."""
    found = None
    while frame:
        if str(frame.f_globals.get("__name__", "")).startswith("importlib."):
            found = frame
        frame = frame.f_back
    return found


def _stop_at_once(*_: object) -> None:
    os.write(2, b"interrupted; nothing more was recorded\n")
    os._exit(130)
