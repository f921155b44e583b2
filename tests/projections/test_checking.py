"""What a careful scorer looks for: given an evening, what is there to look at."""

from fractions import Fraction

import pytest
from msgspec import structs

from ledger.bridge import Result
from ledger.bridge.auction import Auction, CardPlay
from ledger.bridge.board import Deal
from ledger.kernel.at_table import PlayRecord, Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Grade, Split, parse_weighting
from ledger.projections.checking import check
from ledger.projections.concerns import CONCERNS
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.calls.facts import AddCall, AnswerCall
from ledger.subjects.deals import RecordAuction, RecordDeal
from ledger.subjects.matches.facts import ScoreMatch, ShortenMatch, VoidMatch
from ledger.subjects.participation.facts import LeaveUnplayed, PostponePlay, SitOut, WithdrawContestant
from ledger.subjects.play.facts import CorrectResult, FoulBoard, OpenSession, RecordResult, RemoveBoards
from ledger.subjects.queries import ConfirmResult, QueryResult
from ledger.subjects.queue.facts import SettleLine
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, Undo
from ledger.subjects.sheets import ImportSheet, SheetLine
from tests.core.spec import Evening
from tests.golden.boards import amended

BOTH = ("NS", "EW")
AVERAGE = Artificial(Grade("A"), Grade("A"))


def found(evening, *codes):
    """What is open of these kinds, of any where none is named: code, board and table."""
    wanted = codes or CONCERNS
    return [(each.code, each.board, each.table) for each in check(evening.scoreboard).open if each.code in wanted]


def text(evening, code):
    return next(each.text for each in check(evening.scoreboard).open if each.code == code)


def result(evening, board, text, ns, ew, *, round_=None, table=None, lead=None):
    evening.do(RecordResult(Where(board, table, ns, ew, round_), Result(text), lead))


def field(*results, leads=()):
    """Board 1 at as many tables as there are results."""
    evening = Evening()
    for table, played in enumerate(results, start=1):
        lead = leads[table - 1] if leads else None
        result(evening, 1, played, f"{table}NS", f"{table}EW", table=str(table), lead=lead)
    return evening


def test_an_evening_as_it_should_be():
    assert found(field("4SN=", "4SN+1", "4SN-1", "3SN+1", "4SN=")) == []


# Scores that should be there


def howell(boards=(1, 2, 3, 4)):
    """Round 1: boards 1 and 2 at two tables; round 2: boards 3 and 4."""
    evening = Evening(boards, winners=1)
    for round_, boards, pairs in ((1, (1, 2), ("12", "34")), (2, (3, 4), ("13", "24"))):
        for table, (ns, ew) in enumerate(pairs, start=1):
            for board in boards:
                result(evening, board, "4SN=", ns, ew, round_=round_, table=str(table))
    return evening


def test_a_board_that_others_play_with_the_rest():
    evening = howell()
    result(evening, 1, "4SN=", "5", "6", round_=1, table="3")
    concerns = [each for each in check(evening.scoreboard).open if each.board]
    expected = [("no-score", 2, "5 v 6", "3")]
    assert [(each.code, each.board, str(each.seating), each.table) for each in concerns] == expected
    assert concerns[0].text == "all others with board 1 have board 2 too"
    evening.do(GiveRuling(Where(2, "3", "5", "6", 1), AVERAGE))
    assert [each for each in check(evening.scoreboard).open if each.board] == []


def test_a_table_that_is_silent_for_a_round():
    evening = howell()
    result(evening, 1, "4SN=", "5", "6", round_=1, table="3")
    result(evening, 2, "4SN=", "5", "6", round_=1, table="3")
    assert found(evening) == [("no-score", None, None)]
    assert text(evening, "no-score") == "in round 2 nothing is recorded of 5, 6"


def test_one_pair_alone_may_sit_out():
    evening = Evening((1, 2, 3), winners=1)
    for round_, pair in ((1, "12"), (2, "23"), (3, "31")):
        result(evening, round_, "4SN=", *pair, round_=round_, table="1")
    assert found(evening) == []


