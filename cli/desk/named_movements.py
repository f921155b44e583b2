"""What is typed of a movement: its rows, and its name for those who are entered in a session."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cli.options.addresses import parse_boards
from cli.options.movements import PlayOptions
from ledger.bounds.tournaments import ROUND
from ledger.errors import Misuse
from ledger.labels import LABEL, direction, letters_of, members, natural, table_order
from ledger.movements.kinds import KINDS, Field, Proposal, build, proposals
from ledger.movements.mitchell import Missing
from ledger.movements.movement import Winners, labelled, none_such, shared
from ledger.movements.plan import NOTHING_THERE, PlannedTable
from ledger.session import Session
from ledger.session.places import sits_once
from ledger.subjects.movement.facts import SetMovement

if TYPE_CHECKING:
    from cli.options.movements import SizeOptions, WholeOptions


def parse_row(text: str) -> PlannedTable:
    """A row of a movement: round and table, who sits North–South and East–West, the boards.

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
    if not 1 <= int(place[1]) <= ROUND.most:
        raise Misuse("bad-row", f"{text[:60]!r} names no round", 'rounds are 1, 2, 3: --row "1/2 5 12 4-6"')
    return PlannedTable(int(place[1]), place[2], ns, ew, boards)


def parse_tables(text: str) -> Fraction:
    """How many tables there are; a half is one at which one pair sits.

    >>> parse_tables("8.5"), parse_tables("8½")
    (Fraction(17, 2), Fraction(17, 2))
    """
    found = re.fullmatch(r"([0-9]{1,3})([.,]0|[.,]5|½)?", text.strip())
    half = Fraction(1, 2) if found and found[2] and found[2][-1] in "5½" else Fraction(0)
    tables = int(found[1]) + half if found else Fraction(0)
    if tables < 1:
        raise Misuse("usage", f"{text[:20]!r} is no number of tables", "--tables 8, or --tables 8.5")
    return tables


