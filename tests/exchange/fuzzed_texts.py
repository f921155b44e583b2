"""Result files and profiles that are right, and what a stranger makes of them."""

import json
import random
from contextlib import suppress
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from tests.exchange.files import board, line, pair, usebio

CSV = b"""board,round,table,ns,ew,contract,declarer,tricks,lead,score
1,1,1,1,2,4S,N,10,SA,420
1,1,2,3,4,4S,N,9,H2,-50
1,1,3,5,6,,,,,A6040
1,1,4,Oslo,Bergen,3NT,S,9,,400
2,1,1,1,2,PASS,,,,0
2,1,2,3,4,5CX,E,9,,500
2,1,3,Bergen,Oslo,,,,,-620
"""
PBN = b"".join(
    f'[Event "Final"]\n[Board "{number}"]\n[Date "2026.03.05"]\n[HomeTeam "{home}"]\n[VisitTeam "{away}"]\n'
    f'[Round "1"]\n[Table "1"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "{tricks}"]\n[Score "{score}"]\n\n'.encode()
    for number in (1, 2)
    for home, away, tricks, score in (("AUSTRIA", "DENMARK", 10, "NS 420"), ("DENMARK", "AUSTRIA", 9, "NS -50"))
)
_PLAYED = [
    line("1", "2", "420", ("2", "0"), contract="4S", by="N", tricks="10", lead="TD"),
    line("3", "4", "-50", ("0", "2"), contract="4S", by="N", tricks="9"),
    line("5", "6", "A6040", ("1.2", "0.8")),
]
XML = usebio(
    "<PARTICIPANTS>"
    + "".join(pair(str(number), total=str(number), names=("Zoë Åberg", "Bob Ex")) for number in range(1, 7))
    + f"</PARTICIPANTS>{board(1, _PLAYED)}{board(2, _PLAYED)}"
).encode()
TEAMS = (
    usebio(
        "<SESSION><PARTICIPANTS><TEAM TEAM_ID='1' TEAM_NAME='Reds'><TOTAL_SCORE>12</TOTAL_SCORE><PLACE>1</PLACE>"
        "<PAIR><PAIR_NUMBER>1-1-2</PAIR_NUMBER><PAIR_IMPS>3.5</PAIR_IMPS></PAIR></TEAM><TEAM TEAM_ID='2' TEAM_NAME=''/>"
        "</PARTICIPANTS><MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>"
        "<TEAM_SCORE>12</TEAM_SCORE><OPPOSING_TEAM_SCORE>8</OPPOSING_TEAM_SCORE><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>"
        "<IMPS>10</IMPS><TRAVELLER_LINE><DIRECTION>NS</DIRECTION><SCORE>420</SCORE><NS_CROSS_IMP_POINTS>5"
        "</NS_CROSS_IMP_POINTS></TRAVELLER_LINE><TRAVELLER_LINE><DIRECTION>EW</DIRECTION><SCORE>-50</SCORE>"
        "</TRAVELLER_LINE></BOARD></MATCH></SESSION>",
        kind="TEAMS",
    )
    .replace("<WINNER_TYPE>1</WINNER_TYPE>", "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>")
    .encode()
)
TABLES = (
    '[Event "Tuesday"]\n[Date "2026.03.10"]\n[Scoring "MatchPoints"]\n'
    '[TotalScoreTable "Rank;PairId;TotalScoreMP;TotalPercentage;Names"]\n1 1 6.0 50.00 "Zoë Å - Bo Ek"\n[Board "1"]\n'
    '[Deal "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"]\n'
    '[ScoreTable "Table\\2R;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;MP_NS;MP_EW"]\n'
    '1 1 2 4S N 10 "420" - 6.0 0.0\n2 3 4 3N S 9 "400" - 3.0 3.0\n3 5 6 4S* N 9 - "100" 0.0 6.0\n'
    "4 7 8 - - - ^A60% ^A40% 3.6 2.4\n"
).encode()
AUCTIONS = PBN.replace(
    b"\n\n",
    b'\n[Deal "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"]\n[Auction "N"]\n'
    b'1S Pass 3S =1= Pass\n4S AP\n[Note "1:ten or more"]\n[Play "E"]\nCQ CK C3 C8\nS9 S4 S7 SA\n- - - *\n\n',
)
_LIN_HAND = (
    "md|3SJ654HT987DA86CK2,S87H632DT9432C543,SAKQ32HJ54DK7CA98|rh||ah|Board 1|sv|o|mb|1S|an|five or more|mb|p|mb|3S!|"
    "mb|p|mb|4S|mb|p|mb|p|mb|p|pg||pc|CQ|pc|CK|pc|C3|pc|C8|pg||pc|S4|pc|S7|pc|SA|pc|S9|mc|10|pg||\n"
)
LIN = (
    "vg|Final,Segment 1,I,1,2,Reds,0,Blues,4|\nrs|4SN=,3SNx-1,PASS,3NE-2|\npn|S,W,N,E,s,w,n,e|pg||\n"
    f"qx|o1|{_LIN_HAND}qx|c1|{_LIN_HAND}pn|Ann,Bob,Cid,Dee|st||{_LIN_HAND.replace('Board 1', 'Board 17')}"
).encode()
ACBL = (
    b'{"name": "Tuesday", "sessions": [{"sections": [{"name": "A", "pair_summaries": [{"pair_number": "1", "direction":'
    b' "NS", "score": "1.00", "percentage": 50.0, "players": [{"name": "Jane Roe", "id_number": "K1"}]}], "boards": ['
    b'{"board_number": 1, "board_results": [{"round_number": 1, "table_number": 1, "ns_pair": "1", "ew_pair": "2",'
    b' "ns_score": "420", "contract": "4 S", "declarer": "N", "tricks_taken": 10, "opening_lead": "DK",'
    b' "ns_match_points": "1.00"}, {"ns_pair": "3", "ew_pair": "4", "ns_score": "-50"}]}]}]}]}'
)
PROFILE = (Path(__file__).parents[1] / "laws" / "complete.toml").read_bytes()

