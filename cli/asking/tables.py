"""The board, the table and the result, asked for one after the other."""

from collections.abc import Callable

from cli.asking.interview import Interview, no_option
from cli.options.addresses import parse_address
from cli.options.declared import SeatsOptions
from cli.options.notation import result, where
from cli.words import vocabulary
from ledger.bridge import Side
from ledger.facts import Where
from ledger.scoring.line import Seating
from ledger.session import TableBoard
from ledger.session.movement import seated_by_plan
from ledger.session.places import find, labelled, require_board, require_contestant

_SEATS = ("table", "ns", "ew", "round")


def ask_place(interview: Interview) -> Where:
    """Board, table, and the seats as far as they are not recorded or typed."""
    words = interview.typed_words("board") or _ask_board(interview)
    number = parse_address(words).board
    place = _where(interview, words)
    require_board(interview.session, number)
    if not _said(place):
        said = interview.text("--table", _tables(interview, number))
        place = _where(interview, [f"{number}/{said}" if said else words[0]])
    return _seats(interview, place)


def _ask_board(interview: Interview) -> list[str]:
    asked = "Which board? 23, or with its table: 23/1"
    words = interview.ask(asked, _board(interview), needed=True).split()
    interview.add(*words)
    return words


def seats_wanted(interview: Interview) -> bool:
    """Whether nobody is known to sit where the command line says."""
    words = interview.typed_words("board")
    if not words or (interview.typed("ns") and interview.typed("ew")):
        return not words
    place = _where(interview, words)
    require_board(interview.session, place.board)
    return not _said(place) or (played(interview, place) is None and not _planned(interview, place))


def _planned(interview: Interview, place: Where) -> bool:
    """Whether the movement says who sits there."""
    return all(seated_by_plan(interview.session, place).pair)


def _said(place: Where) -> bool:
    """Whether anything is said of which table it is."""
    return bool(place.table or place.ns or place.ew or place.words)


def played(interview: Interview, place: Where) -> TableBoard | None:
    """What is recorded there; None where nothing is."""
    return find(interview.session, place) if _said(place) else None


def _seats(interview: Interview, place: Where) -> Where:
    if found := played(interview, place):
        interview.begin()
        interview.say(f"{found.name}, {found.seating}: {found.result or 'no result'}")
        return place
    if _planned(interview, place):
        return place
    ns = place.ns or interview.text("--ns", "Who sat North-South?", _contestant(interview, Side.NS), needed=True)
    ew = place.ew or interview.text("--ew", "Who sat East-West?", _contestant(interview, Side.EW), needed=True)
    return Where(place.board, place.table, ns, ew, place.round)


def _contestant(interview: Interview, side: Side) -> Callable[[str], None]:
    """Reads who sat at a side; refused where it was said who plays, and he is not among them."""

    def read(text: str) -> None:
        session = interview.session
        where = labelled(session, Where(1, ns=text, ew=text))
        seating = Seating(where.ns or "", where.ew or "")
        for contestant in seating.contestants(side) if session.opening.entry == "listed" else ():
            require_contestant(session, contestant)

    return read


def _where(interview: Interview, words: list[str]) -> Where:
    given = {name: interview.typed(name) for name in _SEATS}
    rounds = given["round"]
    seats = SeatsOptions({**given, "round": int(rounds) if rounds and rounds.isdigit() else None})
    return where(parse_address(words), seats)


def _board(interview: Interview) -> Callable[[str], None]:
    def read(text: str) -> None:
        words = text.split()
        for word in words:
            no_option(word)
        require_board(interview.session, parse_address(words).board)

    return read


def _tables(interview: Interview, board: int) -> str:
    lines = interview.session.boards[board].values()
    named = ", ".join(each.table for each in lines if each.table)
    there = f" (recorded: {named})" if named else ""
    return f"Which table?{there} Enter: by who sat there"


_MORE = "Level, strain, X or XX, declarer, outcome: 4SN= 3NTE+1 5HXE-1 PASS; or North-South's score: +620, -50"


def ask_result(interview: Interview) -> None:
    """The table, the result, who sat there."""
    if interview.typed_words("board") == ["-"]:
        return  # slips on standard input
    if "result_" in interview.given and not seats_wanted(interview):
        return
    ask_place(interview)
    if "result_" not in interview.given:
        declarer = interview.typed("declarer")
        interview.text("", "Which result? 4SN=", lambda text: result(text, declarer), needed=True, more=_MORE)


def ask_not_played(interview: Interview) -> None:
    """The table, and whose fault it was."""
    if not seats_wanted(interview):
        return
    ask_place(interview)
    if not {"fault", "partly", "no_score"} & {*interview.given}:
        faults = {**vocabulary.FAULTS, "none": "nobody: average plus for both"}
        interview.option("--fault", "Who was directly at fault?", faults, "none")
    if "reason" not in interview.given:
        interview.text("--reason", "Why was it not played?")
