"""Double-dummy tricks of deals, kept on this machine beside the log: no event; if deleted, worked out again.

    N:AKQ32.J54.K7.A98 …    987a7987a7356653566     solved

A line is a deal, its tricks as twenty digits, and where these are from: "solved" here, or a "file" that brought them
and was not checked yet by the solver.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

from ledger.bridge.board import Deal
from ledger.bridge.double_dummy import Tricks, parse_tricks, tricks_text
from ledger.bridge.result import STRAINS
from ledger.errors import Unavailable
from ledger.exchange.double_dummy import double_dummy_tricks
from ledger.labels import counted
from ledger.session import Session
from ledger.store.own_files import create_private_file

_LINE = re.compile(r"(N:[^\t]{1,80})\t([0-9a-d]{20})\t(solved|file)")
_SOURCES = {True: "solved", False: "file"}

_AT_ONCE = 4  # deals worked out before they are kept, so that little is lost by an interruption

Progress = Callable[[str], AbstractContextManager[object]]
"""A function that shows what is being done meanwhile, 'working out 3 deals'."""


class SolvedDeal(NamedTuple):
    """The double-dummy tricks of a deal as twenty digits; `is_checked`: solved here, or compared with the solver."""

    digits: str
    is_checked: bool

    @property
    def tricks(self) -> Tricks:
        """Declarer's tricks by strain and seat."""
        return parse_tricks(self.digits)


class SolvedDeals:
    """The double-dummy tricks of deals that this machine knows; `folder`: where it keeps them, None: in memory only."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / "double-dummy.txt" if folder else None
        self._known: dict[Deal, SolvedDeal] = {}
        self._size, self._lock = 0, Lock()
        self._has_solver = True  # until it is asked: to load it takes a second
        self._thread: Thread | None = None

    @property
    def number(self) -> int:
        """How many deals are known; it grows when tricks are worked out meanwhile."""
        return len(self._known)

    def known(self, deals: Iterable[Deal]) -> dict[Deal, SolvedDeal]:
        """Return the known tricks of these deals; a line of the file that cannot be read is passed over."""
        with self._lock:
            self._read()
            return {deal: self._known[deal] for deal in deals if deal in self._known}

    def by_board(self, session: Session) -> dict[int, Tricks]:
        """Return the known tricks of a session's deals, by board."""
        deals = {board: deal for board in session.deals if (deal := session.deal(board))}
        known = self.known(deals.values()) if deals else {}
        return {board: known[deal].tricks for board, deal in deals.items() if deal in known}

    def solve(self, deals: Iterable[Deal], progress: Progress = nullcontext) -> dict[Deal, SolvedDeal]:
        """Return the tricks of these deals, worked out as far as unknown; without a solver only those known.

        Of tricks that a file brought the row of notrump is worked out: a table of other cards differs there.
        """
        wanted = list(deals)
        if unsolved := self._unsolved(wanted):
            with suppress(Unavailable), progress(f"working out {counted(len(unsolved), 'deal')}"):
                brought = {deal: each.tricks for deal, each in self.known(unsolved).items()}
                rows = self._worked_out(brought, "N") if brought else {}
                checked = {deal: brought[deal] for deal, row in rows.items() if row.items() <= brought[deal].items()}
                self._keep(checked, is_checked=True)
                unknown = [deal for deal in unsolved if deal not in checked]
                for at in range(0, len(unknown), _AT_ONCE):
                    self._keep(self._worked_out(unknown[at : at + _AT_ONCE]), is_checked=True)
        return self.known(wanted)

    def solve_aside(self, deals: Iterable[Deal]) -> None:
        """Work out unknown tricks in a thread of its own, unless one is at work or nothing is installed for it."""
        if not self._has_solver:
            return
        if (self._thread is None or not self._thread.is_alive()) and (unknown := self._unsolved(deals)):
            self._thread = Thread(target=self.solve, args=(unknown,), daemon=True)
            self._thread.start()

    def take(self, brought: Mapping[Deal, Tricks]) -> None:
        """Keep tricks that a file brought, of deals that are unknown."""
        known = self.known(brought)
        self._keep({deal: tricks for deal, tricks in brought.items() if deal not in known}, is_checked=False)

    def _unsolved(self, deals: Iterable[Deal]) -> list[Deal]:
        """Return the deals to work out; those that a file brought too, once a solver can check them."""
        wanted = list(dict.fromkeys(deals))
        known = self.known(wanted)
        return [deal for deal in wanted if deal not in known or (self._has_solver and not known[deal].is_checked)]

    def _worked_out(self, deals: Collection[Deal], strains: str = STRAINS) -> dict[Deal, Tricks]:
        try:
            return dict(zip(deals, double_dummy_tricks(deals, strains), strict=True))
        except Unavailable:
            self._has_solver = False
            raise

    def _keep(self, found: Mapping[Deal, Tricks], *, is_checked: bool) -> None:
        solved = {deal: SolvedDeal(tricks_text(tricks), is_checked) for deal, tricks in found.items()}
        lines = [f"{deal}\t{each.digits}\t{_SOURCES[each.is_checked]}\n" for deal, each in solved.items()]
        with self._lock:
            self._known |= solved
            if self._path and lines:
                with suppress(OSError):  # a full disk: they are worked out again
                    self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    create_private_file(self._path)
                    with self._path.open("a", encoding="ascii") as file:
                        file.write("".join(lines))

    def _read(self) -> None:
        """Read the file again if another process added to it."""
        with suppress(OSError, UnicodeDecodeError):
            if self._path is None or (size := self._path.stat().st_size) == self._size:
                return
            for line in self._path.read_text(encoding="ascii").splitlines():
                if match := _LINE.fullmatch(line):
                    with suppress(ValueError):
                        self._known[Deal(match[1])] = SolvedDeal(match[2], match[3] == _SOURCES[True])
            self._size = size
