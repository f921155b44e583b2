"""USEBIO files written for tests: our own, never a club's."""

from collections.abc import Sequence

DTD = '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">'


def line(
    ns: str,
    ew: str,
    score: str,
    mp: tuple[str, str] | None = None,
    contract: str = "",
    by: str = "",
    tricks: str = "",
    lead: str = "",
) -> str:
    fields = {
        "NS_PAIR_NUMBER": ns,
        "EW_PAIR_NUMBER": ew,
        "CONTRACT": contract,
        "PLAYED_BY": by,
        "LEAD": lead,
        "TRICKS": tricks,
        "SCORE": score,
        "NS_MATCH_POINTS": mp[0] if mp else "",
        "EW_MATCH_POINTS": mp[1] if mp else "",
    }
    return (
        "<TRAVELLER_LINE>"
        + "".join(f"<{tag}>{text}</{tag}>" for tag, text in fields.items() if text)
        + "</TRAVELLER_LINE>"
    )


def board(number: int | str, lines: Sequence[str]) -> str:
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{''.join(lines)}</BOARD>"


def pair(number: str, direction: str = "", total: str = "", names: Sequence[str] = ()) -> str:
    players = "".join(
        f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME><NATIONAL_ID_NUMBER>{at}</NATIONAL_ID_NUMBER></PLAYER>"
        for at, name in enumerate(names)
    )
    numbered = f"<PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION>"
    return f"<PAIR>{numbered}<TOTAL_SCORE>{total}</TOTAL_SCORE>{players}</PAIR>"


def usebio(
    body: str,
    *,
    winners: int = 1,
    kind: str = "MP_PAIRS",
    prolog: str = '<?xml version="1.0"?>',
    dtd: str = DTD,
    extra: str = "",
) -> str:
    return (
        f'{prolog}\n{dtd}\n<USEBIO Version="1.2"><CLUB/><EVENT EVENT_TYPE="{kind}">'
        "<EVENT_IDENTIFIER>77</EVENT_IDENTIFIER><EVENT_DESCRIPTION>Test pairs</EVENT_DESCRIPTION>"
        f"<PROGRAM_NAME>Compscore3</PROGRAM_NAME><WINNER_TYPE>{winners}</WINNER_TYPE>"
        f"<DATE>05/03/2026</DATE>{extra}{body}</EVENT>"
        "<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><HAND><DIRECTION>North</DIRECTION>"
        "<CLUBS>AKQ</CLUBS></HAND></BOARD></HANDSET></USEBIO>"
    )
