"""Given events, when a command, then events or a refusal: the core without a database."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from ledger.bridge import Result, Side
from ledger.decide import Actor, Response, decide
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Command, Envelope
from ledger.laws import profile_loader
from ledger.laws.adjustment import Adjustment
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.forms import FormName
from ledger.session import Session, TableBoard
from ledger.store import record
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.evolving import evolve, replay
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds

MINUTE = 60_000_000


class Evening:
    """A session in memory. `do` decides a command and records what it leads to; `refuses` expects a code."""

    def __init__(
        self,
        boards: Sequence[int] = (1,),
        winners: int = 2,
        profile: str = "default",
        contestants: Sequence[str] = (),
        scoring: FormName = "matchpoints",
        date: str | None = None,
    ):
        self.log: list[Envelope] = []
        command = OpenSession(
            "Evening", date, tuple(boards), winners, profile_loader.load_profile(profile), tuple(contestants), scoring
        )
        self.do(command)

    @property
    def session(self) -> Session:
        return replay(self.log, "evening")

    @property
    def scoreboard(self) -> Scoreboard:
        return Scoreboard(self.session)

    def decide(self, command: Command, by: str = "spec", at: int = 0) -> Response:
        return decide(command, self.session, Actor(by, at * MINUTE))

    def do(self, command: Command, by: str = "spec", at: int = 0) -> list[Envelope]:
        """Record a command by an official, minutes after the beginning, and return its events."""
        response = self.decide(command, by, at)
        before = self.session
        new = self.enveloped(response, by, at)
        self.log += new
        assert evolve(before, *new) == self.session  # evolving and replaying are one
        return new

    def enveloped(self, response: Response, by: str, at: int) -> list[Envelope]:
        """Return the events of a decision in envelopes that continue the log."""
        return [
            Envelope(
                "evening",
                len(self.log) + part,
                record.name_of(each.event),
                each.event,
                f"command-{len(self.log)}",
                part - 1,
                at * MINUTE,
                at * MINUTE,
                by,
                each.because,
            )
            for part, each in enumerate(response.uncommitted, start=1)
        ]

    def refuses(self, command: Command, code: str, by: str = "spec", at: int = 0) -> Refusal:
        """Return the refusal of a command; assert that it has a message, a hint, and recorded nothing."""
        with pytest.raises(Refusal) as caught:
            self.decide(command, by, at)
        said = caught.value
        assert said.code == code, said.message
        assert said.hint, "and what to do instead"
        assert "`" not in said.message, "what to type stands in the hint"
        return said

    # Short forms for common commands

    def play(self, board: int, scores: Sequence[int | str | None]) -> None:
        """Record a board's results at tables 1, 2, …: notation, or North–South's score; None: not played.

        Pair t sits North–South at table t; East–West is chosen so that no pair plays a board twice.
        """
        for table, score in enumerate(scores, start=1):
            if score is not None:
                result = Result(score if isinstance(score, str) else f"{score:+d}")
                self.do(RecordResult(self.where(board, table), result))

    def where(self, board: int, table: int) -> Where:
        if self.session.opened and self.session.opening.winners == 1:
            return Where(board, str(table), str(2 * table - 1), str(2 * table))
        return Where(board, str(table), f"{table}NS", f"{table}EW")

    def rule(self, board: int, table: int, adjustment: Adjustment, **grounds) -> str:
        """Give a ruling and return its number; without a result it answers a call, as play had begun."""
        where, call = self.where(board, table), None
        if not any(played.table == str(table) for played in self.session.boards[board].values()):
            call = self.do(AddCall(where, "begun, not finished", "N", "play"))[0].event.case
        envelope = self.do(GiveRuling(where, adjustment, Grounds(**{**blank(), **grounds}), call=call))
        return envelope[-1].event.case

    def at(self, board: int, table: int) -> TableBoard:
        return next(played for played in self.session.boards[board].values() if played.table == str(table))

    def score(self, board: int, table: int, side: str = "NS") -> Fraction:
        """Return a score, and assert that its derivation has the same value."""
        score = self.scoreboard.score(self.at(board, table), Side(side))
        assert score.derivation().value == score.value
        return score.value

    def column(self, board: int, side: str = "NS") -> list[Fraction]:
        """Return every table's score on a board, in order of the tables."""
        tables = sorted(int(played.table) for played in self.session.boards[board].values())
        return [self.score(board, table, side) for table in tables]


def blank() -> dict[str, object]:
    return {"offender": "none", "laws": (), "disallowed": (), "legal_route": "", "facts": "", "reason": ""}
