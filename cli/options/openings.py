"""Reading what a session is opened with: its boards, contestants, form of scoring and regulations."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from cli.options.addresses import parse_boards, parse_contestants, parse_teams
from ledger.bridge import Unreadable
from ledger.errors import Misuse
from ledger.labels import direction
from ledger.laws import profile_loader
from ledger.laws.rounding import read_fraction
from ledger.scoring.forms import FORMS, FormName
from ledger.session.moment import written_day
from ledger.subjects.play.facts import OpenSession

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.options.sessions import OpeningOptions
    from ledger.laws.regulations import Regulations


def opening(name: str, asked: OpeningOptions) -> OpenSession:
    """The session asked for; where contestants are named with their direction, the two are ranked apart."""
    form = next(form for form in FORMS if form == asked.scoring)
    labels = contestants(asked.contestants, form) if asked.contestants else ()
    two = asked.winners == "2" or (asked.winners is None and any(direction(label) for label in labels))
    if two and all(label[-1].isdigit() for label in labels):
        # Numbers stand for a pair North–South and another East–West; who has a name or a direction keeps it.
        labels = tuple(f"{label}{side}" for side in ("NS", "EW") for label in labels)
    winners: Literal[1, 2] = 2 if two and not FORMS[form].teams() else 1
    title, boards, under = asked.title or name, parse_boards(asked.boards), regulations(asked.profile, asked.regulation)
    day = parse_day(asked.date) if asked.date else None
    return OpenSession(title, day, boards, winners, under, labels, form)


def contestants(text: str, scoring: FormName) -> tuple[str, ...]:
    """Contestants as the form of scoring has them: teams by name, all others by number."""
    return parse_teams(text) if FORMS[scoring].teams() else parse_contestants(text)


def regulations(profile: str, changes: tuple[str, ...] = ()) -> Regulations:
    """The regulations of a profile, by its name or its file, with what is said to be otherwise."""
    return amended(profile_loader.load_profile(profile), changes)


def amended(now: Regulations, changes: Sequence[str]) -> Regulations:
    """Regulations with some of them changed, each as 'participation.sit_out=60%'."""
    return profile_loader.changed(now, said_otherwise(changes))


def said_otherwise(changes: Sequence[str]) -> dict[str, str]:
    """What regulations are to be, by their names; each was typed as 'participation.sit_out=60%'."""
    said: dict[str, str] = {}
    for text in changes:
        name, equals, value = (part.strip() for part in text.partition("="))
        name = name.replace("-", "_")
        if not (name and equals and value) or name in said:
            what = f"{name} is said twice" if name in said else f"{text[:40]!r} does not say what a regulation is to be"
            raise Misuse("bad-profile", what, "--regulation participation.sit_out=60%; `help regulations` lists them")
        said[name] = value
    return said


def parse_day(text: str) -> str:
    """A day with its year, in the one form it is kept in; Unreadable (which-day) where it may be two.

    >>> parse_day("5.3.2026"), parse_day("2026-03-05")
    ('2026-03-05', '2026-03-05')
    """
    try:
        if re.search(r"[0-9]{4}|[./-][0-9]{2}$", text.strip()) and (day := written_day(text, date.today())):
            return f"{day:%Y-%m-%d}"
    except Unreadable:
        raise
    except ValueError:
        pass
    raise Unreadable("bad-time", f"{text!r} is no day", text=text, marks=((0, len(text)),), hint="write 2026-03-05")


def parse_results(text: str) -> int | None:
    """How many results a board should have; None for as many as any has.

    >>> parse_results("13"), parse_results("most")
    (13, None)
    """
    if text == "most":
        return None
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise Misuse("usage", f"{text!r} is no number of results", "13; or most, for as many as any board has")
    return int(text)


def parse_imps(text: str) -> Fraction:
    """IMPs a team brings with it.

    >>> parse_imps("5.5"), parse_imps("1/3")
    (Fraction(11, 2), Fraction(1, 3))
    """
    try:
        imps = read_fraction(text)
    except ValueError:
        imps = Fraction(-1)
    if not 0 <= imps < 1000:
        raise Misuse("usage", f"{text!r} is no number of IMPs", "5, 5.5, or 17/3")
    return imps
