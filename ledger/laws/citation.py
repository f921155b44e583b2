"""The Laws of Duplicate Bridge 2017 by number; citations ('16B', '12C1(c)'); and the subjects of rulings."""

import re
from collections.abc import Iterable
from typing import Literal, get_args

from ledger.bridge.notation import Unreadable

LAWS: dict[int, tuple[str, str]] = {
    1: ("The pack", "AB"),
    2: ("The duplicate boards", ""),
    3: ("Arrangement of tables", ""),
    4: ("Partnerships", ""),
    5: ("Assignment of seats", "AB"),
    6: ("The shuffle and deal", "ABCDE"),
    7: ("Control of boards and cards", "ABCD"),
    8: ("Sequence of rounds", "AB"),
    9: ("Procedure following an irregularity", "ABCD"),
    10: ("Assessment of rectification", "ABC"),
    11: ("Forfeiture of the right to rectification", "AB"),
    12: ("Director's discretionary powers", "ABC"),
    13: ("Incorrect number of cards", "ABCD"),
    14: ("Missing card", "ABC"),
    15: ("Wrong board or hand", "ABC"),
    16: ("Authorized and unauthorized information", "ABCD"),
    17: ("The auction period", "ABCD"),
    18: ("Bids", "ABCDEF"),
    19: ("Doubles and redoubles", "ABCDE"),
    20: ("Review and explanation of calls", "ABCDEFG"),
    21: ("Misinformation", "ABC"),
    22: ("End of auction and auction period", "AB"),
    23: ("Comparable call", "ABC"),
    24: ("Card exposed or led during the auction", "ABCDE"),
    25: ("Legal and illegal changes of call", "AB"),
    26: ("Call withdrawn, lead restrictions", "AB"),
    27: ("Insufficient bid", "ABCD"),
    28: ("Calls considered to be in rotation", "AB"),
    29: ("Procedure after a call out of rotation", "ABC"),
    30: ("Pass out of rotation", "ABC"),
    31: ("Bid out of rotation", "AB"),
    32: ("Double or redouble out of rotation", "AB"),
    33: ("Simultaneous calls", ""),
    34: ("Retention of the right to call", ""),
    35: ("Inadmissible calls", "ABCD"),
    36: ("Inadmissible doubles and redoubles", "ABC"),
    37: ("Action violating an obligation to pass", "AB"),
    38: ("Bid of more than seven", "ABCD"),
    39: ("Call after the final pass", "AB"),
    40: ("Partnership understandings", "ABC"),
    41: ("Commencement of play", "ABCD"),
    42: ("Dummy's rights", "AB"),
    43: ("Dummy's limitations", "AB"),
    44: ("Sequence and procedure of play", "ABCDEFG"),
    45: ("Card played", "ABCDEFG"),
    46: ("Incomplete or invalid designation of a card", "AB"),
    47: ("Retraction of a card played", "ABCDEF"),
    48: ("Exposure of declarer's cards", "AB"),
    49: ("Exposure of a defender's cards", ""),
    50: ("Disposition of a penalty card", "ABCDE"),
    51: ("Two or more penalty cards", "AB"),
    52: ("Failure to lead or play a penalty card", "AB"),
    53: ("Lead out of turn accepted", "ABC"),
    54: ("Faced opening lead out of turn", "ABCDE"),
    55: ("Declarer's lead out of turn", "ABC"),
    56: ("Defender's lead out of turn", ""),
    57: ("Premature lead or play", "ABCD"),
    58: ("Simultaneous leads or plays", "AB"),
    59: ("Inability to lead or play as required", ""),
    60: ("Play after an illegal play", "ABC"),
    61: ("Failure to follow suit: inquiries about a revoke", "ABC"),
    62: ("Correction of a revoke", "ABCD"),
    63: ("Establishment of a revoke", "AB"),
    64: ("Procedure after establishment of a revoke", "ABC"),
    65: ("Arrangement of tricks", "ABCD"),
    66: ("Inspection of tricks", "ABCD"),
    67: ("Defective trick", "AB"),
    68: ("Claim or concession of tricks", "ABCD"),
    69: ("Agreed claim or concession", "AB"),
    70: ("Contested claim or concession", "ABCDE"),
    71: ("Concession cancelled", ""),
    72: ("General principles", "ABC"),
    73: ("Communication, tempo and deception", "ABCDE"),
    74: ("Conduct and etiquette", "ABC"),
    75: ("Mistaken explanation or mistaken call", "ABCD"),
    76: ("Spectators", "ABCD"),
    77: ("Duplicate bridge scoring table", ""),
    78: ("Methods of scoring and conditions of contest", "ABCD"),
    79: ("Tricks won", "ABC"),
    80: ("Regulation and organization", "AB"),
    81: ("The director", "ABCD"),
    82: ("Rectification of errors of procedure", "ABC"),
    83: ("Notification of the right to appeal", ""),
    84: ("Rulings on agreed facts", "ABCDE"),
    85: ("Rulings on disputed facts", "AB"),
    86: ("Team play", "AB"),
    87: ("Fouled board", "AB"),
    88: ("Award of indemnity points", ""),
    89: ("Rectification in individual events", ""),
    90: ("Procedural penalties", "AB"),
    91: ("Penalize or suspend", "AB"),
    92: ("Right to appeal", "ABCD"),
    93: ("Procedures of appeal", "ABC"),
}
"""The short title of each Law, and the letters of its sections."""


