"""Movements as typed: rows, and names of movements for the contestants entered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cli.options.addresses import parse_boards
from cli.options.movements import PlayOptions
from ledger.errors import Misuse
from ledger.labels import LABEL, direction, letters_of, members, natural, table_order
from ledger.movements.kinds import KINDS, Field, Proposal, build, proposals
from ledger.movements.mitchell import Missing
from ledger.movements.movement import Winners, no_such_movement, put_labels, shared
from ledger.movements.plan import NOTHING_THERE, PlannedTable
from ledger.session import Session
from ledger.session.places import sits_at_one_table
from ledger.subjects.movement.facts import SetMovement

if TYPE_CHECKING:
    from cli.options.movements import MovementSourceOptions, SizeOptions


def parse_row(text: str) -> PlannedTable:
    """Parse a row of a movement: round/table, North–South, East–West, boards; Misuse (bad-row) for any other text.

    >>> parse_row("1/2 5 12 4-6")
    PlannedTable(round=1, table='2', ns='5', ew='12', boards=(4, 5, 6))
    >>> parse_row("3/A4 A7 - 10-12").ew
    ''
    """
    words = text.split()
    place = re.fullmatch(r"([1-9][0-9]{0,2})/(\S+)", words[0]) if words else None
    if not place or len(words) not in (3, 4):
        raise Misuse("bad-row", f"{text[:60]!r} is no row", 'round/table, NS, EW, boards: --row "1/2 5 12 4-6"')
    ns, ew = ("" if each in NOTHING_THERE else each for each in words[1:3])
    boards = parse_boards(words[3]) if len(words) == 4 and words[3] not in NOTHING_THERE else ()
    if not (ns or ew):
        raise Misuse("bad-row", f"{text[:60]!r} seats nobody", "a table at which nobody sits needs no row")
    if ns and ew and not boards:
        raise Misuse("bad-row", f"{text[:60]!r} names no boards", 'who meets somebody plays boards: "1/2 5 12 4-6"')
    return PlannedTable(int(place[1]), place[2], ns, ew, boards)


def parse_tables(text: str) -> Fraction:
    """Parse a number of tables, where a half table seats one pair; Misuse (usage) for any other text.

    >>> parse_tables("8.5"), parse_tables("8½")
    (Fraction(17, 2), Fraction(17, 2))
    """
    match = re.fullmatch(r"([0-9]{1,3})([.,]0|[.,]5|½)?", text.strip())
    half = Fraction(1, 2) if match and match[2] and match[2][-1] in "5½" else Fraction(0)
    tables = int(match[1]) + half if match else Fraction(0)
    if tables < 1:
        raise Misuse("usage", f"{text[:20]!r} is no number of tables", "--tables 8, or --tables 8.5")
    return tables


def parse_sharing(texts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Parse groups of tables that share their boards; Misuse (usage) for a group of fewer than two tables.

    >>> parse_sharing(["1,6"])
    (('1', '6'),)
    """
    groups = tuple(tuple(dict.fromkeys(piece.strip() for piece in each.split(",") if piece.strip())) for each in texts)
    if short := next((text for text, group in zip(texts, groups, strict=True) if len(group) < 2), None):
        raise Misuse("usage", f"{short[:40]!r} are no tables that share", "--sharing 1,6")
    return groups


