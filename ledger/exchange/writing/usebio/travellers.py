"""Pairs and individuals in USEBIO: travellers, in sections where the contestants are numbered by sections."""

from xml.etree.ElementTree import Element, SubElement

from ledger.bridge import Side
from ledger.exchange.writing.given_out import GivenLine, GivenOut, member_number
from ledger.exchange.writing.usebio.elements import add, earned, played, players, rows, score
from ledger.labels.patterns import direction
from ledger.projections.standings import Row


def pairs(event: Element, out: GivenOut) -> None:
    """The contestants of every section, and its travellers."""
    letters = sections(out)
    for section in letters or [""]:
        place = SubElement(event, "SECTION", SECTION_ID=section) if section else event
        participants = SubElement(place, "PARTICIPANTS")
        for row in rows(out):
            if _section(row.contestant) == section or not letters:
                participant(participants, out, row, len(section))
        for board, lines in out.boards.items():
            there = [line for line in lines if not letters or _section(_any_of(line)) == section]
            if there:
                element = SubElement(place, "BOARD")
                add(element, BOARD_NUMBER=str(board))
                for line in there:
                    traveller_line(element, out, line, len(section))


def sections(out: GivenOut) -> list[str]:
    """The letters of the sections, where there are several, and nobody plays in another than his own."""
    letters = {_section(contestant) for contestant in out.contestants}
    met = [{_section(each) for each in line.played.seating.everyone} for line in out.lines()]
    apart = all(len(each) == 1 for each in met) and all(len(line.played.seating.everyone) > 1 for line in out.lines())
    return sorted(letters) if len(letters) > 1 and "" not in letters and apart else []


def _section(contestant: str) -> str:
    """The letters a contestant's number begins with: 'A' of 'A7NS'."""
    letters = _letters(contestant)
    return letters if contestant[len(letters) : len(letters) + 1].isdigit() else ""


def _letters(label: str) -> str:
    """The capital letters a label begins with."""
    return label[: next((at for at, letter in enumerate(label) if not letter.isupper()), len(label))]


def _any_of(line: GivenLine) -> str:
    return line.played.seating.everyone[0]


def participant(parent: Element, out: GivenOut, row: Row, letters: int = 0) -> None:
    """A pair or a player, without the letters of the section."""
    label = row.contestant[letters:]
    if out.individuals:
        who = SubElement(parent, "PLAYER")
        add(who, PLAYER_NUMBER=label)
        score(who, out, row)
        for player in out.players.get(row.contestant, [])[:1]:
            add(who, PLAYER_NAME=player.name, NATIONAL_ID_NUMBER=member_number(player))
        return
    who = SubElement(parent, "PAIR")
    add(who, PAIR_NUMBER=label, DIRECTION=direction(label))
    score(who, out, row)
    players(who, out, row.contestant)


def traveller_line(board: Element, out: GivenOut, line: GivenLine, letters: int = 0) -> None:
    """A table's play of a board: who sat there, what was played, what each earned."""
    element = SubElement(board, "TRAVELLER_LINE")
    seating = line.played.seating
    if out.individuals:
        seats = dict(zip("NSEW", (*seating.contestants(Side.NS), *seating.contestants(Side.EW)), strict=False))
        add(element, **{f"{seat}_PLAYER_NUMBER": who[letters:] for seat, who in seats.items()})
    else:
        add(element, NS_PAIR_NUMBER=seating.ns[letters:], EW_PAIR_NUMBER=seating.ew[letters:])
    add(element, TABLE_NUMBER=line.played.table or "")
    played(element, line)
    earned(element, out, line)
