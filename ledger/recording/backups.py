"""Backups of a whole ledger: written while desks record, checked before they have their name, and restored."""

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
from ledger.store.backup import ComingFile, RestorePlan, restore
from ledger.store.own_files import beside, database_url, file_url, require_one_name, shown, sqlite_path
from ledger.store.setup import grant, migrate
from ledger.store.store import Position, Store, parted
from ledger.trust.verification import audit, audit_database, of_no_session


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What is in a backup: its file, its size in bytes, and the last event of every session.

    Of what was restored: `lost`, what this machine had acknowledged there and the backup had not yet; `mended`, how
    many texts and seals came back to a ledger that had all the events; `ungranted`, that the roles of the server are to
    be granted anew what they may do.
    """

    path: Path
    size: int
    heads: Mapping[str, int]
    lost: tuple[str, ...] = ()
    mended: int = 0
    ungranted: bool = False


def write_backup(where: str, path: Path, *, overwrite: bool = False, state: Path | None = None) -> BackedUp:
    """Copy a whole ledger as it is at one moment, check it as `verify` does, and only then give it its name.

    One that does not hold is kept too, as FILE.unsound: it may be the last there is. Of PostgreSQL the dump is read
    back by its own program, and the ledger it was made of is checked. `state`: the folder where it is kept when the
    last backup was made. Raises Refusal (file-exists), Corrupt
    (backup-unsound), Unavailable (tool-missing, tool-failed).
    """
    url = database_url(where)
    ledger = sqlite_path(url)
    if ledger and path.resolve() in (ledger.resolve(), *beside(ledger)):
        raise Refusal("file-exists", f"{path} is the ledger itself, or belongs to it", "another name for the backup")
    with closing(Store(url)) as store:
        store.check_schema()
        before = store.log.heads()
        with backup.written_whole(path, overwrite=overwrite) as part:
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
                    heads = before  # what was recorded before the dump was begun is in it
            except Corrupt as error:
                aside = backup.set_aside(part, path)
                unsound = f"what was copied does not hold: {error.message}; it is kept as it is, as {aside}"
                raise Corrupt("backup-unsound", unsound, error.hint, error.number) from error
    if state:
        note_backup(state, url, LastBackup(str(path.resolve()), machine_state.now(), heads))
    return BackedUp(path, path.stat().st_size, heads)


def restore_backup(where: str, path: Path, state: Path | None = None) -> BackedUp | None:
    """Put what is in a backup in the place of a ledger that is not there, or is empty; None where it is all there.

    The backup is checked first, and the ledger after. Always it is a ledger made anew, with its guards, into which the
    events, texts and seals come; where it has the events already, only what it lacks of the others. `state`: the folder
    where it is kept what this machine has acknowledged. Raises Refusal (ledger-has-more) where something else is there:
    nothing is ever written over.
    """
    url = database_url(where)
    if backup.is_dump(path):
        return _restore_dump(url, path, state)
    with closing(backup.opened_backup(path)) as copy:
        target = sqlite_path(url)
        if target is None:
            kind = f"{path} is a backup of a ledger in a file, and {shown(url)} is on a server; nothing was written"
            hint = (
                "`bridge-ledger --db NEW.db restore BACKUP`, and of each session `bridge-ledger --db NEW.db --session"
                " NAME export FILE.zip`; then on the server `init`, and `import FILE.zip`"
            )
            raise Misuse("bad-file", kind, hint)
        try:
            _require_sound(copy, guards=False)  # its guards are no matter: they are made anew
        except Corrupt as error:
            hint = f"the file is a ledger as it is: `bridge-ledger --db {path} verify`; `export` what still holds"
            raise Corrupt("backup-unsound", f"{path} does not hold: {error.message}", hint, error.number) from error
        mended = 0
        require_one_name(target)
        if not target.exists():
            with backup.written_whole(target) as part, closing(Store(file_url(str(part)))) as store:
                migrate(store)
                _fill(store, copy)
                store.connections.write_back()
        elif (found := _filled_or_mended(url, copy)) is not None:
            mended = found
        else:
            return None
    with closing(Store(url)) as store:
        return _restored(store, path, state, mended=mended)


def _fill(store: Store, copy: Store) -> None:
    """Fill a ledger that is made and empty from a copy; Corrupt where it is not the same then, or does not hold."""
    backup.fill(store, copy)
    if _last_events(store) != _last_events(copy):
        raise Corrupt("backup-unsound", f"{shown(store.url)} is not what was restored", "restore into a new ledger")
    _require_sound(store)


def _last_events(store: Store) -> dict[str, Position]:
    heads = store.log.heads()
    return {name: Position(number, store.log.digest_at(name, number)) for name, number in heads.items()}


def _filled_or_mended(url: str, copy: Store) -> int | None:
    """Fill a ledger that is empty, or bring back what it lacks beside its events.

    How many texts and seals came back; None where nothing was to be done.
    """
    with closing(Store(url)) as store:
        store.check_schema()
        if not store.log.heads():
            _fill(store, copy)
            return 0
        _require_same_log(store, copy)
        mended = 0
        for session in copy.sealed_or_kept():
            files = list[ComingFile]()
            for row in copy.files.of(session).values():
                parts = partial(copy.files.parts, session, row.commitment)
                files.append(ComingFile(row.commitment, of_parts(parts()), None if row.left_out else parts))
            rows, texts = copy.log.stored(session), list(copy.texts.of(session))
            seals = len(store.seals.of(session))
            (added,) = restore(store, RestorePlan(session, rows, copy.seals.of(session), texts, files=files))
            mended += added.texts + added.files + len(store.seals.of(session)) - seals
        _require_sound(store)
        return mended or None


def _restored(store: Store, path: Path, state: Path | None, *, mended: int = 0, ungranted: bool = False) -> BackedUp:
    lost = list[str]()
    try:
        kept = Acknowledged(state, store.url) if state else None
        for session in kept.heads() if kept else ():
            if kept and (error := kept.parted(store.log, session)):
                lost.append(error.message)
    except Problem as trouble:
        lost.append(f"whether anything is lost cannot be told: {trouble.message}")
    return BackedUp(path, path.stat().st_size, store.log.heads(), (*lost,), mended, ungranted)


def _restore_dump(url: str, path: Path, state: Path | None) -> BackedUp:
    if target := sqlite_path(url):
        kind = f"{path} is a backup of a ledger on PostgreSQL, and {target} is a file; nothing was written"
        hint = "an empty database on a server (`createdb NEW`): --db postgresql+psycopg://owner@server/NEW"
        raise Misuse("bad-file", kind, hint)
    with closing(Store(url)) as store:
        if store.connections.has_tables():
            tables = f"{shown(url)} holds tables already"
            raise Refusal("ledger-has-more", tables, "an empty database: `createdb NEW`, and its URL as --db")
        backup.restore_postgresql(url, path)
        grant(url)
        store.check_schema()
        _require_sound(store)
        return _restored(store, path, state, ungranted=True)


def _require_sound(store: Store, *, guards: bool = True) -> dict[str, int]:
    """The last events of a ledger that holds as `verify` has it; Corrupt (backup-unsound) where it does not."""
    try:
        audits = [audit(store, session) for session in store.sealed_or_kept()]
        audits += [*map(of_no_session, store.strays()), *([audit_database(store)] if guards else [])]
        for each in audits:
            for found in (found for check in each.checks.values() for found in check):
                of = f"session {each.session}: " if each.session else ""
                good = [each.session for each in audits if each.ok and each.session]  # these can be exported from it
                named = ", ".join(good[:10]) + (f" and {len(good) - 10} more" if len(good) > 10 else "")
                hint = f"{found.hint}{f'; sound in it: {named}' if good else ''}"
                raise Corrupt("backup-unsound", f"{of}{found.text}", hint, found.number)
        return store.log.heads()
    except Unavailable as error:
        if error.code not in ("not-a-ledger", "database-unusable"):
            raise
        raise Corrupt("backup-unsound", error.message, error.hint) from error


def _require_same_log(store: Store, copy: Store) -> None:
    """Refusal (ledger-has-more) where a ledger has not all the events that a copy has, and no more."""
    here, there = store.log.heads(), copy.log.heads()
    for session, number in here.items():
        digest = store.log.digest_at(session, number)
        if there.get(session, 0) != number or parted(copy.log, session, Position(number, digest)):
            raise _has_more(store.url, session, number, there.get(session, 0))
    if here != there:
        missing = next(iter(there.keys() - here.keys()))
        raise _has_more(store.url, next(iter(here)), 0, 0, f"it has sessions, and {missing} is not among them")


def _has_more(url: str, session: str, here: int, there: int, why: str = "") -> Refusal:
    told = why or f"it has session {session} up to #{here}, the backup up to #{there}"
    hint = "restore into a new ledger, --db NEW; what is missing here: `export` it there, and `import` it here"
    return Refusal("ledger-has-more", f"{shown(url)} is a ledger in use: {told}; nothing was written", hint)
