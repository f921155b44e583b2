"""Tournaments: stages, sessions, contestants, and refusals."""

import pytest
from click import Command, IntRange
from msgspec import structs

from cli.commands.tournament import going_on, setting_up
from cli.words.events import event_text
from ledger.bounds import Bounds
from ledger.bounds import tournaments as bounds
from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.kernel.fact import TakenBack
from ledger.laws import profile_loader
from ledger.laws.profile_loader import load_profile
from ledger.laws.regulations import CarryRules, StageRules
from ledger.subjects.brackets.facts import BracketDrawn, DecideKnockout, DrawBracket, KnownMeeting
from ledger.subjects.draws.facts import DrawnMatch, DrawRound, RoundDrawn, StageFacts
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.subjects.qualifying.facts import ChangeQualifiers, PlacedContestant, Qualify, RuleCarryForward
from ledger.subjects.register import KIND_OF, kind_of
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.sheets import ImportSheet, SheetLine
from ledger.subjects.tournaments.facts import (
    AddSession,
    AddStage,
    AmendStage,
    EnterEntrants,
    Entrant,
    EntrantsEntered,
    LinkContestants,
    OpenTournament,
    RemoveSession,
)
from tests.core.congress import Congress
from tests.core.spec import Evening


def test_sessions_come_in_the_order_of_their_sittings_whatever_the_order_they_were_added_in():
    congress = Congress("qualifying")
    congress.do(AddSession("qualifying", "saturday", sitting=2))
    congress.do(AddSession("qualifying", "friday-b", sitting=1, section="B"))
    congress.do(AddSession("qualifying", "friday-a", sitting=1, section="A"))
    assert [each.session for each in congress.tournament.in_stage("qualifying")] == ["friday-a", "friday-b", "saturday"]


def test_a_sitting_that_is_not_named_is_the_next():
    congress = Congress("qualifying")
    congress.do(AddSession("qualifying", "friday"))
    congress.do(AddSession("qualifying", "saturday"))
    assert congress.tournament.sessions["saturday"].sitting == 2


def test_a_contestant_goes_by_its_number_behind_the_letter_of_its_section_or_as_it_is_linked():
    congress = Congress("qualifying")
    congress.do(AddSession("qualifying", "friday", section="B"))
    congress.do(LinkContestants("friday", (("5NS", "12"),), ("5NS", "6NS")))
    said = congress.tournament
    assert [said.entrant_of("friday", each) for each in ("5NS", "6NS", "B7NS")] == ["12", "B6NS", "B7NS"]


def linked(congress: Congress, **who: str) -> None:
    congress.do(LinkContestants("friday", tuple(who.items()), ("one", "two")))


def test_a_link_that_is_undone_leaves_the_one_before_it_and_the_first_the_own_name():
    congress = Congress("qualifying")
    congress.do(AddSession("qualifying", "friday"))
    linked(congress, one="12")
    linked(congress, one="13")
    linked(congress, one="14")
    first, second, third = congress.log[-3:]
    congress.refuses(Undo(second), "has-dependants")
    for last, leaves in ((third, "13"), (second, "12"), (first, "one")):
        congress.do(Undo(last))
        assert congress.tournament.entrant_of("friday", "one") == leaves
        congress.refuses(Undo(last), "undo-nothing")
    assert congress.tournament.links == {"friday": {}}


def test_the_log_says_who_one_is_not():
    congress = Congress("qualifying")
    congress.do(AddSession("qualifying", "friday"))
    linked(congress, one="12")
    linked(congress, one="13")
    congress.do(Undo(congress.log[-1], "misread"))
    assert event_text(congress.log[-1].event, congress.tournament) == "taken back: one of friday is 13 (#5) — misread"
    congress.refuses(Undo(congress.log[-1]), "undo-nothing")


def test_nobody_is_again_who_another_was_said_to_be_meanwhile():
    congress = Congress("qualifying")
    congress.do(AddSession("qualifying", "friday"))
    linked(congress, one="12")
    linked(congress, one="13")
    replaced = congress.log[-1]
    linked(congress, two="12")
    refusal = congress.refuses(Undo(replaced), "plays-twice")
    assert refusal.message == f"12 would play twice: two of friday is 12 (#{congress.session.number})"
    assert refusal.hint == "say who it is: `tournament link friday one=12 two=ENTRANT`"
    linked(congress, two="two")
    congress.do(Undo(replaced))


def test_of_two_that_were_exchanged_neither_alone_goes_by_its_own_number_again():
    congress = Congress("qualifying")
    congress.do(AddSession("qualifying", "friday"))
    linked(congress, one="two", two="one")
    for link in congress.log[-2:]:
        congress.refuses(Undo(link), "plays-twice")
    linked(congress, one="one", two="two")
    assert congress.tournament.entrant_of("friday", "two") == "two"


