"""What a ruling is about, in the field's words; and what the Laws it cites say of that, where nobody says."""

import re
from collections.abc import Iterable
from typing import Literal, get_args

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
"""What rulings are about; one may be about several. `deviation`: a psychic bid, or otherwise not by the system."""

SUBJECTS: tuple[Subject, ...] = get_args(Subject)

JUDGED: frozenset[Subject] = frozenset(
    {"hesitation", "unauthorised-information", "misinformation", "alerting", "deviation"}
)
"""What is judged by what might have been, so that like facts on the same board lead to the same score."""

_SECTIONS: dict[str, Subject] = {
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
"""Sections by how they begin: the longest that fits says it."""

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
"""Laws by number, from and to."""


def subjects_of(laws: Iterable[str]) -> tuple[Subject, ...]:
    """The subjects that citations lead to, each once, in the order of the list; those of procedure lead to none.

    >>> subjects_of(("16B1(a)", "12C1(c)", "73D1"))
    ('hesitation', 'unauthorised-information')
    """
    found = {_subject(law) for law in laws}
    return tuple(each for each in SUBJECTS if each in found)


def _subject(law: str) -> Subject | None:
    sections = (law[:length] for length in range(len(law), 1, -1))
    if section := next((each for each in sections if each in _SECTIONS and _ends_there(law, each)), None):
        return _SECTIONS[section]
    number = int((re.match(r"[0-9]+", law) or [0])[0])
    return next((subject for first, last, subject in _LAWS if first <= number <= last), None)


def _ends_there(law: str, section: str) -> bool:
    """Whether a citation is of a section, and not of one whose number only begins so: 90B1 is none of 90B12."""
    return not (section[-1].isdigit() and law[len(section) : len(section) + 1].isdigit())
