"""Make, spread and upgrade ledgers, report backups and restores, and print the findings of `doctor`."""

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
from cli.terminal.clubs import keep_days
from cli.terminal.overview import PROGRAM
from cli.terminal.screen import SafeText, bold, join_parts, put_on_stderr, red
from cli.terminal.settings import state_folder
from cli.words.vocabulary import counted
from ledger.laws.edition import edition_faults
from ledger.recording import ledgers, machine_state
from ledger.recording.backups import BackupReport
from ledger.recording.health import HealthCheck, check_health, yield_signs
from ledger.recording.ledgers import ledger_name
from ledger.session.moment import local
from ledger.version import __version__


def make_ledger(out: Output, writers: tuple[str, ...], readers: tuple[str, ...], names: tuple[str, ...]) -> None:
    """Create a ledger unless it exists, and grant database roles the right to record, to read, or to read names."""
    where = out.settings.database
    created = ledgers.make_ledger(where, writers=writers, readers=readers, names=names)
    ready = "is ready: `session open NAME --boards 1-24`, or `import FILE`"
    state = ready if created else "is there already, and up to date"
    roles = [f"{role} may record" for role in writers] + [f"{role} may look" for role in readers]
    roles += [f"{role} may read names, and erase them" for role in names]
    aside = ledgers.set_aside_acknowledged(where, state_folder()) if created else None
    earlier = [f"the notes of this computer on an earlier ledger here were moved to {aside}"] if aside else []
    open_to_all = filter(None, [ledgers.open_database_note(where)])
    _say(out, "; ".join([f"{ledgers.ledger_name(where)} {state}", *roles, *earlier, *open_to_all]))


def require_possible(out: Output, roles: tuple[str, ...], spread: bool) -> None:
    """Refuse database roles, or spreading over workers, that the database does not support."""
    ledgers.require_possible(out.settings.database, roles=roles, spread=spread)


def spread_ledger(out: Output) -> None:
    """Spread an existing ledger over the workers of its server."""
    is_new = ledgers.spread_ledger(out.settings.database)
    state = "is spread over its workers: `doctor` names them" if is_new else "is spread over its workers already"
    _say(out, f"{ledgers.ledger_name(out.settings.database)} {state}")


def upgrade_ledger(out: Output) -> bool:
    """Upgrade a ledger to this version and restore its missing guards; return True if it is then as designed."""
    where = out.settings.database
    is_upgraded, mended, audit = ledgers.upgrade_ledger(where)
    as_made = audit.ok and not audit.notes
    state = "was upgraded" if is_upgraded else "is up to date" if as_made and not mended else "is of this version"
    put_back = f"; its guards are put back, after this was found: {'; '.join(mended)}" if mended else ""
    _say(out, f"{ledgers.ledger_name(where)} {state}{put_back}")
    if not as_made:
        from cli.screens import verification  # imported late: it loads the cryptography

        put_on_stderr("these differences of the database were not put right:", *audit.notes)
        verification.say_findings(audit, out.settings)
    return audit.ok


def _say(out: Output, text: str) -> None:
    if out.settings.json:
        out.json("setup/1", {"message": text})
    else:
        out.hint(text)


def say(out: Output, schema: str, beginning: str, backup: BackupReport) -> None:
    """Print a backup or a restore: how many sessions and events; with --verbose the last event of each session."""
    if out.settings.json:
        sessions = [{"session": session, "as_of": number} for session, number in backup.heads.items()]
        copied = {"file": str(backup.path), "bytes": backup.size, "sessions": sessions, "verified": True}
        out.json(schema, {**copied, "lost": list(backup.lost), "mended": backup.mended})
        return
    events = counted(sum(backup.heads.values()), "event")
    out.say(f"{beginning}{counted(len(backup.heads), 'session')}, {events}, verified")
    if out.settings.verbose:
        out.say(*(f"  {session} up to #{number}" for session, number in backup.heads.items()))
    for lost in backup.lost:
        put_on_stderr(f"note: {lost}")


def say_restored(out: Output, path: Path, backup: BackupReport | None) -> None:
    """Print what was restored into the ledger from a backup; `backup` is None if nothing was missing."""
    name = ledger_name(out.settings.database)
    if backup:
        mended = f"{backup.mended} of its texts and seals were lost and are restored; " if backup.mended else ""
        say(out, "restore/1", f"{name} restored from {path}: {mended}", backup)
        if backup.ungranted and not out.settings.json:
            put_on_stderr("note: nobody but its owner may do anything there yet: `init --grant-writer ROLE`")
    elif out.settings.json:
        out.json("restore/1", {"file": str(path), "sessions": [], "verified": True, "lost": [], "mended": 0})
    else:
        out.say(f"Nothing to restore: {name} has every event, text and seal of {path}")


_NARROW = 60


