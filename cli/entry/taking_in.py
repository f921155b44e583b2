"""Slips that come line by line: each is recorded, was recorded already, or is refused, and the others go on."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from cli.desk.desk import Desk
from cli.entry.slip_lines import TypedSlip, read_slip
from cli.screens.mistakes import Mistake, of_input
from ledger.bridge import Unreadable
from ledger.errors import Problem, Refusal
from ledger.events import Envelope
from ledger.events.participation import BoardNotPlayed, PlayPostponed
from ledger.session import Session, TableBoard, session_of
from ledger.session.places import find


class TakenLine(NamedTuple):
    """What came of a line: `mistake` where it was refused, else the event that says so and the session after it.

    `already`: it had been recorded before; `now`: what was made of it since, '' where it still stands.
    """

    line: int
    text: str
    after: Session
    slip: TypedSlip | None = None
    event: Envelope | None = None
    mistake: Mistake | None = None
    already: int = 0
    now: str = ""


class TakingIn:
    """Takes slips in, one after the other; on trial, each is decided as if those before it were recorded.

    `consented`: the scores were out, and it was asked once for all of them.
    """

    def __init__(self, desk: Desk, *, consented: bool = False) -> None:
        self.desk = desk
        self._consented = consented
        self._trial = desk.settings.dry_run
        self.session = desk.office.session(desk.session_id)
        desk.office.scoreboard(desk.session_id)  # remembered: from now on a slip costs its own board alone

    def each(self, lines: Iterable[str]) -> Iterator[TakenLine]:
        """What comes of each line that says something."""
        for number, text in enumerate(lines, start=1):
            tidy = text.replace("\t", " ").strip().removeprefix("\ufeff")
            try:
                slip = read_slip(tidy)
            except (Problem, Unreadable, click.UsageError) as error:
                yield TakenLine(number, tidy, self.session, mistake=of_input(error, self.desk.settings))
                continue
            if slip:
                yield self._taken(number, tidy, slip)

    def _taken(self, number: int, text: str, slip: TypedSlip) -> TakenLine:
        try:
            supposing = self.session if self._trial else None
            effect = self.desk.submit(slip.command, supposing=supposing, consented=self._consented)
        except (Problem, Unreadable) as error:
            return self._refused(number, text, slip, error)
        self.session = session_of(effect.after)
        return TakenLine(number, text, self.session, slip, effect.events[-1])

    def _refused(self, number: int, text: str, slip: TypedSlip, error: Problem | Unreadable) -> TakenLine:
        mistake = of_input(error, self.desk.settings)
        if not self._trial:
            self.session = self.desk.office.session(self.desk.session_id)
        if isinstance(error, Refusal) and (said := recorded_already(self.session, slip)):
            return TakenLine(number, text, self.session, slip, already=said[0], now=said[1])
        return TakenLine(number, text, self.session, slip, mistake=mistake)


def recorded_already(session: Session, slip: TypedSlip) -> tuple[int, str] | None:
    """The event that says just this of the table, and what was made of it since; None where there is none."""
    try:
        played = find(session, slip.where)
    except Refusal:
        return None
    return _said_so(played, slip) if played else None


def _said_so(played: TableBoard, slip: TypedSlip) -> tuple[int, str] | None:
    result, lead, without = slip.noted
    if without:
        said = played.absence
        fact = said.fact if said else None
        same = isinstance(fact, PlayPostponed) if without == "later" else _is_no_board(fact)
        return (said.number, str(played.result or "")) if said and same else None
    for each in played.results:
        if (each.result, lead or each.lead) == (result, each.lead):
            last = played.results[-1]
            return each.number, "" if each is last else f"corrected to {last.result} by #{last.number}"
    return None


def _is_no_board(fact: object) -> bool:
    return isinstance(fact, BoardNotPlayed) and not fact.scored
