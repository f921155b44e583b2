"""USEBIO 1.2: pairs, individuals and teams, matches in victory points, with who they are and the deals.

A line with an artificial score says it as A6040. What was assigned is written as if it had been played; what is
weighted, split or given outright stands beside what was played, in the scores of the line.

First stands what every kind of file is made of; then pairs and individuals: travellers, in sections where the
contestants are numbered by sections; then matches: of teams with both rooms of their boards, and of pairs that are
ranked by victory points.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ledger.bridge import Seat, Side
from ledger.bridge.deal import Deal
from ledger.exchange.given_out import GivenLine, GivenOut, member_number, score_text
from ledger.facts.people import Player
from ledger.labels import direction
from ledger.laws.rounding import decimal_text
from ledger.projections.matches import Match
from ledger.projections.standings import Row
from ledger.scoring.forms import FormName


class Method(NamedTuple):
    """How a form of scoring is called, and the tags of a line's scores; '' where a line has none."""

    boards: str
    points: str = ""


METHODS: dict[FormName, Method] = {
    "matchpoints": Method("MATCH_POINTS", "MATCH_POINTS"),
    "butler": Method("BUTLER_IMPS", "BUTLER_POINTS"),
    "cross-imps": Method("CROSS_IMPS", "CROSS_IMP_POINTS"),
    "teams": Method("IMPS"),
    "knockout": Method("IMPS"),
    "board-a-match": Method("BAM"),
    "teams-of-eight": Method("IMPS"),
}

_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")

_COMPASS = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


def add(parent: Element, **texts: str) -> None:
    """Elements with these texts; none for what is not known."""
    for tag, text in texts.items():
        if text or tag.startswith("CLUB"):
            SubElement(parent, tag).text = text


def rows(out: GivenOut) -> Iterator[Row]:
    """The standings, a contestant each."""
    for ranking in out.rankings:
        yield from ranking.rows


def score(who: Element, out: GivenOut, row: Row) -> None:
    """A contestant's total, percentage and place."""
    mode = out.scoreboard.totals.rounding
    add(
        who,
        TOTAL_SCORE=decimal_text(row.total, 2, mode) if row.boards or row.rank else "",
        PERCENTAGE="" if row.percent is None else decimal_text(row.percent, 2),
        PLACE=str(row.rank or ""),
    )


def players(who: Element, known: Iterable[Player]) -> None:
    """Who plays there, as far as that is known, with the numbers the federation has for them."""
    for player in known:
        element = SubElement(who, "PLAYER")
        add(element, PLAYER_NAME=player.name, NATIONAL_ID_NUMBER=member_number(player))


def earned(element: Element, out: GivenOut, line: GivenLine) -> None:
    """What a line earned each side, in the unit of the session."""
    points = METHODS[out.session.opening.scoring].points
    ns, ew = map(score_text, line.scores)
    add(element, **{f"NS_{points}": ns, f"EW_{points}": ew})


def played(element: Element, line: GivenLine) -> None:
    """Contract, declarer, lead and tricks, as far as there are any, and the score."""
    if line.result is None:
        add(element, SCORE=line.artificial)
        return
    if play := line.result.played:
        strain = "NT" if play.strain == "N" else play.strain
        add(
            element,
            CONTRACT=f"{play.level}{strain}{play.doubling}",
            PLAYED_BY=play.declarer.value,
            LEAD=line.played.lead or "",
            TRICKS=str(play.tricks),
        )
    elif line.result.bare_score is None:
        add(element, CONTRACT="PASS")
    add(element, SCORE=str(line.ns_score))


def hands(handset: Element, board: int, deal: Deal) -> None:
    """The cards of a board."""
    element = SubElement(handset, "BOARD")
    add(element, BOARD_NUMBER=str(board))
    for seat, hand in deal.hands.items():
        holding = SubElement(element, "HAND")
        SubElement(holding, "DIRECTION").text = _COMPASS[seat]
        for suit, ranks in zip(_SUITS, hand, strict=True):
            SubElement(holding, suit).text = ranks


