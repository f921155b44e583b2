"""USEBIO 1.0–1.3 result files: pairs, individuals, teams and Swiss, in the flat and in the sectioned layout.

The DTD a file names is never fetched, and entities are refused. Printed scores are kept for comparison only, except
awards that no other figure explains (`ledger.exchange.programs`).

Read are contestants and players, travellers, matches of teams with both rooms of each board, hands, and the printed
figures of contestants and matches.
"""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

from ledger.bounds.files import SUIT
from ledger.bounds.tournaments import CALLED
from ledger.bridge import Seat
from ledger.errors import Misuse
from ledger.exchange.fields import Winners
from ledger.exchange.sheet import (
    PrintedMatch,
    Sheet,
    board_number,
    reason_of,
    require_plain,
    round_number,
    shorten,
    table_name,
    title_or_stem,
)
from ledger.exchange.usebio.document import (
    Reading,
    form_of,
    is_individual,
    is_ours,
    iso_date,
    read_root,
    stated_regulations,
    text_of,
    winners_stated,
)
from ledger.kernel.at_table import Where
from ledger.labels import LABEL
from ledger.laws.rounding import exact_text, read_decimal
from ledger.scoring.forms import FORMS
from ledger.subjects.people.facts import Player
from ledger.subjects.sheets import SheetLine

_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def read_hands(sheet: Sheet, root: Element, file: str) -> None:
    """Read the deals of all boards whose four hands are given."""
    for handset in root.iter("HANDSET"):
        for board in handset.findall("BOARD"):
            text = text_of(board, "BOARD_NUMBER")
            place = f"{file} hands of board {shorten(text)}"
            try:
                by_direction = {}
                for hand in board.findall("HAND"):
                    suits = [text_of(hand, suit).replace(" ", "") for suit in _SUITS]
                    if any(len(suit) > SUIT.most for suit in suits):
                        raise ValueError("a suit has more characters than any can have")
                    by_direction[text_of(hand, "DIRECTION").upper()[:1]] = ".".join(suits)
                number = board_number(text)
                hands = {seat: hand for seat, hand in by_direction.items() if seat in Seat.__members__}
            except ValueError as error:
                sheet.dealt += 1
                sheet.notes.append((place, reason_of(error)))
                continue
            if len(hands) == len(Seat):
                sheet.add_deal(number, "N:" + " ".join(hands[seat] for seat in "NESW"), place)


def read_participants(reading: Reading) -> None:
    """Read the contestants into the sheet, with their players and printed figures."""
    sheet = reading.sheet
    labels: dict[str, None] = {}
    in_teams = sheet.scoring and FORMS[sheet.scoring].teams()
    for label, element in _labelled_teams(reading) if in_teams else _pairs_or_players(reading):
        try:
            if not reading.teams and not LABEL.fullmatch(label):
                raise ValueError(f"{shorten(label)!r} is no contestant's number")
            require_plain(label)
            labels[label] = None
            sheet.players += _players(label, element)
        except ValueError as error:
            reading.problem(f"{reading.path.name} contestant {shorten(label)}", error)
            if label not in labels:
                continue
        total, percentage, place = (text_of(element, tag) for tag in ("TOTAL_SCORE", "PERCENTAGE", "PLACE"))
        sheet.printed.of_contestant(label, total=total, percentage=percentage, place=place)
        for pair in element.findall("PAIR"):
            if imps := text_of(pair, "PAIR_IMPS"):
                sheet.printed.pairs[shorten(text_of(pair, "PAIR_NUMBER"))] = shorten(imps)
    sheet.contestants = tuple(labels)
    sheet.players = list({(each.contestant, each.seat): each for each in sheet.players}.values())


def _pairs_or_players(reading: Reading) -> Iterator[tuple[str, Element]]:
    for letters, section in reading.sections():
        if is_individual(reading.event):
            numbers = ((text_of(player, "PLAYER_NUMBER"), player) for player in section.iter("PLAYER"))
            yield from ((f"{letters}{number.upper()}", player) for number, player in numbers if number)
            continue
        for pair in section.iter("PAIR"):
            number = text_of(pair, "PAIR_NUMBER")
            if number and any(pair.find(tag) is not None for tag in ("PLAYER", "TOTAL_SCORE", "PERCENTAGE", "PLACE")):
                yield reading.label(letters, number, text_of(pair, "DIRECTION")), pair


