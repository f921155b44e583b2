"""`doctor`: the signs of this machine and of the ledger, a line each, with what to type."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from copy import copy

from cli.desk import hints
from cli.desk.output import Output
from cli.desk.screen import Shown, bold, joined, red
from cli.desk.settings import state_folder
from cli.screens import machine
from ledger.recording import clock
from ledger.recording.health import Sign, ledger_signs, looked_at

_INDENT = 18


def tell(out: Output) -> bool:
    """Print every sign as it is found; whether nothing is wrong."""
    found = list[Sign]()
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


def _signs(out: Output) -> Iterator[Sign]:
    asked, now = out.settings, clock.now()
    yield from looked_at("program", machine.program)
    yield from looked_at("terminal", lambda: machine.terminal(out))
    yield from looked_at("completion", machine.shell)
    yield from looked_at("clock", lambda: machine.clock(now))
    yield from looked_at("seal key", machine.seal_key)
    typed = copy(asked)
    if asked.db and "://" in asked.db:  # it may hold a password, and is not repeated
        typed.db = None
    ledger = (asked.database, asked.session_id, state_folder(), now)
    for sign in looked_at("database", lambda: ledger_signs(*ledger)):
        yield sign._replace(remedy=hints.filled(sign.remedy, typed))


def _lines(sign: Sign, out: Output) -> list[str]:
    """A sign, folded at the width of the screen; what to type in a line of its own, for it is to be copied."""
    if out.settings.plain:
        return ["\t".join(sign)]
    width = max(out.width, 2 * _INDENT) - _INDENT
    first, *more = textwrap.wrap(sign.says, width, break_long_words=False, break_on_hyphens=False) or [""]
    lines = [
        joined([_state(sign.state, out), Shown(f"{sign.about:<12}"), first]),
        *(" " * _INDENT + each for each in more),
    ]
    return [*lines, " " * _INDENT + sign.remedy] if sign.remedy else lines


def _state(state: str, out: Output) -> Shown:
    padded = f"{state:<6}"
    if not out.in_colour or state == "ok":
        return Shown(padded)
    return red(padded) if state == "wrong" else bold(padded)
