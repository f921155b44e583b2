"""What a refusal says, word for word: the reason, and the hint of what to do instead."""

from fractions import Fraction
from functools import partial

import pytest

from ledger.bridge import Result
from ledger.decide import Actor, decide
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import Assigned, Stands
from ledger.scoring.forms import FormName
from ledger.session import Session
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.calls.facts import AddCall, StateFacts
from ledger.subjects.play.facts import EnterContestants, OpenSession, RecordResult
from ledger.subjects.rulings.facts import (
    AmendRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    Undo,
    WithdrawPenalty,
    WithdrawRuling,
)
from tests.core.spec import Evening

ONE = Fraction(1)


def mitchell() -> Evening:
    return Evening((1, 2, 3))


def field(scoring: FormName, profile: str = "default") -> Evening:
    """One field of four."""
    return Evening((1, 2), 1, profile, tuple("1234"), scoring)


def ruled() -> Evening:
    """Of three rulings one was withdrawn, another superseded; a call and a penalty were withdrawn."""
    evening = mitchell()
    for board in (1, 2, 3):
        evening.play(board, ["4SN=", "4SN-1"])
        evening.rule(board, 1, Stands())
    evening.do(WithdrawRuling("R-0001"))
    evening.do(AmendRuling("R-0002", Assigned(Result("4SN-1")), cause="second-thoughts"))
    (called,) = evening.do(AddCall(evening.where(1, 1), "slow", "N", "auction"))
    evening.do(Undo(called))
    evening.do(ImposePenalty("1NS", ONE, "MP"))
    evening.do(WithdrawPenalty("P-0001"))
    return evening


def second_thoughts() -> Evening:
    """A ruling for an infraction by North–South, whose grounds were amended."""
    evening = mitchell()
    evening.play(1, ["4SN="])
    evening.rule(1, 1, Stands(), offender="NS", laws=("16B",))
    evening.do(AmendRuling("R-0001", None, Grounds(offender="NS", laws=("16B",), facts="as found since")))
    return evening


def at(ns: str, ew: str) -> RecordResult:
    return RecordResult(Where(1, "1", ns, ew), Result("PASS"))


SECOND_THOUGHTS = {"adjustment": Stands(), "cause": "second-thoughts"}
APPEALED = ("NS", "why", ("N", "S"))

