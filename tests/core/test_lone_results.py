"""Results without comparison: a version of a fouled board with one result, and other lone results."""

from fractions import Fraction

import pytest
from msgspec import structs

from ledger.bridge import Result, Side
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Grade,
    Split,
    Stands,
    Weighted,
    parse_weighting,
)
from ledger.laws.regulations import FurtherAward, StageRules
from ledger.movements.plan import PlannedTable
from ledger.overall.standing import overall
from ledger.projections import lone_results
from ledger.projections.checking import check
from ledger.projections.ripple import ripple, stakes
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings, total_derivation
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.participation.facts import LeaveUnplayed
from ledger.subjects.play.facts import AmendRegulations, FoulBoard, RecordResult, VoidResult
from ledger.subjects.queries import ConfirmResult
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, Undo, WithdrawRuling
from ledger.subjects.tournaments.facts import AddSession
from ledger.trust.checks import STRICT
from tests.core.congress import Congress
from tests.core.evenings_by_plan import PlannedEvening, mitchell
from tests.core.spec import Evening

FIELD = (420, 420, 170, -50, -50, -100)
BEST = (620, *FIELD[1:])
CANCELLING = ("ebu", "acbl", "acblscore")
PLUS = Artificial(Grade("A+"), Grade("A+"))
WEIGHTED = Weighted(parse_weighting("60% +420, 40% -50"))


def evening(profile="default", *, boards=4, scoring="matchpoints", foul=True, rules=None) -> Evening:
    """Six tables, of which the first has a top on every board but the first, on which it alone has version B."""
    found = Evening(range(1, boards + 1), profile=profile, scoring=scoring)
    if rules:
        amend(found, **rules)
    for board in range(1, boards + 1):
        found.play(board, list(FIELD if board == 1 else BEST))
    if foul:
        found.do(FoulBoard(1, "B", ("1",)))
    return found


def amend(evening: Evening, **tables) -> None:
    now = evening.session.regulations
    changed = {name: structs.replace(getattr(now, name), **values) for name, values in tables.items()}
    if (amended := structs.replace(now, **changed)) != now:
        evening.do(AmendRegulations(amended))


def rule(evening: Evening, table: int, adjustment: Adjustment, *, offender="outside", law="87", board=1):
    return evening.do(GiveRuling(Where(board, str(table)), adjustment, Grounds(offender=offender, laws=(law,))))


def rows(evening: Evening):
    """Return the standings without the marks of rulings."""
    return [structs.replace(row, ruled=False) for field in standings(evening.scoreboard) for row in field.rows]


def on_board(evening: Evening, board=1) -> list[list[Fraction]]:
    return [evening.column(board, side.value) for side in Side]


def concerns(evening: Evening) -> list[tuple[int, str, str]]:
    found = check(evening.scoreboard).open
    return [(each.board, each.table, each.text) for each in found if each.code == "nothing-to-compare"]


# Where the regulations cancel it


@pytest.mark.parametrize("profile", CANCELLING)
def test_the_only_result_of_a_version_counts_as_an_average_plus_that_is_ruled(profile):
    fouled, ruled = evening(profile), evening(profile, foul=False)
    rule(ruled, 1, PLUS)
    assert on_board(fouled) == on_board(ruled)
    assert rows(fouled) == rows(ruled)
    assert fouled.score(1, 1) == fouled.scoreboard.top  # 1NS has a top on every other board (Law 12C2(c))


@pytest.mark.parametrize("profile", CANCELLING)
@pytest.mark.parametrize("further", [(), (FurtherAward("A+", 1, "A-"),)])
def test_it_is_no_board_with_a_result_for_another_average_plus(profile, further):
    """Law 12C2(c) looks at boards with a result, 12C2(d) at those without."""
    fouled, ruled = (evening(profile, foul=foul, rules={"artificial": {"further": further}}) for foul in (True, False))
    rule(ruled, 1, PLUS)
    for each in (fouled, ruled):
        rule(each, 1, Artificial(Grade("A+"), Grade("A-")), offender="EW", law="15A", board=3)
    assert on_board(fouled, 3) == on_board(ruled, 3)
    assert rows(fouled) == rows(ruled)


def test_an_average_plus_by_itself_is_sixty_per_cent():
    fouled = evening("ebu", boards=1)
    assert [fouled.score(1, 1, side.value) for side in Side] == [6, 6]


