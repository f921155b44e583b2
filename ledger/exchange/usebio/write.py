"""USEBIO 1.2: pairs, individuals and teams, matches in victory points, with players and deals.

A line with an artificial score has it as A6040. An assigned score is written as if played; a weighted, split or direct
score is in the scores of a line whose result is the played one.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ledger.bridge import Seat, Side
from ledger.bridge.board import Deal
from ledger.exchange.given_out import ExportedLine, ExportedSession, member_number, score_text
from ledger.labels import direction, letters_of
from ledger.laws.rounding import decimal_text
from ledger.projections.match_boards import total_unit
from ledger.projections.matches import Match
from ledger.projections.standings import Row
from ledger.scoring.forms import FormName
from ledger.subjects.people.facts import Player


class Method(NamedTuple):
    """USEBIO's name for a form of scoring, and the tag for the scores of a line ('' if lines have none)."""

    boards: str
    points: str = ""


METHODS: dict[FormName, Method] = {
    "matchpoints": Method("MATCH_POINTS", "MATCH_POINTS"),
    "butler": Method("BUTLER_IMPS", "BUTLER_POINTS"),
    "cross-imps": Method("CROSS_IMPS", "CROSS_IMP_POINTS"),
    "teams": Method("IMPS"),
    "knockout": Method("IMPS"),
    "board-a-match": Method("BAM"),  # PAB where a board won is two points
    "total-points": Method("AGGREGATE"),
    "teams-of-eight": Method("IMPS"),
}

_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_COMPASS = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


def add(parent: Element, **texts: str) -> None:
    """Add a child element for each text; an empty text gets an element only if the tag begins with CLUB."""
    for tag, text in texts.items():
        if text or tag.startswith("CLUB"):
            SubElement(parent, tag).text = text


def rows(out: ExportedSession) -> Iterator[Row]:
    """Yield the rows of all the session's rankings."""
    for ranking in out.rankings:
        yield from ranking.rows


def add_score(who: Element, out: ExportedSession, row: Row) -> None:
    """Add a contestant's total, percentage and place."""
    total = decimal_text(row.total, 2, out.scoreboard.totals.rounding) if row.boards or row.rank else ""
    percent = "" if row.percent is None else decimal_text(row.percent, 2)
    add(who, TOTAL_SCORE=total, PERCENTAGE=percent, PLACE=str(row.rank or ""))


def add_players(who: Element, known: Iterable[Player]) -> None:
    """Add the known players with their federation numbers."""
    for player in known:
        element = SubElement(who, "PLAYER")
        add(element, PLAYER_NAME=player.name, NATIONAL_ID_NUMBER=member_number(player))


def add_result(element: Element, line: ExportedLine) -> None:
    """Add contract, declarer, lead and tricks, as far as known, and the score."""
    if line.result is None:
        add(element, SCORE=line.artificial)
        return
    if play := line.result.played:
        strain = "NT" if play.strain == "N" else play.strain
        add(element, CONTRACT=f"{play.level}{strain}{play.doubling}", PLAYED_BY=play.declarer.value)
        add(element, LEAD=line.played.lead or "", TRICKS=str(play.tricks))
    elif line.result.bare_score is None:
        add(element, CONTRACT="PASS")
    add(element, SCORE=str(line.ns_score))


def add_hands(handset: Element, board: int, deal: Deal) -> None:
    """Add the hands of a board."""
    element = SubElement(handset, "BOARD")
    add(element, BOARD_NUMBER=str(board))
    for seat, hand in deal.hands.items():
        holding = SubElement(element, "HAND")
        SubElement(holding, "DIRECTION").text = _COMPASS[seat]
        for suit, ranks in zip(_SUITS, hand, strict=True):
            SubElement(holding, suit).text = ranks