def test_where_the_directions_are_ranked_apart_one_of_each_sits_at_a_table():
    evening = Evening((1, 2, 3))
    for round_, tables in ((1, "123"), (2, "12"), (3, "123")):
        for table in tables:
            result(evening, round_, "4SN=", f"{table}NS", f"{table}EW", round_=round_, table=table)
    assert text(evening, "no-score") == "in round 2 nothing is recorded of 3EW, 3NS"


def test_two_rooms_with_different_versions_are_no_fault_of_who_sat_where():
    """Law 87, by 86B2: the remedy is by fault, and one ruling works off both rooms."""
    evening = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    result(evening, 1, "4SN=", "X", "Y", round_=1, table="open")
    result(evening, 1, "4SN-1", "Y", "X", round_=1, table="closed")
    evening.do(FoulBoard(1, "B", ("closed",)))
    assert found(evening) == [("no-score", 1, "open"), ("no-score", 1, "closed")]
    assert text(evening, "no-score") == "the two rooms played different versions: nobody scores"
    plus = Artificial(Grade("A+"), Grade("A+"))
    ruled = evening.do(GiveRuling(Where(1, "open"), plus, Grounds("none", ("87",))))
    assert ruled[-1].event.advice == ()
    assert found(evening) == []


def test_a_room_that_is_to_be_played_later_did_not_sit_the_same_way():
    evening = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    result(evening, 1, "4SN=", "X", "Y", round_=1, table="open")
    evening.do(PostponePlay(Where(1, "closed", "Y", "X", 1)))
    assert text(evening, "no-score") == "the other room has no result: nobody scores"


def test_a_room_without_a_score():
    evening = Evening((1,), winners=1, scoring="teams")
    result(evening, 1, "4SN=", "X", "Y", table="open", round_=1)
    assert found(evening) == [("no-score", 1, "open")]
    result(evening, 1, "4SN-1", "Y", "X", table="closed", round_=1)
    assert found(evening) == []


def test_nothing_is_missing_of_who_sits_out_whether_or_not_a_round_was_said():
    for round_ in (2, None):
        evening = howell()
        for board in (1, 2):
            result(evening, board, "4SN=", "5", "6", round_=1, table="3")
        evening.do(SitOut("5", (3, 4), round=round_))
        assert found(evening) == []
        evening.do(SitOut("6", (3,), round=2))
        assert found(evening) == []


def test_nothing_is_missing_of_a_match_that_is_void():
    """One board of the two was played, by 5 and 6; nothing at all by 7 and 8."""
    evening = swiss(table3=(1,))
    assert found(evening) == [("no-score", None, None), ("no-score", 2, "3")]
    for pairs in (("5", "6"), ("7", "8")):
        evening.do(VoidMatch(pairs, (1, 2), round=1, fault="none"))
    assert found(evening) == []


def test_nothing_is_missing_of_boards_that_were_removed():
    evening = swiss(table3=(1,), table4=(1, 2))
    evening.do(ShortenMatch(("5", "6"), (1, 2), removed=(2,), round=1, fault="5"))
    assert found(evening) == []


def swiss(table3, table4=()):
    """Swiss pairs: round 1 as said at tables 3 and 4, and all of round 2."""
    evening = Evening((1, 2, 3), 1, "ebu-swiss-pairs", tuple("12345678"))
    first = {"12": (1, 2), "34": (1, 2), "56": table3, "78": table4}
    for round_, tables in ((1, first), (2, dict.fromkeys(("13", "24", "57", "68"), (3,)))):
        for table, (pairs, boards) in enumerate(tables.items(), start=1):
            for board in boards:
                result(evening, board, "4SN=", *pairs, round_=round_, table=str(table))
    return evening


def league(form):
    """Four teams, three rounds of a board each; in the last one B and C have nothing."""
    evening = Evening((1, 2, 3), winners=1, contestants=tuple("ABCD"), scoring=form)
    for round_, matches in ((1, ("AB", "CD")), (2, ("AC", "BD")), (3, ("AD",))):
        for one, other in matches:
            result(evening, round_, "4SN=", one, other, table=f"{one}open", round_=round_)
            result(evening, round_, "4SN=", other, one, table=f"{one}closed", round_=round_)
    return evening


