"""The matches of teams in a USEBIO file: both rooms of every board, and what is printed of the match."""

from xml.etree.ElementTree import Element

from ledger.commands import Where
from ledger.exchange.figures import PrintedMatch
from ledger.exchange.sheet import board_number, round_number, shortened, table_name
from ledger.exchange.usebio.document import text_of
from ledger.exchange.usebio.reading import Reading
from ledger.laws.rounding import exact_text, read_decimal

_OTHER = {"NS": "EW", "EW": "NS"}


def read_matches(reading: Reading) -> None:
    """Every match; one that is told twice, from the view of either team, is read once."""
    met: set[tuple[int | None, frozenset[str]]] = set()
    for at, match in enumerate(reading.event.iter("MATCH"), start=1):
        place = f"{reading.path.name} match {at}"
        try:
            one, two = (_team(reading, text_of(match, tag)) for tag in ("TEAM", "OPPOSING_TEAM"))
            round_ = round_number(text_of(match, "ROUND_NUMBER"))
            if one == two:
                raise ValueError(f"{shortened(one)} cannot play itself")
        except ValueError as error:
            reading.problem(place, error)
            continue
        if (round_, frozenset((one, two))) in met:
            continue
        met.add((round_, frozenset((one, two))))
        _read_boards(reading, match, (round_, one, two), place)
        _keep_figures(reading, match, (round_, one, two))


def _team(reading: Reading, number: str) -> str:
    """What the log calls a team of the file; ValueError where the file names none so."""
    if reading.teams and number not in reading.teams:
        raise ValueError(f"there is no team {shortened(number) or '(blank)'}")
    return reading.teams.get(number, number)


def _read_boards(reading: Reading, match: Element, met: tuple[int | None, str, str], place: str) -> None:
    for board in match.findall("BOARD"):
        text, rooms = text_of(board, "BOARD_NUMBER"), board.findall("TRAVELLER_LINE")
        for at, line in enumerate(rooms, start=1):
            try:
                if len(rooms) > 2:
                    raise ValueError(f"a board of a match is played in two rooms, not in {len(rooms)}")
                reading.record(f"{place} board {shortened(text)} line {at}", _where(met, text, line, at), line)
            except ValueError as error:
                reading.problem(f"{place} board {shortened(text)} line {at}", error)


def _where(met: tuple[int | None, str, str], board: str, line: Element, at: int) -> Where:
    """Where a room's line belongs: the direction is the first team's; without one, it sits North–South first."""
    round_, one, two = met
    direction = text_of(line, "DIRECTION").upper() or ("NS" if at == 1 else "EW")
    if direction not in _OTHER:
        raise ValueError(f"{shortened(direction)!r} is no direction: NS or EW")
    ns, ew = (one, two) if direction == "NS" else (two, one)
    return Where(board_number(board), table_name(text_of(line, "TABLE_NUMBER")), ns, ew, round_)


def _keep_figures(reading: Reading, match: Element, met: tuple[int | None, str, str]) -> None:
    """The IMPs and victory points of a match; the scores are victory points where the event converts matches."""
    scores = text_of(match, "TEAM_SCORE"), text_of(match, "OPPOSING_TEAM_SCORE")
    points = text_of(match, "TEAM_VICTORY_POINTS"), text_of(match, "OPPOSING_TEAM_VICTORY_POINTS")
    if not any(points) and _in_victory_points(reading.event):
        points, scores = scores, ("", "")
    boards = [text_of(board, "IMPS") for board in match.findall("BOARD")]
    one, two = points
    printed = PrintedMatch(len(boards), _imps(boards, scores), (shortened(one), shortened(two)))
    reading.sheet.printed.matches[met] = printed


def _in_victory_points(event: Element) -> bool:
    return text_of(event, "MATCH_SCORING_METHOD", "SCORING_METHOD").upper().startswith("VP")


def _imps(boards: list[str], scores: tuple[str, str]) -> str:
    """What the first team won by: the sum of its boards, else the difference of the scores; '' where neither is."""
    try:
        if boards and all(boards):
            return exact_text(sum((read_decimal(imps) for imps in boards), read_decimal("0")))
        one, two = scores
        return exact_text(read_decimal(one) - read_decimal(two))
    except ValueError:
        return ""
