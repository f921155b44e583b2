"""USEBIO 1.2: pairs, individuals and teams, with who they are and the deals.

A line with an artificial score says it as A6040. What was assigned is written as if it had been played; what is
weighted, split or given outright stands beside what was played, in the scores of the line.
"""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ledger.bridge import Seat, Side
from ledger.bridge.deal import Deal
from ledger.errors import Misuse
from ledger.exchange.writing.given_out import GivenLine, GivenOut, member_number, score_text
from ledger.laws.rounding import decimal_text
from ledger.projections.matches import Match
from ledger.projections.standings import Row
from ledger.scoring.forms import FormName

_PROLOG = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">
"""


class _Method(NamedTuple):
    """How a form of scoring is called, and the tags of a line's scores; '' where a line has none."""

    boards: str
    points: str = ""


_METHODS: dict[FormName, _Method] = {
    "matchpoints": _Method("MATCH_POINTS", "MATCH_POINTS"),
    "butler": _Method("BUTLER_IMPS", "BUTLER_POINTS"),
    "cross-imps": _Method("CROSS_IMPS", "CROSS_IMP_POINTS"),
    "teams": _Method("IMPS"),
    "knockout": _Method("IMPS"),
    "board-a-match": _Method("BAM"),
}
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_COMPASS = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


def write_usebio(out: GivenOut) -> str:
    """The session as USEBIO; Misuse (bad-file) where the format has no words for it."""
    root = Element("USEBIO", Version="1.2")
    club = SubElement(root, "CLUB")
    _add(club, CLUB_NAME="", CLUB_ID_NUMBER="")
    event = _event(root, out)
    if out.scoreboard.teams:
        _teams(SubElement(event, "SESSION", SESSION_ID="1"), out)
    else:
        _pairs(event, out)
    if out.deals:
        handset = SubElement(root, "HANDSET")
        for board, deal in out.deals.items():
            _hands(handset, board, deal)
    indent(root, "  ")
    return _PROLOG + tostring(root, encoding="unicode") + "\n"


def _event(root: Element, out: GivenOut) -> Element:
    session = out.session
    if out.scoreboard.in_matches and not out.scoreboard.teams:
        raise Misuse(
            "bad-file",
            "pairs whose matches are converted into victory points are not written as USEBIO",
            "as CSV or PBN; or the standings: --view standings",
        )
    method = _METHODS[session.opening.scoring]
    kind = "TEAMS" if out.scoreboard.teams else "INDIVIDUAL" if out.individuals else "PAIRS"
    event = SubElement(root, "EVENT", EVENT_TYPE=kind)
    _add(
        event,
        EVENT_IDENTIFIER=session.id,
        BOARD_SCORING_METHOD=method.boards,
        MATCH_SCORING_METHOD="VPS" if out.scoreboard.teams and _converted(out) else "",
        PROGRAM_NAME=out.program,
        PROGRAM_VERSION=out.version,
        EVENT_DESCRIPTION=session.opening.title,
        DATE="/".join(reversed((session.opening.date or "").split("-"))),
        WINNER_TYPE="" if out.scoreboard.teams else str(session.opening.winners),
        SESSION_COUNT="1",
        SECTION_COUNT=str(max(len(_sections(out)), 1)),
        BOARDS_PLAYED=str(len(out.boards)),
    )
    return event


def _converted(out: GivenOut) -> bool:
    return any(match.pool for match in out.scoreboard.matches.values())


def _add(parent: Element, **texts: str) -> None:
    """Elements with these texts; none for what is not known."""
    for tag, text in texts.items():
        if text or tag.startswith("CLUB"):
            SubElement(parent, tag).text = text


# Pairs and individuals: travellers, in sections where the contestants are numbered by sections


def _pairs(event: Element, out: GivenOut) -> None:
    sections = _sections(out)
    for section in sections or [""]:
        place = SubElement(event, "SECTION", SECTION_ID=section) if section else event
        participants = SubElement(place, "PARTICIPANTS")
        for row in _rows(out):
            if _section(row.contestant) == section or not sections:
                _participant(participants, out, row, len(section))
        for board, lines in out.boards.items():
            there = [line for line in lines if not sections or _section(_any_of(line)) == section]
            if there:
                element = SubElement(place, "BOARD")
                _add(element, BOARD_NUMBER=str(board))
                for line in there:
                    _traveller_line(element, out, line, len(section))


def _sections(out: GivenOut) -> list[str]:
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


def _rows(out: GivenOut) -> Iterator[Row]:
    for ranking in out.rankings:
        yield from ranking.rows


