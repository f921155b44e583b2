"""The form of scoring and the regulations for which a format has a word are written in that word, and read by it."""

import json
from fractions import Fraction
from types import SimpleNamespace
from typing import get_args, get_type_hints

import pytest
from hypothesis import given

from ledger.bridge import Result
from ledger.exchange.comparison import units_unlike_stage
from ledger.exchange.given_out import ExportedLine, ExportedSession, exported_text, notation_of
from ledger.exchange.lin import read_lin
from ledger.exchange.pbn.read import read_pbn
from ledger.exchange.pbn.scoring_tag import parse_scoring
from ledger.exchange.pbn.write import write_pbn
from ledger.exchange.programs import regulations_of
from ledger.exchange.sheet import PrintedMatch, Sheet, artificial_score, contract_result
from ledger.exchange.usebio.read import read_usebio
from ledger.exchange.usebio.write import write_usebio
from ledger.exchange.writing import effects_outside_lines, unsupported_parts
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Grade
from ledger.laws.profile_loader import change_regulations, list_shipped_profiles, load_profile, values
from ledger.laws.regulations import Butler, CrossImps, Matchpoints, PointABoard
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session import TableBoard
from ledger.session.cases import ScoreInForce
from ledger.subjects.matches.facts import FindMismatch, VoidMatch
from ledger.subjects.play.facts import AmendRegulations, ExpectResults, RecordResult, SetCarryOver
from ledger.subjects.rulings.state import CombinedRulings
from tests import strategies
from tests.core.spec import Evening
from tests.exchange.files import usebio
from tests.exchange.test_round_trips import desk as desk
from tests.exchange.test_round_trips import ruled as ruled

FORMATS = {"pbn": (write_pbn, read_pbn), "xml": (write_usebio, read_usebio)}

WORDS = [
    ("pbn", "matchpoints", "matchpoints.scale", "2/1/0", '[Scoring "MatchPoints;MP1"]'),
    ("pbn", "matchpoints", "matchpoints.scale", "1/0.5/0", '[Scoring "MatchPoints;MP2"]'),
    ("pbn", "matchpoints", "matchpoints.scale", "ascherman", '[Scoring "MatchPoints;Ascherman"]'),
    ("pbn", "butler", "butler.trim", "0", '[Scoring "IMP;Butler"]'),
    ("pbn", "butler", "butler.trim", "1", '[Scoring "IMP;Butler-2"]'),
    ("pbn", "butler", "butler.trim", "2", '[Scoring "IMP;Butler-4"]'),
    ("pbn", "butler", "butler.trim", "5%", '[Scoring "IMP;Butler-10%"]'),
    ("pbn", "butler", "butler.trim", "1/7", '[Scoring "IMP;Butler-2/7"]'),
    ("pbn", "butler", "butler.trim", "median", '[Scoring "IMP;Median"]'),
    ("pbn", "cross-imps", "cross_imps.divisor", "none", '[Scoring "IMP;Cross"]'),
    ("pbn", "cross-imps", "cross_imps.divisor", "results", '[Scoring "IMP;Cross1"]'),
    ("pbn", "cross-imps", "cross_imps.divisor", "comparisons", '[Scoring "IMP;Cross2"]'),
    ("pbn", "board-a-match", "board_a_match.scale", "2/1/0", '[Scoring "BAM;MP1"]'),
    ("pbn", "board-a-match", "board_a_match.scale", "1/0.5/0", '[Scoring "BAM;MP2"]'),
    ("pbn", "teams", None, None, '[Scoring "IMP"]'),
    ("xml", "matchpoints", None, None, "<BOARD_SCORING_METHOD>MATCH_POINTS<"),
    ("xml", "butler", None, None, "<BOARD_SCORING_METHOD>BUTLER_IMPS<"),
    ("xml", "cross-imps", None, None, "<BOARD_SCORING_METHOD>CROSS_IMPS<"),
    ("xml", "board-a-match", "board_a_match.scale", "2/1/0", "<BOARD_SCORING_METHOD>PAB<"),
    ("xml", "board-a-match", "board_a_match.scale", "1/0.5/0", "<BOARD_SCORING_METHOD>BAM<"),
    ("xml", "teams", "matches.vp", "continuous", "<MATCH_SCORING_METHOD>VPS<"),
    ("xml", "teams", "matches.vp", "none", "<BOARD_SCORING_METHOD>IMPS<"),
    ("xml", "knockout", None, None, "<MATCH_SCORING_METHOD>IMPS<"),
    ("xml", "total-points", None, None, "<BOARD_SCORING_METHOD>AGGREGATE<"),
]