def pairs(event: Element, out: GivenOut) -> None:
    """The contestants of every section, and its travellers."""
    letters = sections(out)
    session = SubElement(event, "SESSION", SESSION_ID="1") if letters else event
    for section in letters or [""]:
        place = SubElement(session, "SECTION", SECTION_ID=section) if section else event
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
    label = _number(out, row.contestant[letters:])
    if out.individuals:
        who = SubElement(parent, "PLAYER")
        add(who, PLAYER_NUMBER=label)
        score(who, out, row)
        for player in out.players.get(row.contestant, [])[:1]:
            add(who, PLAYER_NAME=player.name, NATIONAL_ID_NUMBER=member_number(player))
        return
    who = SubElement(parent, "PAIR")
    add(who, PAIR_NUMBER=label, DIRECTION=direction(row.contestant))
    score(who, out, row)
    players(who, out.players.get(row.contestant, ()))


def _number(out: GivenOut, label: str) -> str:
    """A contestant's number, its direction told beside it; with it where somebody sat the other way (arrow switch)."""
    return label[: -len(direction(label))] if direction(label) and not out.switched else label


def traveller_line(board: Element, out: GivenOut, line: GivenLine, letters: int = 0) -> None:
    """A table's play of a board: who sat there, what was played, what each earned."""
    element = SubElement(board, "TRAVELLER_LINE")
    seating = line.played.seating
    if out.individuals:
        seats = dict(zip("NSEW", (*seating.contestants(Side.NS), *seating.contestants(Side.EW)), strict=False))
        add(element, **{f"{seat}_PLAYER_NUMBER": who[letters:] for seat, who in seats.items()})
    else:
        ns, ew = (_number(out, label[letters:]) for label in seating.pair)
        add(element, NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew)
    played(element, line)
    earned(element, out, line)


def teams(session: Element, out: GivenOut) -> None:
    """The teams, and every match with its boards."""
    ids = {team: team if _all_numbers(out) else str(at) for at, team in enumerate(out.contestants, start=1)}
    participants = SubElement(session, "PARTICIPANTS")
    for row in rows(out):
        named = {} if row.contestant == ids[row.contestant] else {"TEAM_NAME": row.contestant}
        who = SubElement(participants, "TEAM", {"TEAM_ID": ids[row.contestant], **named})
        score(who, out, row)
        _pairs_of_team(who, out, row.contestant, ids[row.contestant])
    for match in out.scoreboard.matches.values():
        _match(session, out, match, ids)


