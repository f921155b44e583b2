"""Artificial scores (Law 12C2), and the contestant's other boards."""

from fractions import Fraction

from ledger.bridge import Result, Side
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Awarded, Grade
from ledger.laws.regulations import FurtherAward, StageRules
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import bracket, overall
from ledger.projections.ripple import compare_unless_award
from ledger.projections.standings import standings, total_derivation
from ledger.session import TableBoard
from ledger.subjects.brackets.facts import DrawBracket
from ledger.subjects.play.facts import FoulBoard, RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty
from ledger.subjects.tournaments.facts import AddSession
from ledger.trust.checks import STRICT
from tests.core.congress import Congress
from tests.core.spec import Evening, blank
from tests.golden.boards import amended, field, percent_of, session_of, totals
from tests.golden.examples import as_weighting, exact, golden, score
from tests.golden.rooms import imps_of, rule_room, teams
from tests.trust_checks import holds


@golden("S03-artificial-60-50-40")
def test_artificial(given, expected):
    for grade, share, mp in zip(given["artificial"], expected["fractions_of_top"], exact(expected["mp"]), strict=True):
        evening = field([420] * 12 + [{"artificial": [grade, "A"]}])
        assert evening.scoreboard.top == given["top"]
        assert Grade(grade).flat == Fraction(share)
        assert evening.score(1, 13) == mp


@golden("S04-artificial-imps")
def test_artificial_imps(given, expected):
    for grade, imps in zip(given["artificial"], expected["imps"], strict=True):
        evening = teams()
        rule_room(evening, Artificial(Grade(grade), Grade("A")), laws=("12C2(b)",))
        assert imps_of(evening, "X") == imps
        assert imps_of(evening, "Y") == 0


@golden("S12-abf-12c2c-nos-64", "S13-abf-12c2c-os-38")
def test_other_boards(given, expected):
    evening = session_of(given["other_boards_pct"], 4, {1: given["award"]})
    assert percent_of(evening, 1) == expected["awarded_pct"]


@golden("S31-ebl-session-average")
def test_session_average(given, expected):
    for (grade, percent), awarded in zip(given["cases"], expected["awarded_pct"], strict=True):
        assert percent_of(session_of(percent, 4, {1: grade}), 1) == awarded


@golden("D07-12c2c-two-aplus")
def test_two_aplus(given, expected):
    evening = session_of(
        65, given["boards"], {int(board): grade for board, grade in given["artificial_boards"].items()}
    )
    assert [percent_of(evening, 5), percent_of(evening, 6)] == [expected["awarded_pct_each"]] * 2
    assert sum(percent_of(evening, board) for board in range(1, 25)) / 24 == expected["session_pct"]


@golden("D08-12c2c-equivalence")
def test_equivalence(given, expected):
    """A+ as the better of flat and average is the average: with the flat 60% in the session it stays below it."""
    boards = given["other_boards"] + 1
    evening = session_of(given["other_pct"], boards, {1: "A+"})
    assert percent_of(evening, 1) == expected["awarded"]
    with_flat = session_of(given["other_pct"], boards, {1: str(given["flat"])})
    session = sum(percent_of(with_flat, board) for board in range(1, boards + 1)) / boards
    assert session == exact(expected["session_pct_with_flat"])
    assert (session > 60) is expected["exceeds_60"]


@golden("D09-12c2c-aplus-and-aminus")
def test_plus_and_minus(given, expected):
    for case, awarded in zip(given["cases"], expected["awarded"], strict=True):
        evening = session_of(case["other_pct"], 5, dict(enumerate(case["boards"], start=1)))
        assert [percent_of(evening, 1), percent_of(evening, 2)] == awarded


@golden("D38-12c2d-third-board")
def test_third_board(given, expected):
    evening = session_of(given["other_pct"], 10, dict.fromkeys(range(1, given["boards_not_played"] + 1), "A+"))
    amended(evening, "artificial", further=(FurtherAward("A+", given["option"]["first_n"], given["option"]["then"]),))
    assert [percent_of(evening, board) for board in range(1, 5)] == expected["awarded_pct"]