@pytest.mark.parametrize("profile", ["default", "acblscore", "compscore3"])
@pytest.mark.parametrize(("ending", "form", "name", "value", "word"), WORDS)
def test_what_a_format_has_a_word_for_is_written_and_read_again(tmp_path, ending, form, name, value, word, profile):
    out = ExportedSession(evening(form, profile, {name: value} if name else {}).scoreboard)
    write, read = FORMATS[ending]
    path = tmp_path / f"evening.{ending}"
    path.write_text(write(out))
    assert word in path.read_text()
    sheet = read(path)
    assert sheet.scoring == form
    if name:
        assert values(regulations_of(sheet, None))[name] == value


def evening(form, profile, regulations):
    """An evening of one board, at two tables."""
    teams = FORMS[form].teams()
    seats = (("A", "B"), ("B", "A")) if teams else (("1", "2"), ("3", "4"))
    made = Evening((1,), 1, profile, scoring=form)
    other = change_regulations(load_profile(profile), regulations)
    if other != made.session.regulations:
        made.do(AmendRegulations(other, "as the club has it"))
    for table, (pair, result) in enumerate(zip(seats, ("4SN=", "4SN-1"), strict=True), start=1):
        made.do(RecordResult(Where(1, str(table), *pair, 1), Result(result)))
    return made


@pytest.mark.parametrize(
    ("name", "table", "field"),
    [
        ("matchpoints.scale", Matchpoints, "scale"),
        ("butler.trim", Butler, "trim"),
        ("cross_imps.divisor", CrossImps, "divisor"),
        ("board_a_match.scale", PointABoard, "scale"),
    ],
)
def test_the_tag_has_a_word_for_every_value_of_the_regulations_it_can_say(name, table, field):
    assert {value for ending, _, said, value, _ in WORDS if (ending, said) == ("pbn", name)} == {
        *get_args(get_type_hints(table)[field])
    }


@pytest.mark.parametrize("form", [*FORMS])
@pytest.mark.parametrize("kind", ["csv", "pbn", "usebio"])
def test_a_form_of_scoring_for_which_a_format_has_no_word_is_named(kind, form):
    ending = {"csv": "", "pbn": "pbn", "usebio": "xml"}[kind]
    said = form == "matchpoints" or form in {each for format_, each, *_ in WORDS if format_ == ending}
    lost = unsupported_parts(ExportedSession(evening(form, "default", {}).scoreboard), kind)
    assert any(f"`import --scoring {form} --winners 1`" in each for each in lost) is not said


@pytest.mark.parametrize(
    ("tag", "form", "regulations", "unknown"),
    [
        ("MP", "matchpoints", {}, ()),
        ("MatchPoints", "matchpoints", {}, ()),
        ("mp;mp2", "matchpoints", {"matchpoints.scale": "1/0.5/0"}, ()),
        (" MatchPoints ; MP1 ", "matchpoints", {"matchpoints.scale": "2/1/0"}, ()),
        ("MP;OldMP", "matchpoints", {}, ("OldMP",)),
        ("MP;Mitchell2", "matchpoints", {}, ("Mitchell2",)),
        ("IMP", "cross-imps", {}, ()),
        ("XIMP", "cross-imps", {}, ()),
        ("Cross-IMPs", "cross-imps", {}, ()),
        ("IMP;Cross", "cross-imps", {"cross_imps.divisor": "none"}, ()),
        ("Butler", "butler", {"butler.trim": "0"}, ()),
        ("IMP;Butler-2;Mean", "butler", {"butler.trim": "1"}, ()),
        ("IMP;Butler;Median", "butler", {"butler.trim": "median"}, ()),
        ("IMP_1961", None, {}, ("IMP_1961",)),
        ("EMP", None, {}, ("EMP",)),
        ("Chicago", None, {}, ("Chicago",)),
        ("Rubber", None, {}, ("Rubber",)),
        ("Instant;MP", "matchpoints", {}, ("Instant",)),
        ("Total points", None, {}, ("Total points",)),
        ("", None, {}, ()),
    ],
)
def test_each_word_of_the_standard_is_understood_or_named(tag, form, regulations, unknown):
    assert parse_scoring(tag, teams=False) == (form, regulations, unknown)


TABLE = (
    '[Event "Pairs"]\n[Board "{board}"]\n[Scoring "{tag}"]\n'
    '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n1 2 4S N 10\n3 4 4S N 9\n\n'
)


