"""Who takes part: boards not played, sit-outs, withdrawals, and who has a place."""

from fractions import Fraction

from msgspec import structs

from ledger.bridge import Result, Side
from ledger.kernel.at_table import Where
from ledger.laws.rounding import Rounding
from ledger.projections.standings import Row, ranks, standings
from ledger.subjects.participation.facts import (
    DeclarePhantom,
    DisqualifyContestant,
    LeaveUnplayed,
    SitOut,
    WithdrawContestant,
    WithholdStanding,
)
from ledger.subjects.play.facts import AmendRegulations, RecordResult
from ledger.subjects.rulings.facts import Undo
from tests.core.spec import Evening
from tests.golden.boards import amended, rounding, totals
from tests.golden.examples import exact, golden, score
from tests.trust_checks import holds


def pairs(evening: Evening, boards, seats, ns: int = 0) -> None:
    """Every board at every table: who sits North–South and East–West, and the score, 0 unless it is said."""
    for board in boards:
        for table, (north, east) in enumerate(seats, start=1):
            evening.do(RecordResult(Where(board, str(table), north, east, board), score(ns)))


def by_name(evening: Evening, seats: dict[str, int], board: int) -> None:
    """A board: '1 v 2' and North–South's score."""
    for table, (names, ns) in enumerate(seats.items(), start=1):
        evening.do(RecordResult(Where(board, str(table), *names.split(" v "), board), score(ns)))


def rows(evening: Evening) -> dict[str, Row]:
    return {row.contestant: row for field in standings(evening.scoreboard) for row in field.rows}


def side_score(evening: Evening, board: int, contestant: str) -> Fraction | None:
    """What a contestant has on a board, None where it is no board for it; with its explanation."""
    for side, played in evening.session.boards_of(contestant):
        if played.board == board:
            found = evening.scoreboard.score(played, side)
            assert holds(found.derivation())
            return found.value if found.counts else None
    raise AssertionError(contestant)


@golden("U01-not-played")
def test_a_board_not_played_is_scored_by_fault(given, expected):
    for (fault, partly), (ns, ew) in zip(given["cases"], expected["ns_ew"], strict=True):
        evening = Evening(boards=(1, 2))
        evening.play(1, [0] * given["tables"])
        evening.play(2, [None, *[0] * (given["tables"] - 1)])
        evening.do(LeaveUnplayed(evening.where(2, 1), fault, partly))
        assert evening.scoreboard.top == exact(expected["top"])
        assert [evening.score(2, 1, side.value) for side in Side] == [exact(ns), exact(ew)]
        evening.do(Undo(evening.log[-1]))
        evening.do(LeaveUnplayed(evening.where(2, 1), scored=False))
        assert rows(evening)["1NS"].boards == 1


@golden("U10-not-played-rounded")
def test_a_board_not_played_is_rounded_for_who_is_in_no_way_at_fault(given, expected):
    for (fault, partly), (ns, ew) in zip(given["cases"], expected["ns_ew"], strict=True):
        evening = rounding(Evening(boards=(1, 2)), board=(given["unit"], Rounding.TOWARD_NOS))
        evening.play(1, [0] * given["tables"])
        evening.play(2, [None, *[0] * (given["tables"] - 1)])
        evening.do(LeaveUnplayed(evening.where(2, 1), fault, partly))
        assert [evening.score(2, 1, side.value) for side in Side] == [exact(ns), exact(ew)]


@golden("U02-scheduled-sit-out")
def test_a_scheduled_sit_out(given, expected):
    wanted = zip(given["rules"], expected["total"], expected["percent"], expected["boards"], strict=True)
    for rule, total, percent, boards in wanted:
        evening = Evening(boards=(1, 2), winners=1, contestants=[*"123456"])
        amended(evening, "participation", sit_out=rule)
        evening.play(1, given["ns_scores"])
        pairs(evening, (2,), [("2", "3"), ("4", "5")])
        evening.do(SitOut("1", (2,), None, 2))
        assert totals(evening)["1"] == exact(total)
        row = rows(evening)["1"]
        assert (row.percent, row.boards) == (exact(percent), boards)