def test_a_match_of_teams_that_nobody_entered():
    evening = league("teams")
    assert found(evening) == [("no-score", None, None)]
    assert text(evening, "no-score") == "in round 3 nothing is recorded of B, C"
    assert found(league("knockout")) == []


@pytest.mark.parametrize(
    "said",
    [
        SitOut("B", round=3),
        VoidMatch(("B", "C"), (3,), round=3, fault="none"),
        WithdrawContestant("B", after_round=2, of=3),
    ],
)
def test_a_match_of_teams_that_is_none(said):
    evening = league("teams")
    evening.do(said)
    assert found(evening, "no-score") == []


def test_one_room_of_a_match_that_is_void():
    evening = league("teams")
    result(evening, 3, "4SN=", "B", "C", table="Bopen", round_=3)
    assert found(evening) == [("no-score", 3, "Bopen")]
    evening.do(VoidMatch(("B", "C"), (3,), round=3, fault="none"))
    assert found(evening) == []


def two_matches_a_round(without=()):
    """Four teams, three rounds of two boards each; (round, match, board) that nobody entered; None: both boards."""
    evening = Evening(range(1, 7), winners=1, contestants=tuple("ABCD"), scoring="teams")
    for round_, matches in ((1, ("AB", "CD")), (2, ("AC", "BD")), (3, ("AD", "BC"))):
        for match in matches:
            for board in (2 * round_ - 1, 2 * round_):
                if not {(round_, match, board), (round_, match, None)} & {*without}:
                    for room, (ns, ew) in (("open", match), ("closed", match[::-1])):
                        result(evening, board, "4SN=", ns, ew, table=f"{match[0]}{room}", round_=round_)
    return evening


@pytest.mark.parametrize(
    ("void", "mislaid", "said"),
    [
        ((1, "AB", (1, 2)), [(1, "CD", 2)], ["nobody has a result on board 2"]),
        ((1, "AB", (1, 2)), [], []),
        ((1, "AB", (1, 2)), [(1, "CD", None)], ["nobody has a result on boards 1–2", "nothing is recorded of round 1"]),
        ((2, "AC", (3, 4)), [(2, "BD", None)], ["nobody has a result on boards 3–4", "nothing is recorded of round 2"]),
        ((3, "AD", (5, 6)), [(3, "BC", None)], ["nobody has a result on boards 5–6", "nothing is recorded of round 3"]),
        ((2, "AC", (3, 4)), [], []),
    ],
)
def test_a_void_match_hides_nothing_of_the_others(void, mislaid, said):
    round_, match, boards = void
    evening = two_matches_a_round([(round_, match, None), *mislaid])
    evening.do(VoidMatch((match[0], match[1]), boards, round=round_, fault="none"))
    assert [each.text for each in check(evening.scoreboard).open if each.code == "no-score"] == said


def test_where_every_match_of_a_round_is_void_or_told_by_its_result_nothing_is_missing():
    evening = two_matches_a_round([(2, "AC", None), (2, "BD", None)])
    evening.do(VoidMatch(("A", "C"), (3, 4), round=2, fault="none"))
    assert found(evening, "no-score") != []
    evening.do(ScoreMatch(("B", "D"), (3, 4), scores=(Fraction(12), Fraction(8)), round=2))
    assert found(evening, "no-score") == []


def test_who_left_later_was_still_to_play_beside_a_void_match():
    evening = two_matches_a_round([(1, "AB", None), (1, "CD", 2), (3, "AD", None)])
    evening.do(VoidMatch(("A", "B"), (1, 2), round=1, fault="none"))
    evening.do(WithdrawContestant("D", after_round=2, of=3))
    assert text(evening, "no-score") == "nobody has a result on board 2"


def test_who_has_a_void_match_and_nothing_else_is_missed_in_the_other_rounds():
    silent = [(1, "AB", None), (2, "AC", None), (2, "BD", None), (3, "AD", None), (3, "BC", None)]
    evening = two_matches_a_round(silent)
    result(evening, 3, "4SN=", "C", "D", table="Copen", round_=2)
    result(evening, 3, "4SN=", "D", "C", table="Cclosed", round_=2)
    evening.do(VoidMatch(("A", "B"), (1, 2), round=1, fault="none"))
    assert "in round 2 nothing is recorded of A, B" in [each.text for each in check(evening.scoreboard).open]


