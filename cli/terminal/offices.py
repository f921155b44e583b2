"""The offices a desk keeps open from one command to the next: what was read and scored is not read and scored again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.errors import Problem

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.office import Office
    from ledger.trust.keys import Key


class Offices:
    """One office for each database that was asked for, open until all are closed."""

    def __init__(self) -> None:
        self._open: dict[str, Office] = {}

    def office(self, where: str, *, by: str, key: Key | None, state: Path | None, signer: Key | None) -> Office:
        """The office of a database, for one command of who is recording; it is not his to close.

        Raises what `Office.open` does, also where the database was upgraded, lost or replaced meanwhile: then it is
        opened anew the next time.
        """
        found = self._open.get(where)
        if found is None:
            from ledger.office import Office

            found = self._open[where] = Office.open(where, by=by, key=key, state=state, signer=signer, stays=True)
            return found
        try:
            found.store.check_schema()
        except Problem:
            self._open.pop(where).close()
            raise
        found.by, found.key, found.signer = by, key, signer
        return found

    def recorded_here(self, where: str) -> set[tuple[str, int]]:
        """What was recorded through these in a database: sessions, and the numbers of events."""
        found = self._open.get(where)
        return found.recorded_here if found else set()

    def close(self) -> None:
        """Let go of every database."""
        while self._open:
            self._open.popitem()[1].close()