PLACED = tuple(PlacedContestant(who, place) for place, who in enumerate("ABCD", start=1))
CUT = Qualify("pairs", "final", 1, placed=PLACED)
MET = (KnownMeeting("F", ("A", "C"), 0, None),)


def drawn(round_: int, *order: str) -> DrawRound:
    return DrawRound(stage="swiss", round=round_, known=StageFacts(order=order))


@pytest.mark.parametrize(
    ("commands", "what"),
    [
        (
            [DrawBracket("cup", ("A", "C")), DecideKnockout("cup", "A", "C", "director", "a toss", MET)],
            "the bracket of cup (#8) contains A",
        ),
        ([drawn(1, "A", "B", "C", "D"), drawn(2, "C", "D")], "the draw of round 1 of swiss (#8) contains A, B"),
        ([CUT], "the cut from pairs into final (#8) contains A"),
        (
            [CUT, ChangeQualifiers("pairs", "final", "A", "B", "ill", PLACED)],
            "the cut from pairs into final (#8) contains B",
        ),
    ],
    ids=["a bracket", "a draw", "a cut", "a cut that was changed"],
)
def test_an_entry_stays_while_whom_it_entered_stands_in(commands, what):
    congress = Congress("pairs", "final")
    congress.do(AddStage("swiss", "swiss"))
    congress.do(AddStage("cup", "knockout"))
    own, other = (congress.do(EnterEntrants(tuple(map(Entrant, names))))[0] for names in ("AB", "CD"))
    done = [congress.do(command)[-1] for command in commands]
    assert congress.refuses(Undo(own), "has-dependants").message == what
    for event in reversed(done):
        hint = congress.refuses(Undo(own), "has-dependants").hint
        assert hint == f"`undo {event.number} --session {congress.session.id}` first"
        congress.do(Undo(event))
    congress.do(Undo(own))
    assert [*congress.tournament.entrants] == ["C", "D"]
    congress.do(Undo(other))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (AddStage("qualifying", "sessions", StageRules()), "stage-exists"),
        (AddStage(" ", "sessions", StageRules()), "bad-name"),
        (AmendStage("qualifying", "sessions", StageRules()), "nothing-to-change"),
        (AmendStage("final", "sessions", StageRules()), "no-such-stage"),
        (AddSession("final", "saturday"), "no-such-stage"),
        (AddSession("qualifying", "friday"), "added-already"),
        (AddSession("qualifying", "saturday", elsewhere="teams"), "in-another-tournament"),
        (AddSession("qualifying", "saturday", sitting=1), "sitting-taken"),
        (AddSession("qualifying", "saturday", section="b"), "bad-section"),
        (
            AddSession("qualifying", "saturday", 1, "C", contestants={"friday": ("C1",), "saturday": ("1",)}),
            "plays-twice",
        ),
        (RemoveSession("saturday"), "not-in-tournament"),
        (LinkContestants("friday", (("1", "2"),), ("1", "2")), "plays-twice"),
        (LinkContestants("friday", (("3", "2"),), ("1", "2")), "no-such-contestant"),
        (LinkContestants("friday", (("1", "B7"),), ("1", "2"), {"friday-b": ("B7",)}), "plays-twice"),
        (LinkContestants("friday", (("1", "2"), ("1", "3")), ("1", "2")), "bad-contestants"),
        (EnterEntrants((Entrant("1"),)), "nothing-to-change"),
        (EnterEntrants((Entrant("2", seed=1), Entrant("3"), Entrant("2", seed=2))), "bad-contestants"),
        (EnterEntrants((Entrant("Norway"), Entrant("norway"))), "bad-contestants"),
        (OpenTournament("again", load_profile("default")), "session-exists"),
        (OpenSession("again", None, (1,), 2, load_profile("default")), "session-exists"),
        (RecordResult(Where(1, "1", "1NS", "1EW"), Result("4SN=")), "no-such-session"),
    ],
    ids=lambda each: each if isinstance(each, str) else type(each).__name__,
)
def test_what_cannot_be_is_refused_and_nothing_is_recorded(command, code):
    congress = Congress("qualifying")
    congress.do(AddSession("qualifying", "friday"))
    congress.do(AddSession("qualifying", "friday-b", sitting=1, section="B"))
    congress.do(EnterEntrants((Entrant("1"),)))
    congress.refuses(command, code)


def test_a_session_has_no_stages():
    Evening().refuses(AddStage("final", "sessions", StageRules()), "no-such-tournament")


def test_a_stage_with_sessions_stays():
    congress = Congress("qualifying", "final")
    congress.do(AddSession("final", "sunday"))
    congress.refuses(Undo(congress.log[2]), "has-dependants")
    congress.do(Undo(congress.log[1]))
    assert list(congress.tournament.stages) == ["final"]


