"""Backups of a whole ledger: written while desks record, checked before they get their name, and restored."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ledger.digests import of_parts
from ledger.errors import Corrupt, Misuse, Problem, Refusal, Unavailable
from ledger.recording import machine_state
from ledger.recording.machine_state import Acknowledged, LastBackup, note_backup
from ledger.store import backup
from ledger.store.backup import RestoredFile, RestorePlan, restore
from ledger.store.own_files import database_url, file_url, require_one_name, show_url, sqlite_companions, sqlite_path
from ledger.store.setup import grant, migrate
from ledger.store.store import Position, Store, lost_event_error
from ledger.trust.verification import audit, audit_database, audit_of_stray


@dataclass(frozen=True, slots=True)
class BackupReport:
    """A report on a backup written or restored: its file, its size in bytes, and each session's last event number.

    After a restore: `lost` has a message for each session that lacks events this machine had acknowledged, or the
    reason why that is unknown; `mended` is the number of texts, files and seals added to a complete log; `ungranted`:
    the server's roles need their grants again.
    """

    path: Path
    size: int
    heads: Mapping[str, int]
    lost: tuple[str, ...] = ()
    mended: int = 0
    ungranted: bool = False


def write_backup(where: str, path: Path, *, overwrite: bool = False, state: Path | None = None) -> BackupReport:
    """Copy a whole ledger as it is at one moment; the copy gets its name `path` only after `verify` finds it sound.

    An unsound copy is kept as PATH.unsound: it may be the last copy of the ledger. On PostgreSQL, `pg_restore` reads
    the dump, and `verify` checks the ledger itself. `state`: the folder that records the last backup. Raises Refusal
    (file-exists), Corrupt (backup-unsound), Unavailable (tool-missing, tool-failed).
    """
    url = database_url(where)
    ledger = sqlite_path(url)
    if ledger and path.resolve() in (ledger.resolve(), *sqlite_companions(ledger)):
        raise Refusal("file-exists", f"{path} is the ledger itself, or belongs to it", "name another file")
    with closing(Store(url)) as store:
        store.check_schema()
        before = store.log.heads()
        with backup.atomic_file(path, overwrite=overwrite) as part:
            try:
                if store.connections.is_sqlite:
                    backup.copy_sqlite(store, part)
                    with closing(Store(file_url(str(part)))) as copy:
                        heads = _require_sound(copy)
                    for session, number in before.items():
                        if (last := heads.get(session, 0)) < number:
                            short = f"the copy ends at #{last} of {session}, not #{number}"
                            raise Corrupt("backup-unsound", short)
                else:
                    backup.dump_postgresql(store, part)
                    _require_sound(store)
                    heads = before  # the dump has at least what was recorded before it began
            except Corrupt as error:
                aside = backup.set_aside(part, path)
                unsound = f"what was copied does not hold: {error.message}; it is kept as it is, as {aside}"
                raise Corrupt("backup-unsound", unsound, error.hint, error.number) from error
    if state:
        note_backup(state, url, LastBackup(str(path.resolve()), machine_state.now(), heads))
    return BackupReport(path, path.stat().st_size, heads)


def restore_backup(where: str, path: Path, state: Path | None = None) -> BackupReport | None:
    """Restore a backup into a new ledger, or add what a ledger lacks; None if the ledger lacks nothing.

    The ledger is checked after the restore, and a backup of a file also before. A new ledger is made with its guards,
    then filled with events, texts and seals; a ledger with the same events gets only missing texts, files and seals. A
    dump of PostgreSQL needs an empty database. `state`: the folder with the events that this machine acknowledged.
    Nothing is overwritten: Refusal (ledger-has-more) if the ledger contains anything else. Raises Corrupt
    (backup-unsound), and Misuse (bad-file) if one of backup and ledger is a file and the other on a server.
    """
    url = database_url(where)
    if backup.is_dump(path):
        if target := sqlite_path(url):
            kind = f"{path} is a backup of a ledger on PostgreSQL, and {target} is a file; nothing was written"
            hint = "name an empty database on a server (`createdb NEW`): --db postgresql+psycopg://owner@server/NEW"
            raise Misuse("bad-file", kind, hint)
        with closing(Store(url)) as store:
            if store.connections.has_tables():
                tables = f"{show_url(url)} holds tables already"
                raise Refusal("ledger-has-more", tables, "make an empty one, `createdb NEW`, and type its URL as --db")
            backup.restore_postgresql(url, path)
            grant(url)
            store.check_schema()
            _require_sound(store)
            return _report_restored(store, path, state, ungranted=True)
    with closing(backup.open_backup(path)) as copy:
        target = sqlite_path(url)
        if target is None:
            kind = f"{path} is a backup of a ledger in a file, and {show_url(url)} is on a server; nothing was written"
            hint = (
                "`bridge-ledger --db NEW.db restore BACKUP`, and of each session `bridge-ledger --db NEW.db --session"
                " NAME export FILE.zip`; then on the server `init`, and `import FILE.zip`"
            )
            raise Misuse("bad-file", kind, hint)
        try:
            _require_sound(copy, guards=False)  # the new ledger gets guards of its own
        except Corrupt as error:
            hint = f"the file is a ledger as it is: `bridge-ledger --db {path} verify`; `export` what still holds"
            raise Corrupt("backup-unsound", f"{path} does not hold: {error.message}", hint, error.number) from error
        mended = 0
        require_one_name(target)
        if not target.exists():
            with backup.atomic_file(target) as part, closing(Store(file_url(str(part)))) as store:
                migrate(store)
                _fill(store, copy)
                store.connections.write_back()
        elif (restored := _fill_or_mend(url, copy)) is not None:
            mended = restored
        else:
            return None
    with closing(Store(url)) as store:
        return _report_restored(store, path, state, mended=mended)


def _fill(store: Store, copy: Store) -> None:
    """Fill a new ledger from a backup; raise Corrupt if the ledger then differs from the backup, or is unsound."""
    backup.copy_rows(store, copy)
    if _last_events(store) != _last_events(copy):
        raise Corrupt("backup-unsound", f"{show_url(store.url)} differs from the backup", "restore into a new ledger")
    _require_sound(store)


def _last_events(store: Store) -> dict[str, Position]:
    heads = store.log.heads()
    return {name: Position(number, store.log.digest_at(name, number)) for name, number in heads.items()}


def _fill_or_mend(url: str, copy: Store) -> int | None:
    """Fill an empty ledger from a backup, or give a ledger with equal events its missing texts, files and seals.

    Returns the number of texts, files and seals added (0 for an empty ledger); None if nothing was missing. Raises
    Refusal (ledger-has-more) if the events differ.
    """
    with closing(Store(url)) as store:
        store.check_schema()
        if not store.log.heads():
            _fill(store, copy)
            return 0
        current, backed_up = store.log.heads(), copy.log.heads()
        for session, number in current.items():
            digest = store.log.digest_at(session, number)
            if backed_up.get(session, 0) != number or lost_event_error(copy.log, session, Position(number, digest)):
                raise _refusal_in_use(store.url, session, number, backed_up.get(session, 0))
        if current != backed_up:
            missing = next(iter(backed_up.keys() - current.keys()))
            raise _refusal_in_use(store.url, next(iter(current)), 0, 0, f"it lacks the backup's session {missing}")
        mended = 0
        for session in copy.known_streams():
            files = list[RestoredFile]()
            for row in copy.files.of(session).values():
                parts = partial(copy.files.parts, session, row.commitment)
                files.append(RestoredFile(row.commitment, of_parts(parts()), None if row.left_out else parts))
            rows, texts = copy.log.stored(session), list(copy.texts.of(session))
            seals = len(store.seals.of(session))
            (added,) = restore(store, RestorePlan(session, rows, copy.seals.of(session), texts, files=files))
            mended += added.texts + added.files + len(store.seals.of(session)) - seals
        _require_sound(store)
        return mended or None


def _report_restored(
    store: Store, path: Path, state: Path | None, *, mended: int = 0, ungranted: bool = False
) -> BackupReport:
    lost = list[str]()
    try:
        kept = Acknowledged(state, store.url) if state else None
        for session in kept.heads() if kept else ():
            if kept and (error := kept.parted(store.log, session)):
                lost.append(error.message)
    except Problem as trouble:
        lost.append(f"it is unknown whether events are lost: {trouble.message}")
    return BackupReport(path, path.stat().st_size, store.log.heads(), (*lost,), mended, ungranted)


def _require_sound(store: Store, *, guards: bool = True) -> dict[str, int]:
    """Check a ledger as `verify` does; return each session's last event number, or raise Corrupt (backup-unsound)."""
    try:
        audits = [audit(store, session) for session in store.known_streams()]
        audits += [*map(audit_of_stray, store.strays()), *([audit_database(store)] if guards else [])]
        for result in audits:
            for fault in (fault for check in result.checks.values() for fault in check):
                of = f"session {result.session}: " if result.session else ""
                good = [each.session for each in audits if each.ok and each.session]  # can be exported
                named = ", ".join(good[:10]) + (f" and {len(good) - 10} more" if len(good) > 10 else "")
                hint = f"{fault.hint}{f'; sound in it: {named}' if good else ''}"
                raise Corrupt("backup-unsound", f"{of}{fault.text}", hint, fault.number)
        return store.log.heads()
    except Unavailable as error:
        if error.code not in ("not-a-ledger", "database-unusable"):
            raise
        raise Corrupt("backup-unsound", error.message, error.hint) from error


def _refusal_in_use(url: str, session: str, current: int, backed_up: int, why: str = "") -> Refusal:
    reason = why or f"it has session {session} up to #{current}, the backup up to #{backed_up}"
    hint = "restore into a new ledger, --db NEW; then `export` from it what is missing here, and `import` that here"
    return Refusal("ledger-has-more", f"{show_url(url)} is a ledger in use: {reason}; nothing was written", hint)