@pytest.mark.parametrize(
    ("tags", "told"),
    [
        (("MP;MP2", "MatchPoints;MP2"), []),
        (
            ("MP;Bastille",),
            ["'Bastille' is no scoring that is known here: --scoring and --profile say how it is scored"],
        ),
        (("MP", "IMP"), ["records say 'MP' and 'IMP': it is scored by the first"]),
    ],
)
def test_a_note_names_what_the_tag_says_and_is_not_followed(tmp_path, tags, told):
    path = tmp_path / "pairs.pbn"
    path.write_text("".join(TABLE.format(board=board, tag=tag) for board, tag in enumerate(tags, start=1)))
    sheet = read_pbn(path)
    assert sheet.scoring == "matchpoints"
    assert [why for where, why in sheet.notes if where == "tag Scoring"] == told


def test_what_the_desk_asks_for_goes_before_what_the_file_says(tmp_path):
    path = tmp_path / "pairs.pbn"
    path.write_text(TABLE.format(board=1, tag="MP;MP2"))
    assert regulations_of(read_pbn(path), "ebu").matchpoints.scale == "2/1/0"
    assert regulations_of(read_pbn(path), None).profile == "default, matchpoints.scale=1/0.5/0"


@pytest.mark.parametrize(
    ("method", "vp"), [("<MATCH_SCORING_METHOD>IMPS</MATCH_SCORING_METHOD>", "none"), ("", "continuous")]
)
def test_matches_that_another_program_scores_in_imps_stay_in_imps(tmp_path, method, vp):
    path = tmp_path / "teams.xml"
    path.write_text(usebio("", kind="TEAMS", extra=method))
    assert regulations_of(read_usebio(path), None).matches.vp == vp


@pytest.mark.parametrize(("letter", "form"), [("I", "teams"), ("B", "board-a-match")])
def test_a_match_of_lin_is_scored_as_its_head_says(tmp_path, letter, form):
    path = tmp_path / "match.lin"
    path.write_text(f"vg|Final,Segment 1,{letter},1,1,Reds,0,Blues,0|\nrs|4HN+1,4HN=|\n")
    assert read_lin(path).scoring == form


def test_what_is_in_the_totals_alone_is_said():
    evening = Evening((1, 2), 1, "ebu-swiss-pairs", ("1", "2", "3", "4"))
    for board, ns, ew in ((1, "1", "2"), (1, "3", "4"), (2, "1", "3")):
        evening.do(RecordResult(Where(board, None, ns, ew, board), Result("+50")))
    evening.do(VoidMatch(("3", "4"), (1,), round=1, fault="3"))
    evening.do(FindMismatch(contestant="1", opponent="3", round=2, correct=("4",), at_fault=False))
    evening.do(ExpectResults(3))
    void, mismatch = evening.log[-3].number, evening.log[-2].number
    assert list(effects_outside_lines(evening.session)) == [
        "3 results are expected of every board; the scores show it, and the file says it nowhere",
        f"#{void}: what was found of 3 v 4 is in the match's score alone",
        f"#{mismatch}: what was found of 1 v 3 is in the match's score alone",
    ]
    teams = Evening((1,), 1, contestants=("A", "B"), scoring="knockout")
    teams.do(SetCarryOver("A", Fraction(11, 2)))
    assert list(effects_outside_lines(teams.session)) == ["A carries over 5.5 IMPs; they are in the total alone"]


# What is to be typed into another program: in its notation, which is read again where we read it too


def played(result):
    return ExportedLine(
        TableBoard(1, Seating("1", "2")), Result(str(result)), None, (None, None), CombinedRulings(None, None, None)
    )


def awarded(ns, ew, percent=(60, 40)):
    score = ScoreInForce(1, "R-0001", Artificial(Grade(ns), Grade(ew)), "none", (), ())
    return ExportedLine(
        TableBoard(1, Seating("1", "2")), None, percent, (None, None), CombinedRulings(None, score, score)
    )


@given(strategies.results)
def test_travellers_and_ours_are_read_again(result):
    line = played(result)
    said, score = exported_text(line, "usebio"), result.bare_score is not None
    contract, declarer, tricks = ("", "", "") if score else (*said.split(), "", "")[:3]
    assert contract_result(contract, declarer, tricks, said if score else "", 1) == line.result
    assert Result(exported_text(line, "ledger")) == line.result
    assert exported_text(line, "plain") == exported_text(line, "usebio")


@given(strategies.results)
def test_scores_are_those_of_the_board(result):
    line = played(result)
    assert int(exported_text(line, "acblscore").split()[1]) == line.ns_score