def test_a_board_that_was_removed_from_every_match_is_missed_by_nobody():
    evening = two_matches_a_round([(1, "AB", 2), (1, "CD", 2)])
    evening.do(ShortenMatch(("A", "B"), (1, 2), removed=(2,), round=1, fault="none"))
    assert text(evening, "no-score") == "nobody has a result on board 2"
    evening.do(ShortenMatch(("C", "D"), (1, 2), removed=(2,), round=1, fault="none"))
    assert found(evening, "no-score") == []


# What was not entered at all


def test_boards_that_nobody_has():
    evening = howell(tuple(range(1, 8)))
    assert found(evening) == [("no-score", None, None)]
    assert text(evening, "no-score") == "nobody has a result on boards 5–7"
    evening.do(RemoveBoards((5, 6), "we ended early"))
    assert found(evening) == [("no-score", 7, None)]
    (removed,) = evening.do(RemoveBoards((7,)))
    assert found(evening) == []
    evening.do(Undo(removed))
    assert found(evening) == [("no-score", 7, None)]
    evening.refuses(Undo(removed), "undo-nothing")


def test_before_the_first_result_nothing_is_missing():
    assert found(Evening((1, 2), winners=1, contestants=("1", "2"))) == []


def test_only_boards_of_which_nothing_is_recorded_are_taken_out():
    evening = howell((1, 2, 3, 4, 5))
    refusal = evening.refuses(RemoveBoards((4, 5)), "has-dependants")
    assert refusal.message.endswith("is on board 4")
    evening.refuses(RemoveBoards((6,)), "no-such-board")


def small(*results):
    """Pairs 1 v 2 and 3 v 4 play boards 1 and 2, but for the slips that are not there."""
    evening = Evening((1, 2), winners=1)
    for board, ns, ew in results:
        result(evening, board, "4SN=" if ns == "1" else "4SN-1", ns, ew, table=ns)
    return evening


def test_one_slip_of_four_is_missing():
    evening = small((1, "1", "2"), (1, "3", "4"), (2, "1", "2"))
    assert found(evening) == [("no-score", 2, None)]
    assert text(evening, "no-score") == "no result of 3, 4 on board 2: they have fewer boards than the others"
    evening.do(LeaveUnplayed(Where(2, "3", "3", "4"), "", scored=False))
    assert found(evening) == [("nothing-to-compare", 2, "1")]


def test_who_sat_out_one_after_the_other_is_not_missed():
    """Three pairs, a board a round: each has two of the three boards, and nobody said who sat out."""
    assert found(three()) == []


def three():
    evening = Evening((1, 2, 3), winners=1)
    for board, ns, ew in ((1, "1", "2"), (2, "2", "3"), (3, "3", "1")):
        result(evening, board, "4SN=", ns, ew)
    return evening


def test_sections_that_sit_out_at_the_same_time_are_apart():
    """In each of two sections of three pairs one pair sits out each board; nobody of the one meets one of the other."""
    evening = three()
    for board, ns, ew in ((1, "11", "12"), (2, "12", "13"), (3, "13", "11")):
        result(evening, board, "4SN=", ns, ew)
    assert found(evening) == []


def test_a_round_that_is_not_there():
    evening = Evening((1, 2), winners=1)
    for board, round_ in ((1, 1), (2, 3)):
        for pairs in ("12", "34"):
            result(evening, board, "4SN=", *pairs, round_=round_, table=pairs)
    assert [each.text for each in check(evening.scoreboard).open] == ["nothing is recorded of round 2"]


def test_a_table_of_whom_nothing_is_there():
    evening = Evening((1,), winners=1, contestants=tuple("12345"))
    result(evening, 1, "4SN=", "1", "2")
    assert [each.text for each in check(evening.scoreboard).open] == ["nothing is recorded of 3, 4, 5"]
    result(evening, 1, "4SN=", "3", "4")
    assert found(evening) == []  # one alone sits out