# The sections whose paragraphs the ledger itself acts on are known to the last letter.
_PARAGRAPHS: dict[str, str] = {"12C1": "abcde", "12C2": "abcd", "12C3": "", "12C4": ""}
_SECTIONS: dict[str, int] = {"12A": 3, "12B": 2, "12C": 4, "79A": 2, "79B": 3, "79C": 2, "86B": 3, "87A": 0, "87B": 0}
_OF_2007: dict[str, str] = {"73F": "73E2"}
"""Sections of older codes that no longer exist, with the section that replaces each."""
_ROMAN = r"VIII|VII|VI|IV|V|III|II|I|IX|X"
_CITATION = re.compile(
    rf"(?:LAW)?([0-9]{{1,3}})(?:([A-Z])(?:([0-9]{{1,2}})(?:\(([A-Z])\)|([A-Z]))?(?:\(({_ROMAN})\))?)?)?"
)


def parse_law(text: str) -> str:
    """Return a citation in its standard form; Unreadable (no-such-law) for an unknown paragraph.

    >>> parse_law("12c1c"), parse_law("Law 16 B")
    ('12C1(c)', '16B')
    """
    match = _CITATION.fullmatch("".join(text.upper().replace("§", "").split()))
    law = int(match[1]) if match else 0
    if not match or law not in LAWS:
        raise _no_such_law(text, "the Laws run from 1 to 93: see `bridge-ledger help laws`")
    letter, number, paragraph, roman = match[2] or "", match[3] or "", (match[4] or match[5] or "").lower(), match[6]
    title, letters = LAWS[law]
    if current := _OF_2007.get(f"{law}{letter}"):
        raise _no_such_law(
            text, f"{law}{letter} of the Laws of 2007 is {current} now: see `bridge-ledger help laws {current}`"
        )
    if letter and letter not in letters:
        raise _no_such_law(
            text, f"Law {law} ({title}) has {_name_letters(letters)}: see `bridge-ledger help laws {law}`"
        )
    section = f"{law}{letter}{number}"
    if number and not 1 <= int(number) <= _SECTIONS.get(f"{law}{letter}", 9):
        raise _no_such_law(text, f"Law {law}{letter} has no paragraph {number}")
    if paragraph and paragraph not in _PARAGRAPHS.get(section, "abcdefghij"):
        raise _no_such_law(text, f"{section} has {_name_letters(_PARAGRAPHS.get(section, 'abcdefghij'))}")
    tail = f"({paragraph})" if paragraph else ""
    return f"{law}{letter}{number}{tail}" + (f"({roman.lower()})" if roman else "")