def test_each_of_two_individuals_has_his_own_average():
    def individuals() -> Evening:
        players = tuple(map(str, range(1, 9)))
        found = Evening((1, 2), 1, "ebu", players)
        for board, tables in ((1, (("1+2", "3+4"), ("5+6", "7+8"))), (2, (("1+3", "2+4"), ("5+6", "7+8")))):
            for table, (ns, ew) in enumerate(tables, start=1):
                found.do(RecordResult(Where(board, str(table), ns, ew, board), Result("+420" if table == 1 else "-50")))
        return found

    fouled, ruled = individuals(), individuals()
    fouled.do(FoulBoard(1, "B", ("1",)))
    for each in (fouled, ruled):
        rule(each, 2, PLUS)
    rule(ruled, 1, PLUS)
    (played,) = (each for each in fouled.session.boards[1].values() if each.table == "1")
    assert fouled.scoreboard.own_scores(played, Side.NS) == [2, Fraction(6, 5)]  # 1 has all of board 2, 2 nothing
    assert rows(fouled) == rows(ruled)


def leave_unplayed(evening: Evening, tables: range, *, scored: bool) -> None:
    for table in tables:
        evening.do(LeaveUnplayed(Where(5, str(table), f"{table}NS", f"{table}EW"), scored=scored))


@pytest.mark.parametrize("others", ["not played", "no board", "artificial", "excluded", "cancelled together"])
def test_a_result_that_others_are_not_compared_with_is_alone_whatever_they_have(others):
    """Table 1 alone has a result on board 5 that counts; where weighted ones do not count, they are alone too."""
    found = Evening(range(1, 6), profile="ebu")
    if others in ("excluded", "cancelled together"):
        amend(found, matchpoints={"weighted_field": "excluded"})
    for board in range(1, 5):
        found.play(board, list(BEST))
    found.play(5, list(FIELD) if others not in ("not played", "no board") else [420])
    if others in ("not played", "no board"):
        leave_unplayed(found, range(2, 7), scored=others == "not played")
    for table in range(2, 7) if others == "artificial" else ():
        rule(found, table, PLUS, board=5)
    for table in range(2, 7) if others in ("excluded", "cancelled together") else ():
        rule(found, table, WEIGHTED, offender="EW", law="16B", board=5)
    assert found.score(5, 1) == found.scoreboard.top
    named = [table for _, table, _ in concerns(found)]
    assert named == (list("123456") if others in ("excluded", "cancelled together") else ["1"])


def test_two_and_three_results_are_compared_with_each_other():
    fouled = evening("ebu")
    fouled.do(FoulBoard(1, "B", ("2",)))
    assert [fouled.score(1, table) for table in (1, 2)] == [6, 6]  # a tie of two: 60%
    assert concerns(fouled) == []


def test_one_result_of_several_versions_is_alone_in_each():
    fouled = evening("ebu", boards=1)
    fouled.do(FoulBoard(1, "C", ("3",)))
    assert [table for _, table, _ in concerns(fouled)] == ["1", "3"]
    assert {fouled.score(1, table, side.value) for table in (1, 3) for side in Side} == {6}


def test_a_score_that_is_assigned_where_it_is_better_is_not_where_nothing_can_be_compared_with_it():
    fouled = evening("ebu", boards=1)
    rule(fouled, 1, Artificial(Grade("A-"), Grade("A"), parse_weighting("+620")), offender="NS", law="16B")
    assert [fouled.score(1, 1, side.value) for side in Side] == [4, 5]


def test_a_score_given_outright_stays():
    fouled = evening("ebu", boards=1)
    rule(fouled, 1, Awarded(Fraction(7), Fraction(3), "keep"), offender="none", law="12A")
    assert [fouled.score(1, 1, side.value) for side in Side] == [7, 3]
    assert concerns(fouled) == []


def test_of_two_sides_only_the_one_without_another_result_has_average_plus():
    """Table 2 has an assigned score for East–West and an artificial one for North–South: only table 1's North–South is
    alone.
    """
    found = Evening((1,), profile="ebu")
    found.play(1, [420, 170])
    rule(found, 2, Artificial(Grade("A-"), Grade("A+")), offender="NS", law="16B")
    rule(found, 2, Assigned(Result("+620")), offender="EW", law="64C")
    assert [found.score(1, 1, side.value) for side in Side] == [Fraction(6, 5), 2]
    explained = found.scoreboard.score(found.at(1, 1), Side.EW).derivation()
    assert "both sides offended" not in str(explained)