def _participant(parent: Element, out: GivenOut, row: Row, letters: int) -> None:
    label = row.contestant[letters:]
    direction = next((side.value for side in Side if label.endswith(side.value)), "")
    if out.individuals:
        who = SubElement(parent, "PLAYER")
        _add(who, PLAYER_NUMBER=label)
        _score(who, out, row)
        for player in out.players.get(row.contestant, [])[:1]:
            _add(who, PLAYER_NAME=player.name, NATIONAL_ID_NUMBER=member_number(player))
        return
    who = SubElement(parent, "PAIR")
    _add(who, PAIR_NUMBER=label, DIRECTION=direction)
    _score(who, out, row)
    _players(who, out, row.contestant)


def _score(who: Element, out: GivenOut, row: Row) -> None:
    mode = out.scoreboard.totals.rounding
    _add(
        who,
        TOTAL_SCORE=decimal_text(row.total, 2, mode) if row.boards or row.rank else "",
        PERCENTAGE="" if row.percent is None else decimal_text(row.percent, 2),
        PLACE=str(row.rank or ""),
    )


def _players(who: Element, out: GivenOut, contestant: str) -> None:
    for player in out.players.get(contestant, []):
        element = SubElement(who, "PLAYER")
        _add(element, PLAYER_NAME=player.name, NATIONAL_ID_NUMBER=member_number(player))


def _traveller_line(board: Element, out: GivenOut, line: GivenLine, letters: int) -> None:
    element = SubElement(board, "TRAVELLER_LINE")
    seating = line.played.seating
    if out.individuals:
        seats = dict(zip("NSEW", (*seating.contestants(Side.NS), *seating.contestants(Side.EW)), strict=False))
        _add(element, **{f"{seat}_PLAYER_NUMBER": who[letters:] for seat, who in seats.items()})
    else:
        _add(element, NS_PAIR_NUMBER=seating.ns[letters:], EW_PAIR_NUMBER=seating.ew[letters:])
    _add(element, TABLE_NUMBER=line.played.table or "")
    _played(element, line)
    points = _METHODS[out.session.opening.scoring].points
    ns, ew = map(score_text, line.scores)
    _add(element, **{f"NS_{points}": ns, f"EW_{points}": ew})


def _played(element: Element, line: GivenLine) -> None:
    """Contract, declarer, lead and tricks, as far as there are any, and the score."""
    if line.result is None:
        _add(element, SCORE=line.artificial)
        return
    if play := line.result.played:
        strain = "NT" if play.strain == "N" else play.strain
        _add(
            element,
            CONTRACT=f"{play.level}{strain}{play.doubling}",
            PLAYED_BY=play.declarer.value,
            LEAD=line.played.lead or "",
            TRICKS=str(play.tricks),
        )
    elif line.result.bare_score is None:
        _add(element, CONTRACT="PASS")
    _add(element, SCORE=str(line.ns_score))


# Teams: matches, each with both rooms of its boards


def _teams(session: Element, out: GivenOut) -> None:
    ids = {team: team if _all_numbers(out) else str(at) for at, team in enumerate(out.contestants, start=1)}
    participants = SubElement(session, "PARTICIPANTS")
    for row in _rows(out):
        named = {} if row.contestant == ids[row.contestant] else {"TEAM_NAME": row.contestant}
        who = SubElement(participants, "TEAM", {"TEAM_ID": ids[row.contestant], **named})
        _score(who, out, row)
        if row.contestant in out.players:
            _players(SubElement(who, "PAIR"), out, row.contestant)
    for match in out.scoreboard.matches.values():
        _match(session, out, match, ids)


def _all_numbers(out: GivenOut) -> bool:
    return all(team.isdigit() for team in out.contestants)


def _match(session: Element, out: GivenOut, match: Match, ids: dict[str, str]) -> None:
    boards = list(_boards_of(out, match))
    one, other = match.teams
    element = SubElement(session, "MATCH")
    _add(
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
        _add(
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
    _add(element, BOARD_NUMBER=str(board), IMPS=score_text(swing))
    for line in lines:
        room = SubElement(element, "TRAVELLER_LINE")
        seating = line.played.seating
        _add(
            room,
            DIRECTION="NS" if seating.ns == team else "EW",
            NS_PAIR_NUMBER=ids.get(seating.ns, ""),
            EW_PAIR_NUMBER=ids.get(seating.ew, ""),
            TABLE_NUMBER=line.played.table or "",
        )
        _played(room, line)


def _hands(handset: Element, board: int, deal: Deal) -> None:
    element = SubElement(handset, "BOARD")
    _add(element, BOARD_NUMBER=str(board))
    for seat, hand in deal.hands.items():
        holding = SubElement(element, "HAND")
        SubElement(holding, "DIRECTION").text = _COMPASS[seat]
        for suit, ranks in zip(_SUITS, hand, strict=True):
            SubElement(holding, suit).text = ranks
