"""Matches in USEBIO: of teams with both rooms of their boards, and of pairs that are ranked by victory points."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from ledger.exchange.writing.given_out import GivenLine, GivenOut, score_text
from ledger.exchange.writing.usebio.elements import add, played, players, rows, score
from ledger.exchange.writing.usebio.travellers import participant, traveller_line
from ledger.projections.matches import Match


def teams(session: Element, out: GivenOut) -> None:
    """The teams, and every match with its boards."""
    ids = {team: team if _all_numbers(out) else str(at) for at, team in enumerate(out.contestants, start=1)}
    participants = SubElement(session, "PARTICIPANTS")
    for row in rows(out):
        named = {} if row.contestant == ids[row.contestant] else {"TEAM_NAME": row.contestant}
        who = SubElement(participants, "TEAM", {"TEAM_ID": ids[row.contestant], **named})
        score(who, out, row)
        if row.contestant in out.players:
            players(SubElement(who, "PAIR"), out, row.contestant)
    for match in out.scoreboard.matches.values():
        _match(session, out, match, ids)


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
            TABLE_NUMBER=line.played.table or "",
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