def _labelled_teams(reading: Reading) -> list[tuple[str, Element]]:
    """Return the teams with their labels: their names, or their numbers if names are missing or repeated."""
    teams = [(team.get("TEAM_ID", "").strip(), team) for team in reading.event.iter("TEAM") if team.get("TEAM_ID")]
    names = [(team.get("TEAM_NAME") or "").strip() for _, team in teams]
    named = all(names) and len(set(names)) == len(names) and all(CALLED.hold(len(name)) for name in names)
    numbers = [number for number, _ in teams]
    labels = names if named else numbers
    reading.teams = dict(zip(numbers, labels, strict=True))
    return [(label, team) for label, (_, team) in zip(labels, teams, strict=True)]


def _players(label: str, element: Element) -> list[Player]:
    """Return the players of a pair or team in the order of seats, a team's each once; an individual is his own player.

    ValueError: a name is unfit for a list; the contestant then takes part without names.
    """
    elements = [element] if element.tag == "PLAYER" else element.iter("PLAYER")
    named = ((text_of(player, "PLAYER_NAME"), text_of(player, "NATIONAL_ID_NUMBER")) for player in elements)
    apart = dict.fromkeys(named) if element.tag == "TEAM" else list(named)
    require_plain(*(text for player in apart for text in player))
    return [Player(label, seat, name, number) for seat, (name, number) in enumerate(apart, start=1)]


_OTHER = {"NS": "EW", "EW": "NS"}


def read_matches(reading: Reading) -> None:
    """Read every match once, though files may print a match for each of its two teams."""
    met: set[tuple[int | None, frozenset[str]]] = set()
    for at, match in enumerate(reading.event.iter("MATCH"), start=1):
        place = f"{reading.path.name} match {at}"
        try:
            numbers = [text_of(match, tag) for tag in ("TEAM", "OPPOSING_TEAM")]
            for number in numbers if reading.teams else ():
                if number not in reading.teams:
                    raise ValueError(f"there is no team {shorten(number) or '(blank)'}")
            one, two = (reading.teams.get(number, number) for number in numbers)
            round_ = round_number(text_of(match, "ROUND_NUMBER"))
            if one == two:
                raise ValueError(f"{shorten(one)} cannot play itself")
        except ValueError as error:
            lines = sum(len(board.findall("TRAVELLER_LINE")) for board in match.findall("BOARD"))
            reading.leave_out(lines, place, reason_of(error))
            continue
        if (round_, frozenset((one, two))) in met:  # printed again: only lines that differ are added
            sheet, directed = reading.sheet, any(text_of(line, "DIRECTION") for line in match.iter("TRAVELLER_LINE"))
            known, before = {_line_contents(line, directed=directed) for line in sheet.lines}, len(sheet.lines)
            _read_boards(reading, match, (round_, one, two), place)
            new = [line for line in sheet.lines[before:] if _line_contents(line, directed=directed) not in known]
            sheet.repeats += len(sheet.lines) - before - len(new)
            sheet.lines[before:] = new
            continue
        met.add((round_, frozenset((one, two))))
        _read_boards(reading, match, (round_, one, two), place)
        scores = text_of(match, "TEAM_SCORE"), text_of(match, "OPPOSING_TEAM_SCORE")
        points = text_of(match, "TEAM_VICTORY_POINTS"), text_of(match, "OPPOSING_TEAM_VICTORY_POINTS")
        method = text_of(reading.event, "MATCH_SCORING_METHOD", "SCORING_METHOD").upper()
        if not any(points) and method.startswith("VP"):
            points, scores = scores, ("", "")
        boards = [text_of(board, "IMPS") for board in match.findall("BOARD")]
        home, away = points
        imps = ""
        with suppress(ValueError):
            if boards and all(boards):
                imps = exact_text(sum(map(read_decimal, boards), read_decimal("0")))
            else:
                imps = exact_text(read_decimal(scores[0]) - read_decimal(scores[1]))
        printed = PrintedMatch(len(boards), imps, (shorten(home), shorten(away)))
        reading.sheet.printed.matches[(round_, one, two)] = printed


