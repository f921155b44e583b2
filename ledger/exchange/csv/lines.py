"""One row of a table of results: who met, what was played, what it scored, and who the players are."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledger.bounds.files import NAME, NAMES
from ledger.bridge import Result, Side, Unreadable, is_passed_out, ns_score, parse_result
from ledger.exchange.sheet import (
    SIGNED_TRICKS,
    agreeing,
    artificial_score,
    board_number,
    contract_result,
    require_plain,
    round_number,
    shortened,
    table_name,
)
from ledger.facts import SheetLine, Where
from ledger.facts.people import Player
from ledger.laws.adjustment import Adjustment, Artificial, Grade

_NONE = ("", "-", "–", "?")

_NOT_PLAYED = ("NP", "NOT PLAYED", "NO PLAY", "NOT BID")

_NOBODY = (*_NONE, "0", "BYE", "PHANTOM", "SIT OUT", "SITOUT", "FREI", "SPIELFREI", "EXEMPT", "RELAIS")
"""What stands for the pair at a table that has only one."""

_BETWEEN = (r"\s+[-–]\s+", r"\s*[;&]\s*", r"\s*/\s*", r"\s+(?:and|und|et|y|e|en|och|og|i)\s+")
"""What stands between the names of partners: the first of these that is there."""


def read_line(place: str, cells: Mapping[str, str]) -> SheetLine:
    """What a row says; ValueError where it is no line of results."""
    section = _section(cells.get("section", ""))
    ns, ew = ("" if cells[side].upper() in _NOBODY else _label(section, cells[side]) for side in ("ns", "ew"))
    require_plain(ns, ew)
    board = board_number(cells["board"])
    where = Where(
        board, table_name(_label(section, cells.get("table", ""))), ns, ew, round_number(cells.get("round", ""))
    )
    adjustment = _adjustment(cells)
    result = None if adjustment else _result(cells, board)
    if result and not (ns and ew):
        raise ValueError(f"nobody sat {'East–West' if ns else 'North–South'}: it has a result of one pair alone")
    return SheetLine(place, where, result, adjustment)


def _section(text: str) -> str:
    letters = text.strip().upper()
    if letters and not re.fullmatch(r"[A-Z]{1,3}", letters):
        raise ValueError(f"{shortened(text)!r} is no section: A, B, …")
    return letters


def _label(section: str, text: str) -> str:
    """A contestant or a table by its section, where there are sections: 7 of section A is A7."""
    return f"{section}{text.upper()}" if section and text[:1].isdigit() else text


# Tricks

_MOST_OVER = 6


def counts_over(tricks: Iterable[str]) -> bool:
    """Whether a column of tricks counts those over and under the contract: one cell of it has a sign, or is '='.

    >>> counts_over(["10", "9"]), counts_over(["1", "-2", "0"])
    (False, True)
    """
    return any(SIGNED_TRICKS.fullmatch(text) for text in tricks)


def may_be_over(tricks: Sequence[str]) -> bool:
    """Whether a column without a sign has no number that declarer must have taken: each is 6 or less.

    >>> may_be_over(["1", "0", "2"]), may_be_over(["1", "9"]), may_be_over(["1", "+1"]), may_be_over([""])
    (True, False, False, False)
    """
    said = [text for text in tricks if text not in _NONE]
    return bool(said) and all(text.isdecimal() and len(text) <= 2 and int(text) <= _MOST_OVER for text in said)


def over(tricks: str) -> str:
    """A cell of such a column: a spreadsheet keeps '+1' as 1, and '=' is 0 to many; 7 and more were taken.

    >>> over("1"), over("0"), over("10"), over("-2")
    ('+1', '=', '10', '-2')
    """
    if not (tricks.isdigit() and len(tricks) <= 2 and int(tricks) <= _MOST_OVER):
        return tricks
    return f"+{int(tricks)}" if int(tricks) else "="


# Scores


def _adjustment(cells: Mapping[str, str]) -> Adjustment | None:
    """The artificial score a row states: A6040 in one column, or A+ and A-, 60% and 40% in two."""
    if award := artificial_score(cells.get("score", "")):
        return award
    grades = [cells.get(f"score_{side}", "") for side in ("ns", "ew")]
    if not any(text.upper().startswith("A") or text.endswith("%") for text in grades):
        return None
    try:
        ns, ew = (Grade(text) for text in grades)
    except Unreadable:
        raise ValueError(f"{shortened('/'.join(grades))!r} is no artificial score: A+ and A-, 60% and 40%") from None
    return Artificial(ns, ew)


def _result(cells: Mapping[str, str], board: int) -> Result | None:
    contract, declarer, tricks, score = (
        "" if (text := cells.get(name, "")) in _NONE else text for name in ("contract", "declarer", "tricks", "score")
    )
    score = _whole(score) or _two_columns(cells)
    if is_passed_out(contract):
        return contract_result("PASS", "", "", score, board)
    if contract.upper() in _NOT_PLAYED or score.upper() in _NOT_PLAYED:
        return None
    if contract and score and not tricks and (found := _by_score(f"{contract} {declarer}", score, board)):
        return found
    if SIGNED_TRICKS.fullmatch(tricks) or (contract and not (declarer and tricks)):
        return _agreeing(_notation(contract, declarer, tricks), score, board)
    return contract_result(contract, declarer, tricks, score, board)


def _by_score(contract: str, score: str, board: int) -> Result | None:
    """The result of a contract whose tricks nobody wrote down: those for which it scores so; None where it is none."""
    for tricks in range(14):
        try:
            result = _notation(contract, "", str(tricks))
        except Unreadable:
            return None
        if str(ns_score(result, board)) == score.removeprefix("+"):
            return result
    raise ValueError(f"SCORE_MISMATCH: {shortened(contract)} never scores {shortened(score)}")


def _notation(contract: str, declarer: str, tricks: str) -> Result:
    """The result of a contract with its declarer or its tricks in the same cell, or with tricks over and under it."""
    if tricks.isdigit():
        tricks = f"{tricks} tricks"
    return parse_result(f"{shortened(contract)} {declarer} {shortened(tricks)}".strip())


def _agreeing(result: Result, score: str, board: int) -> Result:
    """The result, where the score printed beside it is its own."""
    scored = contract_result("", "", "", score, board) if score else None
    return agreeing(result, ns_score(scored, board) if scored else None, board)


def _whole(score: str) -> str:
    """A score without what a spreadsheet adds: 1.430, 420,00 and −50 are 1430, 420 and -50.

    >>> _whole("1.430"), _whole("420,00"), _whole("−50"), _whole("A6040")
    ('1430', '420', '-50', 'A6040')
    """
    score = re.sub(r"(?<=[0-9])[.,]0{1,2}$", "", re.sub(r"^[−–]", "-", score))
    return re.sub(r"(?<=[0-9])[., \u00a0'](?=[0-9]{3}$)", "", score)


def _two_columns(cells: Mapping[str, str]) -> str:
    """North–South's score out of a column for each side; '' where neither says one.

    Where both do they are each other's opposite, or one of them is 0.
    """
    ns, ew = ("" if (text := _whole(cells.get(f"score_{side}", ""))) in _NONE else text for side in ("ns", "ew"))
    if not ns and not ew:
        return ""
    try:
        plus, minus = int(ns or 0), int(ew or 0)
    except ValueError:
        raise ValueError(f"{shortened(ns)!r} and {shortened(ew)!r} are no scores") from None
    if plus and minus and plus != -minus:
        raise ValueError(f"North–South {plus} and East–West {minus} do not go together")
    return str(plus or -minus)


# Names


def players_of(line: SheetLine, cells: Mapping[str, str]) -> Iterator[tuple[Side, Player]]:
    """The players a row names, and on which side: 'Jane Roe - Joe Doe'."""
    for side, label in ((Side.NS, line.where.ns), (Side.EW, line.where.ew)):
        text = cells.get(f"names_{side.value.lower()}", "")
        require_plain(text)
        if label and text:
            yield from ((side, player) for player in named(label, text))


def apart(text: str) -> list[str]:
    """The partners that stand in one text, whatever stands between them.

    >>> apart("Jane Roe & Joe Doe"), apart("Roe, Jane / Doe, Joe")
    (['Jane Roe', 'Joe Doe'], ['Roe, Jane', 'Doe, Joe'])
    """
    between = next((each for each in _BETWEEN if re.search(each, text)), _BETWEEN[0])
    return [name.strip() for name in re.split(between, text) if name.strip() not in _NONE]


def named(contestant: str, text: str) -> list[Player]:
    """The players of a contestant as one text names them; ValueError where they are too many, or too long.

    >>> [player.name for player in named("7", "Jane Roe & Joe Doe")]
    ['Jane Roe', 'Joe Doe']
    """
    names = apart(text)
    if len(names) > NAMES.most or any(len(name) > NAME.most for name in names):
        raise ValueError(f"{shortened(text)!r} names no players")
    return [Player(contestant, seat, name) for seat, name in enumerate(names, start=1)]
