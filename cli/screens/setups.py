"""Making a ledger, bringing one up to this version, copying one as a backup and back; and what `doctor` finds."""

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

from cli.desk import output
from cli.desk.output import Output
from cli.terminal import keys, shells
from cli.terminal.overview import PROGRAM
from cli.terminal.screen import SafeText, bold, joined, put_aside, red
from cli.terminal.settings import state_folder
from cli.words.vocabulary import counted
from ledger.recording import ledgers, machine_state
from ledger.recording.backups import BackedUp
from ledger.recording.health import HealthCheck, ledger_signs, looked_at
from ledger.recording.ledgers import ledger_name
from ledger.session.moment import local
from ledger.version import __version__


def make_ledger(out: Output, writers: tuple[str, ...], readers: tuple[str, ...], names: tuple[str, ...]) -> None:
    """Make a new ledger, or leave one that is there as it is; and let roles of the server use it."""
    where = out.settings.database
    made = ledgers.make_ledger(where, writers=writers, readers=readers, names=names)
    state = (
        "is ready: `session open NAME --boards 1-24`, or `import FILE`" if made else "is there already, and up to date"
    )
    roles = [f"{role} may record" for role in writers] + [f"{role} may look" for role in readers]
    roles += [f"{role} may read names, and erase them" for role in names]
    aside = ledgers.set_aside_acknowledged(where, state_folder()) if made else None
    earlier = [f"what was acknowledged of an earlier ledger here is set aside in {aside}"] if aside else []
    open_to_all = filter(None, [ledgers.open_note(where)])
    _say(out, "; ".join([f"{ledgers.ledger_name(where)} {state}", *roles, *earlier, *open_to_all]))


def require_possible(out: Output, roles: tuple[str, ...], spread: bool) -> None:
    """Refuse what cannot be done with the database, before anything is made."""
    ledgers.require_possible(out.settings.database, roles=roles, spread=spread)


def spread_ledger(out: Output) -> None:
    """Spread a ledger that is there over the workers of its server."""
    done = ledgers.spread_ledger(out.settings.database)
    state = "is spread over its workers: `doctor` names them" if done else "is spread over its workers already"
    _say(out, f"{ledgers.ledger_name(out.settings.database)} {state}")


def upgrade_ledger(out: Output) -> bool:
    """Bring a ledger up to this version, and put its guards back where somebody took them away; whether all of it is
    as it was made then.
    """
    where = out.settings.database
    done, otherwise, left = ledgers.upgrade_ledger(where)
    as_made = left.ok and not left.notes
    state = "was upgraded" if done else "is up to date" if as_made and not otherwise else "is of this version"
    put_back = f"; its guards are put back, after this was found: {'; '.join(otherwise)}" if otherwise else ""
    _say(out, f"{ledgers.ledger_name(where)} {state}{put_back}")
    if not as_made:
        from cli.screens import verification  # with the keys: only where something is found

        put_aside("what follows of the database is not as it was made, and is not put back:", *left.notes)
        verification.say_findings(left, out.settings)
    return left.ok


def _say(out: Output, text: str) -> None:
    if out.settings.json:
        out.json("setup/1", {"message": text})
    else:
        out.hint(text)


def say(out: Output, schema: str, beginning: str, made: BackedUp) -> None:
    """The sessions of a backup, and how far each goes."""
    if out.settings.json:
        sessions = [{"session": session, "as_of": number} for session, number in made.heads.items()]
        copied = {"file": str(made.path), "bytes": made.size, "sessions": sessions, "verified": True}
        out.json(schema, {**copied, "lost": list(made.lost), "mended": made.mended})
        return
    events = counted(sum(made.heads.values()), "event")
    out.say(f"{beginning}{counted(len(made.heads), 'session')}, {events}, verified")
    if out.settings.verbose:
        out.say(*(f"  {session} up to #{number}" for session, number in made.heads.items()))
    for lost in made.lost:
        put_aside(f"note: {lost}")


def say_restored(out: Output, path: Path, made: BackedUp | None) -> None:
    """What was restored into the ledger meant; None: it had everything."""
    name = ledger_name(out.settings.database)
    if made:
        mended = f"{made.mended} of its texts and seals had gone and came back; " if made.mended else ""
        say(out, "restore/1", f"{name} restored from {path}: {mended}", made)
        if made.ungranted and not out.settings.json:
            put_aside("note: nobody but its owner may do anything there yet: `init --grant-writer ROLE`, …")
    elif out.settings.json:
        out.json("restore/1", {"file": str(path), "sessions": [], "verified": True, "lost": [], "mended": 0})
    else:
        out.say(f"Nothing to restore: {name} has every event, text and seal of {path}")


_NARROW = 60


def program() -> Iterator[HealthCheck]:
    """The program, how it is called, and what it is made with."""
    yield HealthCheck("program", "ok", f"{PROGRAM} {__version__}, Python {platform.python_version()}, {sys.prefix}")
    if not shells.is_found_by_name():
        other = shells.found_by_name()
        says = f"its name alone starts another: {other}" if other else "its name alone is not found: not on the PATH"
        yield HealthCheck(
            "program", "look", says, f"{shells.called()}; or for good, in every folder: `help installing`"
        )
    yield from _libraries()


def _libraries() -> Iterator[HealthCheck]:
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
    if out.settings.plain:
        return ["\t".join(sign)]
    width = max(out.width, 2 * _INDENT) - _INDENT
    first, *more = textwrap.wrap(sign.says, width, break_long_words=False, break_on_hyphens=False) or [""]
    state = SafeText(f"{sign.state:<6}")
    if out.in_colour and sign.state != "ok":
        state = red(state) if sign.state == "wrong" else bold(state)
    lines = [joined([state, SafeText(f"{sign.about:<12}"), first]), *(" " * _INDENT + each for each in more)]
    return [*lines, " " * _INDENT + sign.remedy] if sign.remedy else lines