@golden("U09-withdrawn-leads")
def test_who_left_early_does_not_lead(given, expected):
    evening = Evening(boards=range(1, given["boards"] + 1), winners=1, contestants=[*"123456"])
    for board in evening.session.boards:
        played = board <= given["played_by_5_and_6"]
        by_name(evening, {who: ns for who, ns in given["ns_scores"].items() if played or who != "5 v 6"}, board)
    assert totals(evening) == {each: exact(total) for each, total in expected["totals"].items()}
    assert ranks(evening.scoreboard) == expected["places"]
    assert rows(evening)["6"].mark.standing == "too-few-boards"
    evening.do(WithdrawContestant("6", given["played_by_5_and_6"]))
    then = expected["withdrawn"]
    assert {row.contestant: row.exact for row in rows(evening).values() if row.boards} == {
        each: exact(total) for each, total in then["totals"].items()
    }
    assert ranks(evening.scoreboard) == then["places"]
    assert [rows(evening)[each].mark.standing for each in "56"] == ["too-few-boards", "withdrawn"]


@golden("U03-withdrawn-after-half")
def test_a_withdrawal_after_half(given, expected):
    left = given["left_after"]
    evening = Evening(boards=range(1, given["boards"] + 1), winners=1, contestants=[*"1234"])
    pairs(evening, range(1, left + 1), [("1", "2"), ("3", "4")])
    pairs(evening, range(left + 1, given["boards"] + 1), [("1", "2")])
    evening.do(WithdrawContestant("4", left))
    evening.do(SitOut("3", (given["boards"],), "4", given["boards"]))
    assert side_score(evening, given["boards"], "3") == exact(expected["sits_out"])
    assert side_score(evening, given["boards"], "4") is None
    assert {each: rows(evening)[each].exact for each in "123"} == {
        each: exact(total) for each, total in expected["totals"].items()
    }
    assert rows(evening)["3"].percent == exact(expected["percent_of_3"])
    assert rows(evening)["4"].rank is expected["place_without_reason"]
    for fine, worth in zip(given["fines"], expected["withdrawn_board"], strict=True):
        again = Evening(boards=range(1, given["boards"] + 1), winners=1, contestants=[*"1234"])
        again.log = [each for each in evening.log if each.number <= evening.log[-3].number]
        again.do(WithdrawContestant("4", left, good_reason=True, fine=exact(fine)))
        again.do(SitOut("3", (given["boards"],), "4", given["boards"]))
        assert side_score(again, given["boards"], "4") == exact(worth)
        assert ranks(again.scoreboard) == expected["places_with_reason"]


@golden("U04-all-play-all")
def test_a_match_lost_to_a_withdrawal_in_victory_points(given, expected):
    for best, (own, theirs) in given["played"].items():
        evening = robin(own, theirs)
        for match in evening.scoreboard.matches.values():
            for team in match.teams:
                margin = match.nets[team].value
                if margin >= 0:
                    assert match.victory_points[team].value == Fraction(given["vps"][str(margin)])
        before = totals(evening)["A"]
        evening.do(WithdrawContestant("D", 2))
        evening.do(SitOut("A", (), "D", 3))
        worth = Fraction(expected["worth"][best])
        (missed,) = evening.scoreboard.missed_matches
        assert holds(missed.worth)
        assert missed.worth.value == worth
        assert totals(evening)["A"] == before + worth
        assert "D" not in ranks(evening.scoreboard)


IMPS = {0: 0, 3: 100, 10: 430, 12: 620}