@golden("S27-ebl-fielded-psyche", "S28-ebl-fielded-psyche-nos-better")
def test_fielded_psyche(given, expected):
    """A+/A− unless the table result is better for the non-offenders; the penalty either way."""
    tables = given["top"] // 2 + 1
    own = Fraction(given.get("nos_table_mp", given.get("nos_table_pct", 0) * Fraction(given["top"]) / 100))
    others = [20 * at for at in range(tables - 1)]
    evening = Evening()
    table_result = 10 * int(own) - 10
    evening.play(1, [table_result, *others])
    evening.rule(1, 1, Artificial(Grade("60"), Grade("40"), as_weighting(table_result)), offender="EW", laws=("40C",))
    assert (evening.score(1, 1), evening.score(1, 1, "EW")) == (exact(expected["nos_mp"]), exact(expected["os_mp"]))
    if "artificial_applied" in expected:
        derivation = evening.scoreboard.score(evening.at(1, 1), Side.NS).derivation()
        assert (derivation.text == "of the top") is expected["artificial_applied"]
    before = totals(evening)
    evening.do(ImposePenalty("1EW", Fraction(10), "%", ("90A",)))
    after = totals(evening)
    assert before["1EW"] - after["1EW"] == exact(expected["os_penalty_mp"])
    if "os_net_mp" in expected:
        assert after["1EW"] == exact(expected["os_net_mp"])
    assert after["1NS"] == before["1NS"] == exact(expected["nos_mp"])


@golden("P21-ebu-scoring-wrong-board")
def test_wrong_board(given, expected):
    """Both sides at fault; two such errors are two awards, not multiple occurrences (Law 12C2(d))."""
    grades, percents = expected["pairs"].strip(")").split(" (")
    pairs = field([0] * 4 + [{"artificial": grades.split("/")}])
    found = [100 * pairs.score(1, 5, side.value) / pairs.scoreboard.top for side in Side]
    assert "/".join(map(str, found)) == percents
    evening = teams(boards=2)
    for board in (1, 2):
        rule_room(evening, Artificial(Grade("A-"), Grade("A-")), board=board, laws=("86B2(c)",), offender="both")
        assert [imps_of(evening, "X", board), imps_of(evening, "Y", board)] == expected["teams"]


# Law 12C2 by a contestant's other boards and by regulation: averages, order of play, values, small groups


PLUS = Artificial(Grade("A+"), Grade("A-"))


def individuals(given: dict) -> Evening:
    """An individual's boards, and an award on a board that the four never played; two other tables did."""
    evening = Evening(boards=(1, 2, 3, 4), winners=1, contestants=tuple(map(str, range(1, 13))))
    for board, made in given["made"].items():
        seats = zip(made, given["against"][board], given["scores_ns"], strict=True)
        for table, (ns, ew, ns_score) in enumerate(seats, start=1):
            evening.do(RecordResult(Where(int(board), str(table), ns, ew), score(ns_score)))
    awarded = given["awarded"]
    for table, (ns, ew) in enumerate((("5+6", "7+8"), ("9+10", "11+12")), start=2):
        evening.do(RecordResult(Where(awarded["board"], str(table), ns, ew), score(0)))
    at = Where(awarded["board"], "1", awarded["ns"], awarded["ew"])
    evening.do(GiveRuling(at, PLUS, Grounds(**{**blank(), "offender": "EW"})))
    return evening


@golden("W09-12c2c-individuals")
def test_each_individual_has_his_own_average(given, expected):
    evening = individuals(given)
    board, played = evening.scoreboard, evening.at(4, 1)
    for contestant, mp in expected["mp"].items():
        side = Side.NS if contestant in ("1", "2") else Side.EW
        derivation = board.score(played, side, contestant).derivation()
        assert holds(derivation)
        assert derivation.value == board.value(played, side, contestant) == exact(mp)
    assert evening.score(4, 1) == expected["side_ns"]
    assert board.own_scores(played, Side.NS) == [exact(expected["mp"][each]) for each in "12"]
    assert board.own_scores(played, Side.EW) == [exact(expected["mp"]["3"])]
    rows = {row.contestant: row.exact for row in standings(board)[0].rows}
    for contestant, mp in expected["session"].items():
        assert rows[contestant] == exact(mp)
        assert holds(total_derivation(board, contestant))


