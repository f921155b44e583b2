"""Numbers that are said of a tournament: what is less or more than they can be is refused, whoever hands it in."""

import pytest
from click import Command, IntRange

from cli.commands.tournament import knockout, qualifying, setting_up, stages, swiss
from ledger.bounds import Bounds
from ledger.bounds import tournaments as bounds
from ledger.facts import (
    AddSession,
    AddStage,
    AmendStage,
    DrawBracket,
    DrawRound,
    EnterEntrants,
    PlacedContestant,
    Qualify,
)
from ledger.facts.draws import DrawnMatch, StageKnown
from ledger.facts.tournaments import Entrant
from ledger.laws.stage_rules import StageRules
from tests.core.congress import Congress

KNOWN = StageKnown(order=("A", "B"))
PLACED = (PlacedContestant("A", 1), PlacedContestant("B", 2), PlacedContestant("C", 3))


def by_hand(table: int) -> DrawRound:
    return DrawRound(stage="swiss", round=1, known=KNOWN, by_hand=True, matches=(DrawnMatch(table, ("A", "B")),))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (AddStage("more", rules=StageRules(best=-1)), "the sessions that count cannot be -1"),
        (AddStage("more", rules=StageRules(least_sessions=-3)), "the sessions that give a place cannot be -3"),
        (AddStage("more", "swiss", StageRules(bye=1000)), "what a bye is worth cannot be 1000"),
        (AmendStage("pairs", "sessions", StageRules(winners=3)), "the winners of a stage cannot be 3"),
        (AddSession("pairs", "friday", sitting=-4), "a sitting cannot be -4"),
        (AddSession("pairs", "friday", sitting=0), "a sitting cannot be 0"),
        (AddSession("pairs", "friday", sitting=1000), "a sitting cannot be 1000"),
        (EnterEntrants((Entrant("A", seed=-3),)), "a seed cannot be -3"),
        (EnterEntrants((Entrant("A", seed=10000),)), "a seed cannot be 10000"),
        (DrawRound(stage="swiss", round=-1, known=KNOWN), "a round cannot be -1"),
        (by_hand(-7), "a table's number cannot be -7"),
        (by_hand(0), "a table's number cannot be 0"),
        (DrawBracket("cup", ("A", "B"), segments=(2, 0)), "the sittings of a match cannot be 0"),
        (DrawBracket("cup", ("A", "B"), segments=(-1,)), "the sittings of a match cannot be -1"),
        (DrawBracket("cup", ("A", "B"), source="pairs", best=-2), "those placed in a bracket cannot be -2"),
        (Qualify("pairs", "final", -2, placed=PLACED), "those who go on by place cannot be -2"),
    ],
    ids=str,
)
def test_a_number_that_cannot_be_is_refused(command, message):
    congress = Congress("pairs", "final")
    congress.do(AddStage("swiss", "swiss"))
    congress.do(AddStage("cup", "knockout"))
    assert congress.refuses(command, "bad-number").message == message


def test_the_sitting_after_the_last_there_can_be_is_none():
    congress = Congress("pairs")
    congress.do(AddSession("pairs", "friday", sitting=999))
    congress.refuses(AddSession("pairs", "saturday"), "bad-number")


@pytest.mark.parametrize(
    ("command", "option", "expected"),
    [
        (setting_up.add, "sitting", bounds.SITTING),
        (setting_up.enter, "seed", bounds.SEED),
        (qualifying.withdraw, "sitting", bounds.SITTING),
        (qualifying.qualify, "best", bounds.QUALIFIERS),
        (knockout.draw_bracket, "best", bounds.IN_BRACKET),
        (swiss.draw, "round", bounds.ROUND),
        (stages.add, "best", bounds.COUNTED),
        (stages.add, "least_sessions", bounds.LEAST_SESSIONS),
        (stages.add, "winners", bounds.WINNERS),
    ],
    ids=str,
)
def test_the_desk_takes_what_is_recorded(command: Command, option: str, expected: Bounds):
    (taken,) = (each.type for each in command.params if each.name == option)
    assert isinstance(taken, IntRange)
    assert (taken.min, taken.max) == (expected.least, expected.most)
