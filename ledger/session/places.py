"""Find the table, board or contestant meant by what was typed, and the shortest text that names one table.

An address is a board and words: a table, a contestant, a round: `5/3`, `5 3NS`, `7/open/Oslo`, `7 Oslo r2`. The first
word after a slash is a table; it is a contestant only if the board has no tables or the word has a direction. Words
after a blank may be any of the three. If several plays fit, `find` refuses rather than choose.
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


def plays_at_address(session: Session, where: Where) -> list[TableBoard]:
    """Return the plays of a board that fit a typed address; its --ns and --ew must be labels as entered."""
    board, words = list(session.boards[where.board].values()), where.words
    lines = [each for each in board if where.ns in (None, each.seating.ns) and where.ew in (None, each.seating.ew)]
    lines = [each for each in lines if where.round is None or each.round in (None, where.round)]
    if where.table and _is_table(board, where):
        lines = [played for played in lines if _at(played, where)]
    elif where.table:
        words = (where.table, *words)
    if words:
        two_ways = session.opening.winners == 2
        known = frozenset().union(*(_names_of_play(played, two_ways) for played in board))
        pieces = list(_pieces([part.casefold() for word in words for part in _words(word)], known))
        return [played for played in lines if _names_of_play(played, two_ways).issuperset(pieces)]
    exact = [played for played in lines if played.table == where.table and played.round == where.round]
    return exact if len(exact) == 1 else lines


def _is_table(board: Sequence[TableBoard], where: Where) -> bool:
    """Return whether the first word of an address names a table (perhaps one without a result), not a contestant."""
    if all(where.pair) or any(played.table and _at(played, where) for played in board):
        return True
    # Without tables on the board, or with a direction (3NS), the word is a contestant
    directions = ("NS", "EW")
    named = str(where.table or "").upper()
    directed = named.endswith(directions) or where.words[:1] in [(each,) for each in directions]
    return not directed and any(played.table for played in board)


def _at(played: TableBoard, where: Where) -> bool:
    """Return whether a play has the typed table; a play without a table must have the two typed contestants."""
    if played.table is None:
        return where.pair == played.seating.pair
    return played.table.casefold() == str(where.table or "").casefold()


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.replace("/", " ").split())


def _pieces(words: list[str], known: frozenset[str]) -> Iterator[str]:
    """Yield the typed words without 'v' and 'vs'; words that together make a known name are joined: `team oslo`."""
    while words:
        longest = range(len(words), 0, -1)
        taken = next((length for length in longest if " ".join(words[:length]) in known), 1)
        piece = " ".join(words[:taken])
        words = words[taken:]
        if taken > 1 or piece in known or piece not in _BETWEEN:
            yield piece


def _names_of_play(played: TableBoard, directed: bool) -> frozenset[str]:
    return _cached_names(played.table, played.round, *played.seating.pair, directed)


@lru_cache(maxsize=4096)
def _cached_names(table: str | None, round_: int | None, ns: str, ew: str, directed: bool) -> frozenset[str]:
    names = [table or ""]
    if round_:
        names += [f"r{round_}", f"round {round_}", f"round{round_}"]
    for side, label in ((Side.NS, ns), (Side.EW, ew)):
        names += _names(label, side, directed=directed)
    return frozenset(each.casefold() for each in names if each)


def _names(label: str, side: Side, *, directed: bool) -> Iterator[str]:
    """Yield all names of a contestant that sits on a side: 3NS is also 3, 3 is also 3NS, and each player of a pair."""
    for name in (label, *members(label), "+".join(reversed(members(label)))):
        yield name
        if directed:
            yield name.removesuffix("NS").removesuffix("EW")
        elif name:
            yield from (f"{name}{side.value}", f"{name} {side.value}")


# Addresses to type


def shortest_address(session: Session, played: TableBoard) -> str:
    """Return the shortest address that names one play only, quoted for a shell: '5/3', '5/3NS', '7/open/Oslo'."""
    return shlex.quote(f"{played.board}/{_address(session, played)}")


def shortest_addresses(session: Session, board: int) -> dict[Seating, str]:
    """Return the shortest address of each play of a board, by seating, without the board number: '3', '3NS'."""
    lines = session.boards[board].values()
    known = Counter((played.table or "/").casefold() for played in lines)
    by_name = not any("/" in table for table in known)  # without a table, a name may mean a contestant
    alone = {table for table, plays in known.items() if by_name and plays == 1}
    return {
        played.seating: played.table if played.table and played.table.casefold() in alone else _address(session, played)
        for played in lines
    }


def _address(session: Session, played: TableBoard) -> str:
    address = ""
    for address in _addresses(session, played):
        table, *words = address.split("/")
        if plays_at_address(session, Where(played.board, table, words=tuple(words))) == [played]:
            break
    return address


def _addresses(session: Session, played: TableBoard) -> Iterator[str]:
    seated = [
        _with_direction(played.seating.contestant(side), side) for side in Side if played.seating.contestant(side)
    ]
    table = [played.table] if played.table else []
    round_ = [f"r{played.round}"] if played.round else []
    if table:
        yield played.table or ""
        yield from ("/".join([*table, name]) for name in played.seating.pair if name)
        yield "/".join([*table, *round_])
    yield from ("/".join([*table, each]) for each in seated)
    yield from ("/".join([*table, each, *round_]) for each in seated)
    yield "/".join([*table, *seated, *round_])


def _with_direction(label: str, side: Side) -> str:
    if direction(label) or "+" in label:
        return label
    return f"{label}{side.value}" if label[-1:].isdigit() else f"{label}/{side.value}"


def addresses_text(session: Session, lines: Iterable[TableBoard]) -> str:
    """Return the addresses of plays (at most eight) with contestants: '5/3NS for 3NS v 4EW, 5/3EW for 8NS v 3EW'."""
    plays = list(lines)
    texts = [f"{shortest_address(session, played)} for {played.seating}" for played in plays[:_MOST_LISTED]]
    return ", ".join(texts) + (f", and {len(plays) - _MOST_LISTED} more" if len(plays) > _MOST_LISTED else "")


def sort_plays_by_likeness(session: Session, where: Where) -> list[TableBoard]:
    """Return the plays of a board in the order of likeness to a typed address, the most similar first."""
    words = " ".join(filter(None, [where.table, *where.words, where.ns, where.ew])).casefold()
    number = natural(words)[0]

    def unlike(played: TableBoard) -> tuple[float, int]:
        names = _names_of_play(played, session.opening.winners == 2)
        like = max((SequenceMatcher(None, words, each).ratio() for each in names), default=0)
        return -like, abs(natural(played.table or played.seating.ns)[0] - number)

    return sorted(in_order(session.boards[where.board]), key=unlike)


# A play not recorded yet


def _with_words_as_options(session: Session, where: Where) -> Where:
    """Turn the words of an address into options: 3NS into --ns, r2 into --round; other words stay in `words`."""
    place, unread = replace(where, words=()), []
    words = [each for word in where.words for each in _words(word) if each.casefold() not in _BETWEEN]
    if where.table and DIRECTED.fullmatch(str(where.table)):
        place, words = replace(place, table=None), [where.table, *words]
    for word in words:
        directed, round_ = DIRECTED.fullmatch(word), _ROUND.fullmatch(word)
        if directed:
            label = word.upper() if session.opening.winners == 2 else directed[1].upper()
            place = replace(place, ns=label) if directed[2].upper() == "NS" else replace(place, ew=label)
        elif round_:
            place = replace(place, round=int(round_[1]))
        else:
            unread.append(word)
    return replace(place, words=tuple(unread))


def require_board(session: Session, board: int) -> None:
    """Refuse a board that is not in the session."""
    if board in session.boards:
        return
    boards = boards_text(sorted(session.boards))
    guessed = exchange_letters(str(board), {str(each) for each in session.boards})
    hint = f"did you mean {guessed[0]}? " if guessed else ""
    hint += f"choose from {boards}; if {board} was played too: `session add-boards {board}`"
    raise Refusal("no-such-board", f"board {board} is not in this session ({boards})", hint)


def label_address(session: Session, where: Where) -> Where:
    """Return an address with labels as entered: 1 becomes 1NS if the directions are ranked apart (switched: 1EW).

    Table a1 is A1; room 1a stays 1a.
    """
    ns_of, ew_of = (Side.EW, Side.NS) if where.switched else (Side.NS, Side.EW)
    table = where.table
    if isinstance(table, str) and table.islower() and LABEL.fullmatch(table.upper()):
        table = table.upper()
    return replace(where, table=table, ns=_in_full(session, where.ns, ns_of), ew=_in_full(session, where.ew, ew_of))


def sits_switched(session: Session, seating: Seating) -> bool:
    """Return whether a contestant sits in the direction that its label does not name: 3NS sits East–West."""
    return session.opening.winners == 2 and (seating.ns.endswith("EW") or seating.ew.endswith("NS"))


def _in_full(session: Session, contestant: str | None, side: Side) -> str | None:
    if contestant is None:
        return None
    label = label_as_entered(session, contestant)
    if sits_at_one_table(session) and "+" in label:
        label = "+".join(sorted(label.split("+"), key=natural))
    return label + side.value if session.opening.winners == 2 and label[-1:].isdigit() else label


def label_as_entered(session: Session, contestant: str) -> str:
    """Return a typed contestant as entered, capitals ignored; if not entered, a team as typed, others in capitals."""
    same = (entered for entered in session.contestants if entered.casefold() == contestant.casefold())
    return next(same, contestant if not sits_at_one_table(session) else contestant.upper())


def find_contestants(session: Session, typed: str, contestants: Collection[str]) -> list[str]:
    """Return the labels that a typed text names: 7NS for '7NS', 7NS and 7EW for '7'; none if it names no contestant."""
    label = label_as_entered(session, typed)
    return [label] if label in contestants else [each for each in (f"{label}NS", f"{label}EW") if each in contestants]


def sits_at_one_table(session: Session) -> bool:
    """Return whether contestants play each board at one table; False for teams, which play it at several."""
    return not FORMS[session.opening.scoring].teams()


def converts_matches(session: Session) -> bool:
    """Return whether the session converts the results of its matches into victory points."""
    return FORMS[session.opening.scoring].victory_points(session.regulations) is not None


def find(session: Session, where: Where) -> TableBoard | None:
    """Return the recorded play at a typed address; None if none fits; refused if several fit or no table is named."""
    require_board(session, where.board)
    where = label_address(session, where)
    lines = plays_at_address(session, where)
    if not where.named:
        which = addresses_text(session, in_order(session.boards[where.board]))
        hint = f"name it: {which}" if which else "name it by --table, or by --ns and --ew: who sat there"
        raise Refusal("bad-table", f"which table of board {where.board}?", hint)
    if len(lines) > 1:
        rounds = {played.round for played in lines}
        fit = f"{len(lines)} tables fit {where}{f': {rounds_text(rounds)}' if len(rounds) > 1 else ''}"
        raise Refusal("bad-table", fit, f"name one: {addresses_text(session, lines)}")
    return lines[0] if lines else None


def resolve_address(session: Session, where: Where) -> tuple[Where, TableBoard | None]:
    """Return a typed address, its words as options, and the play recorded there or None; refused if it is not clear."""
    if played := find(session, where):
        said_anew = played.table is None and where.table and played.seating.pair == label_address(session, where).pair
        table = where.table if said_anew else played.table if where.table else None
        return replace(where, table=table, words=()), played
    place = _with_words_as_options(session, where)
    if place.words:
        raise _no_such_table(session, where)
    return place, None


def rounds_text(rounds: Collection[int | None]) -> str:
    """Return round numbers in words; None stands for a play whose round was not stated.

    >>> rounds_text([3, 1, None])
    'rounds 1, 3 and one not stated'
    """
    stated = sorted(number for number in rounds if number)
    named = f"round{'' if len(stated) == 1 else 's'} {', '.join(map(str, stated))}"
    return named + (" and one not stated" if None in rounds else "")


def require_table(session: Session, where: Where) -> TableBoard:
    """Return the recorded play at a typed address; refused if there is none, or if several fit."""
    if played := find(session, where):
        return played
    raise _no_such_table(session, where)


def _no_such_table(session: Session, where: Where) -> Refusal:
    plays = addresses_text(session, sort_plays_by_likeness(session, where))
    hint = f"there are {plays}" if plays else f"board {where.board} has no results yet"
    return Refusal("no-such-table", f"nothing is recorded for {label_address(session, where)}", hint)


def require_contestant(session: Session, contestant: str) -> str:
    """Return a typed contestant's label as entered; refused if the contestant is not entered."""
    label = label_as_entered(session, contestant)
    if label not in session.contestants:
        meant = find_contestants(session, contestant, session.contestants)
        close = " or ".join(meant) or nearest(label, session.contestants)
        late = "; a late contestant: `session enter`" if sits_at_one_table(session) else ""
        first, more = sorted(session.contestants, key=natural)[:_MOST_LISTED], len(session.contestants) - _MOST_LISTED
        rest = f" and {more} more, which `session show --json` lists" if more > 0 else ""
        hint = f"did you mean {close}?" if close else f"entered are {', '.join(first)}{rest}{late}"
        raise Refusal("no-such-contestant", f"contestant {contestant} is not entered", hint)
    return label