def _pairs_of_team(who: Element, out: GivenOut, team: str, number: str) -> None:
    """A team's players as they were entered, two by two, in pairs numbered by their seats: 7-1-2, 7-3-4."""
    for first, both in groupby(out.players.get(team, ()), lambda player: (player.seat + 1) // 2 * 2 - 1):
        pair = SubElement(who, "PAIR")
        add(pair, PAIR_NUMBER=f"{number}-{first}-{first + 1}")
        players(pair, both)


def _all_numbers(out: GivenOut) -> bool:
    return all(team.isdigit() for team in out.contestants)


def _match(session: Element, out: GivenOut, match: Match, ids: dict[str, str]) -> None:
    boards = list(_boards_of(out, match))
    one, other = match.teams
    element = SubElement(session, "MATCH")
    add(
        element,
        ROUND_NUMBER=str(match.round or ""),
        TEAM=ids[one],
        OPPOSING_TEAM=ids[other],
        START_BOARD_NUMBER=str(boards[0][0]) if boards else "",
        END_BOARD_NUMBER=str(boards[-1][0]) if boards else "",
        TEAM_SCORE=score_text(match.scores[one].value),
        OPPOSING_TEAM_SCORE=score_text(match.scores[other].value),
    )
    if match.victory_points:
        add(
            element,
            TEAM_VICTORY_POINTS=score_text(match.victory_points[one].value),
            OPPOSING_TEAM_VICTORY_POINTS=score_text(match.victory_points[other].value),
        )
    for board, lines in boards:
        _board_of_match(element, board, lines, one, ids)


def _boards_of(out: GivenOut, match: Match) -> Iterator[tuple[int, list[GivenLine]]]:
    """The boards of a match, each with the lines of its rooms."""
    for board, lines in out.boards.items():
        found = [
            line
            for line in lines
            if {*line.played.seating.pair} == {*match.teams}
            and (match.round is None or out.scoreboard.meetings.round_of(line.played) in (None, match.round))
        ]
        if found:
            yield board, found


def _board_of_match(match: Element, board: int, lines: list[GivenLine], team: str, ids: dict[str, str]) -> None:
    element = SubElement(match, "BOARD")
    swing = next((line.scores[0] for line in lines if line.played.seating.ns == team), None)
    add(element, BOARD_NUMBER=str(board), IMPS=score_text(swing))
    for line in lines:
        room = SubElement(element, "TRAVELLER_LINE")
        seating = line.played.seating
        add(
            room,
            DIRECTION="NS" if seating.ns == team else "EW",
            NS_PAIR_NUMBER=ids.get(seating.ns, ""),
            EW_PAIR_NUMBER=ids.get(seating.ew, ""),
        )
        played(room, line)


# Pairs: a board of a match is one line


def swiss_pairs(event: Element, out: GivenOut) -> None:
    """The pairs, every match with its boards, and the boards that are of none."""
    participants = SubElement(event, "PARTICIPANTS")
    for row in rows(out):
        participant(participants, out, row)
    left = {id(line): line for line in out.lines()}
    for match in out.scoreboard.matches.values():
        boards = list(_boards_of(out, match))
        if boards:
            _match_of_pairs(event, out, match, boards)
        for line in (line for _, lines in boards for line in lines):
            left.pop(id(line), None)
    for line in left.values():
        _board(event, out, line.played.board, [line])


def _match_of_pairs(event: Element, out: GivenOut, match: Match, boards: list[tuple[int, list[GivenLine]]]) -> None:
    one, other = match.teams
    element = SubElement(event, "MATCH")
    add(
        element,
        ROUND_NUMBER=str(match.round or ""),
        NS_PAIR_NUMBER=one,
        EW_PAIR_NUMBER=other,
        NS_SCORE=score_text(match.scores[one].value),
        EW_SCORE=score_text(match.scores[other].value),
    )
    if match.victory_points:
        add(
            element,
            NS_VICTORY_POINTS=score_text(match.victory_points[one].value),
            EW_VICTORY_POINTS=score_text(match.victory_points[other].value),
        )
    for board, lines in boards:
        _board(element, out, board, lines)


def _board(parent: Element, out: GivenOut, board: int, lines: list[GivenLine]) -> None:
    element = SubElement(parent, "BOARD")
    add(element, BOARD_NUMBER=str(board))
    for line in lines:
        traveller_line(element, out, line)


_PROLOG = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">
"""


def write_usebio(out: GivenOut) -> str:
    """The session as USEBIO."""
    root = Element("USEBIO", Version="1.2")
    club = SubElement(root, "CLUB")
    add(club, CLUB_NAME=out.club.name, CLUB_ID_NUMBER=out.club.number)
    event = _event(root, out)
    if out.scoreboard.teams:
        teams(SubElement(event, "SESSION", SESSION_ID="1"), out)
    elif out.scoreboard.in_matches:
        swiss_pairs(event, out)
    else:
        pairs(event, out)
    if out.deals:
        handset = SubElement(root, "HANDSET")
        for board, deal in out.deals.items():
            hands(handset, board, deal)
    indent(root, "  ")
    return _PROLOG + tostring(root, encoding="unicode") + "\n"


def _event(root: Element, out: GivenOut) -> Element:
    session = out.session
    method = METHODS[session.opening.scoring]
    event = SubElement(root, "EVENT", EVENT_TYPE=_kind(out))
    add(
        event,
        EVENT_IDENTIFIER=out.event.code or session.id,
        BOARD_SCORING_METHOD=method.boards,
        MATCH_SCORING_METHOD=_of_matches(out),
        PROGRAM_NAME=out.program,
        PROGRAM_VERSION=out.version,
        EVENT_DESCRIPTION=out.event.title or session.opening.title or session.id,
        TITLE=session.opening.title if out.event.title else "",
        DATE="/".join(reversed((session.opening.date or "").split("-"))),
        WINNER_TYPE="" if out.scoreboard.teams else str(session.opening.winners),
        MASTER_POINT_SCALE=out.club.scale,
        MPS_AWARDED_FLAG="N",
        P2P_CHARGE_RATE=out.club.charge,
        SESSION_COUNT="1",
        SECTION_COUNT=str(max(len(sections(out)), 1)),
        BOARDS_PLAYED=str(len(out.boards)),
    )
    return event


def _kind(out: GivenOut) -> str:
    if out.scoreboard.teams:
        return "TEAMS"
    return "SWISS_PAIRS" if out.scoreboard.in_matches else "INDIVIDUAL" if out.individuals else "PAIRS"


def _of_matches(out: GivenOut) -> str:
    """How matches are scored; of a knockout they stay as they are: who has more IMPs has won."""
    if any(match.pool for match in out.scoreboard.matches.values()):
        return "VPS"
    return "IMPS" if out.session.opening.scoring == "knockout" else ""
