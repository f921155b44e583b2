"""What `doctor` looks at on this machine: the program, the system, the terminal, the shell and the keys."""

from __future__ import annotations

import os
import platform
import re
import sys
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from cli.completion import shells
from cli.desk import called, keys
from cli.desk.output import Output
from cli.desk.program import PROGRAM
from ledger import __version__
from ledger.recording.health import Sign
from ledger.session.moment import local

_NARROW = 60


def program() -> Iterator[Sign]:
    """The program, how it is called, and what it is made with."""
    yield Sign("program", "ok", f"{PROGRAM} {__version__}, Python {platform.python_version()}, {sys.prefix}")
    if not called.is_found_by_name():
        other = called.found_by_name()
        says = f"its name alone starts another: {other}" if other else "its name alone is not found: not on the PATH"
        yield Sign("program", "look", says, f"{called.called()}; or for good, in every folder: `help installing`")
    yield from _libraries()


def _libraries() -> Iterator[Sign]:
    """The libraries it is installed with: each there, and which."""
    try:
        wanted = metadata.requires(PROGRAM) or []
    except metadata.PackageNotFoundError:
        yield Sign("libraries", "look", f"{PROGRAM} is not installed, only started", "`help installing`")
        return
    found = list[str]()
    for name in (match[0] for each in wanted if "extra ==" not in each and (match := re.match(r"[\w.-]+", each))):
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            yield Sign("libraries", "wrong", f"{name} is missing", "install it again: `help installing`")
    yield Sign("libraries", "ok", ", ".join(found))


def terminal(out: Output) -> Iterator[Sign]:
    """The system, and the terminal there is."""
    yield Sign("system", "ok", platform.platform())
    kind = os.environ.get("TERM", "no TERM") if sys.stdout.isatty() else "no terminal"
    says = f"{kind}, {out.width} columns, {sys.stdout.encoding}, {'colours' if out.in_colour else 'no colours'}"
    if not out.symbols:
        yield Sign("terminal", "look", f"{says}: suits are shown as letters", "export LANG=C.UTF-8")
    elif out.width < _NARROW:
        yield Sign("terminal", "look", f"{says}: tables are folded", "make the window wider")
    else:
        yield Sign("terminal", "ok", says)


def clock(now: int) -> Iterator[Sign]:
    """The clock, and the time zone in which moments are read and told (now: µs UTC)."""
    here, zone = local(now), " ".join(dict.fromkeys(time.tzname))
    yield Sign("clock", "ok", f"{here:%Y-%m-%d %H:%M}, UTC{here:%z} ({zone})")


def shell() -> Iterator[Sign]:
    """Whether Tab completes in the shell of this login."""
    named = os.path.basename(os.environ.get("SHELL", ""))
    if named not in shells.SHELLS:
        yield Sign("completion", "ok", f"no shell it is made for: {named or 'none is named'}")
    elif shells.installed(named, Path.home()):
        yield Sign("completion", "ok", f"Tab completes in {named}")
    else:
        yield Sign("completion", "look", f"Tab does not complete in {named} yet", shells.how(named))


def seal_key() -> Iterator[Sign]:
    """The key the office seals with, if it has one; one that others may read is refused wherever it is used."""
    path = keys.key_path(None)
    named = os.environ.get("BRIDGE_LEDGER_KEY")
    if key := keys.office_key():
        yield Sign("seal key", "ok", f"{key.public.short}, in {path}")
    elif not named:
        yield Sign("seal key", "ok", "none: nothing is sealed (`help trust`)")