def test_directions_that_are_ranked_apart_are_short_together():
    """2NS and 2EW lack board 2; in the second evening only two East–West pairs are short, and cannot have met."""
    evening = Evening((1, 2))
    for board, tables in ((1, "12"), (2, "1")):
        for table in tables:
            result(evening, board, "4SN=", f"{table}NS", f"{table}EW", table=table)
    expected = ["no result of 2EW, 2NS on board 2: they have fewer boards than the others"]
    assert [each.text for each in check(evening.scoreboard).open] == expected
    evening = Evening((1, 2, 3))
    for board, ns, ew in ((1, 1, 1), (1, 2, 2), (2, 1, 2), (2, 2, 3), (3, 1, 1), (3, 2, 3)):
        result(evening, board, "4SN=", f"{ns}NS", f"{ew}EW", table=str(ns))
    assert found(evening) == []


# Contestants in two places


def test_a_pair_twice_in_a_round():
    evening = howell((1, 2, 3, 4, 5))
    result(evening, 3, "4SN=", "5", "6", round_=1, table="3")
    assert found(evening, "pair-twice") == []
    result(evening, 5, "4SN=", "2", "5", round_=1, table="3")
    assert found(evening, "pair-twice") == [("pair-twice", 5, "3"), ("pair-twice", 5, "3")]
    listed = [each.text for each in check(evening.scoreboard).open if each.code == "pair-twice"]
    assert "in round 1 2 is at table 3 (2 v 5), and on board 1 at table 1 (1 v 2)" in listed


def test_individuals_change_partners_at_one_table():
    evening = Evening((1, 2), winners=1)
    for board, ns, ew in ((1, "1+2", "3+4"), (2, "1+3", "2+4")):
        result(evening, board, "4SN=", ns, ew, round_=1, table="1")
    assert found(evening, "pair-twice") == []


def test_a_team_is_in_two_rooms():
    evening = Evening((1,), winners=1, scoring="teams")
    result(evening, 1, "4SN=", "X", "Y", table="open", round_=1)
    result(evening, 1, "4SN=", "Y", "X", table="closed", round_=1)
    assert found(evening, "pair-twice") == []


# Scores that do not add up


def imported(*adjustments):
    lines = tuple(
        SheetLine(f"line {at}", Where(1, str(at), f"{at}NS", f"{at}EW"), Result("4SN="), adjustment)
        for at, adjustment in enumerate(adjustments, start=1)
    )
    opening = OpenSession("x", None, (1,), 2, profile_loader.load_profile("default"))
    evening = Evening.__new__(Evening)
    evening.log = []
    evening.do(ImportSheet(opening, lines))
    return evening


def test_a_result_alone_is_worth_more_than_half_to_both_by_the_regulations():
    """Three tables had the other version of the board: 60% to both sides of the first, and no slip."""
    evening = amended(field("4SN=", "4SN=", "4SN-1", "3SN+1"), "matchpoints", fewer_results="small-groups")
    evening.do(FoulBoard(1, "B", ("1",)))
    assert evening.score(1, 1) + evening.score(1, 1, "EW") > evening.scoreboard.top
    assert found(evening, "sides-unbalanced") == []


def test_what_a_file_awards_without_a_word():
    assert found(imported(None, None, Awarded(3, 1, "keep"))) == []
    uneven = imported(None, None, Awarded(3, 3, "keep"))
    assert found(uneven) == [("sides-unbalanced", 1, "3")]
    assert text(uneven, "sides-unbalanced") == "NS 3.00 and EW 3.00 MP do not make 4.00"
    uneven.do(ConfirmResult(Where(1, "3"), BOTH))
    assert found(uneven) == []


def test_what_a_director_ruled_is_explained():
    """A split moves the whole field, so that no table of the board need balance (golden D03)."""
    evening = field("4SN=", "4SN-1", "4SN=")
    evening.do(
        GiveRuling(Where(1, "1"), Split(parse_weighting("4SN="), parse_weighting("4SN-1")), Grounds(laws=("82C",)))
    )
    assert found(evening) == []


# Queries, and what works everything off


