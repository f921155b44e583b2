"""USEBIO 1.2: pairs, individuals and teams, matches in victory points, with who they are and the deals.

A line with an artificial score says it as A6040. What was assigned is written as if it had been played; what is
weighted, split or given outright stands beside what was played, in the scores of the line.
"""

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ledger.exchange.writing.given_out import GivenOut
from ledger.exchange.writing.usebio.elements import METHODS, add, hands
from ledger.exchange.writing.usebio.matches import swiss_pairs, teams
from ledger.exchange.writing.usebio.travellers import pairs, sections

_PROLOG = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">
"""


def write_usebio(out: GivenOut) -> str:
    """The session as USEBIO."""
    root = Element("USEBIO", Version="1.2")
    club = SubElement(root, "CLUB")
    add(club, CLUB_NAME="", CLUB_ID_NUMBER="")
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
        EVENT_IDENTIFIER=session.id,
        BOARD_SCORING_METHOD=method.boards,
        MATCH_SCORING_METHOD="VPS" if _converted(out) else "",
        PROGRAM_NAME=out.program,
        PROGRAM_VERSION=out.version,
        EVENT_DESCRIPTION=session.opening.title,
        DATE="/".join(reversed((session.opening.date or "").split("-"))),
        WINNER_TYPE="" if out.scoreboard.teams else str(session.opening.winners),
        SESSION_COUNT="1",
        SECTION_COUNT=str(max(len(sections(out)), 1)),
        BOARDS_PLAYED=str(len(out.boards)),
    )
    return event


def _kind(out: GivenOut) -> str:
    if out.scoreboard.teams:
        return "TEAMS"
    return "SWISS_PAIRS" if out.scoreboard.in_matches else "INDIVIDUAL" if out.individuals else "PAIRS"


def _converted(out: GivenOut) -> bool:
    return any(match.pool for match in out.scoreboard.matches.values())