def _read_boards(reading: Reading, match: Element, met: tuple[int | None, str, str], place: str) -> None:
    round_, one, two = met
    for board in match.findall("BOARD"):
        text, rooms = text_of(board, "BOARD_NUMBER"), board.findall("TRAVELLER_LINE")
        for at, line in enumerate(rooms, start=1):

            def where(text: str = text, rooms: Sequence[Element] = rooms, line: Element = line, at: int = at) -> Where:
                if len(rooms) > 2:
                    raise ValueError(f"a board of a match is played in two rooms, not in {len(rooms)}")
                # the direction is the first team's; without one, it sits North–South first
                direction = text_of(line, "DIRECTION").upper() or ("NS" if at == 1 else "EW")
                if direction not in _OTHER:
                    raise ValueError(f"{shorten(direction)!r} is no direction: NS or EW")
                ns, ew = (one, two) if direction == "NS" else (two, one)
                return Where(board_number(text), table_name(text_of(line, "TABLE_NUMBER")), ns, ew, round_)

            reading.record(f"{place} board {shorten(text)} line {at}", [line], where)


def _line_contents(line: SheetLine, *, directed: bool) -> tuple[Hashable, ...]:
    """Return the contents of a line by which to recognise a repeat; `directed`: the file states directions."""
    where = line.where
    seats = (where.ns, where.ew) if directed else frozenset((where.ns, where.ew))
    return where.board, where.round, seats, line.result, repr(line.adjustment)


_TITLES = ("EVENT_DESCRIPTION", "TITLE")


def read_usebio(path: Path, winners: Winners | None = None) -> Sheet:
    """Read a USEBIO file; `winners`: the number of rankings, if the user states it.

    Misuse (bad-file): the file has no event or several, sessions that played the same boards, or a form of scoring that
    the ledger does not have.
    """
    root = read_root(path)
    events = root.findall("EVENT") if root.tag == "USEBIO" else []
    if len(events) > 1:
        raise Misuse("bad-file", f"{path} holds {len(events)} events", "export one file an event")
    if not events:
        message = f"{path} is XML, but no USEBIO event (its root is {shorten(root.tag)!r})"
        raise Misuse("bad-file", message, "export it as USEBIO, or make a CSV")
    event = events[0]
    numbers: set[str] = set()
    for session in event.findall("SESSION"):  # several with boards of the same numbers: each is an evening of its own
        boards = {text_of(board, "BOARD_NUMBER") for board in session.iter("BOARD") if board.find("TRAVELLER_LINE")}
        if boards & numbers:
            message = f"{path} holds several sessions that played the same boards"
            raise Misuse("bad-file", message, "export one file a session")
        numbers |= boards
    scoring = form_of(path, event)
    teams = FORMS[scoring].teams()
    sheet = Sheet(
        name=text_of(event, "EVENT_IDENTIFIER", "EVENT_ID") or path.stem,
        # in a file of ours EVENT_DESCRIPTION is of the tournament
        title=title_or_stem(text_of(event, *(reversed(_TITLES) if is_ours(event) else _TITLES)), path),
        date=iso_date(text_of(event, "DATE")),
        winners=1 if teams else winners or winners_stated(event),
        program=text_of(event, "PROGRAM_NAME"),
        scoring=scoring,
        swiss=event.get("EVENT_TYPE", "").upper() == "SWISS_PAIRS",
        stated=stated_regulations(event, scoring),
    )
    reading = Reading(path, event, sheet)
    read_participants(reading)
    (read_matches if teams else read_travellers)(reading)
    read_hands(sheet, root, path.name)
    if unmet := sum(1 for _ in root.iter("TRAVELLER_LINE")) - reading.met:
        lines = "1 traveller line stands" if unmet == 1 else f"{unmet} traveller lines stand"
        reading.leave_out(unmet, path.name, f"{lines} outside the boards of a section, or of a match")
    return sheet