def psyched(given: dict) -> Evening:
    """Six boards at five tables; the table result of one takes the place of A+/A−, being better for the innocent."""
    evening = Evening(boards=range(1, 7))
    for board, scores in given["scores_ns"].items():
        evening.play(int(board), scores)
    said = given["unless"]
    unless = Artificial(Grade("A+"), Grade("A-"), as_weighting(said["ns"]))
    evening.rule(said["board"], said["table"], unless, offender="EW", laws=("40C",))
    return evening


def awarded(evening: Evening, board: int, table: int) -> tuple[Fraction, Fraction]:
    """The average behind an A+, and the score."""
    derivation = evening.scoreboard.score(evening.at(board, table), Side.NS).derivation()
    assert holds(derivation)
    flat, average = derivation.parts[0].parts
    assert flat.value == Fraction(3, 5)
    return average.value, derivation.value


@golden("W10-unless-better-in-the-averages-of-others")
def test_an_award_that_gave_way_moves_nobody_on_its_board(given, expected):
    """Where it does not give way, the table is out of the comparison, and the average is another."""
    evening, board = psyched(given), given["a_plus_boards"][0]
    for each in given["a_plus_boards"]:
        evening.rule(each, 1, PLUS, offender="EW")
    assert awarded(evening, board, 1) == (exact(expected["average"]), exact(expected["awarded"]))
    worse = psyched({**given, "unless": {**given["unless"], "ns": -300}})
    for each in given["a_plus_boards"]:
        worse.rule(each, 1, PLUS, offender="EW")
    assert awarded(worse, board, 1) != awarded(evening, board, 1)


@golden("W11-unless-better-in-the-own-average")
def test_an_award_that_gave_way_is_a_board_like_any_other(given, expected):
    evening = psyched(given)
    (board,) = given["a_plus_boards"]
    evening.rule(board, given["unless"]["table"], PLUS, offender="EW")
    assert awarded(evening, board, given["unless"]["table"]) == (exact(expected["average"]), exact(expected["awarded"]))


def test_two_awards_that_may_give_way_do_not_wait_for_each_other():
    """Both of 1NS: each is compared with an A+ of the third board alone, whichever was ruled first."""
    found = []
    for order in ((1, 2), (2, 1)):
        evening = Evening(boards=(1, 2, 3))
        for board in (1, 2, 3):
            evening.play(board, [100, 0, 200])
        for board in order:
            evening.rule(board, 1, Artificial(Grade("A+"), Grade("A-"), as_weighting(300)), offender="EW")
        evening.rule(3, 2, PLUS, offender="EW")
        found.append([evening.column(board) for board in (1, 2, 3)])
    assert found[0] == found[1]
    assert found[0][0] == [4, 0, 2]


@golden("W12-12c2c-window-knockout")
def test_the_match_is_the_window_in_a_knockout_over_all_its_rounds(given, expected):
    for begun in (False, True):
        evening = amended(
            Evening(boards=range(1, 9), winners=1, contestants=("H", "A"), scoring="knockout"),
            "artificial",
            window="match",
        )
        board = 0
        for round_, swings in given["h_imps"].items():
            for imps in swings:
                board += 1
                for room, pair, ns in (("o", ("H", "A"), 430 if imps else 0), ("c", ("A", "H"), 0)):
                    evening.do(RecordResult(Where(board, f"{board}{room}", *pair, int(round_)), score(ns)))
        if begun:
            evening.do(RecordResult(Where(given["board"], "8o", "A", "H", 2), Result("PASS")))
        at = Where(given["board"], "8o", "A", "H")
        evening.do(GiveRuling(at, Artificial(Grade("A-"), Grade("A+")), Grounds(**{**blank(), "offender": "NS"})))
        assert [imps_of(evening, team, 8) for team in "HA"] == exact([expected["h"], expected["a"]])


