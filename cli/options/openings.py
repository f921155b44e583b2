"""Parsing of a new session: boards, contestants, form of scoring, regulations."""

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


def opening(name: str, options: OpeningOptions) -> OpenSession:
    """Return the command that opens a session, with the boards, contestants and regulations typed."""
    form = next(form for form in FORMS if form == options.scoring)
    labels = contestants(options.contestants, form) if options.contestants else ()
    two = options.winners == "2" or (options.winners is None and any(direction(label) for label in labels))
    if two and all(label[-1].isdigit() for label in labels):
        # Number 5 stands for two pairs, 5NS and 5EW.
        labels = tuple(f"{label}{side}" for side in ("NS", "EW") for label in labels)
    winners: Literal[1, 2] = 2 if two and not FORMS[form].teams() else 1
    title, boards = options.title or name, parse_boards(options.boards)
    day = parse_day(options.date) if options.date else None
    rules = regulations(options.profile, options.regulation, day)
    return OpenSession(title, day, boards, winners, rules, labels, form)


def contestants(text: str, scoring: FormName) -> tuple[str, ...]:
    """Parse contestants: names of teams in a form of scoring for teams, else numbers."""
    return parse_teams(text) if FORMS[scoring].teams() else parse_contestants(text)


def regulations(profile: str, changes: tuple[str, ...] = (), day: str | None = None) -> Regulations:
    """Return a profile (name or file) as of a day, by default today, with changes; Misuse (no-such-profile, …)."""
    return change_values(profile_loader.load_profile(profile, day or today()), changes)


def today() -> str:
    """Return the present day as it is recorded: '2026-03-05'."""
    return f"{date.today():%Y-%m-%d}"


def change_values(current: Regulations, changes: Sequence[str]) -> Regulations:
    """Return regulations with the typed changes applied: 'participation.sit_out=60%'."""
    return profile_loader.change_regulations(current, parse_regulation_changes(changes))


def parse_regulation_changes(changes: Sequence[str]) -> dict[str, str]:
    """Parse changes of regulations, 'total.unit=exact', to values by name; Misuse if one is invalid or repeated."""
    values: dict[str, str] = {}
    for text in changes:
        name, equals, value = (part.strip() for part in text.partition("="))
        name = name.replace("-", "_")
        if not (name and equals and value) or name in values:
            what = f"{name} is given twice" if name in values else f"{text[:40]!r} is no NAME=VALUE of a regulation"
            raise Misuse("bad-profile", what, "--regulation participation.sit_out=60%; `help regulations` lists them")
        values[name] = value
    return values


def parse_day(text: str) -> str:
    """Parse a day with its year; Unreadable if day and month could be swapped (which-day), or for no day (bad-time).

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
    """Parse how many results a board must have to be complete; None for 'most', the most that any board has.

    >>> parse_results("13"), parse_results("most")
    (13, None)
    """
    if text == "most":
        return None
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise Misuse("usage", f"{text!r} is no number of results", "13; or most, for as many as any board has")
    return int(text)


def parse_imps(text: str) -> Fraction:
    """Parse the IMPs that a team carries over; Misuse (usage) unless the number is at least 0 and below 1000.

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