def program() -> Iterator[HealthCheck]:
    """Yield health checks of the program: its version, its path, its libraries."""
    yield HealthCheck("program", "ok", f"{PROGRAM} {__version__}, Python {platform.python_version()}, {sys.prefix}")
    if not shells.is_started_by_name():
        second = shells.path_by_name()
        says = f"the name {PROGRAM} starts another copy: {second}" if second else f"{PROGRAM} is not on the PATH"
        remedy = f"{shells.starting_command()}; or for good, in every folder: `help installing`"
        yield HealthCheck("program", "look", says, remedy)
    try:
        wanted = metadata.requires(PROGRAM) or []
    except metadata.PackageNotFoundError:
        yield HealthCheck("libraries", "look", f"{PROGRAM} is not installed, only started", "`help installing`")
        return
    versions = list[str]()
    for name in (match[0] for each in wanted if "extra ==" not in each and (match := re.match(r"[\w.-]+", each))):
        try:
            versions.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            yield HealthCheck("libraries", "wrong", f"{name} is missing", "install it again: `help installing`")
    yield HealthCheck("libraries", "ok", ", ".join(versions))


def terminal(out: Output) -> Iterator[HealthCheck]:
    """Yield health checks of the operating system and the terminal."""
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
    """Yield the health check of the clock: the local time and the time zone (now: µs UTC)."""
    moment, zone = local(now), " ".join(dict.fromkeys(time.tzname))
    yield HealthCheck("clock", "ok", f"{moment:%Y-%m-%d %H:%M}, UTC{moment:%z} ({zone})")


def shell() -> Iterator[HealthCheck]:
    """Yield the health check of Tab completion in the login shell."""
    named = os.path.basename(os.environ.get("SHELL", ""))
    if named not in shells.SHELLS:
        yield HealthCheck("completion", "ok", f"not available for {named}" if named else "SHELL names no shell")
        return
    installed, tried = shells.is_installed(named, Path.home()), shells.press_tab(named)
    if tried == "completes":
        yield HealthCheck("completion", "ok", f"Tab completes in {named} (tried)")
    elif tried == "does not" and installed:
        says = f"set up for {named}, but Tab does not complete: {named} does not read its setup"
        yield HealthCheck("completion", "look", says, shells.startup_file_command(named))
    elif installed:
        yield HealthCheck("completion", "ok", f"set up for {named}; whether Tab completes could not be tried")
    else:
        yield HealthCheck("completion", "look", f"Tab does not complete in {named} yet", shells.install_command(named))


def seal_key() -> Iterator[HealthCheck]:
    """Yield the health check of the key that the office seals with."""
    path = keys.key_path(None)
    named = os.environ.get("BRIDGE_LEDGER_KEY")
    # a key that others may read is refused here, and `yield_signs` reports the refusal
    if key := keys.office_key():
        yield HealthCheck("seal key", "ok", f"{key.public.short}, in {path}")
    elif not named:
        yield HealthCheck("seal key", "ok", "none: nothing is sealed (`help trust`)")


_INDENT = 18


def tell(out: Output) -> bool:
    """Print the health checks as they finish; return True if nothing is wrong."""
    signs_seen = list[HealthCheck]()
    for sign in _signs(out):
        signs_seen.append(sign)
        if not out.settings.json and not (out.settings.quiet and sign.state == "ok"):
            out.say(*_lines(sign, out))
    wrong, look = (sum(sign.state == state for sign in signs_seen) for state in ("wrong", "look"))
    if out.settings.json:
        signs = [{**sign._asdict(), "remedy": sign.remedy or None} for sign in signs_seen]
        out.json("doctor/1", {"ok": not wrong, "signs": signs})
    else:
        out.say(f"{f'{wrong} wrong' if wrong else 'Nothing is wrong'}{f', {look} worth a look' if look else ''}.")
    return not wrong


def _signs(out: Output) -> Iterator[HealthCheck]:
    settings, time_now = out.settings, machine_state.now()
    yield from yield_signs("program", program)
    yield from yield_signs("terminal", lambda: terminal(out))
    yield from yield_signs("completion", shell)
    yield from yield_signs("clock", lambda: clock(time_now))
    yield from yield_signs("seal key", seal_key)
    for fault in edition_faults().values():
        yield HealthCheck("laws", "wrong", fault.message, fault.hint_for_reader)
    ledger = (settings.database, settings.session_id, state_folder(), time_now)
    for sign in yield_signs("database", lambda: check_health(*ledger, keep_days)):
        yield sign._replace(remedy=output.complete_commands(sign.remedy, settings))


def _lines(sign: HealthCheck, out: Output) -> list[str]:
    if out.settings.plain:
        return ["\t".join(sign)]
    width = max(out.width, 2 * _INDENT) - _INDENT
    first, *more = textwrap.wrap(sign.says, width, break_long_words=False, break_on_hyphens=False) or [""]
    state = SafeText(f"{sign.state:<6}")
    if out.in_colour and sign.state != "ok":
        state = red(state) if sign.state == "wrong" else bold(state)
    lines = [join_parts([state, SafeText(f"{sign.about:<12}"), first]), *(" " * _INDENT + each for each in more)]
    return [*lines, " " * _INDENT + sign.remedy] if sign.remedy else lines