def test_its_scores_rest_on_other_boards_as_they_change():
    fouled = evening("ebu")
    before = fouled.scoreboard.completed()
    rule(fouled, 1, Artificial(Grade("A-"), Grade("A+")), offender="NS", law="15A", board=2)
    rule(fouled, 1, Assigned(Result("-1100")), offender="NS", law="16B", board=3)
    after, anew = Scoreboard(fouled.session, before), Scoreboard(fouled.session)
    assert [field.rows for field in standings(after)] == [field.rows for field in standings(anew)]
    assert after.value(fouled.at(1, 1), Side.NS) == Fraction(6)  # 10 and 0 on two boards are less than 60%


def test_over_the_sessions_of_a_stage_it_follows_the_average_of_all():
    congress = Congress("only", rules=StageRules("matchpoints"))
    rules = {"artificial": {"window": "stage"}}
    evenings = {"friday": evening("ebu", boards=1, rules=rules), "saturday": evening("ebu", foul=False, rules=rules)}
    for name in evenings:
        congress.do(AddSession("only", name))
    stood = overall(congress.over(**evenings), congress.tournament.stages["only"])
    (friday, _) = stood.row("1NS").figures
    assert friday.value.value == Fraction("9.75")  # 9, 10, 10 and 10 of 40 on Saturday


def test_no_fault_is_found_in_the_log():
    assert list(STRICT["sums"](evening("ebu").session)) == []


def test_it_is_told_why():
    told = evening("ebu").scoreboard.score(evening("ebu").at(1, 1), Side.NS).derivation()
    assert "a result by itself, cancelled: A+" in str(told)


# Whatever the regulations say


@pytest.mark.parametrize("profile", profile_loader.list_shipped_profiles())
@pytest.mark.parametrize("scoring", ["matchpoints", "butler", "cross-imps"])
def test_the_only_result_of_a_version_is_named_under_all_regulations(profile, scoring):
    players = tuple(map(str, range(1, 13)))
    found = Evening((1,), 1, profile, players, scoring)
    for table, score in enumerate(FIELD, start=1):
        found.do(RecordResult(Where(1, str(table), str(table), str(table + 6), 1), Result(f"{score:+d}")))
    assert concerns(found) == []
    found.do(FoulBoard(1, "B", ("1",)))
    ((board, table, text),) = concerns(found)
    assert (board, table) == (1, "1")
    assert text.startswith("the only result of version 'B' has nothing to be compared with, and ")
    (advised,) = rule(found, 1, WEIGHTED, offender="EW", law="21B")
    assert advised.event.advice == ("NOTHING_TO_COMPARE",)
    assert concerns(found)[0][2].endswith("; nor is R-0001 compared with anything")


@pytest.mark.parametrize(
    ("profile", "scoring", "says"),
    [
        ("default", "matchpoints", "counts as NS 5.00, EW 5.00 MP"),
        ("default", "butler", "counts as NS 0.00, EW 0.00 IMP"),
        ("default", "cross-imps", "counts as NS 0.00, EW 0.00 IMP"),
        ("ebu", "matchpoints", "is cancelled: average plus, NS 10.00, EW 6.00 MP"),
    ],
)
def test_what_it_counts_as_is_told(profile, scoring, says):
    ((_, _, text),) = concerns(evening(profile, scoring=scoring))
    assert text == f"the only result of version 'B' has nothing to be compared with, and {says}"


def test_the_only_result_of_the_board_as_it_was_dealt_is_named():
    found = evening(boards=1, foul=False)
    found.do(FoulBoard(1, "B", tuple("23456")))
    ((_, table, text),) = concerns(found)
    assert (table, text.partition(" has")[0]) == ("1", "the only result of the board as dealt")


@pytest.mark.parametrize("settles", ["an award", "a confirmation"])
def test_it_is_settled_by_an_award_or_where_both_sides_confirm_it(settles):
    found = evening()
    if settles == "an award":
        rule(found, 1, PLUS)
    else:
        found.do(ConfirmResult(Where(1, "1"), ("NS", "EW")))
    assert concerns(found) == []


def test_nothing_is_said_while_more_of_the_board_is_to_come():
    """Without a movement other boards say how many results there will be; with one its tables do."""
    found = Evening((1, 2))
    found.play(1, [420, -50])
    found.play(2, [420])
    assert concerns(found) == []
    assert rule(found, 1, WEIGHTED, offender="EW", law="21B", board=2)[0].event.advice == ()
    planned = Evening((1, 2))
    tables = [PlannedTable(1, "1", "1NS", "1EW", (1,)), PlannedTable(1, "2", "2NS", "2EW", (2,))]
    tables += [PlannedTable(2, "1", "1NS", "3EW", (2,)), PlannedTable(2, "2", "2NS", "4EW", (1,))]
    planned.do(SetMovement(tuple(tables)))
    for round_, board, table, ns, ew in (
        (1, 1, "1", "1NS", "1EW"),
        (2, 1, "2", "2NS", "4EW"),
        (2, 2, "1", "1NS", "3EW"),
    ):
        planned.do(RecordResult(Where(board, table, ns, ew, round_), Result("+420")))
    assert concerns(planned) == []
    planned.do(LeaveUnplayed(Where(2, "2", "2NS", "2EW", 1), scored=False))
    assert [(board, table) for board, table, _ in concerns(planned)] == [(2, "1")]


