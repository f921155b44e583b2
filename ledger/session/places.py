"""Finding the table, the board or the contestant the desk means: which table's play of a board is meant by what was
typed, and what to type so that a play is meant and no other.

An address is a board and words: a table, who sat there, a round: `5/3`, `5 3NS`, `7/open/Oslo`, `7 Oslo r2`. What
stands first after a slash is a table, and somebody who sat there only where the board has no tables, or where it says
which way. After a blank a word may be anything that fits: where several lines fit, nobody chooses, and `find` refuses.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from msgspec.structs import replace

from ledger.bridge import Side
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.labels import DIRECTED, LABEL, boards_text, direction, members, natural
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.state import Session
from ledger.session.tables import TableBoard, in_order

_ROUND = re.compile(r"r(?:ound)? ?([1-9][0-9]{0,2})", re.IGNORECASE)

_BETWEEN = ("v", "vs", "vs.")

_MOST_LISTED = 8


def fitting(session: Session, where: Where) -> list[TableBoard]:
    """The lines of a board that what was typed may mean; contestants after --ns and --ew are given in full."""
    board, words = list(session.boards[where.board].values()), where.words
    lines = [each for each in board if where.ns in (None, each.seating.ns) and where.ew in (None, each.seating.ew)]
    lines = [each for each in lines if where.round is None or each.round in (None, where.round)]
    if where.table and _is_table(board, where):
        lines = [played for played in lines if _at(played, where)]
    elif where.table:
        words = (where.table, *words)
    if words:
        two_ways = session.opening.winners == 2
        known = frozenset().union(*(_facts(played, two_ways) for played in board))
        pieces = list(_pieces([each.casefold() for word in words for each in _words(word)], known))
        return [played for played in lines if _facts(played, two_ways).issuperset(pieces)]
    exact = [played for played in lines if played.table == where.table and played.round == where.round]
    return exact if len(exact) == 1 else lines


def _is_table(board: Sequence[TableBoard], where: Where) -> bool:
    """Whether what stands for the table is the name of one, also of one that has nothing on the board yet.

    It is no name where the board has no tables, and who sat there is not said otherwise; nor where it has a direction.
    """
    if all(where.pair) or any(played.table and _at(played, where) for played in board):
        return True
    directions = ("NS", "EW")
    named = str(where.table or "").upper()
    directed = named.endswith(directions) or where.words[:1] in [(each,) for each in directions]
    return not directed and any(played.table for played in board)


def _at(played: TableBoard, where: Where) -> bool:
    """Whether a line is at the table, or has just the two contestants that are named and no table yet."""
    if played.table is None:
        return where.pair == played.seating.pair
    return played.table.casefold() == str(where.table or "").casefold()


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.replace("/", " ").split())


def _pieces(words: list[str], known: frozenset[str]) -> Iterator[str]:
    """Words that belong together: `team oslo` is one name where somebody is called so."""
    while words:
        longest = range(len(words), 0, -1)
        taken = next((length for length in longest if " ".join(words[:length]) in known), 1)
        piece = " ".join(words[:taken])
        words = words[taken:]
        if taken > 1 or piece in known or piece not in _BETWEEN:
            yield piece


def _facts(played: TableBoard, directed: bool) -> frozenset[str]:
    return _facts_of(played.table, played.round, *played.seating.pair, directed)


@lru_cache(maxsize=4096)
def _facts_of(table: str | None, round_: int | None, ns: str, ew: str, directed: bool) -> frozenset[str]:
    found = [table or ""]
    if round_:
        found += [f"r{round_}", f"round {round_}", f"round{round_}"]
    for side, label in ((Side.NS, ns), (Side.EW, ew)):
        found += _names(label, side, directed=directed)
    return frozenset(each.casefold() for each in found if each)


def _names(label: str, side: Side, *, directed: bool) -> Iterator[str]:
    """What a contestant is called at a side of a table: 3NS is 3 too, and 3 is 3NS; so is each of two individuals."""
    for name in (label, *members(label), "+".join(reversed(members(label)))):
        yield name
        if directed:
            yield name.removesuffix("NS").removesuffix("EW")
        elif name:
            yield from (f"{name}{side.value}", f"{name} {side.value}")


# What to type


def typed(session: Session, played: TableBoard) -> str:
    """The shortest address that means a line and no other: '5/3', '5/3NS', '7/open/Oslo', for a shell."""
    return shlex.quote(f"{played.board}/{_at_board(session, played)}")


def at_board(session: Session, board: int) -> dict[Seating, str]:
    """The same of every line of a board, without the board: what the traveller has for the tables."""
    lines = session.boards[board].values()
    known = Counter((played.table or "/").casefold() for played in lines)
    by_name = not any("/" in table for table in known)  # where one has no table, a name may mean who sat there
    alone = {table for table, plays in known.items() if by_name and plays == 1}
    return {
        played.seating: played.table
        if played.table and played.table.casefold() in alone
        else _at_board(session, played)
        for played in lines
    }


def _at_board(session: Session, played: TableBoard) -> str:
    said = ""
    for said in _ways(session, played):
        table, *words = said.split("/")
        if fitting(session, Where(played.board, table, words=tuple(words))) == [played]:
            break
    return said


def _ways(session: Session, played: TableBoard) -> Iterator[str]:
    seated = [_seated(played.seating.contestant(side), side) for side in Side if played.seating.contestant(side)]
    table = [played.table] if played.table else []
    round_ = [f"r{played.round}"] if played.round else []
    if table:
        yield played.table or ""
        yield from ("/".join([*table, name]) for name in played.seating.pair if name)
        yield "/".join([*table, *round_])
    yield from ("/".join([*table, each]) for each in seated)
    yield from ("/".join([*table, each, *round_]) for each in seated)
    yield "/".join([*table, *seated, *round_])


def _seated(label: str, side: Side) -> str:
    """A contestant and its direction, where the label does not say it: 3NS, Oslo/NS."""
    if direction(label) or "+" in label:
        return label
    return f"{label}{side.value}" if label[-1:].isdigit() else f"{label}/{side.value}"


def listed(session: Session, lines: Iterable[TableBoard]) -> str:
    """What to type for each of several lines, and who sat there: '5/3NS for 3NS v 4EW, 5/3EW for 8NS v 3EW'."""
    found = list(lines)
    said = [f"{typed(session, played)} for {played.seating}" for played in found[:_MOST_LISTED]]
    return ", ".join(said) + (f", and {len(found) - _MOST_LISTED} more" if len(found) > _MOST_LISTED else "")


def most_like(session: Session, where: Where) -> list[TableBoard]:
    """The lines of a board, those first that are most like what was typed."""
    words = " ".join(filter(None, [where.table, *where.words, where.ns, where.ew])).casefold()
    number = natural(words)[0]

    def unlike(played: TableBoard) -> tuple[float, int]:
        facts = _facts(played, session.opening.winners == 2)
        like = max((SequenceMatcher(None, words, each).ratio() for each in facts), default=0)
        return -like, abs(natural(played.table or played.seating.ns)[0] - number)

    return sorted(in_order(session.boards[where.board]), key=unlike)


# A line that is not there yet


def as_options(session: Session, where: Where) -> Where:
    """What words say of a line that is not there yet, as options; what is left over in `words` says nothing."""
    said, left = replace(where, words=()), []
    words = [each for word in where.words for each in _words(word) if each.casefold() not in _BETWEEN]
    if where.table and DIRECTED.fullmatch(str(where.table)):
        said, words = replace(said, table=None), [where.table, *words]
    for word in words:
        directed, round_ = DIRECTED.fullmatch(word), _ROUND.fullmatch(word)
        if directed:
            label = word.upper() if session.opening.winners == 2 else directed[1].upper()
            said = replace(said, ns=label) if directed[2].upper() == "NS" else replace(said, ew=label)
        elif round_:
            said = replace(said, round=int(round_[1]))
        else:
            left.append(word)
    return replace(said, words=tuple(left))


def require_board(session: Session, board: int) -> None:
    """Refuse a board that is not in the session."""
    if board in session.boards:
        return
    boards = sorted(session.boards)
    known = {str(number) for number in boards}
    close = nearest(str(board), known)
    hint = f"did you mean {close}?" if close else "`session show` lists the boards"
    raise Refusal("no-such-board", f"board {board} is not in this session ({boards_text(boards)})", hint)


def labelled(session: Session, where: Where) -> Where:
    """The same place in full: 1 is 1NS in a field of two winners (switched 1EW), table a1 is A1; room 1a stays 1a."""
    ns_of, ew_of = (Side.EW, Side.NS) if where.switched else (Side.NS, Side.EW)
    table = where.table
    if isinstance(table, str) and table.islower() and LABEL.fullmatch(table.upper()):
        table = table.upper()
    return replace(where, table=table, ns=_in_full(session, where.ns, ns_of), ew=_in_full(session, where.ew, ew_of))


def sits_switched(session: Session, seating: Seating) -> bool:
    """Whether somebody sits the other way round than its field does, where the directions are ranked apart."""
    return session.opening.winners == 2 and (seating.ns.endswith("EW") or seating.ew.endswith("NS"))


def _in_full(session: Session, contestant: str | None, side: Side) -> str | None:
    if contestant is None:
        return None
    label = known(session, contestant)
    if sits_once(session) and "+" in label:
        label = "+".join(sorted(label.split("+"), key=natural))
    return label + side.value if session.opening.winners == 2 and label[-1:].isdigit() else label


def known(session: Session, contestant: str) -> str:
    """The contestant as entered, whatever the case it is typed in."""
    same = (entered for entered in session.contestants if entered.casefold() == contestant.casefold())
    return next(same, contestant if not sits_once(session) else contestant.upper())


def contestants_called(session: Session, typed: str, contestants: Collection[str]) -> list[str]:
    """Return whom of some contestants a text names: 7NS; or 7NS and 7EW, where 7 was typed and none of them is 7."""
    label = known(session, typed)
    return [label] if label in contestants else [each for each in (f"{label}NS", f"{label}EW") if each in contestants]


def sits_once(session: Session) -> bool:
    """Whether a contestant sits at one table of a board only; a team sits in two rooms of each of its matches."""
    return not FORMS[session.opening.scoring].teams()


def converted(session: Session) -> bool:
    """Whether matches are converted into victory points."""
    return FORMS[session.opening.scoring].victory_points(session.regulations) is not None


def find(session: Session, where: Where) -> TableBoard | None:
    """The line of a board that fits what was typed; None where none does, refused where several do."""
    require_board(session, where.board)
    where = labelled(session, where)
    lines = fitting(session, where)
    if not where.named:
        which = listed(session, in_order(session.boards[where.board]))
        hint = f"name it: {which}" if which else "name it by --table, or by --ns and --ew: who sat there"
        raise Refusal("bad-table", f"which table of board {where.board}?", hint)
    if len(lines) > 1:
        rounds = {played.round for played in lines}
        fit = f"{len(lines)} tables fit {where}{f': {rounds_text(rounds)}' if len(rounds) > 1 else ''}"
        raise Refusal("bad-table", fit, f"name one: {listed(session, lines)}")
    return lines[0] if lines else None


def meant(session: Session, where: Where) -> tuple[Where, TableBoard | None]:
    """The line that fits, and the place as options would say it; refused where words mean nothing."""
    if played := find(session, where):
        said_anew = played.table is None and where.table and played.seating.pair == labelled(session, where).pair
        table = where.table if said_anew else played.table if where.table else None
        return replace(where, table=table, words=()), played
    said = as_options(session, where)
    if said.words:
        raise _no_such_table(session, where)
    return said, None


def rounds_text(rounds: Collection[int | None]) -> str:
    """Rounds in a row; None is a round nobody said.

    >>> rounds_text([3, 1, None])
    'rounds 1, 3 and one that was not said'
    """
    said = sorted(number for number in rounds if number)
    named = f"round{'' if len(said) == 1 else 's'} {', '.join(map(str, said))}"
    return named + (" and one that was not said" if None in rounds else "")


def require_table(session: Session, where: Where) -> TableBoard:
    """The line the desk means; refused where nobody sat there."""
    if played := find(session, where):
        return played
    raise _no_such_table(session, where)


def _no_such_table(session: Session, where: Where) -> Refusal:
    there = listed(session, most_like(session, where))
    hint = f"there are {there}" if there else f"board {where.board} has no results yet"
    return Refusal("no-such-table", f"nothing is recorded for {labelled(session, where)}", hint)


def require_contestant(session: Session, contestant: str) -> str:
    """The contestant as entered; refused where there is none."""
    label = known(session, contestant)
    if label not in session.contestants:
        close = nearest(label, session.contestants)
        late = "; who comes late: `session enter`" if sits_once(session) else ""
        hint = f"did you mean {close}?" if close else f"`session show --json` lists the contestants{late}"
        raise Refusal("no-such-contestant", f"contestant {contestant} is not entered", hint)
    return label


def nearest(typed: str, known: Collection[str]) -> str | None:
    """What somebody most likely meant: two digits the other way round, else what is written most like it.

    >>> nearest("41NS", ["1NS", "4NS", "14NS"]), nearest("Norwy", ["Norway", "Iceland"]), nearest("x", ["y"])
    ('14NS', 'Norway', None)
    """
    close = turned(typed, known) or get_close_matches(typed, known, 1)
    return close[0] if close else None


def turned(typed: str, known: Collection[str]) -> list[str]:
    """What is known with two neighbouring letters the other way round: 14EW for 41EW."""
    found = {f"{typed[:at]}{typed[at + 1]}{typed[at]}{typed[at + 2 :]}" for at in range(len(typed) - 1)}
    return sorted((found & {*known}) - {typed})


def require_one_round(session: Session, contestants: tuple[str, str], round_: int | None) -> set[int | None]:
    """The round two met in ({None}: none was said), empty where they did not; refused where they met in several."""
    match = frozenset(contestants)
    met = {played.round for played in session.table_boards() if played.seating.match == match}
    met = {each for each in met if round_ in (None, each)}
    met = met - {None} or met  # a ruling on an unplayed board names no round
    if len(met) > 1:
        rounds = " and ".join(str(each) for each in sorted(each or 0 for each in met))
        one, other = contestants
        raise Refusal("no-such-match", f"{one} met {other} in rounds {rounds}", "name one: --round N")
    return met


def require_result(played: TableBoard) -> TableBoard:
    """Refuse a table's board on which nothing was played."""
    if played.result is None:
        number = played.absence.number if played.absence else 0
        instead = " and ".join(played.cases) or f"what #{number} says"
        back = f"`undo {played.cases[-1] if played.cases else number}` takes that back"
        add = "`result add` records one; " if all(played.seating.pair) else ""
        raise Refusal("no-result", f"{played.name} has no result, only {instead}", add + back)
    return played
