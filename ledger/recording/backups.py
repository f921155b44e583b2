"""Backups of a whole ledger: written while desks record, checked before they have their name, and restored."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ledger.errors import Corrupt, Refusal
from ledger.recording.acknowledged import Acknowledged
from ledger.store import backup
from ledger.store.database import database_url, shown, sqlite_path
from ledger.store.position import Position, parted
from ledger.store.setup import create
from ledger.store.store import Store
from ledger.trust.verification import audit


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What is in a backup: its file, its size in bytes, and the last event of every session.

    `lost`: of what was restored, what this machine had acknowledged there and the backup had not yet.
    """

    path: Path
    size: int
    heads: Mapping[str, int]
    lost: tuple[str, ...] = ()


def write_backup(where: str, path: Path, *, overwrite: bool = False) -> BackedUp:
    """Copy a whole ledger as it is at one moment, check it as `verify` does, and only then give it its name.

    Of PostgreSQL the dump is read back by its own program, and the ledger it was made of is checked. Raises Refusal
    (file-exists), Corrupt (backup-unsound), Unavailable (tool-missing, tool-failed).
    """
    url = database_url(where)
    with closing(Store(url)) as store:
        store.check_schema()
        before = store.log.heads()
        with backup.written_whole(path, overwrite=overwrite) as part:
            if store.connections.is_sqlite:
                backup.copy_sqlite(store, part)
                with closing(backup.opened_backup(part)) as copy:
                    heads = _require_sound(copy, path)
                    backup.require_complete(copy, before)
            else:
                backup.dump_postgresql(url, part)
                heads = _require_sound(store, path)
    return BackedUp(path, path.stat().st_size, heads)


def restore_backup(where: str, path: Path, state: Path | None = None) -> BackedUp | None:
    """Put a backup in the place of a ledger that is not there, or is empty; None where it is there already, the same.

    The backup is checked first, and the ledger after. `state`: the folder where it is kept what this machine has
    acknowledged. Raises Refusal (ledger-has-more) where something else is there: nothing is ever
    written over.
    """
    url = database_url(where)
    if backup.is_dump(path):
        return _restore_dump(url, path, state)
    with closing(backup.opened_backup(path)) as copy:
        _require_sound(copy, path)
        target = sqlite_path(url)
        if target is None:
            kind = f"{path} is a copy of a ledger on SQLite, {shown(url)} is on a server"
            raise Refusal("ledger-has-more", kind, "restore it into a file, `export` each session, and `import` it")
        if not target.exists():
            with backup.written_whole(target) as part:
                backup.copy_sqlite(copy, part)
            create(url)  # readers go on beside writers again
        elif not _is_the_same(url, copy):
            backup.fill_sqlite(url, path)
        else:
            return None
    with closing(Store(url)) as store:
        return _restored(store, path, state)


def _restored(store: Store, path: Path, state: Path | None) -> BackedUp:
    """What was restored, once it holds."""
    heads = _require_sound(store, path)
    kept = Acknowledged(state, store.url) if state else None
    parted = [kept.parted(store.log, session) for session in kept.heads()] if kept else []
    return BackedUp(path, path.stat().st_size, heads, tuple(error.message for error in parted if error))


def _restore_dump(url: str, path: Path, state: Path | None) -> BackedUp:
    with closing(Store(url)) as store:
        if store.connections.has_tables():
            tables = f"{shown(url)} holds tables already"
            raise Refusal("ledger-has-more", tables, "an empty database: `createdb NEW`, and its URL as --db")
        backup.restore_postgresql(url, path)
        store.check_schema()
        return _restored(store, path, state)


def _require_sound(store: Store, path: Path) -> dict[str, int]:
    """The last events of a ledger that holds as `verify` has it; Corrupt (backup-unsound) where it does not."""
    for session in store.sealed_or_kept():
        for findings in audit(store, session).checks.values():
            for each in findings:
                raise Corrupt("backup-unsound", f"{path}, session {session}: {each.text}", each.hint, each.number)
    return store.log.heads()


def _is_the_same(url: str, copy: Store) -> bool:
    """Whether a ledger has all that a copy has, and no more; False where it is empty. Refusal where it is another."""
    with closing(Store(url)) as store:
        store.check_schema()
        here, there = store.log.heads(), copy.log.heads()
        for session, number in here.items():
            digest = store.log.digest_at(session, number)
            if there.get(session, 0) != number or parted(copy.log, session, Position(number, digest)):
                raise _has_more(url, session, number, there.get(session, 0))
        if here and here != there:
            missing = next(iter(there.keys() - here.keys()))
            raise _has_more(url, next(iter(here)), 0, 0, f"it has sessions, and {missing} is not among them")
        return bool(here)


def _has_more(url: str, session: str, here: int, there: int, why: str = "") -> Refusal:
    told = why or f"it has session {session} up to #{here}, the backup up to #{there}"
    hint = "restore into a new ledger, --db NEW; what is missing here: `export` it there, and `import` it here"
    return Refusal("ledger-has-more", f"{shown(url)} is a ledger in use: {told}; nothing was written", hint)