def test_a_session_that_was_taken_out_is_added_anew_and_never_undone_back():
    """It may belong to another tournament by now: only adding it anew checks that."""
    congress = Congress("qualifying")
    congress.do(AddSession("qualifying", "friday", 3, "B"))
    congress.do(Undo(congress.log[-1]))
    refusal = congress.refuses(Undo(congress.log[-1]), "undo-nothing")
    again = f"`tournament add friday --stage qualifying --sitting 3 --section B --tournament {congress.session.id}`"
    assert refusal.hint == again
    assert not congress.tournament.sessions


def test_an_entry_that_is_taken_back_leaves_what_others_say():
    congress = Congress("qualifying")
    congress.do(EnterEntrants((Entrant("1"), Entrant("2", "B", 4))))
    congress.do(EnterEntrants((Entrant("2", "A", 1), Entrant("3"))))
    congress.do(Undo(congress.log[-1]))
    assert list(congress.tournament.entrants.values()) == [Entrant("1"), Entrant("2", "B", 4)]
    congress.refuses(Undo(congress.log[-2]), "undo-nothing")
    congress.do(Undo(congress.log[-3]))
    assert not congress.tournament.entrants


def test_who_is_entered_and_who_is_drawn_moves_places():
    """One entered alone takes the places of all others, a draw may give the points of a bye."""
    kinds = [KIND_OF[each] for each in (EntrantsEntered, RoundDrawn, BracketDrawn)]
    assert all(each.settles and kind_of(TakenBack(1, each.name)).settles for each in kinds)


def test_a_stage_is_put_before_one_that_there_is_and_stays_there_where_that_is_taken_out():
    congress = Congress("qualifying", "final", "repechage")
    congress.do(AddStage("semifinal", before="final"))
    congress.do(AddStage("plate"))
    assert list(congress.tournament.stages) == ["qualifying", "semifinal", "final", "repechage", "plate"]
    congress.do(RuleCarryForward("semifinal", "final", CarryRules("share")))
    congress.refuses(RuleCarryForward("final", "semifinal", CarryRules("share")), "wrong-way")
    congress.do(Undo(congress.log[-1]))
    final = next(each for each in congress.log if getattr(each.event, "name", "") == "final")
    congress.do(Undo(final))
    assert list(congress.tournament.stages) == ["qualifying", "semifinal", "repechage", "plate"]
    congress.refuses(AddStage("more", before="final"), "no-such-stage")


# A file of another evening, event or form of scoring does not go into a session that is there


OPENING = OpenSession("Evening", "2026-03-05", (1,), 1, profile_loader.load_profile("default"), (), "matchpoints")
LINES = (SheetLine("line 1", Where(1, "1", "1", "2"), Result("4SN=")),)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"date": "2026-03-12"}, "its date is 2026-03-05, the file's 2026-03-12"),
        ({"winners": 2}, "its number of winners is 1, the file's 2"),
        ({"scoring": "butler"}, "its form of scoring is matchpoints, the file's butler"),
        ({"scoring": "cross-imps"}, "its form of scoring is matchpoints, the file's cross-imps"),
    ],
)
def test_a_file_of_another_event_is_refused(changed, told):
    evening = Evening((1,), 1, date="2026-03-05")
    refusal = evening.refuses(ImportSheet(structs.replace(OPENING, **changed), LINES), "other-event")
    assert refusal.message == f"session evening holds another event: {told}"
    evening.do(ImportSheet(OPENING, LINES))


# Numbers that are said of a tournament: what is less or more than they can be is refused, whoever hands it in


KNOWN = StageFacts(order=("A", "B"))
FIELD = (PlacedContestant("A", 1), PlacedContestant("B", 2), PlacedContestant("C", 3))


def by_hand(table: int) -> DrawRound:
    return DrawRound(stage="swiss", round=1, known=KNOWN, by_hand=True, matches=(DrawnMatch(table, ("A", "B")),))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (AddStage("more", rules=StageRules(best=-1)), "the best sessions that are added up cannot be -1"),
        (AddStage("more", rules=StageRules(least_sessions=-3)), "the sessions needed for a place cannot be -3"),
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
        (DrawBracket("cup", ("A", "B"), source="pairs", best=-2), "the contestants in a bracket cannot be -2"),
        (Qualify("pairs", "final", -2, placed=FIELD), "the contestants who qualify by place cannot be -2"),
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
        (going_on.withdraw, "sitting", bounds.SITTING),
        (going_on.qualify, "best", bounds.QUALIFIERS),
        (going_on.draw_bracket, "best", bounds.IN_BRACKET),
        (going_on.draw, "round", bounds.ROUND),
        (setting_up.add_stage, "best", bounds.COUNTED),
        (setting_up.add_stage, "least_sessions", bounds.LEAST_SESSIONS),
        (setting_up.add_stage, "winners", bounds.WINNERS),
    ],
    ids=str,
)
def test_the_desk_takes_what_is_recorded(command: Command, option: str, expected: Bounds):
    (taken,) = (each.type for each in command.params if each.name == option)
    assert isinstance(taken, IntRange)
    assert (taken.min, taken.max) == (expected.least, expected.most)
