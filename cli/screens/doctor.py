"""`doctor`: what is looked at on this machine and in the ledger, a line each, with what to type."""

from __future__ import annotations

import os
import platform
import re
import sys
import textwrap
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from cli.completion import shells
from cli.desk import output
from cli.desk.output import Output
from cli.terminal import invocation, keys
from cli.terminal.overview import PROGRAM
from cli.terminal.screen import SafeText, bold, joined, red
from cli.terminal.settings import state_folder
from ledger.recording import machine_state
from ledger.recording.health import HealthCheck, ledger_signs, looked_at
from ledger.session.moment import local
from ledger.version import __version__

_NARROW = 60


def program() -> Iterator[HealthCheck]:
    """The program, how it is called, and what it is made with."""
    yield HealthCheck("program", "ok", f"{PROGRAM} {__version__}, Python {platform.python_version()}, {sys.prefix}")
    if not invocation.is_found_by_name():
        other = invocation.found_by_name()
        says = f"its name alone starts another: {other}" if other else "its name alone is not found: not on the PATH"
        yield HealthCheck(
            "program", "look", says, f"{invocation.called()}; or for good, in every folder: `help installing`"
        )
    yield from _libraries()


def _libraries() -> Iterator[HealthCheck]:
    """The libraries it is installed with: each there, and which."""
    try:
        wanted = metadata.requires(PROGRAM) or []
    except metadata.PackageNotFoundError:
        yield HealthCheck("libraries", "look", f"{PROGRAM} is not installed, only started", "`help installing`")
        return
    found = list[str]()
    for name in (match[0] for each in wanted if "extra ==" not in each and (match := re.match(r"[\w.-]+", each))):
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            yield HealthCheck("libraries", "wrong", f"{name} is missing", "install it again: `help installing`")
    yield HealthCheck("libraries", "ok", ", ".join(found))


def terminal(out: Output) -> Iterator[HealthCheck]:
    """The system, and the terminal there is."""
    yield HealthCheck("system", "ok", platform.platform())
    kind = os.environ.get("TERM", "no TERM") if sys.stdout.isatty() else "no terminal"
    says = f"{kind}, {out.width} columns, {sys.stdout.encoding}, {'colours' if out.in_colour else 'no colours'}"
    if not out.symbols:
        yield HealthCheck("terminal", "look", f"{says}: suits are shown as letters", "export LANG=C.UTF-8")
    elif out.width < _NARROW:
        yield HealthCheck("terminal", "look", f"{says}: tables are folded", "make the window wider")
    else:
        yield HealthCheck("terminal", "ok", says)


def clock(now: int) -> Iterator[HealthCheck]:
    """The clock, and the time zone in which moments are read and told (now: µs UTC)."""
    here, zone = local(now), " ".join(dict.fromkeys(time.tzname))
    yield HealthCheck("clock", "ok", f"{here:%Y-%m-%d %H:%M}, UTC{here:%z} ({zone})")


def shell() -> Iterator[HealthCheck]:
    """Whether Tab completes in the shell of this login."""
    named = os.path.basename(os.environ.get("SHELL", ""))
    if named not in shells.SHELLS:
        yield HealthCheck("completion", "ok", f"no shell it is made for: {named or 'none is named'}")
        return
    told, tried = shells.installed(named, Path.home()), shells.pressed(named)
    if tried == "completes":
        yield HealthCheck("completion", "ok", f"Tab completes in {named}: tried")
    elif tried == "does not" and told:
        says = f"{named} was told of it, and Tab does not complete: what is kept for it is not read there"
        yield HealthCheck("completion", "look", says, shells.how_at_the_start(named))
    elif told:
        yield HealthCheck("completion", "ok", f"{named} was told of it; whether Tab completes could not be tried")
    else:
        yield HealthCheck("completion", "look", f"Tab does not complete in {named} yet", shells.how(named))


def seal_key() -> Iterator[HealthCheck]:
    """The key the office seals with, if it has one; one that others may read is refused wherever it is used."""
    path = keys.key_path(None)
    named = os.environ.get("BRIDGE_LEDGER_KEY")
    if key := keys.office_key():
        yield HealthCheck("seal key", "ok", f"{key.public.short}, in {path}")
    elif not named:
        yield HealthCheck("seal key", "ok", "none: nothing is sealed (`help trust`)")


_INDENT = 18


def tell(out: Output) -> bool:
    """Print every sign as it is found; whether nothing is wrong."""
    found = list[HealthCheck]()
    for sign in _signs(out):
        found.append(sign)
        if not out.settings.json and not (out.settings.quiet and sign.state == "ok"):
            out.say(*_lines(sign, out))
    wrong, look = (sum(sign.state == state for sign in found) for state in ("wrong", "look"))
    if out.settings.json:
        signs = [{**sign._asdict(), "remedy": sign.remedy or None} for sign in found]
        out.json("doctor/1", {"ok": not wrong, "signs": signs})
    else:
        out.say(f"{f'{wrong} wrong' if wrong else 'Nothing is wrong'}{f', {look} worth a look' if look else ''}.")
    return not wrong


def _signs(out: Output) -> Iterator[HealthCheck]:
    asked, now = out.settings, machine_state.now()
    yield from looked_at("program", program)
    yield from looked_at("terminal", lambda: terminal(out))
    yield from looked_at("completion", shell)
    yield from looked_at("clock", lambda: clock(now))
    yield from looked_at("seal key", seal_key)
    ledger = (asked.database, asked.session_id, state_folder(), now)
    for sign in looked_at("database", lambda: ledger_signs(*ledger)):
        yield sign._replace(remedy=output.filled(sign.remedy, asked))


def _lines(sign: HealthCheck, out: Output) -> list[str]:
    """A sign, folded at the width of the screen; what to type in a line of its own, for it is to be copied."""
    if out.settings.plain:
        return ["\t".join(sign)]
    width = max(out.width, 2 * _INDENT) - _INDENT
    first, *more = textwrap.wrap(sign.says, width, break_long_words=False, break_on_hyphens=False) or [""]
    lines = [
        joined([_state(sign.state, out), SafeText(f"{sign.about:<12}"), first]),
        *(" " * _INDENT + each for each in more),
    ]
    return [*lines, " " * _INDENT + sign.remedy] if sign.remedy else lines


def _state(state: str, out: Output) -> SafeText:
    padded = f"{state:<6}"
    if not out.in_colour or state == "ok":
        return SafeText(padded)
    return red(padded) if state == "wrong" else bold(padded)