def add_pairs(event: Element, out: ExportedSession) -> None:
    """Add the contestants of each section, and the traveller of each board."""
    letters = sections(out)
    session = SubElement(event, "SESSION", SESSION_ID="1") if letters else event
    for section in letters or [""]:
        place = SubElement(session, "SECTION", SECTION_ID=section) if section else event
        participants = SubElement(place, "PARTICIPANTS")
        for row in rows(out):
            if letters_of(row.contestant) == section or not letters:
                add_participant(participants, out, row, len(section))
        for board, lines in out.boards.items():
            first = ((line, line.played.seating.everyone[0]) for line in lines)
            if of_section := [line for line, who in first if not letters or letters_of(who) == section]:
                _add_board(place, out, board, of_section, len(section))


def sections(out: ExportedSession) -> list[str]:
    """Return the letters of the session's sections; [] if it has one, or if contestants of several sections met."""
    letters = {letters_of(contestant) for contestant in out.contestants}
    met = [{letters_of(each) for each in line.played.seating.everyone} for line in out.lines()]
    apart = all(len(each) == 1 for each in met) and all(len(line.played.seating.everyone) > 1 for line in out.lines())
    return sorted(letters) if len(letters) > 1 and "" not in letters and apart else []


def add_participant(parent: Element, out: ExportedSession, row: Row, letters: int = 0) -> None:
    """Add a pair or a player, numbered without the section's letters; `letters`: how many letters to remove."""
    label = _number(out, row.contestant[letters:])
    if out.individuals:
        who = SubElement(parent, "PLAYER")
        add(who, PLAYER_NUMBER=label)
        add_score(who, out, row)
        for player in out.players.get(row.contestant, [])[:1]:
            add(who, PLAYER_NAME=player.name, NATIONAL_ID_NUMBER=member_number(player))
        return
    who = SubElement(parent, "PAIR")
    add(who, PAIR_NUMBER=label, DIRECTION=direction(row.contestant))
    add_score(who, out, row)
    add_players(who, out.players.get(row.contestant, ()))


def _number(out: ExportedSession, label: str) -> str:
    """Return a contestant's number; it keeps its direction only if the session had an arrow switch."""
    return label[: -len(direction(label))] if direction(label) and not out.switched else label