def test_a_check_works_out_once_what_is_to_come_and_a_ruling_for_its_board_alone(monkeypatch):
    """`check` asks for the missing results at every lone result, and during play there are many."""
    planned = PlannedEvening(mitchell(3))
    planned.play_planned(*(planned.planned(1, table) for table in "123"), planned.planned(2, "1"))
    asked = []
    of_boards = lone_results.boards_still_to_play
    monkeypatch.setattr(
        lone_results,
        "boards_still_to_play",
        lambda session, plan, boards: asked.append([*boards]) or of_boards(session, plan, boards),
    )
    scoreboard = planned.scoreboard
    assert [*lone_results.lone_results(scoreboard)] == []
    assert asked == [[1, 2, 5, 6]]
    played = next(iter(scoreboard.session.boards[5].values()))
    assert not lone_results.has_no_comparison(scoreboard, played)
    assert asked[1:] == [[5]]


def test_a_session_of_one_table_compares_nothing_and_nothing_is_said():
    found = Evening((1, 2), profile="ebu")
    found.play(1, [420])
    found.play(2, [-50])
    assert concerns(found) == []
    assert [found.score(board, 1) for board in (1, 2)] == [0, 0]


@pytest.mark.parametrize("scoring", ["teams", "board-a-match", "knockout"])
def test_a_ruling_in_one_of_two_rooms_with_other_cards_draws_advice(scoring):
    found = Evening((1,), 1, contestants=("A", "B"), scoring=scoring)
    for table, two in (("open", ("A", "B")), ("closed", ("B", "A"))):
        found.do(RecordResult(Where(1, table, *two, 1), Result("+420")))
    ruling = GiveRuling(Where(1, "open"), WEIGHTED, Grounds(offender="EW", laws=("21B",)))
    assert "NOTHING_TO_COMPARE" not in found.decide(ruling).uncommitted[0].event.advice
    found.do(FoulBoard(1, "B", ("open",)))
    assert found.decide(ruling).uncommitted[0].event.advice == ("NOTHING_TO_COMPARE",)
    said = [each.text for each in check(found.scoreboard).open if each.code == "no-score"]
    assert said[0] == "the two rooms played different versions: nobody scores"


def test_an_artificial_score_and_a_result_that_stands_draw_no_advice():
    found = evening()
    split = Split(parse_weighting("+420"), parse_weighting("-50"))
    for adjustment, advised in ((PLUS, False), (Stands(), False), (split, True)):
        given = GiveRuling(Where(1, "1"), adjustment, Grounds(offender="outside", laws=("82C",)))
        advice = found.decide(given).uncommitted[0].event.advice
        assert ("NOTHING_TO_COMPARE" in advice) is advised


# A contestant deprived of a board has an award alone (Law 15B): nobody else scores, meets it, or is compared


ALONE = Artificial(Grade("A+"), Grade("-"))
GROUNDS = Grounds(offender="outside", laws=("15B",))


def two_boards(scoring: str = "matchpoints") -> Evening:
    """Board 1 at two tables; pair 3 North–South was to play it too."""
    found = Evening((1, 2), 2, contestants=[f"{n}{side}" for side in ("NS", "EW") for n in (1, 2, 3)], scoring=scoring)
    found.play(1, [420, -50])
    found.play(2, [100, 50])
    return found


def rule_alone(found: Evening, award: Artificial = ALONE, **where):
    return found.do(GiveRuling(Where(1, "3", **({"ns": "3NS"} | where)), award, GROUNDS))


