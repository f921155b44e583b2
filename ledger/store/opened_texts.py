"""The words that belong to the commitments of a log: asked for when an event that has some is read."""

from collections.abc import Mapping
from functools import cached_property

from ledger.events.free_text import KeptText
from ledger.store.texts import Texts
from ledger.store.words import Erasure, TextRow, erased, kept, lost, withheld

FEW = 16
"""Texts that are asked for one by one; who wants more is given all of the session at once."""


class OpenedTexts:
    """The texts of a session, as a log that is read asks for them.

    `few`: so many are asked for one by one, where only the end of a log is read. `readable`, `rows`: whether
    they may be read, and all of them, where who reads many logs has asked already.
    """

    def __init__(
        self,
        texts: Texts,
        session: str,
        *,
        few: int = FEW,
        readable: bool | None = None,
        rows: Mapping[str, TextRow] | None = None,
    ) -> None:
        self._texts = texts
        self._session = session
        self._few = few
        self._asked = 0
        self._said_readable = readable
        self._all = rows

    def __call__(self, commitment: str, number: int, field: str) -> KeptText:
        """The text under a commitment, or what is said in its place: whatever stands where it was erased."""
        if not self._readable:
            return withheld(commitment, number, field)
        row = self._row(commitment)
        if row and row.fits:
            return kept(row)
        if erasure := self._erasures.get(commitment):
            return erased(commitment, erasure)
        return kept(row) if row else lost(commitment)

    def _row(self, commitment: str) -> TextRow | None:
        if self._all is None and self._asked < self._few:
            self._asked += 1
            return self._texts.at(self._session, commitment)
        if self._all is None:
            self._all = {row.commitment: row for row in self._texts.of(self._session)}
        return self._all.get(commitment) or self._texts.at(self._session, commitment)  # recorded meanwhile

    @cached_property
    def _readable(self) -> bool:
        return self._texts.may_be_read() if self._said_readable is None else self._said_readable

    @cached_property
    def _erasures(self) -> dict[str, Erasure]:
        return self._texts.erasures(self._session)