class MovementRequest:
    """A movement as typed on the command line: its name, its size, how it is played, and its source."""

    def __init__(self, name: str | None, size: SizeOptions, play: PlayOptions, whole: MovementSourceOptions) -> None:
        self.name, self.size, self.play, self.whole = (name or "").lower(), size, play, whole

    @property
    def named(self) -> bool:
        """True if the movement is given by a name, a file or rows."""
        return bool(self.name or self.whole.source or self.whole.rows)

    @property
    def section(self) -> str:
        """The letters of the typed section in capitals, '' for none; Misuse (bad-section) unless 1 to 3 letters."""
        section = self.whole.section.upper()
        if section and not re.fullmatch("[A-Z]{1,3}", section):
            raise Misuse("bad-section", f"{section[:20]!r} is no section", "--section A")
        return section

    def as_proposed(self, proposal: Proposal) -> MovementRequest:
        """Return a copy of the request with the name and options of a proposed movement."""
        words = proposal.options.split()
        rounds = int(words[words.index("--rounds") + 1]) if "--rounds" in words else self.play.rounds
        chosen = {"share": "--share" in words, "skip": "--skip" in words, "rounds": rounds}
        typed = {name: getattr(self.play, name) for name in PlayOptions.declared()}
        return MovementRequest(proposal.name, self.size, PlayOptions(typed | chosen), self.whole)


def named_movement(session: Session, typed: MovementRequest, reason: str) -> SetMovement:
    """Return the command that lays down a movement by name, for contestants and boards; Refusal (no-such-movement)."""
    section, field = section_of(session, typed), _field_of(session, typed)
    kind = KINDS.get(typed.name)
    if kind and session.opening.winners == 2 and kind.field == "pairs" and "winners" not in kind.takes:
        names = ", ".join(name for name, each in KINDS.items() if "winners" in each.takes)
        raise no_such_movement(
            f"{typed.name} has one winner, and the session has two", f"for two winners there are: {names}"
        )
    entered = in_section(session, section)
    movement = build(
        typed.name,
        contestants=count_contestants(session, typed, field),
        rounds=typed.play.rounds,
        winners=_winners(session, typed, field),
        share=typed.play.share,
        skip=typed.play.skip,
        switched=typed.play.switch,
        missing=_missing_line(typed, entered, takes=typed.name in KINDS and "missing" in KINDS[typed.name].takes),
    )
    boards = boards_of(session, typed)
    boards_each = typed.play.boards_each or len(boards) // movement.sets
    if not boards_each:
        too_few = f"{movement.name} has {movement.sets} sets of boards, and there are {len(boards)} boards"
        raise no_such_movement(
            too_few, "`session add-boards …`; fewer rounds: --rounds; `movement set` proposes what fits"
        )
    tables = put_labels(movement, boards_per_set=boards_each, section=section, boards=boards)
    groups = {tuple(sorted(group, key=table_order)): None for group in shared(movement, section)}
    return SetMovement(
        _with_entered_labels(tables, entered),
        section,
        movement.name,
        typed.whole.copies or movement.copies,
        parse_sharing(typed.whole.sharing) or tuple(groups),
        reason,
    )


def suitable_movements(session: Session, typed: MovementRequest) -> list[Proposal]:
    """Return the movements that suit the number of contestants and of boards, best first."""
    field = _field_of(session, typed)
    many, boards = count_contestants(session, typed, field), boards_of(session, typed)
    missing = _missing_line(typed, in_section(session, section_of(session, typed)), takes=True) if many % 2 else ""
    return proposals(many, len(boards), _winners(session, typed, field), field, missing)


# Facts from the session


def _field_of(session: Session, typed: MovementRequest) -> Field:
    """Return who plays the movement: teams by the form of scoring, else individuals if so typed, else pairs."""
    named = KINDS[typed.name].field if typed.name in KINDS else None
    plays: Field = "pairs" if sits_at_one_table(session) else "teams"
    if plays == "pairs" and (named == "individuals" or typed.size.players):
        plays = "individuals"
    if named and named != plays:
        names = ", ".join(name for name, kind in KINDS.items() if kind.field == plays)
        raise no_such_movement(
            f"{typed.name} is played by {named}, and this session is of {plays}", f"there are: {names}"
        )
    return plays


def section_of(session: Session, typed: MovementRequest) -> str:
    """Return the typed section, or the contestants' only one ('' without sections); Misuse (usage) for several."""
    section = typed.section
    letters = {letters_of(each) for each in session.contestants} if sits_at_one_table(session) else set()
    if section or letters in (set(), {""}):
        return section
    if len(letters) > 1:
        raise Misuse("usage", f"the sections are {', '.join(sorted(letters))}", f"--section {min(letters)}")
    return letters.pop()


