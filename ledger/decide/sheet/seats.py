"""Who sits where by a result file and by what is recorded: which line is about which table's play of a board."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from ledger.errors import Refusal
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.places import rounds_text, sits_once


class SheetSeats:
    """The seats of a session, and of the lines of a file as they are read.

    A pair's seats say all: it plays a board once. Of teams, round and table tell one meeting from another.
    """

    def __init__(self, session: Session) -> None:
        self._once = sits_once(session)
        self._one_match = session.opened is not None and FORMS[session.opening.scoring].one_match
        self._met: dict[tuple[int, tuple[str, str]], list[Seating]] = defaultdict(list)
        self._seated: dict[tuple[int, str], tuple[str, str]] = {}  # whom a pair has on a board already
        self._tables: dict[tuple[int, str], list[Seating]] = defaultdict(list)
        self._file: set[tuple[int, Seating]] = set()
        self._rounds: dict[tuple[frozenset[str], int | None], set[int | None]] = defaultdict(set)
        self._corrected = [played for played in (*session.table_boards(), *session.voided.values()) if played.reseated]
        for played in session.table_boards():
            self._seat(played.board, played.seating, played.table)
            self._rounds_of(played.board, played.seating).add(played.round)

    def meet(self, lines: Iterable[tuple[int, Seating]]) -> None:
        """Take notice of the rounds the teams of a file meet in, before its lines are taken one by one."""
        for board, seating in lines:
            self._rounds_of(board, seating).add(seating.round)

    def since_corrected(self, board: int, seating: Seating, fits: Callable[[TableBoard], bool]) -> TableBoard | None:
        """The table's play that a line says to be theirs who were first recorded there, where that was corrected here.

        Where others were taken for these, so that it may be about either, it is about what `fits` what it says.
        """
        first = [each for each in self._corrected if each.board == board and self._same(each.first_seating, seating)]
        there = [each for each in self._corrected if each.board == board and self._same(each.seating, seating)]
        found = min((*first, *there), key=lambda each: not fits(each), default=None) if first else None
        return None if found in there else found

    def _same(self, one: Seating, other: Seating) -> bool:
        return one.pair == other.pair if self._once else one.may_be(other)

    def take(self, board: int, seating: Seating) -> Seating:
        """The play of the board a line is about, as it was first said; refused where it contradicts another line."""
        known = self._known(board, seating)
        if not known:
            self._check_round(board, seating)
        self._check(board, seating, known)
        self._seat(board, seating, seating.table)
        self._file.add((board, known or seating))
        return known or seating

    def mention(self, board: int, seating: Seating) -> None:
        """Take notice that the file speaks of this play, though what it says does not count."""
        self._file |= {(board, each) for each in self._met[board, seating.pair] if self._same(each, seating)}

    def in_file(self, played: TableBoard) -> bool:
        """Whether a line of the file was about this."""
        return (played.board, played.seating) in self._file

    def _known(self, board: int, seating: Seating) -> Seating | None:
        met = self._met[board, seating.pair]
        if self._once or seating in met:
            return seating if seating in met else next(iter(met), None)
        same = [each for each in met if each.may_be(seating)]
        if len(same) > 1:
            raise Refusal("bad-table", f"{len(same)} tables of board {board} are {seating}: which round, which table?")
        return same[0] if same else None

    def _rounds_of(self, board: int, seating: Seating) -> set[int | None]:
        """The rounds in which two meet: over all their boards, and in a knockout, which is one match, over this one."""
        return self._rounds[seating.match, board if self._one_match else None]

    def _check_round(self, board: int, seating: Seating) -> None:
        """Refuse a line that leaves open in which of several rounds two teams met."""
        rounds = self._rounds_of(board, seating)
        if not self._once and seating.round is None and len(rounds - {None}) > 1:
            raise Refusal("which-round", f"{seating} meet in {rounds_text(rounds - {None})}: which round?")

    def _check(self, board: int, seating: Seating, known: Seating | None) -> None:
        for contestant in seating.everyone if self._once else ():
            if (pair := self._seated.get((board, contestant), seating.pair)) != seating.pair:
                raise Refusal("played-already", f"{contestant} has another line on board {board}, {Seating(*pair)}")
        if known and (board, known) in self._file:
            raise Refusal("played-already", f"{seating} stands twice on board {board}")
        there = self._tables[board, seating.table] if seating.table else []
        if taken := next((each for each in there if self._taken(each, seating)), None):
            raise Refusal("table-twice", f"table {seating.table} has another line on board {board}, {taken}")

    def _taken(self, other: Seating, seating: Seating) -> bool:
        """Whether others sat at the table; every match of teams has rooms of its own, whatever they are called."""
        if self._once:
            rounds = {other.round, seating.round}
            return other.pair != seating.pair and (None in rounds or len(rounds) == 1)
        meeting_again = other.round and seating.round and other.round != seating.round
        return other.match == seating.match and other.pair != seating.pair and not meeting_again

    def _seat(self, board: int, seating: Seating, table: str | None) -> None:
        if not self._known(board, seating):
            self._met[board, seating.pair].append(seating)
        self._seated.update({(board, contestant): seating.pair for contestant in seating.everyone})
        if table:
            self._tables[board, table].append(seating)