def robin(own: list[int], theirs: list[int], scoring: str = "teams") -> Evening:
    """Two rounds of A, B, C and D: the IMPs of A against B and C, of D against C and B."""
    evening = Evening(boards=(1, 2), winners=1, contestants=[*"ABCD"], scoring=scoring)
    for round_, opponents, imps in ((1, "BC", (own[0], theirs[0])), (2, "CB", (own[1], theirs[1]))):
        for team, opponent, margin in zip("AD", opponents, imps, strict=True):
            ns = IMPS[abs(margin)] * (1 if margin > 0 else -1)
            for board in (1, 2):
                at = {"o": (team, opponent, ns if board == 1 else 0), "c": (opponent, team, 0)}
                for room, (north, east, made) in at.items():
                    evening.do(RecordResult(Where(board, team + room, north, east, round_), score(made)))
    return evening


@golden("U05-all-play-all-by-boards")
def test_a_match_lost_to_a_withdrawal_without_victory_points(given, expected):
    boards = tuple(range(1, given["boards"] + 1))
    for scoring, worth in (("teams", expected["imps"]), ("board-a-match", expected["points"])):
        evening = Evening(boards=boards, winners=1, contestants=[*"ABC"], scoring=scoring)
        amended(evening, "matches", vp="none")
        for at, (north, east) in enumerate((("A", "B"), ("C", "B")), start=1):
            evening.do(RecordResult(Where(1, f"{at}o", north, east, at), Result("+100")))
            evening.do(RecordResult(Where(1, f"{at}c", east, north, at), Result("+100")))
        before = rows(evening)["A"]
        evening.do(WithdrawContestant("C", 2))
        evening.do(SitOut("A", boards, "C", 3))
        after = rows(evening)["A"]
        assert after.exact - before.exact == exact(worth)
        assert after.boards - before.boards == given["boards"]


@golden("U06-half-table")
def test_boards_that_waited_for_who_never_came(given, expected):
    evening = Evening(boards=range(1, given["boards"] + 1), winners=1, contestants=("1", "2", "3", "4", "5", "13"))
    pairs(evening, evening.session.boards, [("1", "2"), ("3", "4")])
    for board in range(1, given["waited"] + 1):
        evening.do(LeaveUnplayed(Where(board, "3", "5", "13", board), "EW", reason="waiting for 13"))
    row = rows(evening)["5"]
    assert evening.scoreboard.top == 4
    assert sum(side_score(evening, board, "5") for board in (1, 2)) == exact(expected["waiting"]["total"])
    assert row.boards == expected["waiting"]["boards"]
    assert row.percent == 60
    evening.do(DeclarePhantom("13"))
    evening.do(SitOut("5", (3,), "13", 3))
    assert evening.scoreboard.top == 2
    assert all(played.absent for _, played in evening.session.boards_of("5"))
    assert {board: side_score(evening, board, "5") for board in (1, 2, 3)} == {1: None, 2: None, 3: None}
    assert sum(1 for row in rows(evening).values() if row.contestant == "5") == expected["never_came"]["boards"]


@golden("U07-without-standing")
def test_without_standing_the_others_close_up(given, expected):
    wanted = {each: exact(total) for each, total in expected["totals"].items()}
    for command in (None, WithholdStanding("6", "stand-by"), DisqualifyContestant("6", "the organiser", ("91B",))):
        evening = Evening(boards=(1,), winners=1, contestants=[*"123456"])
        by_name(evening, given["ns_scores"], 1)
        if command:
            evening.do(command)
        assert totals(evening) == wanted
        assert ranks(evening.scoreboard) == expected["places"]["without_6" if command else "all"]


@golden("U08-least-boards")
def test_the_least_boards_for_a_place(given, expected):
    boards = max(given["boards"].values())
    evening = Evening(boards=range(1, boards + 1), winners=1, contestants=[*"12345678"])
    for contestant, number in given["boards"].items():
        for board in range(1, number + 1):
            other = str(int(contestant) + 4)
            evening.do(RecordResult(Where(board, contestant, contestant, other, board), Result("+100")))
    for rule, ranked in zip(given["rules"], expected["ranked"], strict=True):
        now = evening.session.regulations
        then = structs.replace(now, standings=structs.replace(now.standings, least_boards=rule))
        if then != now:
            evening.do(AmendRegulations(then))
        assert sorted(each for each in ranks(evening.scoreboard) if each in given["boards"]) == ranked