_SENT = {
    "SessionGuid": "A2D168825A194C2AB0B4E4EA26834067",
    "SectionLetters": "A",
    "TableNumber": 1,
    "RoundNumber": 1,
    "BoardNumber": 1,
    "ScoringDirection": 3,
    "PairNorthSouth": 1,
    "PairEastWest": 2,
    "DeclarerDirection": 1,
    "Level": 4,
    "Denomination": 4,
    "Stake": 0,
    "TotalTricks": 10,
    "LeadCardRank": 14,
    "LeadCardSuit": 4,
}
_CALLED = {"SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "Hour": 19, "Minute": 40, "Status": 3}
CONNECTOR = json.dumps([_SENT, {**_SENT, "BoardNumber": 2, "Level": -7}, _CALLED], indent=1).encode()

HOSTILE = (
    b"\x1b]52;c;Zm9v\x07",
    b"\x1b[2J",
    "\x9b2J".encode(),
    b"\x9b",
    "\u202e".encode(),
    "\u2028".encode(),
    "\u200b".encode(),
    b"\xed\xa0\x80",
    b"\xff\xfe",
    b"\x00",
    b"\n",
    b"\r",
    b"\t",
    b"\x7f",
    b'"',
    b"'",
    b"=1+1",
    b"@SUM(A1)",
    b"-1",
    b"0",
    b"A7040",
    b"A9999",
    b"100%",
    b"9" * 5_000,
    b"[" * 2_000,
    b"<a>" * 2_000,
    b"&amp;" * 50,
    b"<!ENTITY x 'y'>",
    b"1e9",
    b"NaN",
    b"7NTXXN+0",
    "４Ｓ".encode(),
    "٣".encode(),
    b"x" * 200_000,
    b"{}",
    b"null",
    b"true",
)


def place_in(rng: random.Random, holder: Any, key: Any) -> tuple[Any, Any, str]:
    """A place anywhere within `holder[key]`: what holds it, its key there, and the last name on the way."""
    name = ""
    while isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.85:
        holder = holder[key]
        key = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
        name = key if isinstance(key, str) else name
    return holder, key, name


def mutated(rng: random.Random, right: bytes) -> bytes:
    """What is right, wrong in a few places."""
    made = right
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at, upto = sorted((rng.randrange(len(made) + 1), rng.randrange(len(made) + 1)))
        upto = min(upto, at + rng.choice((0, 1, 4, 40, 400)))
        match rng.randrange(6):
            case 0:
                made = made[:at] + rng.choice(HOSTILE) + made[at:]
            case 1:
                made = made[:at] + rng.choice(HOSTILE) + made[upto:]
            case 2:
                made = made[:at] + made[upto:]
            case 3:
                made = made[:upto] + made[at:upto] * rng.choice((1, 2, 50)) + made[upto:]
            case 4:
                made = made[:at] + bytes(rng.randrange(256) for _ in range(rng.choice((1, 3)))) + made[at + 1 :]
            case _:
                made = made[:at] if rng.random() < 0.2 else made[:at] + rng.choice(HOSTILE) + made[at + 1 :]
    return made


def in_any_writing(rng: random.Random, right: bytes) -> bytes:
    """A table as other programs write it: with other separators, in other encodings, with a title, in other words."""
    text = right.decode().replace(",", rng.choice(",;\t|"))
    for english, other in (
        ("4S", "4P"),
        ("contract", "Contrat"),
        ("ns", "Paar NS"),
        (",E,", ",O,"),
        ("4S", "4 Pik x O"),
    ):
        text = text.replace(english, other) if rng.random() < 0.3 else text
    title = rng.choice(("", "Club, Thursday;\n", "sep=;\n", "\n\n", "Club é\n"))
    return (title + text).encode(rng.choice(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252")))


def spreadsheet(rng: random.Random, right: bytes) -> bytes:
    """A table as a .xlsx with a few cells that are wrong, or a file that is wrong in a few bytes."""
    from openpyxl import Workbook
    from openpyxl.utils.exceptions import IllegalCharacterError

    book = Workbook()
    values = [*(each.decode(errors="replace")[:30_000] for each in HOSTILE), 1e308, -1, 0.5, True, None]
    values += [datetime(2026, 3, 5, 20, 0), "=1/0", "=HYPERLINK(1)", "4 Pik", "O", "+1", 1]
    sheet = book.worksheets[0]
    for at, row in enumerate(right.decode().splitlines(), start=1):
        for column, cell in enumerate(row.split(","), start=1):
            value = rng.choice(values) if rng.random() < 0.03 else int(cell) if cell.isdigit() else cell
            with suppress(IllegalCharacterError, ValueError):
                sheet.cell(at, column, value)
    book.save(made := BytesIO())
    return made.getvalue() if rng.random() < 0.5 else mutated(rng, made.getvalue())


def overwritten(rng: random.Random, right: bytes, page: int = 2048) -> bytes:
    """A file of pages, wrong in a few bytes, or pages; it breaks off now and then."""
    made = bytearray(right)
    for _ in range(rng.choice((1, 2, 8, 64))):
        at = rng.randrange(len(made) // page) * page
        match rng.randrange(4):
            case 0:
                made[at : at + page] = bytes(page)
            case 1:
                other = rng.randrange(len(made) // page) * page
                made[at : at + page] = made[other : other + page]
            case 2:
                made[at + rng.randrange(60)] = rng.choice((0, 1, 2, 0x7F, 0x80, 0xFF))  # what a page says of itself
            case _:
                made[at + rng.randrange(page)] = rng.randrange(256)
    return bytes(made if rng.random() < 0.95 else made[: rng.randrange(len(made))])
