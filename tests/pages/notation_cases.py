"""Notations of results, deals, auctions, plays and grades, on both sides of each line that is drawn; each in an event
under a seal, so that nothing but itself can be wrong.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tests.pages.made_receipts import stored
from tests.pages.receipt_answers import HOLDS, Case, bad_body, of_record

RESULTS = """
PASS 4SN= 1CN= 7NTXXW= 2DXE+1 3HS-1 7NTN-13 7NTN-10 7NTN-9 1SW+6 1SW-7 6CE+1 2CN+5 +0 +10 -10 +90 +990 +7600 -7600
"""
NO_RESULTS = """
pass PASSx PASSED xPASS 4SX 4SN 4SN+ 4SN-: 4SN+: 4SN+0 4SN-0 4SN+01 4SN=1 4SN=: 4SN=x x4SN= 4sN= 4Sn= 8SN= 0SN=
:SN= 4NN= 4PN= 4SA= 4SNN= 4SXXXN= 4SN+4 6CE+2 7NTN+1 7CN+1 5CN+3 4SN+10 1SW+7 1SW-8 1SW-9 1SW-10 4SN-11 4SN-19
7NTN-14 7NTN-1: 7NTN-20 7NTN-130 -0 +00 +5 +010 +010 10 620 +625 +:0 +1:0 ++10 +0x x+0 x+10 +110x +12340 +10000
+7610 -7610 +7700 -7700 +1 +7601
"""
DEAL = "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
_SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
NO_DEALS = [
    *(DEAL.replace("N:", other) for other in ("E:", "n:", "NN:", "N: ", "N", "")),
    *(DEAL.replace("AKQ32", other) for other in ("KAQ32", "AKQ3", "AKQ332", "AKQ3:", ":AKQ3", "AKQ31", "akq32")),
    *(DEAL.replace("87.632.T9432.543", f"87.632.T9432{other}") for other in ("543", ".5.43", ".543.", ".534", ".54")),
    *(DEAL + other for other in (" ", "x", "\n", " A...", " 87.632.T9432.543")),
    *(DEAL.rpartition(" ")[0], DEAL.replace(" ", "  ", 1), DEAL.replace("AKQ32", "AKQ3").replace(" 87.", " 872.")),
    *(DEAL.replace("T9.AKQ", other) for other in ("T99.AK", "TA.AKQ", "109.AKQ", "T9.AKJ")),
    *(
        _SUITS.replace("...AKQJT98765432", other)
        for other in ("...AKQJT9876543", "AKQJT98765432...", "....AKQJT98765432")
    ),
]
AUCTIONS = """
N: P; N: P P P P; E: P P P 1C P P P; S: 1C; W: 1C 1D 1H 1S 1NT 2C; N: 7S 7NT X XX P P P; N: 1C X P; N: 1C X XX
N: 1C P P X P P XX; N: 1C X P P XX; N: 1C X 1D X; N: 1C! P!; N: 1NT=1= X=99=; N: P=10= 1S=19= P=90= P=9= X=8=
N: 1S P ^1H P 2S ^ P; N: 1S ^1S; N: 1S ^1H! X; N: ^ P; N: ^ ^ P P P P; N: P ^ P P P; N: 1C ^ P P P; N: 1C ^ ^ X
N: 1C X ^ ^ XX; N: 2C ^1C 2D; N: 3C ^1C 2C
"""
NO_AUCTIONS = """
N:P; N:  P; X: P; NN: P; xN: P; n: P; P; N: p; N: P  P; N: ^; N: ^ ^; N: ^!; N: ^=1= P; N: P!!; N: P=0=; N: P=01=
N: P=100=; N: P=1; N: P==; N: P=:=; N: P=1:=; N: P=:1=; N: 8C; N: 0C; N: :C; N: 1N; N: 1P; N: 1CC; N: x1C; N: 1C^
N: 1S 2^H; N: XXX; N: 1C X XXX; PN: P; PN:P; N: 1C none; N: 1C X none; N: P P P P none; N: X; N: XX; N: P X
N: 1C XX; N: 1C P X; N: 1C P P P P; N: 1C P P P 1D; N: P P P P P; N: P P P P 1C; N: P P P P ^; N: 1C ^ P P P ^
N: 1C ^ P P P P; N: 1C 1C; N: 1D 1C; N: 1NT 1S; N: 2C 1NT; N: 2C 1D 1H; N: 1C X X; N: 1C X P XX; N: 1C X XX X
N: 1C X XX XX; N: 1C X 1D XX; N: 1C ^ X; N: 1C X ^ XX; N: ^1C; N: 1C ^1D; N: 2C ^1C 1C; N: 2C 1C ^2D; N: 1C, P
"""
_CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
_TRICKS = [" ".join(_CARDS[at : at + 4]) for at in range(0, 52, 4)]
PLAYS = f"""
W: D8 D5 DT DA; N: SA - - -; E: - - - SA, CA C4 C8 C7; S: - - - -, SA - - -; N: {", ".join(_TRICKS)}
N: C2 D3 HT SJ, CQ DK H4 S6, D7 S9 - -
"""
NO_PLAYS = f"""
W: D8 D5 DT; W: D8 D5 DT DA D2; W: D8 D5 DT DA, CA C4 C8; W: D8 D5 DT, CA C4 C8 C7; W: D8 D5 DT DA,CA C4 C8 C7
W: D8 D5 DT DA,  CA C4 C8 C7; W: D8 D5 DT D8; W: D8 D5 DT DA, D8 - - -; W: D8 D5 DT DA, - - - -; W: - - - -
W:D8 D5 DT DA; X: D8 D5 DT DA; xW: D8 D5 DT DA; w: D8 D5 DT DA; W: d8 D5 DT DA; W: 8D D5 DT DA; W: D1 D5 DT DA
W: D: D5 DT DA; W: D10 D5 DT DA; W: XA D5 DT DA; W: D8x D5 DT DA; W: xD8 D5 DT DA; W: -- D5 DT DA; W: D8 D5 DT DA,
N: {", ".join([*_TRICKS[:-1], "C5 C4 - -", "C3 C2 - -"])}; N: - - - -, {", ".join([*_TRICKS[:12], "C5 C4 C3 C2"])}
"""
GRADES = "A+ A A- - 0 1 9 10 19 60 99 100 0.5 0.9 0.05 0.01 60.5 60.55 60.09 60.91 60.01 99.99 9.09"
NO_GRADES = """
a+ A* A+- -- 100.5 101 00 060 60.0 60.50 60.00 60.555 60. .5 -1 +60 60% A60 x60 60x 110 200 1000 60.x 60,5 0.0 0.00
100.0 60.5.5 60.: 6: : :5 60.:5 60.5: 1:0
"""


def notation_cases() -> Iterator[Case]:
    """Everything on these lists."""
    yield from _notations("result", RESULTS.split(), [*NO_RESULTS.split(), "4SN= ", "4SN=\n", "PASS\n", "+10\n", ""])
    yield from _notations("deal", [DEAL, _SUITS], NO_DEALS)
    yield from _notations("auction", _lines(AUCTIONS), [*_lines(NO_AUCTIONS), "", "N: ", "PN: ", "N: P ", "N: P\n"])
    yield from _notations(
        "play", _lines(PLAYS), [*_lines(NO_PLAYS), "", "W: ", "SA - - -N: ", "W: D8 D5 DT DA, ", "W: D8 D5 DT DA\n"]
    )
    yield from _notations("grade", GRADES.split(), [*NO_GRADES.split(), "60\n", ""])
    longest = f"N: {'^ ' * 998}P"
    yield of_record("an auction of 2,000 letters", _holding("auction", longest), HOLDS)
    yield of_record("an auction of 2,001 letters", _holding("auction", longest + "!"), _BAD["auction"])


def _lines(text: str) -> list[str]:
    return text.strip("\n").replace("; ", "\n").split("\n")


def _notations(kind: str, right: Sequence[str], wrong: Sequence[str]) -> Iterator[Case]:
    for text in right:
        yield of_record(f"{kind} {text!r}", _holding(kind, text), HOLDS)
    for text in dict.fromkeys(wrong):
        yield of_record(f"{kind} {text!r} is none", _holding(kind, text), _BAD[kind])
    odd: list[object] = [0, 60, True, [right[0]], [right[1]], {}]
    if kind not in ("auction", "play"):
        odd.append(None)
    for value in odd:
        yield of_record(f"{kind} {value!r} for a text", _holding(kind, value), _BAD[kind])


_KINDS = {
    "result": "result-recorded/1",
    "deal": "deal-recorded/1",
    "auction": "auction-recorded/1",
    "play": "auction-recorded/1",
    "grade": "ruling-given/1",
}
_BAD = {name: bad_body(1, kind) for name, kind in _KINDS.items()}


def _holding(kind: str, value: object) -> bytes:
    """A record with a notation in its place."""
    table = {"board": 1, "ew": "2", "ns": "1"}
    bodies: dict[str, dict[str, Any]] = {
        "result": {**table, "result": value},
        "deal": {"board": 1, "deal": value},
        "auction": {**table, "record": {"auction": value}},
        "play": {**table, "record": {"play": value}},
        "grade": {"adjustment": {"ew": "A-", "kind": "artificial", "ns": value}, "case": "R-0001", **table},
    }
    return stored(_KINDS[kind], dict(sorted(bodies[kind].items())))