def in_section(session: Session, section: str) -> list[str]:
    """Return the contestants entered in a section, by number; all teams, in the order they were entered."""
    if not sits_at_one_table(session):
        return list(session.contestants)
    return sorted((each for each in session.contestants if letters_of(each) == section), key=_by_number)


def _by_number(label: str) -> tuple[int, str]:
    match = LABEL.fullmatch(label)
    return natural(match[2] if match else label)


def count_contestants(session: Session, typed: MovementRequest, field: Field) -> int:
    """Return the number of contestants, typed or else entered; Misuse (usage) if unknown or typed in two ways."""
    size = typed.size
    option = f"--{'players' if field == 'individuals' else field}"
    counts = [size.pairs, size.teams, size.players, size.tables]
    if sum(each is not None for each in counts) > 1:
        raise Misuse("usage", f"the number of {field} is given twice", f"{option} 17, or --tables 8.5")
    if size.tables:
        return int(parse_tables(size.tables) * {"pairs": 2, "teams": 1, "individuals": 4}[field])
    wanted: Mapping[Field, int | None] = {"pairs": size.pairs, "teams": size.teams, "individuals": size.players}
    if any(counts) and not wanted[field]:
        raise Misuse("usage", f"this session is of {field}", f"{option} 8")
    many = wanted[field] or len(in_section(session, section_of(session, typed)))
    if not many:
        hint = f"say how many: {option} 17, or --tables 8.5; or enter them first: `session enter`"
        raise Misuse("usage", "nobody is entered: how many play?", hint)
    return many


def boards_of(session: Session, typed: MovementRequest) -> Sequence[int]:
    """Return the boards of a movement, those typed or else the session's, from --first-board on."""
    boards = parse_boards(typed.play.boards) if typed.play.boards else tuple(sorted(session.boards))
    return [each for each in boards if each >= (typed.play.first_board or 1)]


def _winners(session: Session, typed: MovementRequest, field: Field) -> Winners | None:
    winners: Winners | None = {"1": 1, "2": 2}.get(typed.play.winners or "")  # type: ignore[assignment]
    if winners and winners != session.opening.winners and field == "pairs":
        ranking = "two winners" if session.opening.winners == 2 else "one winner"
        raise Misuse("usage", f"the session has {ranking}", f"--winners {session.opening.winners}, or leave it out")
    return session.opening.winners if field == "pairs" else None


def _missing_line(typed: MovementRequest, entered: Sequence[str], *, takes: bool) -> Missing:
    """Return the direction with a missing pair, 'ns' or 'ew': as typed, or the one with fewer pairs; '' for none."""
    if typed.play.missing or not takes or typed.size.pairs or typed.size.tables:
        return typed.play.missing or ""
    lines = [sum(direction(each) == side for each in entered) for side in ("NS", "EW")]
    return "ns" if lines[0] < lines[1] else "ew" if lines[1] < lines[0] else ""


# Labels of the contestants entered


def _with_entered_labels(tables: Sequence[PlannedTable], entered: Sequence[str]) -> tuple[PlannedTable, ...]:
    """Rename the contestants of a movement to those entered, direction by direction, if their numbers are equal."""
    names: dict[str, str] = {}
    for side in ("NS", "EW", ""):
        theirs = [each for each in entered if direction(each) == side]
        everybody = {who for each in tables for side in (each.ns, each.ew) for who in members(side)}
        numbers = sorted((each for each in everybody if direction(each) == side), key=_by_number)
        if len(numbers) == len(theirs):
            names |= dict(zip(numbers, theirs, strict=True))
    return tuple(replace(each, ns=_renamed(each.ns, names), ew=_renamed(each.ew, names)) for each in tables)


def _renamed(side: str, names: Mapping[str, str]) -> str:
    return "+".join(names.get(each, each) for each in members(side))
