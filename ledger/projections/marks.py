"""What is marked beside a contestant in the standings: why it has no place, or who sat there in somebody's stead."""

from collections.abc import Container, Mapping, Sequence
from math import ceil
from typing import Literal, NamedTuple

from ledger.facts.participation import ContestantDisqualified, ContestantWithdrew, StandingWithheld, SubstituteSeated
from ledger.session import Session
from ledger.session.state import is_cancelled, stage_of

Standing = Literal["disqualified", "withdrawn", "without-standing", "too-few-boards", "substitute"]


class Mark(NamedTuple):
    """What a contestant is marked with, the number of the event that says so, and whether it has a place."""

    standing: Standing
    number: int | None
    ranked: bool = False


Field = tuple[Mapping[str, int], int]
"""Contestants ranked together, each with its boards, and the most boards that anybody it is measured by has."""


def standing_marks(session: Session, fields: Sequence[Field]) -> dict[str, Mark]:
    """What contestants are marked with: what was stated of them, or that they have too few boards.

    What takes the place goes before what leaves it.
    """
    found, scored = marks(session), {contestant for boards, _ in fields for contestant in boards}
    for few in (*(_too_few(session, *field) for field in fields), _without_boards(session, scored)):
        for contestant, mark in few.items():
            found[contestant] = min(found.get(contestant, mark), mark, key=_weight)
    return found


def marks(session: Session) -> dict[str, Mark]:
    """Every contestant of whom something was stated; what takes its place goes before what leaves it."""
    found: dict[str, Mark] = {}
    for number, fact in sorted(session.participation.facts.items(), reverse=True):
        match fact:
            case ContestantDisqualified():
                mark = Mark("disqualified", number)
            case ContestantWithdrew():
                mark = Mark("withdrawn", number, fact.good_reason and not stage_of(session, fact).before_half)
            case StandingWithheld():
                mark = Mark("without-standing", number)
            case SubstituteSeated():
                mark = Mark("substitute", number, ranked=True)
            case _:
                continue
        found[fact.contestant] = min(found.get(fact.contestant, mark), mark, key=_weight)
    return found


def _weight(mark: Mark) -> tuple[bool, int]:
    """Which of several marks is shown: one that costs the place, in the order they are listed."""
    return mark.ranked, _ORDER.index(mark.standing)


_ORDER: tuple[Standing, ...] = ("disqualified", "withdrawn", "without-standing", "too-few-boards", "substitute")


def _without_boards(session: Session, scored: Container[str]) -> dict[str, Mark]:
    """Those whose every score was cancelled, by a withdrawal they had no part in."""
    cancelled = session.cancelled
    return {
        contestant: Mark("too-few-boards", None)
        for played in (session.table_boards() if cancelled else ())
        if is_cancelled(played, cancelled)
        for contestant in played.seating.everyone
        if contestant not in scored
    }


def _too_few(session: Session, boards: Mapping[str, int], most: int) -> dict[str, Mark]:
    """Those of a field with fewer boards than the regulations want for a place."""
    least = ceil(session.regulations.standings.least(most))  # boards are whole ones
    return {contestant: Mark("too-few-boards", None) for contestant, number in boards.items() if number < least}