def law_title(citation: str) -> str:
    """Return the title of the Law a citation belongs to.

    >>> law_title("12C1(c)")
    "Director's discretionary powers"
    """
    digits = re.match(r"[0-9]+", citation)
    assert digits, citation
    return LAWS[int(digits[0])][0]


def _name_letters(letters: str) -> str:
    if len(letters) < 2:
        return letters or "no lettered sections"
    return f"{', '.join(letters[:-1])} and {letters[-1]}"


def _no_such_law(text: str, hint: str) -> Unreadable:
    return Unreadable("no-such-law", f"there is no Law {text.strip()}", text=text, marks=((0, len(text)),), hint=hint)


Subject = Literal[
    "hesitation",
    "unauthorised-information",
    "misinformation",
    "alerting",
    "deviation",
    "insufficient-bid",
    "call-out-of-turn",
    "changed-call",
    "lead-out-of-turn",
    "exposed-card",
    "played-card",
    "dummy",
    "revoke",
    "claim",
    "wrong-board",
    "scoring",
    "late",
    "slow-play",
    "conduct",
    "procedure",
    "director-error",
]
"""The subjects of rulings; a ruling may have several. `deviation`: a psychic bid, or a call outside the system."""

SUBJECTS: tuple[Subject, ...] = get_args(Subject)

JUDGED: frozenset[Subject] = frozenset(
    {"hesitation", "unauthorised-information", "misinformation", "alerting", "deviation"}
)
"""The subjects judged by hypothetical outcomes: equal facts on the same board should lead to equal scores."""

_SUBJECT_OF_LAW: dict[str, Subject] = {
    "16": "unauthorised-information",
    "20F": "misinformation",
    "21": "misinformation",
    "40A": "misinformation",
    "40B": "misinformation",
    "40C": "deviation",
    "47E": "misinformation",
    "73": "unauthorised-information",
    "73D": "hesitation",
    "75": "misinformation",
    "82C": "director-error",
    "87": "wrong-board",
    "90": "procedure",
    "90B1": "late",
    "90B2": "slow-play",
}
"""The subject of sections by prefix; the longest prefix counts."""

_LAWS: tuple[tuple[int, int, Subject], ...] = (
    (1, 8, "wrong-board"),
    (13, 15, "wrong-board"),
    (24, 24, "exposed-card"),
    (25, 26, "changed-call"),
    (27, 27, "insufficient-bid"),
    (28, 32, "call-out-of-turn"),
    (42, 43, "dummy"),
    (45, 47, "played-card"),
    (48, 52, "exposed-card"),
    (53, 56, "lead-out-of-turn"),
    (57, 58, "played-card"),
    (61, 64, "revoke"),
    (68, 71, "claim"),
    (72, 72, "conduct"),
    (74, 74, "conduct"),
    (79, 79, "scoring"),
    (91, 91, "conduct"),
)
"""The subject of ranges of Laws, first and last number."""


def subjects_of(laws: Iterable[str]) -> tuple[Subject, ...]:
    """Return the subjects of cited Laws, without repetition, in the order of SUBJECTS; some Laws (12, 80 …) have none.

    >>> subjects_of(("16B1(a)", "12C1(c)", "73D1"))
    ('hesitation', 'unauthorised-information')
    """
    cited = {_find_subject(law) for law in laws}
    return tuple(each for each in SUBJECTS if each in cited)


def _find_subject(law: str) -> Subject | None:
    sections = (law[:length] for length in range(len(law), 1, -1))
    if section := next(
        (
            each
            for each in sections
            if each in _SUBJECT_OF_LAW and (not (each[-1].isdigit() and law[len(each) : len(each) + 1].isdigit()))
        ),
        None,
    ):
        return _SUBJECT_OF_LAW[section]
    number = int((re.match(r"[0-9]+", law) or [0])[0])
    return next((subject for first, last, subject in _LAWS if first <= number <= last), None)