def test_a_query_is_listed_until_it_is_answered():
    evening = field("4SN=", "4SN-1")
    evening.do(QueryResult(Where(1, "1"), "both sides asked"))
    assert found(evening) == [("queried", 1, "1")]
    evening.do(ConfirmResult(Where(1, "1"), ("NS",)))
    assert found(evening) == [("queried", 1, "1")]
    evening.do(ConfirmResult(Where(1, "1"), ("EW",)))
    (settled,) = check(evening.scoreboard).worked_off
    actual = (found(evening), settled.how, settled.number)
    assert actual == ([], "both sides confirm the result", evening.log[-1].number)


def test_a_result_that_is_confirmed_is_open_again_when_it_changes():
    evening = field("4SN=", "4SN+1", "4SN=", "4SN+1", "4SE=")
    evening.do(ConfirmResult(Where(1, "5"), BOTH))
    assert found(evening) == []
    assert [each.concern.code for each in check(evening.scoreboard).worked_off] == ["likely-slip"]
    evening.do(CorrectResult(Where(1, "5"), Result("3SE+1")))
    assert found(evening) == [("likely-slip", 1, "5")]
    evening.do(CorrectResult(Where(1, "5"), Result("3SE+2"), agreed=BOTH))
    assert found(evening) == []


def test_a_correction_answers_a_query():
    evening = field("4SN=", "4SN-1")
    evening.do(QueryResult(Where(1, "1"), "nine?"))
    evening.do(CorrectResult(Where(1, "1"), Result("4SN-1"), agreed=BOTH))
    (settled,) = check(evening.scoreboard).worked_off
    assert (found(evening), settled.how) == ([], "corrected to 4SN-1, agreed by NS and EW")


# Cases


def test_cases_that_wait():
    evening = field("4SN=", "4SN-1")
    evening.do(AddCall(Where(1, "1"), "slow", "N", "auction"))
    evening.do(AddCall(Where(1, "2"), "revoke", "N", "play"))
    evening.do(AnswerCall("C-0002", "no-infraction"))
    evening.do(GiveRuling(Where(1, "2"), Assigned(Result("4SN=")), provisional=True))
    listed = [(each.code, each.case, each.text) for each in check(evening.scoreboard).open]
    assert listed == [
        ("provisional-ruling", "R-0001", "assigned 4SN=: the ruling is still to be given"),
        ("open-call", "C-0001", 'open: "slow"'),
    ]


def test_a_ruling_on_a_result_that_was_corrected_since():
    """Whatever the sides confirm: the director looks again, and says so by stating it anew."""
    evening = field("4SN=", "4SN-1")
    evening.do(GiveRuling(Where(1, "1"), Assigned(Result("4SN-1")), Grounds(offender="NS")))
    evening.do(CorrectResult(Where(1, "1"), Result("4SN+1"), agreed=BOTH))
    text = f"R-0001 was given on 4SN=, now 4SN+1: no score moves (#{evening.log[-1].number})"
    expected = [("other-result", "R-0001", "1", text)]
    assert [(each.code, each.case, each.table, each.text) for each in check(evening.scoreboard).open] == expected
    evening.do(AmendRuling("R-0001", None, Grounds(facts="eleven tricks")))
    assert found(evening) == []


def test_an_appeal_that_nobody_decided():
    evening = field("4SN=", "4SN-1")
    evening.do(GiveRuling(Where(1, "1"), Assigned(Result("4SN-1")), Grounds(offender="NS")))
    evening.do(LodgeAppeal("R-0001", "NS", "too much", ("N", "S")))
    expected = [("open-appeal", "A-0001", "against R-0001: lodged, not heard")]
    assert [(each.code, each.case, each.text) for each in check(evening.scoreboard).open] == expected


def test_a_line_that_was_set_aside_is_listed_until_it_is_settled():
    evening = field("4SN=", "4SN-1")
    opened = evening.session.opening
    opening = OpenSession(opened.title, None, opened.boards, opened.winners, opened.regulations)
    unread = (("a.bws table 3, round 1, board 1", "'X' is no declarer"),)
    evening.do(ImportSheet(opening, (), unread, skip_bad=True, device="a.bws"))
    (listed,) = check(evening.scoreboard).open
    number = evening.log[-1].number
    assert (listed.code, listed.text) == ("set-aside", f"#{number}: {unread[0][0]}: {unread[0][1]}")
    evening.do(SettleLine(number, "resolved"))
    assert not check(evening.scoreboard).open