@golden("D45-12c2c-of-own-tops")
def test_the_percentage_on_the_other_boards_is_of_their_own_tops(given, expected):
    for percent, first in (("100%", given["first"]["better"]), ("0%", given["first"]["worse"])):
        for grade, wanted in (("A+", expected["a_plus"]), ("A-", expected["a_minus"])):
            evening = Evening(boards=(1, 2), profile="brian")
            evening.play(1, [first, 0])
            evening.play(2, [None, *given["others"]])
            evening.rule(2, 1, Artificial(Grade(grade), Grade("A")), offender="EW")
            if percent in wanted:
                assert evening.score(2, 1) == exact(wanted[percent])


def in_rounds(given: dict) -> Evening:
    """Three tables; table 1 does not play two of the boards. Board 5 is played in round 1, before board 1."""
    evening = Evening(boards=sorted(board for board, _ in given["boards"]))
    for board, round_ in given["boards"]:
        for table in (1, 2, 3):
            seats = f"{table}NS", f"{(table + round_ - 2) % 3 + 1}EW"
            if not (table == 1 and board in given["not_played"]):
                evening.do(RecordResult(Where(board, str(table), *seats, round_), Result("PASS")))
    return amended(evening, "artificial", further=tuple(FurtherAward(*line) for line in given["further"]))


@golden("W13-12c2d-order-of-play")
def test_further_boards_are_those_played_later(given, expected):
    seats = {5: ("1NS", "1EW"), 1: ("1NS", "2EW")}
    for order in ((5, 1), (1, 5)):
        evening = in_rounds(given)
        for board in order:
            both = Artificial(Grade("A+"), Grade("A+"))
            evening.do(GiveRuling(Where(board, "1", *seats[board]), both, Grounds(**blank())))
        assert {str(board): evening.score(board, 1) for board in order} == {
            board: exact(mp) for board, mp in expected["mp"].items()
        }


@golden("W14-12c2d-thresholds")
def test_further_boards_of_every_award_by_several_thresholds(given, expected):
    further = tuple(FurtherAward(*line) for line in given["further"])
    for grade, boards in given["awards"].items():
        awards = dict.fromkeys(range(1, boards + 1), grade)
        evening = amended(session_of(given["other_pct"], boards + 3, awards), "artificial", further=further)
        assert [percent_of(evening, board) for board in awards] == expected["awarded_pct"][grade]
        match = amended(teams(boards=boards), "artificial", further=further)
        for board in awards:
            rule_room(match, Artificial(Grade(grade), Grade("A")), board=board)
        assert [imps_of(match, "X", board) for board in awards] == expected["imps"][grade]


@golden("W15-12c2b-imps-by-regulation")
def test_imps_of_an_award_are_by_regulation(given, expected):
    for grade, imps in zip(given["awards"], expected["imps"], strict=True):
        evening = amended(teams(), "artificial", imps_plus=given["imps_plus"], imps_minus=given["imps_minus"])
        rule_room(evening, Artificial(Grade(grade), Grade("A")))
        assert imps_of(evening, "X") == imps


@golden("W16-percents-are-grades")
def test_a_per_cent_may_be_how_a_grade_is_written(given, expected):
    for percents in ("fixed", "grades"):
        for (award, other), wanted in zip(given["cases"], expected[percents], strict=True):
            evening = amended(session_of(other, 4, {1: award}), "artificial", percents=percents)
            assert percent_of(evening, 1) == wanted


@golden("W17-wb-one-result-alone")
def test_a_result_alone_is_sixty_both_ways(given, expected):
    for case, percent in zip(given["cases"], expected["pct"], strict=True):
        entries = [420, *[{"artificial": ["A", "A"]}] * (case["E"] - 1)]
        evening = amended(field(entries), "matchpoints", fewer_results="small-groups")
        top = evening.scoreboard.top
        assert [evening.score(1, 1, side.value) / top for side in Side] == [exact(percent)] * 2