def parse_sharing(texts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Tables that share their boards.

    >>> parse_sharing(["1,6"])
    (('1', '6'),)
    """
    groups = tuple(tuple(dict.fromkeys(piece.strip() for piece in each.split(",") if piece.strip())) for each in texts)
    if short := next((text for text, group in zip(texts, groups, strict=True) if len(group) < 2), None):
        raise Misuse("usage", f"{short[:40]!r} are no tables that share", "--sharing 1,6")
    return groups


class TypedMovement:
    """What was typed of a movement: its name, how many play it, how, and from where it comes."""

    def __init__(self, name: str | None, size: SizeOptions, play: PlayOptions, whole: WholeOptions) -> None:
        self.name, self.size, self.play, self.whole = (name or "").lower(), size, play, whole

    @property
    def named(self) -> bool:
        """Whether anything says which movement it is."""
        return bool(self.name or self.whole.source or self.whole.rows)

    @property
    def section(self) -> str:
        """The section it is for, as its letters are written; Misuse (bad-section) where they are none."""
        section = self.whole.section.upper()
        if section and not re.fullmatch("[A-Z]{1,3}", section):
            raise Misuse("bad-section", f"{section[:20]!r} is no section", "--section A")
        return section

    def as_proposed(self, proposal: Proposal) -> TypedMovement:
        """The same with the name and the options of a movement that fits."""
        words = proposal.options.split()
        rounds = int(words[words.index("--rounds") + 1]) if "--rounds" in words else self.play.rounds
        chosen = {"share": "--share" in words, "skip": "--skip" in words, "rounds": rounds}
        typed = {name: getattr(self.play, name) for name in PlayOptions.declared()}
        return TypedMovement(proposal.name, self.size, PlayOptions(typed | chosen), self.whole)


def named_movement(session: Session, asked: TypedMovement, reason: str) -> SetMovement:
    """A movement by its name, by the labels of those who are entered, on the boards of the session."""
    section, field = section_of(session, asked), _field_of(session, asked)
    kind = KINDS.get(asked.name)
    if kind and session.opening.winners == 2 and kind.field == "pairs" and "winners" not in kind.takes:
        names = ", ".join(each for each, other in KINDS.items() if "winners" in other.takes)
        raise none_such(f"{asked.name} has one winner, and the session has two", f"for two winners there are: {names}")
    entered = in_section(session, section)
    movement = build(
        asked.name,
        contestants=how_many(session, asked, field),
        rounds=asked.play.rounds,
        winners=_winners(session, asked, field),
        share=asked.play.share,
        skip=asked.play.skip,
        switched=asked.play.switch,
        missing=_missing(asked, entered, takes=asked.name in KINDS and "missing" in KINDS[asked.name].takes),
    )
    boards = boards_of(session, asked)
    each = asked.play.boards_each or len(boards) // movement.sets
    if not each:
        told = f"{movement.name} has {movement.sets} sets of boards, and there are {len(boards)} boards"
        raise none_such(told, "`session add-boards …`; fewer rounds: --rounds; `movement set` proposes what fits")
    tables = labelled(movement, boards_per_set=each, section=section, boards=boards)
    groups = {tuple(sorted(group, key=table_order)): None for group in shared(movement, section)}
    return SetMovement(
        _as_entered(tables, entered),
        section,
        movement.name,
        asked.whole.copies or movement.copies,
        parse_sharing(asked.whole.sharing) or tuple(groups),
        reason,
    )


def fitting(session: Session, asked: TypedMovement) -> list[Proposal]:
    """The movements that fit those who play and the boards, the best first."""
    field = _field_of(session, asked)
    many, boards = how_many(session, asked, field), boards_of(session, asked)
    missing = _missing(asked, in_section(session, section_of(session, asked)), takes=True) if many % 2 else ""
    return proposals(many, len(boards), _winners(session, asked, field), field, missing)


# What the session says


def _field_of(session: Session, asked: TypedMovement) -> Field:
    """Who plays: teams by the form of scoring, individuals where a movement of theirs, or their number, is typed."""
    named = KINDS[asked.name].field if asked.name in KINDS else None
    plays: Field = "pairs" if sits_once(session) else "teams"
    if plays == "pairs" and (named == "individuals" or asked.size.players):
        plays = "individuals"
    if named and named != plays:
        names = ", ".join(name for name, kind in KINDS.items() if kind.field == plays)
        raise none_such(f"{asked.name} is played by {named}, and here play {plays}", f"there are: {names}")
    return plays


def section_of(session: Session, asked: TypedMovement) -> str:
    """The section a movement is for: as was typed, or the only one that contestants are of."""
    section = asked.section
    letters = {letters_of(each) for each in session.contestants} if sits_once(session) else set()
    if section or letters in (set(), {""}):
        return section
    if len(letters) > 1:
        raise Misuse("usage", f"the sections are {', '.join(sorted(letters))}", f"--section {min(letters)}")
    return letters.pop()


def in_section(session: Session, section: str) -> list[str]:
    """Who is entered, in one section where there are several; teams in the order they were entered."""
    if not sits_once(session):
        return list(session.contestants)
    return sorted((each for each in session.contestants if letters_of(each) == section), key=_by_number)


def _by_number(label: str) -> tuple[int, str]:
    found = LABEL.fullmatch(label)
    return natural(found[2] if found else label)


def how_many(session: Session, asked: TypedMovement, field: Field) -> int:
    """How many play: as was typed, else who is entered."""
    size = asked.size
    typed = [size.pairs, size.teams, size.players, size.tables]
    if sum(each is not None for each in typed) > 1:
        raise Misuse("usage", "how many play is said twice", "--pairs 17, or --tables 8.5")
    if size.tables:
        return int(parse_tables(size.tables) * {"pairs": 2, "teams": 1, "individuals": 4}[field])
    wanted: Mapping[Field, int | None] = {"pairs": size.pairs, "teams": size.teams, "individuals": size.players}
    if any(typed) and not wanted[field]:
        raise Misuse("usage", f"here play {field}", f"--{'players' if field == 'individuals' else field} 8")
    many = wanted[field] or len(in_section(session, section_of(session, asked)))
    if not many:
        raise Misuse("usage", "nobody is entered: how many play?", "--pairs 17, or --tables 8.5; `session enter`")
    return many


def boards_of(session: Session, asked: TypedMovement) -> Sequence[int]:
    """The boards it is played on: as was typed, else those of the session, from one of them on."""
    boards = parse_boards(asked.play.boards) if asked.play.boards else tuple(sorted(session.boards))
    return [each for each in boards if each >= (asked.play.first_board or 1)]


def _winners(session: Session, asked: TypedMovement, field: Field) -> Winners | None:
    said: Winners | None = {"1": 1, "2": 2}.get(asked.play.winners or "")  # type: ignore[assignment]
    if said and said != session.opening.winners and field == "pairs":
        now = "two winners" if session.opening.winners == 2 else "one winner"
        raise Misuse("usage", f"the session has {now}", f"--winners {session.opening.winners}, or leave it out")
    return session.opening.winners if field == "pairs" else None


def _missing(asked: TypedMovement, entered: Sequence[str], *, takes: bool) -> Missing:
    """In which line a pair is missing: as was typed, else in the shorter of two that are entered."""
    if asked.play.missing or not takes or asked.size.pairs or asked.size.tables:
        return asked.play.missing or ""
    lines = [sum(direction(each) == side for each in entered) for side in ("NS", "EW")]
    return "ns" if lines[0] < lines[1] else "ew" if lines[1] < lines[0] else ""


# As those are called who are entered


def _as_entered(tables: Sequence[PlannedTable], entered: Sequence[str]) -> tuple[PlannedTable, ...]:
    """The movement by the labels of those who are entered, line by line in their order, where they are as many."""
    names: dict[str, str] = {}
    for side in ("NS", "EW", ""):
        theirs = [each for each in entered if direction(each) == side]
        everybody = {who for each in tables for side in (each.ns, each.ew) for who in members(side)}
        numbers = sorted((each for each in everybody if direction(each) == side), key=_by_number)
        if len(numbers) == len(theirs):
            names |= dict(zip(numbers, theirs, strict=True))
    return tuple(replace(each, ns=_called(each.ns, names), ew=_called(each.ew, names)) for each in tables)


def _called(side: str, names: Mapping[str, str]) -> str:
    return "+".join(names.get(each, each) for each in members(side))