def test_every_kind_of_concern_has_a_way_out():
    from cli.screens.checks import _TYPED_IN_FULL, _WORKED_OFF_BY

    assert sorted([*_WORKED_OFF_BY, *_TYPED_IN_FULL]) == sorted(CONCERNS)


def test_a_list_does_not_depend_on_the_order_in_which_results_are_typed():
    results = ("4SN=", "4SN+1", "4SN=", "4SN+1", "5HE=")
    one, other = field(*results), Evening()
    for table in (5, 3, 1, 2, 4):
        result(other, 1, results[table - 1], f"{table}NS", f"{table}EW", table=str(table))
    assert {structs.replace(each) for each in check(one.scoreboard).open} == set(check(other.scoreboard).open)


# Auctions and play against what is recorded beside them

RECORDS = ("other-contract", "other-tricks", "other-cards", "revoke")
DEALT = Deal("N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543")


def recorded(played, auction=None, play=None):
    """Board 1 at a table, as a file says it, and the cards of the board."""
    evening = Evening((1,), 1)
    said = PlayRecord(Auction(auction) if auction else None, CardPlay(play) if play else None)
    opening = OpenSession("Evening", None, (1,), 1, profile_loader.load_profile("default"))
    evening.do(ImportSheet(opening, (SheetLine("line 1", Where(1, "1", "1", "2"), Result(played), record=said),)))
    evening.do(RecordDeal(1, DEALT))
    return evening


@pytest.mark.parametrize(
    ("auction", "played", "told"),
    [
        ("N: 1S P 4S AP", "4SN=", None),
        ("N: 1S P 4S AP", "4SS=", "the auction ends in 4SN, and 4SS= is recorded"),
        ("N: 1S P 4S X AP", "4SN=", "the auction ends in 4SXN, and 4SN= is recorded"),
        ("N: 1S P 4S AP", "PASS", "the auction ends in 4SN, and PASS is recorded"),
        ("N: AP", "4SN=", "nobody bid, and 4SN= is recorded"),
        ("N: AP", "PASS", None),
        ("N: 1S P 4S", "3NTE=", None),
        ("N: 1S P 4S AP", "+420", None),
    ],
)
def test_an_auction_that_ends_otherwise(auction, played, told):
    evening = recorded(played, auction)
    assert found(evening, *RECORDS) == ([("other-contract", 1, "1")] if told else [])
    assert told is None or text(evening, "other-contract") == told


@pytest.mark.parametrize(
    ("play", "played", "code", "told"),
    [
        ("E: HA H7 H2 H4, HK H8 H3 H5, HQ H9 H6 HJ", "4SN=", None, None),
        (
            "E: HA H7 H2 H4, HK H8 H3 H5, HQ H9 H6 HJ",
            "4SN+1",
            "other-tricks",
            "declarer took 0 of the first 3 tricks as they were played, and 4SN+1 is 11",
        ),
        (
            "E: CQ C2 C3 CA",
            "4SN-10",
            "other-tricks",
            "declarer took 1 of the first 1 tricks as they were played, and 4SN-10 is 0",
        ),
        ("E: HA H7 H2 S2, HK H8", "4SN=", "revoke", "N played S2 to trick 1, and had H4"),
        ("E: HA H4", "4SN=", "other-cards", "S is said to have played H4: N has the card"),
    ],
)
def test_play_that_goes_not_with_result_or_cards(play, played, code, told):
    evening = recorded(played, None, play)
    assert found(evening, *RECORDS) == ([(code, 1, "1")] if code else [])
    assert told is None or text(evening, code) == told


def test_a_fouled_board_was_played_with_other_cards():
    evening = recorded("4SN=", None, "E: HA H4")
    evening.do(FoulBoard(1, "B", ("1",)))
    assert found(evening, *RECORDS) == []


def test_what_was_said_of_the_auction_since_is_what_is_checked():
    evening = field("4SN=")
    evening.do(RecordAuction(Where(1, "1"), Auction("N: 1S AP")))
    assert found(evening, *RECORDS) == [("other-contract", 1, "1")]
    evening.do(ConfirmResult(Where(1, "1"), BOTH))
    assert found(evening, *RECORDS) == []