def test_a_small_group_does_not_share_out_its_top_and_is_no_fault_in_the_log():
    """Four tables, one of them with another version: 60% both ways there, and the other three carried up."""
    evening = amended(field([420, 420, 170, -50]), "matchpoints", fewer_results="small-groups")
    evening.do(FoulBoard(1, "B", ("1",)))
    assert evening.score(1, 1) == evening.score(1, 1, "EW") == Fraction(18, 5)
    assert list(STRICT["sums"](evening.session)) == []


@golden("W18-wb-least-unit")
def test_the_unit_of_imps_is_lesser_where_they_are_the_last_there_is(given, expected):
    pairs = field(given["scores_ns"], scoring="cross-imps", profile=given["profile"])
    assert pairs.column(1) == exact(expected["cross_imps"])
    match = teams("knockout", profile=given["profile"])
    rule_room(match, Awarded(*map(Fraction, given["knockout_own_imps"]), "out"))
    assert [imps_of(match, team) for team in "XY"] == exact(expected["knockout"])


def test_a_side_of_individuals_with_one_average_has_one_score():
    """No other boards: both have the flat score, and nobody has another than his side."""
    evening = Evening(winners=1, contestants=tuple("12345678"))
    evening.do(RecordResult(Where(1, "2", "5+6", "7+8"), score(100)))
    evening.do(GiveRuling(Where(1, "1", "1+2", "3+4"), PLUS, Grounds(**blank())))
    played: TableBoard = evening.at(1, 1)
    assert evening.scoreboard.own_scores(played, Side.NS) == [Fraction(6, 5)]
    assert evening.scoreboard.board(1).pairs[played.seating].beside == ()


def test_an_award_that_stays_counts_those_that_gave_way():
    """X has +10 on board 3 and +12 assigned on board 4; (10 + 12) / 2 = 11 on boards 1 and 5, that have less assigned.

    Board 4 itself was held against 10: it gave way when nothing else had.
    """
    boards, unless = (1, 3, 4, 5), {4: 600, 1: 100, 5: -50}
    for order in ((4, 1, 5), (5, 1, 4)):
        evening = Evening(boards=boards, winners=1, contestants=("X", "Y"), scoring="teams")
        for board in boards:
            for room, pair, ns in (("o", ("X", "Y"), 430 if board == 3 else 0), ("c", ("Y", "X"), 0)):
                evening.do(RecordResult(Where(board, f"{board}{room}", *pair, 1), score(ns)))
        for board in order:
            award = Artificial(Grade("A+"), Grade("A-"), as_weighting(unless[board]))
            grounds = Grounds(**{**blank(), "offender": "EW", "laws": ("40C",)})
            evening.do(GiveRuling(Where(board, f"{board}o"), award, grounds))
        assert [imps_of(evening, "X", board) for board in boards] == [11, 10, 12, 11]
        compared_at = [compare_unless_award(evening.scoreboard, evening.at(board, f"{board}o")) for board in (1, 4, 5)]
        assert [(each.by_award, each.gives_way) for each in compared_at] == [(11, False), (10, True), (11, False)]


# The window where it is not the session (White Book 8.80.6.1)


def knockout_segment(given: dict, rounds: dict[int, list[int | None]]) -> Evening:
    """H against A, a board an entry: by what H won it; None: A+ to H and A− to A. Rounds of one session."""
    evening = Evening(boards=range(1, 9), winners=1, contestants=("H", "A"), scoring="knockout")
    amended(evening, "artificial", window="match")
    boards = [(round_, imps) for round_, each in rounds.items() for imps in each]
    for board, (round_, imps) in enumerate(boards, start=1):
        swing = {None: 0, 5: 170, -5: -170}[imps]
        for room, pair, ns in (("o", ("H", "A"), swing), ("c", ("A", "H"), 0)):
            evening.do(RecordResult(Where(board, f"{board}{room}", *pair, round_), score(ns)))
        if imps is None:
            at = Where(board, f"{board}o", "H", "A")
            evening.do(GiveRuling(at, PLUS, Grounds(**{**blank(), "offender": "EW"})))
    return evening