def nearest(typed: str, known: Collection[str]) -> str | None:
    """Return the known name most similar to the typed one; None if none is similar. Exchanged letters come first.

    Another number is no slip of spelling: of 9NS nobody can tell which was meant.

    >>> nearest("41NS", ["1NS", "4NS", "14NS"]), nearest("Norwy", ["Norway", "Iceland"]), nearest("9NS", ["3NS"])
    ('14NS', 'Norway', None)
    """
    same_number = [each for each in known if _digits(each) == _digits(typed)]
    close = exchange_letters(typed, known) or get_close_matches(typed, same_number, 1)
    return close[0] if close else None


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def exchange_letters(typed: str, known: Collection[str]) -> list[str]:
    """Return the known names that the typed one becomes if two neighbouring letters change places: 14EW for 41EW."""
    exchanged = {f"{typed[:at]}{typed[at + 1]}{typed[at]}{typed[at + 2 :]}" for at in range(len(typed) - 1)}
    return sorted((exchanged & {*known}) - {typed})


def require_one_round(session: Session, contestants: tuple[str, str], round_: int | None) -> set[int | None]:
    """Return the round in which two met: {3}, {None} if unknown, empty if never; refused if several fit `round_`."""
    match = frozenset(contestants)
    met = {played.round for played in session.table_boards() if played.seating.match == match}
    met = {each for each in met if round_ in (None, each)}
    met = met - {None} or met  # a ruling on an unplayed board names no round
    if len(met) > 1:
        rounds = " and ".join(str(each) for each in sorted(each or 0 for each in met))
        one, two = contestants
        raise Refusal("no-such-match", f"{one} met {two} in rounds {rounds}", "name one: --round N")
    return met


def require_result(played: TableBoard) -> TableBoard:
    """Return the given play; refused if it has no result."""
    if played.result is None:
        number = played.absence.number if played.absence else 0
        instead = " and ".join(played.cases) or f"#{number}"
        back = f"`undo {played.cases[-1] if played.cases else number}` takes that back"
        add = "`result add` records one; " if all(played.seating.pair) else ""
        raise Refusal("no-result", f"{played.name} has no result, only {instead}", add + back)
    return played