@pytest.mark.parametrize(
    ("notation", "ns", "ew", "percent", "said"),
    [
        ("usebio", "A+", "A-", (60, 40), "A6040"),
        ("bridgemate", "A+", "A", (60, 50), "60%-50%"),
        ("bridgemate", "70", "30", (70, 30), "NS 70%, EW 30%"),
        ("realbridge", "A+", "A-", (60, 40), "+/- ~"),
        ("realbridge", "60", "40", (60, 40), "+/- ="),
        ("realbridge", "A", "A", (50, 50), "=/= ="),
        ("realbridge", "A+", "40", (60, 40), "NS 60%, EW 40%"),
        ("acblscore", "A+", "A-", (60, 40), "S: Ave+ / Ave-"),
        ("acblscore", "60", "40", (60, 40), "NS 60%, EW 40%"),
        ("plain", "A+", "A-", (60, 40), "NS 60%, EW 40%"),
        ("ledger", "A+", "A-", (60, 40), "A+/A-"),
    ],
)
def test_artificial_scores(notation, ns, ew, percent, said):
    assert exported_text(awarded(ns, ew, percent), notation) == said


def test_averages_of_usebio_are_read_again():
    assert artificial_score(exported_text(awarded("60", "40"), "usebio")) == Artificial(Grade("60"), Grade("40"))


def test_every_profile_has_a_notation():
    known = {profile: notation_of(profile) for profile in list_shipped_profiles()}
    assert known["ebuscore"] == known["pairsscorer"] == "usebio"
    assert known["wbf"] == "plain"


# What the totals of a result file are in, beside what a stage of a tournament adds up


def sheet(total="", percentage="", match=None, **details):
    found = Sheet("spring", "Spring", **details)
    found.printed.of_contestant("1", total=total, percentage=percentage)
    if match:
        found.printed.matches[1, "1", "2"] = match
    return found


@pytest.mark.parametrize(
    ("printed", "ours", "units"),
    [
        (sheet(total="34", scoring="matchpoints"), "MP", ()),
        (sheet(total="34", scoring="matchpoints"), "VP", ("MP",)),
        (sheet(total="34", scoring="matchpoints", swiss=True), "MP", ("VP",)),
        (sheet(total="34", scoring="teams", match=PrintedMatch(8, "3", ("11.2", "8.8"))), "IMP", ("VP",)),
        (sheet(total="34", scoring="butler"), "%", ("IMP",)),
        (sheet(total="34", percentage="56.7", scoring="matchpoints"), "%", ()),
        (sheet(total="34", percentage="56.7", scoring="matchpoints"), "VP", ("%", "MP")),
        (sheet(percentage="56.7", scoring="matchpoints"), "MP", ("%",)),
        (sheet(total="34", scoring="teams"), "VP", ()),
        (sheet(total="34"), "%", (None,)),
        (sheet(total="3", scoring="knockout"), "", ()),
        (sheet(), "MP", ()),
    ],
)
def test_only_what_is_of_another_kind_is_named(printed, ours, units):
    """A file of teams that says no unit is taken for ours, but for percentages: no teams have those."""
    assert units_unlike_stage(printed, SimpleNamespace(unit=ours)) == units


# What is to be typed into another program says why: by its event and case, or as moved by a ruling on another line


def reasons(desk, *options):
    told = json.loads(desk(f"--db a.db export --changes-since {' '.join(options)} --json"))["changes"]
    return {(each["board"], each["table"]): (each["why"], each["ruled"]) for each in told}


def last(desk):
    return json.loads(desk("--db a.db standings --json"))["as_of"]


def test_a_weighted_score_is_named_and_what_it_moves(ruled):
    since = last(ruled)
    ruled("--db a.db ruling amend R-0002 --weighted '50% 4SN=, 50% 4SN-1' --reason 'halves'")
    found = reasons(ruled, str(since))
    assert found["3", "1"] == (f"R-0002 (#{since + 1})", "R-0002: weighted 50% of +420 (4SN=) plus 50% of -50 (4SN-1)")
    assert found["3", "2"] == ("moved by R-0002", "")


@pytest.mark.parametrize("notation", ["acblscore", "plain"])
def test_an_award_by_the_average_that_moved_was_not_ruled_anew(ruled, notation):
    """Its score follows who sat there on other boards: in both columns it is the same."""
    since = last(ruled)
    ruled("--db a.db result correct 3/3 6SN= --reason 'the slip'")
    found = reasons(ruled, str(since), "--notation", notation)
    assert found["3", "3"] == (f"#{since + 1}", "")
    assert found["4", "3"][0] == "R-0004 as before, moved by others"


def test_a_line_that_was_voided_says_so(ruled):
    since = last(ruled)
    ruled("--db a.db result void 2/3 --reason 'wrong board' --yes")
    assert reasons(ruled, str(since))["2", "3"] == ("taken back", "")