@golden("E05-12c2c-window-match-over-sessions")
def test_a_match_of_a_knockout_is_one_window_over_all_its_sessions(given, expected):
    first, second = given["h_imps"]
    congress = Congress("ko", format_="knockout")
    congress.do(DrawBracket("ko", ("H", "A"), segments=(2,)))
    evenings = {"s1": knockout_segment(given, {1: first}), "s2": knockout_segment(given, {1: second})}
    for name in evenings:
        congress.do(AddSession("ko", name))
    found = congress.over(**evenings)
    (final,) = bracket(found, "ko").matches.values()
    totals = {team: each.value for team, each in final.meetings[0].scores.items()}
    assert totals == {team: Fraction(imps) for team, imps in expected["totals"].items()}
    (segment, _) = (scoreboard for _, scoreboard in found.played("ko"))
    derivation = segment.score(next(iter(segment.session.boards[4].values())), Side.NS).derivation()
    assert holds(derivation)
    assert abs(derivation.value) == exact(expected["a_plus"])
    together = knockout_segment(given, {1: first, 2: second})
    assert abs(imps_of(together, "H", 4)) == exact(expected["a_plus"])
    assert imps_of(evenings["s1"], "H", 4) == exact(expected["alone"])


def two_tables(made: list[int | None]) -> Evening:
    """Two tables: what 1NS makes of a top of 2 on each board; None: A+."""
    evening = Evening(boards=range(1, len(made) + 1))
    for board, mp in enumerate(made, start=1):
        evening.play(board, [100 * (mp or 0), 100])
        if mp is None:
            evening.rule(board, 1, PLUS, offender="EW")
    return amended(evening, "artificial", window="stage")


@golden("E06-12c2c-window-stage")
def test_the_stage_is_the_window_of_an_event_played_all_against_all(given, expected):
    congress, evenings = Congress("all", rules=StageRules(unit="0.0001")), {}
    for name in ("friday", "saturday"):
        congress.do(AddSession("all", name))
        evenings[name] = two_tables(given[name])
    found: TournamentScores = congress.over(**evenings)
    scoreboard = found.fields(congress.tournament.stages["all"])[0].scoreboard
    (board,) = (at for at, mp in enumerate(given["friday"], start=1) if mp is None)
    derivation = scoreboard.score(evenings["friday"].at(board, 1), Side.NS).derivation()
    assert holds(derivation)
    assert derivation.value == exact(expected["a_plus"])
    assert evenings["friday"].score(board, 1) == exact(expected["alone"])
    figures = overall(found, congress.tournament.stages["all"]).row("1NS").figures
    percent = {each.of.session: each.value.value for each in figures}
    assert percent == {name: Fraction(each) for name, each in expected["percent"].items()}
    assert found.fields(congress.tournament.stages["all"]) is found.fields(congress.tournament.stages["all"])


@golden("T13-12c2c-window-swiss-pairs")
def test_in_a_swiss_of_pairs_the_match_is_the_window(given, expected):
    evening = Evening(range(1, 7), 1, "ebu-swiss-pairs", ("1", "2", "3", "4"))
    board = 0
    for round_, made in given["rounds"].items():
        opponent, others = (("2", ("3", "4")), ("3", ("2", "4")))[int(round_) - 1]
        for mp in made:
            board += 1
            evening.do(RecordResult(Where(board, "1", "1", opponent, int(round_)), score(100 * (mp or 0))))
            evening.do(RecordResult(Where(board, "2", *others, int(round_)), score(100)))
            if mp is None:
                evening.do(GiveRuling(Where(board, "1", "1", opponent), PLUS, Grounds(**{**blank(), "offender": "EW"})))
                (spoilt,) = (each for each in evening.session.boards[board].values() if each.cases)
    assert evening.scoreboard.value(spoilt, Side.NS) == exact(expected["a_plus"])
