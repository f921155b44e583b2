"""What an office that keeps another scoring program has to type there: the lines that changed since a moment.

A line is listed where its own result, award or seats changed; and where its scores did on a board with a score that the
other program cannot work out: there the scores of all are typed in.
"""

from typing import NamedTuple

from ledger.exchange.writing.given_out import GivenLine, GivenOut, score_text
from ledger.exchange.writing.notations import Notation, line_text
from ledger.session.cases import InForce

Key = tuple[int, int]


class Changed(NamedTuple):
    """A line that changed: as it was, and as it is; None where it was not there, or no longer is.

    `outright`: its scores are to be typed in as they are, for no result says them. `moved`: nothing was said or ruled
    of the line itself, only its scores follow others.
    """

    was: GivenLine | None
    now: GivenLine | None
    outright: bool
    moved: bool = False

    @property
    def rulings(self) -> list[InForce]:
        """The scores in force on it."""
        return self.now.ruled.all if self.now else []

    @property
    def was_rulings(self) -> list[InForce]:
        """Those that were in force."""
        return self.was.ruled.all if self.was else []

    @property
    def line(self) -> GivenLine:
        """The line as it is, or was last."""
        found = self.now or self.was
        assert found
        return found


def changes(before: GivenOut, after: GivenOut) -> list[Changed]:
    """The lines that changed between two moments of a session, by board."""
    old, new = _by_key(before), _by_key(after)
    apart = {line.played.board for line in after.lines() if not line.is_said}
    apart |= {line.played.board for line in before.lines() if not line.is_said}
    found = []
    for key in sorted(old.keys() | new.keys()):
        was, now = old.get(key), new.get(key)
        if was is None or now is None or _says(was) != _says(now):
            moved = bool(was and now and _own(was) == _own(now))
            found.append(Changed(was, now, outright=bool(now and not now.is_said), moved=moved))
        elif was.scores != now.scores and key[0] in apart:
            found.append(Changed(was, now, outright=True, moved=_own(was) == _own(now)))
    return found


def _by_key(out: GivenOut) -> dict[Key, GivenLine]:
    """Every line by what first made it, which stays though its seats are corrected."""
    return {(line.played.board, line.played.events[0]): line for line in out.lines()}


def _says(line: GivenLine) -> tuple[object, ...]:
    """What a line says by itself, whatever others have."""
    own = line.scores if not line.is_said else None
    return line.result, line.artificial, line.played.seating.pair, line.played.lead, own


def _own(line: GivenLine) -> tuple[object, ...]:
    """What was said and ruled of a line, whatever it is worth."""
    rulings = [(score.case, score.adjustment) for score in line.ruled.all]
    return line.result, line.artificial, line.played.seating.pair, line.played.lead, rulings


def change_cells(changed: Changed, notation: Notation) -> list[str]:
    """A change as cells: board, round, table, NS, EW; what it was, what it is; scores, where these are typed in."""
    line = changed.line
    seating, played = line.played.seating, line.played
    place = [str(played.board), str(played.round or ""), played.table or "", seating.ns, seating.ew]
    scores = list(map(score_text, line.scores)) if changed.outright else ["", ""]
    return [*place, _seats(changed), _text(changed.was, notation), _text(changed.now, notation), *scores]


def _seats(changed: Changed) -> str:
    """Who sat there by the other program, where that was corrected."""
    was, now = changed.was, changed.now
    return str(was.played.seating) if was and now and was.played.seating.pair != now.played.seating.pair else ""


def _text(line: GivenLine | None, notation: Notation) -> str:
    """A line in a notation; 'none' where there is none."""
    return "none" if line is None else line_text(line, notation)