REFUSED = [
    # Cases that are not there any more, or never were
    (
        ruled,
        AmendRuling("R-0001", **SECOND_THOUGHTS),
        "case-withdrawn",
        "R-0001 was withdrawn (#13)",
        "`undo` the withdrawal, or give a new ruling",
    ),
    (
        ruled,
        AmendRuling("R-0002", **SECOND_THOUGHTS),
        "ruling-superseded",
        "R-0002 was superseded by R-0004",
        "`show R-0004`: that is the ruling in force",
    ),
    (
        ruled,
        AmendRuling("R-0009", **SECOND_THOUGHTS),
        "no-such-case",
        "there is no ruling R-0009",
        "there are R-0001 to R-0004; `ruling list`",
    ),
    (
        ruled,
        LodgeAppeal("P-0001", "contestant", "why"),
        "case-withdrawn",
        "P-0001 was withdrawn (#18)",
        "`penalty list`",
    ),
    (ruled, WithdrawPenalty("P-0009"), "no-such-case", "there is no penalty P-0009", "there is P-0001; `penalty list`"),
    (
        ruled,
        StateFacts("C-0001", "slow", True),
        "case-withdrawn",
        "C-0001 was withdrawn (#16)",
        "`call add` records a new one",
    ),
    (
        ruled,
        LodgeAppeal("C-0001", *APPEALED),
        "no-such-case",
        "C-0001 is a call: what the director ruled is appealed",
        "first `ruling add 1/1 --stands --no-infraction --call C-0001`, or what else was ruled",
    ),
    # What another ruling stands beside
    (
        second_thoughts,
        GiveRuling(Where(1, "1", "1NS", "1EW"), Stands(), Grounds(offender="NS", laws=("16B",))),
        "already-ruled",
        "R-0001 (#4) rules on board 1 table 1 already",
        "to change it: `ruling amend R-0001 --result RESULT`; to take it back: `undo R-0001`; "
        "beside it can stand: a ruling on a claim (--claim RESULT), or one on an "
        "infraction by EW (--offender EW)",
    ),
    # Penalties that are in something else
    (
        partial(field, "matchpoints"),
        ImposePenalty("1", ONE, "IMP"),
        "wrong-unit",
        "IMP is no unit of matchpoints",
        "penalties here are in % or MP",
    ),
    (
        partial(field, "matchpoints"),
        ImposePenalty("1", -ONE, "MP"),
        "wrong-unit",
        "a penalty cannot be negative",
        "write the amount that is taken: 25%, 3MP, 6IMP, 1VP",
    ),
    (
        partial(field, "knockout"),
        ImposePenalty("1", ONE, "VP"),
        "wrong-unit",
        "VP is no unit of knockout",
        "penalties here are in IMP",
    ),
    (
        partial(field, "teams", "ebl-1999"),
        ImposePenalty("1", ONE, "VP"),
        "wrong-unit",
        "matches are not converted into victory points here",
        "take IMPs: 3IMP --against TEAM",
    ),
    (
        partial(field, "teams"),
        ImposePenalty("1", ONE, "IMP"),
        "wrong-unit",
        "IMPs are taken in a match, before its victory points",
        "name it: --against TEAM; or take VPs: 1VP",
    ),
    (
        partial(field, "matchpoints", "ebu-swiss-pairs"),
        ImposePenalty("1", ONE, "%"),
        "wrong-unit",
        "per cent of a top are taken in a match, before its victory points",
        "name it: --against PAIR; or take VPs: 1VP",
    ),
    (
        partial(field, "matchpoints", "ebu-swiss-pairs"),
        ImposePenalty("1", ONE, "MP"),
        "wrong-unit",
        "MP are taken in a match, before its victory points",
        "name it: --against PAIR; or take VPs: 1VP",
    ),
    (
        partial(field, "cross-imps", "ebu-swiss-pairs"),
        ImposePenalty("1", ONE, "IMP"),
        "wrong-unit",
        "IMPs are taken in a match, before its victory points",
        "name it: --against PAIR; or take VPs: 1VP",
    ),
    (
        partial(field, "matchpoints"),
        ImposePenalty("1+2", ONE, "MP"),
        "penalty-for-partner",
        "in an individual event the offender alone is penalised",
        "name one player: 1",
    ),
    # Who cannot sit like that
    (
        partial(field, "matchpoints"),
        at("1+2+3", "4"),
        "bad-contestants",
        "'1+2+3' cannot sit on one side",
        "two individuals: 3+8",
    ),
    (partial(field, "teams"), at("3", "1+2"), "bad-contestants", "'1+2' cannot sit on one side", "a team has one name"),
    (
        partial(field, "matchpoints"),
        at("1+2", "2+3"),
        "pair-against-itself",
        "1+2 cannot play against itself",
        "--ns and --ew are two contestants",
    ),
    (
        mitchell,
        at("1EW", "1NS"),
        "wrong-field",
        "1EW does not sit NS where the directions are ranked apart",
        "write 1NS; where the table was arrow-switched: --switched",
    ),
]


@pytest.mark.parametrize(
    ("begin", "command", "code", "message", "hint"), REFUSED, ids=[message for *_, message, _ in REFUSED]
)
def test_a_refusal_says_why_and_what_to_do_instead(begin, command, code, message, hint):
    refusal = begin().refuses(command, code)
    assert (refusal.message, refusal.hint) == (message, hint)


# Who may be entered: numbers that fit the field, names of teams in one line; whichever command enters them


NOT_ENTERED = [
    ("matchpoints", 2, "1", "wrong-field"),
    ("matchpoints", 1, "1NS", "wrong-field"),
    ("matchpoints", 2, "Ahlborn", "bad-contestants"),
    ("teams", 1, " Norway", "bad-contestants"),
    ("teams", 1, "Nor\nway", "bad-contestants"),
    ("teams", 1, "", "bad-contestants"),
]


@pytest.mark.parametrize(("scoring", "winners", "label", "code"), NOT_ENTERED)
def test_a_label_that_does_not_fit_is_refused_by_every_command(scoring, winners, label, code):
    good = {("matchpoints", 2): "7NS", ("matchpoints", 1): "7", ("teams", 1): "Sweden"}[scoring, winners]
    regulations = profile_loader.load_profile("default")
    for labels in ((label,), (good, label)):
        opening = OpenSession("Evening", None, (1,), winners, regulations, labels, scoring)
        with pytest.raises(Refusal) as caught:
            decide(opening, Session("evening"), Actor("spec", 0))
        assert caught.value.code == code
    evening = Evening(winners=winners, contestants=(good,), scoring=scoring)
    evening.refuses(EnterContestants((label,)), code)
    evening.refuses(EnterContestants((good,)), "nothing-to-change")


def test_who_is_named_twice_is_a_slip_for_another():
    regulations = profile_loader.load_profile("default")
    opening = OpenSession("Evening", None, (1,), 1, regulations, ("1", "2", "1"))
    with pytest.raises(Refusal, match="1 is named twice"):
        decide(opening, Session("evening"), Actor("spec", 0))
    assert "7, 8 are named twice" in Evening(winners=1).refuses(EnterContestants((*"7878",)), "bad-contestants").message