@pytest.mark.parametrize("scoring", [name for name, form in FORMS.items() if not form.teams()])
def test_it_scores_and_the_others_score_as_before(scoring):
    found = two_boards(scoring)
    before = found.scoreboard
    (event,) = rule_alone(found)
    after = found.scoreboard
    seating = Seating("3NS", "", None, "3")
    assert [change.seating for change in ripple(before, after).changes] == [seating]
    scores = after.board(1)[seating]
    assert scores[Side.NS].counts
    assert not scores[Side.EW].counts
    assert scores[Side.EW].derivation().text == "nobody sat there"
    assert (after.top, found.session.expected) == (before.top, 2)
    rows = {row.contestant: row for field in standings(after) for row in field.rows}
    assert "" not in rows
    assert (rows["3NS"].boards, rows["3NS"].ruled) == (1, True)
    worth = Fraction(3) if after.top is None else after.top * Fraction(3, 5)
    assert scores[Side.NS].value == worth
    assert total_derivation(after, "3NS").value == 2 * worth  # factored up to two boards
    found.do(Undo(event))
    assert not ripple(before, found.scoreboard)


def test_it_may_sit_either_way():
    found = two_boards()
    rule_alone(found, Artificial(Grade("-"), Grade("A-")), ns=None, ew="3EW")
    (played,) = (each for _, each in found.session.boards_of("3EW"))
    assert played.seating == Seating("", "3EW", None, "3")
    assert found.scoreboard.score(played, Side.EW).value == Fraction(4, 5)


def test_what_is_refused():
    found = two_boards()
    lone = Where(1, "3", "3NS")
    found.refuses(GiveRuling(Where(1, "3", "3NS", "3EW"), ALONE), "bad-table")
    found.refuses(GiveRuling(Where(1, "3", None, "3EW"), ALONE), "bad-table")
    found.refuses(GiveRuling(Where(1, "1"), ALONE), "bad-artificial")
    found.refuses(GiveRuling(lone, Artificial(Grade("A+"), Grade("A"))), "bad-table")
    found.refuses(GiveRuling(Where(1, "3", "9NS"), ALONE), "no-such-contestant")
    rule_alone(found)
    found.refuses(GiveRuling(lone, ALONE), "already-ruled")
    for score in (
        Assigned(Result("+420")),
        Artificial(Grade("A+"), Grade("A-")),
        Artificial(Grade("-"), Grade("-")),
        Awarded(Fraction(1), Fraction(1), "out"),
    ):
        found.refuses(AmendRuling("R-0001", score), "bad-artificial")
    refusal = found.refuses(RecordResult(Where(1, "4", "3NS", "3EW"), Result("+420")), "played-already")
    assert "nobody" in refusal.message
    found.do(AmendRuling("R-0001", Artificial(Grade("A"), Grade("-"))))
    assert found.score(1, 3) == 1


def test_a_team_has_an_opponent():
    found = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    found.refuses(GiveRuling(Where(1, "open", "X"), ALONE), "wrong-form")


def test_only_the_award_itself_is_at_stake():
    found = two_boards()
    rule_alone(found)
    at_stake = stakes(found.session, found.session.rulings["R-0001"])
    assert [prospect.name for prospect in at_stake.prospects] == ["upheld"]
    assert at_stake.at_any_result == ()


def test_an_award_given_again_is_still_no_table():
    two_boards = Evening()
    two_boards.play(1, [420, 420, -50])
    for case in ("R-0001", "R-0002"):
        award = Artificial(Grade("A+"), Grade("-"))
        two_boards.do(GiveRuling(Where(1, ns="4NS"), award, Grounds(laws=("15B",))))
        assert two_boards.session.expected == 3
        if case == "R-0001":
            two_boards.do(WithdrawRuling(case))


def test_a_hint_leads_on():
    """The commands named in a refusal work: an award is undone, not voided; the deprived contestant has its own."""
    found = two_boards()
    met_again = GiveRuling(Where(1, ns="1NS", ew="3EW"), Artificial(Grade("A"), Grade("A+")), GROUNDS)
    refusal = found.refuses(met_again, "played-already")
    assert "`ruling add 1 --ew 3EW --artificial -/A+ --law 15B`" in refusal.hint
    assert "`result void 1/1 --ns 1NS --ew 1EW`" in refusal.hint
    rule_alone(found, Artificial(Grade("-"), Grade("A+")), ns=None, ew="3EW")
    played = RecordResult(Where(1, "4", "3NS", "3EW"), Result("+420"))
    assert "`undo R-0001`" in found.refuses(played, "played-already").hint
    again = RecordResult(Where(1, "3", "3NS", "3EW"), Result("+420"))
    assert "`undo R-0001`" in found.refuses(again, "table-twice").hint
    assert found.refuses(VoidResult(Where(1, ew="3EW")), "no-result").hint == "`undo R-0001` takes that back"
    alone = found.refuses(GiveRuling(Where(1, "1"), ALONE), "bad-artificial")
    assert "sat at no table of the board" in alone.hint
