"""Citations of the Laws ('16B', '12C1(c)') and the subjects of rulings, whatever the edition."""

import re
from typing import Literal, get_args

from ledger.bridge.notation import Unreadable

_ROMAN = r"VIII|VII|VI|IV|V|III|II|I|IX|X"
CITATION = re.compile(
    rf"(?:LAW)?([0-9]{{1,3}})(?:([A-Z])(?:([0-9]{{1,2}})(?:\(([A-Z])\)|([A-Z]))?(?:\(({_ROMAN})\))?)?)?"
)
"""Law, section, number, letter in two forms, and Roman number."""


def normal_form(text: str) -> str:
    """Return a citation in its standard form, in whatever edition it exists; Unreadable (no-such-law) for other text.

    >>> normal_form("12c1c"), normal_form("Law 16 B")
    ('12C1(c)', '16B')
    """
    if not (match := CITATION.fullmatch(tidy_citation(text))):
        raise no_such_law(text, "a Law is a number, or its section and paragraph: see `bridge-ledger help laws`")
    law, letter, number, part = int(match[1]), match[2] or "", match[3] or "", (match[4] or match[5] or "").lower()
    return f"{law}{letter}{number}" + (f"({part})" if part else "") + (f"({match[6].lower()})" if match[6] else "")


def no_such_law(text: str, hint: str, where: str = "") -> Unreadable:
    """Return the error for a text that cites no Law; `where`: ' in the Laws of 2007'."""
    message = f"there is no Law {text.strip()}{where}"
    return Unreadable("no-such-law", message, text=text, marks=((0, len(text)),), hint=hint)


def tidy_citation(text: str) -> str:
    """Return a text in capitals without spaces and paragraph signs."""
    return "".join(text.upper().replace("§", "").split())


def number_of(citation: str) -> int:
    """Return the number of the Law that a citation belongs to."""
    digits = re.match(r"[0-9]+", citation)
    assert digits, citation
    return int(digits[0])


def is_under(law: str, wanted: str) -> bool:
    """Return whether the cited `law` is the `wanted` Law or a part of that Law.

    >>> is_under("16B1(a)", "16B"), is_under("12C1(c)", "12"), is_under("16B", "1")
    (True, True, False)
    """
    suffix = law.removeprefix(wanted) if law.startswith(wanted) else None
    return suffix is not None and not (wanted[-1:].isdigit() and suffix[:1].isdigit())


Matter = Literal["claim", "not-by-result", "result-of-other-room", "wrong-board-or-opponents"]
"""A matter on which scores and checks depend if a cited Law is about it; the event that cites the Law records it."""

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