def add_teams(session: Element, out: ExportedSession) -> None:
    """Add the teams, and every match with its boards."""
    are_numbers = all(team.isdigit() for team in out.contestants)
    ids = {team: team if are_numbers else str(at) for at, team in enumerate(out.contestants, start=1)}
    participants = SubElement(session, "PARTICIPANTS")
    for row in rows(out):
        named = {} if row.contestant == ids[row.contestant] else {"TEAM_NAME": row.contestant}
        who = SubElement(participants, "TEAM", {"TEAM_ID": ids[row.contestant], **named})
        add_score(who, out, row)
        # players as they were entered, two by two, in pairs numbered by their seats: 7-1-2, 7-3-4
        known = out.players.get(row.contestant, ())
        for first, both in groupby(known, lambda player: (player.seat + 1) // 2 * 2 - 1):
            pair = SubElement(who, "PAIR")
            add(pair, PAIR_NUMBER=f"{ids[row.contestant]}-{first}-{first + 1}")
            add_players(pair, both)
    for match in out.scoreboard.matches.values():
        boards = list(_boards_of(out, match))
        one, opponent = match.teams
        element = SubElement(session, "MATCH")
        add(element, ROUND_NUMBER=str(match.round or ""), TEAM=ids[one], OPPOSING_TEAM=ids[opponent])
        if boards:
            add(element, START_BOARD_NUMBER=str(boards[0][0]), END_BOARD_NUMBER=str(boards[-1][0]))
        _add_scores(element, match, "TEAM", "OPPOSING_TEAM")
        for number, lines in boards:
            board = SubElement(element, "BOARD")
            swing = next((line.scores[0] for line in lines if line.played.seating.ns == one), None)
            add(board, BOARD_NUMBER=str(number), IMPS=score_text(swing))
            for line in lines:
                room, seating = SubElement(board, "TRAVELLER_LINE"), line.played.seating
                ns, ew = (ids.get(team, "") for team in seating.pair)
                add(room, DIRECTION="NS" if seating.ns == one else "EW", NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew)
                add_result(room, line)


def _add_scores(element: Element, match: Match, *tags: str) -> None:
    for what, values in (("SCORE", match.scores), ("VICTORY_POINTS", match.victory_points)):
        for team, tag in zip(match.teams, tags, strict=True) if values else ():
            add(element, **{f"{tag}_{what}": score_text(values[team].value)})


def _boards_of(out: ExportedSession, match: Match) -> Iterator[tuple[int, list[ExportedLine]]]:
    for board, lines in out.boards.items():
        met = [line for line in lines if {*line.played.seating.pair} == {*match.teams}]
        rounds = (out.scoreboard.meetings.round_of(line.played) for line in met)
        if of_match := [
            line for line, at in zip(met, rounds, strict=True) if None in (match.round, at) or at == match.round
        ]:
            yield board, of_match


def add_swiss_pairs(event: Element, out: ExportedSession) -> None:
    """Add the pairs, every match with its boards, and boards outside matches."""
    participants = SubElement(event, "PARTICIPANTS")
    for row in rows(out):
        add_participant(participants, out, row)
    outside = {id(line): line for line in out.lines()}
    for match in out.scoreboard.matches.values():
        boards = list(_boards_of(out, match))
        if not boards:
            continue
        (one, opponent), element = match.teams, SubElement(event, "MATCH")
        add(element, ROUND_NUMBER=str(match.round or ""), NS_PAIR_NUMBER=one, EW_PAIR_NUMBER=opponent)
        _add_scores(element, match, "NS", "EW")
        for board, lines in boards:
            _add_board(element, out, board, lines)
            for line in lines:
                outside.pop(id(line), None)
    for line in outside.values():
        _add_board(event, out, line.played.board, [line])


def _add_board(parent: Element, out: ExportedSession, board: int, lines: list[ExportedLine], letters: int = 0) -> None:
    element = SubElement(parent, "BOARD")
    add(element, BOARD_NUMBER=str(board))
    points = METHODS[out.session.opening.scoring].points
    for line in lines:
        row, seating = SubElement(element, "TRAVELLER_LINE"), line.played.seating
        if out.individuals:
            seats = dict(zip("NSEW", (*seating.contestants(Side.NS), *seating.contestants(Side.EW)), strict=False))
            add(row, **{f"{seat}_PLAYER_NUMBER": who[letters:] for seat, who in seats.items()})
        else:
            ns, ew = (_number(out, label[letters:]) for label in seating.pair)
            add(row, NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew)
        add_result(row, line)
        ns, ew = map(score_text, line.scores)
        add(row, **{f"NS_{points}": ns, f"EW_{points}": ew})


_PROLOG = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">
"""


def write_usebio(out: ExportedSession) -> str:
    """Return the session as USEBIO."""
    root = Element("USEBIO", Version="1.2")
    club = SubElement(root, "CLUB")
    add(club, CLUB_NAME=out.club.name, CLUB_ID_NUMBER=out.club.number)
    session, form, pairs_are = out.session, out.session.opening.scoring, "INDIVIDUAL" if out.individuals else "PAIRS"
    kind = "TEAMS" if out.scoreboard.teams else "SWISS_PAIRS" if out.scoreboard.in_matches else pairs_are
    two_points = form == "board-a-match" and session.regulations.board_a_match.scale == "2/1/0"
    # a knockout has its IMPs as they are: who has more of them has won
    of_matches = "VPS" if total_unit(out.scoreboard) == "VP" else "IMPS" if form == "knockout" else ""
    event = SubElement(root, "EVENT", EVENT_TYPE=kind)
    add(
        event,
        EVENT_IDENTIFIER=out.event.code or session.id,
        BOARD_SCORING_METHOD="PAB" if two_points else METHODS[form].boards,
        MATCH_SCORING_METHOD=of_matches,
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
    if out.scoreboard.teams:
        add_teams(SubElement(event, "SESSION", SESSION_ID="1"), out)
    elif out.scoreboard.in_matches:
        add_swiss_pairs(event, out)
    else:
        add_pairs(event, out)
    if out.deals:
        handset = SubElement(root, "HANDSET")
        for board, deal in out.deals.items():
            add_hands(handset, board, deal)
    indent(root, "  ")
    return _PROLOG + tostring(root, encoding="unicode") + "\n"