def _seats_of(line: Element) -> tuple[str, ...]:
    return tuple(text_of(line, f"{seat}_PLAYER_NUMBER").upper() for seat in "NSEW")


def _is_half(line: Element) -> bool:
    """Return whether a line names only one player of each side, because their partners have a line of their own."""
    n, s, e, w = _seats_of(line)
    return bool(n and e) and (s, w) == (f"{n}1", f"{e}2")


def _whole_table(lines: Sequence[Element]) -> tuple[str, ...]:
    """Return the four players of a table described by two lines; ValueError if the lines differ in the score."""
    if len(lines) != 2:
        raise ValueError("it is half a table, and the line with the partners is missing")
    (one, two), scores = map(_seats_of, lines), {text_of(line, "SCORE").upper() for line in lines}
    if len(scores) != 1:
        one_score, two_score = sorted(map(shorten, scores))
        raise ValueError(f"the two lines of the table say {one_score} and {two_score}")
    return one[0], two[0], one[2], two[2]


class _Traveller(NamedTuple):
    """A board's traveller: its section, its element, and its match, if pairs play matches."""

    letters: str
    board: Element
    match: Element | None = None
    number: int = 0  # of the match

    def tag_text(self, line: Element, tag: str) -> str:
        return text_of(line, tag) or ("" if self.match is None else text_of(self.match, tag))


def read_travellers(reading: Reading) -> None:
    """Read the traveller lines of every board in every section."""
    individual = is_individual(reading.event)
    all_lines = list(reading.event.iter("TRAVELLER_LINE"))
    to_a_table = 2 if individual and all_lines and all(map(_is_half, all_lines)) else 1
    for letters, section in reading.sections():
        matches = enumerate(section.iter("MATCH"), start=1)
        in_matches = {board: (match, at) for at, match in matches for board in match.findall("BOARD")}
        for board in section.iter("BOARD"):
            traveller = _Traveller(letters, board, *in_matches.get(board, ()))
            lines = board.findall("TRAVELLER_LINE")
            for at in range(0, len(lines), to_a_table):
                _read_table(reading, traveller, at + 1, lines[at : at + to_a_table], individual, to_a_table == 2)
            if datum := text_of(board, "BOARD_AVERAGE"):
                with suppress(ValueError):  # the lines of what is no board are problems already
                    number = board_number(text_of(board, "BOARD_NUMBER"))
                    reading.sheet.printed.datums[number] = shorten(datum)


def _read_table(
    reading: Reading, traveller: _Traveller, at: int, lines: Sequence[Element], individual: bool, halves: bool
) -> None:
    """Read a table's play of a board from one traveller line, or from two for a table of individuals."""
    board, line, section = text_of(traveller.board, "BOARD_NUMBER"), lines[0], traveller.letters
    round_ = traveller.tag_text(line, "ROUND_NUMBER")

    def where() -> Where:
        if individual:
            n, s, e, w = (f"{section}{each}" for each in (_whole_table(lines) if halves else _seats_of(line)))
            ns, ew = f"{n}+{s}", f"{e}+{w}"
        else:
            pairs = {side: traveller.tag_text(line, f"{side}_PAIR_NUMBER") for side in ("NS", "EW")}
            ns, ew = (reading.label(section, number, side) for side, number in pairs.items())
        table = text_of(line, "TABLE_NUMBER")
        table = f"{section}{table}" if table else ""
        return Where(board_number(board), table_name(table), ns, ew, round_number(round_))

    of_round, of_section = f" round {shorten(round_)}" if round_ else "", f" section {section}" if section else ""
    of_match = f" match {traveller.number}" if traveller.number else ""  # boards of several matches have one number
    place = f"{reading.path.name}{of_round}{of_match} board {shorten(board)} line {at}{of_section}"
    reading.record(place, lines, where)
