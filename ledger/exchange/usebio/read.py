"""USEBIO 1.0–1.3 result files: pairs, individuals, teams and Swiss, in the flat and in the sectioned layout.

The DTD a file names is never fetched, and entities are refused. What it prints of its scores is kept for comparison
(`figures`), and no score is taken from it but what no way of printing explains (`printed`).

Read are who takes part and their players, the travellers (`travellers`), the matches of teams with both rooms of every
board, the hands, and what is printed of contestants and matches.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from ledger.bounds.files import SUIT
from ledger.bounds.tournaments import CALLED
from ledger.bridge import Seat
from ledger.errors import Misuse
from ledger.exchange.sheet import (
    PrintedMatch,
    Sheet,
    board_number,
    plain_title,
    require_plain,
    round_number,
    shortened,
    table_name,
    why,
)
from ledger.exchange.usebio.document import (
    Reading,
    form_of,
    is_individual,
    is_ours,
    is_swiss_pairs,
    iso_date,
    read_root,
    text_of,
    the_event,
    two_fields,
)
from ledger.exchange.usebio.travellers import read_travellers
from ledger.facts import Where
from ledger.facts.people import Player
from ledger.labels import LABEL
from ledger.laws.rounding import exact_text, read_decimal
from ledger.scoring.forms import FORMS

_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def read_hands(sheet: Sheet, root: Element, file: str) -> None:
    """The deal of every board that the file gives all four hands of."""
    for handset in root.iter("HANDSET"):
        for board in handset.findall("BOARD"):
            text = text_of(board, "BOARD_NUMBER")
            place = f"{file} hands of board {shortened(text)}"
            try:
                number, hands = board_number(text), _hands(board)
            except ValueError as error:
                sheet.notes.append((place, why(error)))
                continue
            if len(hands) == len(Seat):
                sheet.bring_deal(number, "N:" + " ".join(hands[seat] for seat in "NESW"), place)


def _hands(board: Element) -> dict[str, str]:
    """Each hand by its seat, as PBN writes it; a void is an empty element."""
    found = {}
    for hand in board.findall("HAND"):
        suits = [text_of(hand, suit).replace(" ", "") for suit in _SUITS]
        if any(len(suit) > SUIT.most for suit in suits):
            raise ValueError("a suit is longer than any is")
        found[text_of(hand, "DIRECTION").upper()[:1]] = ".".join(suits)
    return {seat: hand for seat, hand in found.items() if seat in {each.value for each in Seat}}


def read_participants(reading: Reading) -> None:
    """Contestants as the log calls them, players' names apart, and the figures the file prints of them."""
    sheet = reading.sheet
    found: dict[str, None] = {}
    for label, element in _contestants(reading):
        try:
            if not reading.teams and not LABEL.fullmatch(label):
                raise ValueError(f"{shortened(label)!r} is no contestant's number")
            require_plain(label)
            found[label] = None
            sheet.players += _players(label, element)
        except ValueError as error:
            reading.problem(f"{reading.path.name} contestant {shortened(label)}", error)
            if label not in found:
                continue
        total, percentage, place = (text_of(element, tag) for tag in ("TOTAL_SCORE", "PERCENTAGE", "PLACE"))
        sheet.printed.of_contestant(label, total=total, percentage=percentage, place=place)
        for pair in element.findall("PAIR"):
            if imps := text_of(pair, "PAIR_IMPS"):
                sheet.printed.pairs[shortened(text_of(pair, "PAIR_NUMBER"))] = shortened(imps)
    sheet.contestants = tuple(found)
    sheet.players = list({(each.contestant, each.seat): each for each in sheet.players}.values())


def _contestants(reading: Reading) -> Iterable[tuple[str, Element]]:
    if reading.sheet.scoring and FORMS[reading.sheet.scoring].teams():
        return _teams(reading)
    return _individuals(reading) if is_individual(reading.event) else _pairs(reading)


def _pairs(reading: Reading) -> Iterator[tuple[str, Element]]:
    for letters, section in reading.sections():
        for pair in section.iter("PAIR"):
            number = text_of(pair, "PAIR_NUMBER")
            if number and any(pair.find(tag) is not None for tag in ("PLAYER", "TOTAL_SCORE", "PERCENTAGE", "PLACE")):
                yield reading.label(letters, number, text_of(pair, "DIRECTION")), pair


def _individuals(reading: Reading) -> Iterator[tuple[str, Element]]:
    for letters, section in reading.sections():
        for player in section.iter("PLAYER"):
            if number := text_of(player, "PLAYER_NUMBER"):
                yield f"{letters}{number.upper()}", player


def _teams(reading: Reading) -> list[tuple[str, Element]]:
    """By their names where these tell them apart, else by their numbers."""
    teams = [(team.get("TEAM_ID", "").strip(), team) for team in reading.event.iter("TEAM") if team.get("TEAM_ID")]
    names = [(team.get("TEAM_NAME") or "").strip() for _, team in teams]
    named = all(names) and len(set(names)) == len(names) and all(CALLED.hold(len(name)) for name in names)
    numbers = [number for number, _ in teams]
    labels = names if named else numbers
    reading.teams = dict(zip(numbers, labels, strict=True))
    return [(label, team) for label, (_, team) in zip(labels, teams, strict=True)]


def _players(label: str, element: Element) -> list[Player]:
    """The players of a pair or team in their seats, each once; of an individual himself.

    ValueError where one is called what no list can show: they take part all the same, without their names.
    """
    own = [element] if element.tag == "PLAYER" else element.iter("PLAYER")
    named = ((text_of(player, "PLAYER_NAME"), text_of(player, "NATIONAL_ID_NUMBER")) for player in own)
    apart = dict.fromkeys(named) if element.tag == "TEAM" else list(named)
    require_plain(*(text for player in apart for text in player))
    return [Player(label, seat, name, number) for seat, (name, number) in enumerate(apart, start=1)]


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


def read_usebio(path: Path) -> Sheet:
    """Read a USEBIO file; Misuse (bad-file) where it is none, or of a form of scoring not known here."""
    root = read_root(path)
    event = the_event(path, root)
    _check_one_session(path, event)
    scoring = form_of(path, event)
    teams = FORMS[scoring].teams()
    sheet = Sheet(
        name=text_of(event, "EVENT_IDENTIFIER", "EVENT_ID") or path.stem,
        title=plain_title(text_of(event, *_titles(event)), path),
        date=iso_date(text_of(event, "DATE")),
        winners=2 if not teams and two_fields(event) else 1,
        program=text_of(event, "PROGRAM_NAME"),
        scoring=scoring,
        swiss=is_swiss_pairs(event),
    )
    reading = Reading(path, event, sheet)
    read_participants(reading)
    (read_matches if teams else read_travellers)(reading)
    read_hands(sheet, root, path.name)
    return sheet


def _titles(event: Element) -> tuple[str, str]:
    """Which tag has the title of the session, and which else: ours of a tournament describe that by the other."""
    return ("TITLE", "EVENT_DESCRIPTION") if is_ours(event) else ("EVENT_DESCRIPTION", "TITLE")


def _check_one_session(path: Path, event: Element) -> None:
    """Misuse where several sessions play boards of the same numbers: each is an evening of its own."""
    numbers: set[str] = set()
    for session in event.findall("SESSION"):
        own = {text_of(board, "BOARD_NUMBER") for board in session.iter("BOARD") if board.find("TRAVELLER_LINE")}
        if own & numbers:
            raise Misuse(
                "bad-file", f"{path} holds several sessions that played the same boards", "export one file a session"
            )
        numbers |= own
