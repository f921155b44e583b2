"""Profiles are data: what they must say, and what an office's own file may get wrong."""

import tomllib
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import structs

from ledger.bridge import Result, Side
from ledger.errors import Misuse
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Grade, Split, Weighted, parse_weighting
from ledger.laws.profile_loader import describe_regulations, values
from ledger.laws.regulations import Regulations
from ledger.laws.rounding import Rounding
from ledger.projections.ripple import ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings, total_derivation
from ledger.scoring.line import Seating
from ledger.subjects.evolving import replay
from ledger.subjects.play.facts import AmendRegulations, RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty, Undo
from tests.core.spec import Evening, blank

COMPLETE = (Path(__file__).parent / "complete.toml").read_text("utf-8")
"""A profile that states everything there is to state, the defaults too."""


@pytest.mark.parametrize("name", profile_loader.list_shipped_profiles())
def test_every_shipped_profile_says_its_name_and_only_what_differs_from_the_defaults(name):
    regulations = profile_loader.load_profile(name)
    assert profile_loader.split_day(regulations.profile)[0] == name
    assert msgspec.convert(msgspec.to_builtins(regulations), Regulations) == regulations
    stated = tomllib.loads((profile_loader._SHIPPED / f"{name}.toml").read_text("utf-8"))
    for origin in ("sources", "from", "changes"):
        stated.pop(origin, None)
    assert list(same(stated, msgspec.to_builtins(Regulations("", "")))) == []


def same(stated, default, at=""):
    """What a profile states though it is the default."""
    for key, value in stated.items():
        if isinstance(value, dict):
            yield from same(value, default[key], f"{at}{key}.")
        elif key != "unverified" and value == default[key]:
            yield f"{at}{key}"


def test_one_regulation_is_changed_by_the_name_it_is_shown_with():
    default = profile_loader.load_profile("default")
    once = profile_loader.change_regulations(default, {"participation.indemnity": "70"})
    twice = profile_loader.change_regulations(once, {"rulings.skewed": "true", "participation.indemnity": "55"})
    assert (twice.participation.indemnity, twice.rulings.skewed) == (55, True)
    assert twice.profile == "default, rulings.skewed=true, participation.indemnity=55"
    assert profile_loader.change_regulations(twice, {"rulings.skewed": "true"}) is twice
    wbf = profile_loader.load_profile("wbf")
    said = profile_loader.change_regulations(wbf, {"participation.all_play_all": "never"})
    assert {*wbf.unverified} - {*said.unverified} == {"participation.all_play_all"}
    assert structs.replace(
        said, profile=wbf.profile, unverified=(), participation=wbf.participation
    ) == structs.replace(wbf, unverified=())


def test_what_only_makes_sense_together_is_changed_together():
    table = {"matches.vp": "table", "matches.table": '[[10, "15", "5"], [100, "20", "0"]]'}
    scale = profile_loader.change_regulations(profile_loader.load_profile("default"), table)
    assert scale.matches.table == ((10, "15", "5"), (100, "20", "0"))
    with pytest.raises(Misuse, match="vp = 'table' only"):
        profile_loader.change_regulations(scale, {"matches.vp": "continuous"})
    assert (
        profile_loader.change_regulations(scale, {"matches.vp": "continuous", "matches.table": "[]"}).matches.table
        == ()
    )


def test_a_complete_profile_and_one_that_states_nothing_are_the_same():
    default = profile_loader.load_profile("default")
    assert msgspec.convert(tomllib.loads(COMPLETE), Regulations) == default
    stated, everything = tomllib.loads(COMPLETE), msgspec.json.decode(msgspec.json.encode(default))
    del everything["unverified"]
    for table in ("table", "percent_full", "percent_half"):
        del everything["matches"][table]
    assert stated == everything


def test_the_session_pins_the_defaults_too():
    """A default that changes later must not change a session that was opened before."""
    opened = Evening().log[0].event
    pinned = msgspec.to_builtins(opened)["regulations"]
    assert pinned == msgspec.to_builtins(Regulations("default", opened.regulations.title))
    assert pinned["periods"]["correction_minutes"] == 30


def test_an_office_may_state_only_what_differs(tmp_path):
    own = tmp_path / "club.toml"
    own.write_text('profile = "club"\ntitle = "Our club"\n[butler]\ntrim = "2"\n')
    regulations = profile_loader.load_profile(str(own))
    default = profile_loader.load_profile("default")
    assert regulations == structs.replace(
        default, profile="club", title="Our club", butler=structs.replace(default.butler, trim="2")
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('scale = "2/1/0"', 'scale = "3/1/0"'), "scale"),
        (('rounding = "half-up"', 'rounding = "upwards"'), "upwards"),
        (('unit = "0.01"', 'unit = "0"'), "unit"),
        (('unit = "0.01"', "unit = 0.01"), "str"),
        (("[percent]", "[percentage]"), "percent"),
        (("[total]", "[total"), "line"),
        (('factoring = "field"', 'factoring = "field"\nbonus = 3'), "bonus"),
        (('pairs = "none"', 'pairs = "converted"'), "matches.percent_full"),
        (('pairs = "none"', 'percent_full = [[4, ["51", "60"]]]'), "with pairs = 'converted' only"),
        (('pairs = "none"', 'percent_half = [[4, ["60", "51"]]]'), "matches.percent_half"),
        (('pairs = "none"', 'percent_half = [[4, ["51"]], [4, ["52"]]]'), "matches.percent_half"),
        (('pairs = "none"', 'percent_half = [[4, ["51"]], [8, ["51", "52"]]]'), "as many percentages"),
        (('pairs = "none"', 'percent_half = [[4, ["49"]]]'), "matches.percent_half"),
        (("named = []", 'named = [["standard", ["25%", "10%"]]]'), "one amount in each unit"),
        (("named = []", 'named = [["standard", []]]'), "one amount in each unit"),
        (("named = []", 'named = [["a lot", ["25%"]]]'), "penalties.named"),
        (("named = []", 'named = [["late", ["much"]]]'), "no penalty"),
    ],
)
def test_a_wrong_file_is_refused_and_the_place_is_named(tmp_path, change, said):
    own = tmp_path / "club.toml"
    own.write_text(COMPLETE.replace(*change))
    with pytest.raises(Misuse) as caught:
        profile_loader.load_profile(str(own))
    assert caught.value.code == "bad-profile"
    assert said in caught.value.message


def test_board_scores_are_rounded_where_the_regulations_say(tmp_path):
    own = tmp_path / "tenths.toml"
    own.write_text(COMPLETE.replace('unit = "exact"', 'unit = "0.1"', 1))
    evening = Evening(profile=str(own))
    evening.play(1, [0, 100, 200, 300])
    evening.rule(1, 1, Weighted(parse_weighting("1/3 +100, 2/3 +300")))
    assert evening.session.opening.regulations.board.rounding is Rounding.HALF_AWAY_FROM_AVERAGE
    assert evening.score(1, 1) == Fraction("3.7")  # a third of 1 and two thirds of 5 is 11/3
    assert evening.score(1, 1) + evening.score(1, 1, "EW") == 6


@pytest.mark.parametrize("name", profile_loader.list_shipped_profiles())
def test_unverified_values_are_values_of_the_profile(name):
    regulations = msgspec.to_builtins(profile_loader.load_profile(name))
    for key in regulations["unverified"]:
        value = regulations
        for part in key.split("."):
            value = value[part]
        assert value is not None


def test_regulations_may_change_in_mid_session_and_everything_follows():
    evening = Evening(boards=(1, 2))
    evening.play(1, [0, 100, 200])
    before = evening.column(1)
    evening.do(AmendRegulations(profile_loader.load_profile("acbl"), "announced before board 2"))
    assert [2 * value for value in evening.column(1)] == before
    earlier = Scoreboard(replay(evening.log[:-1], "evening"))
    earlier.board(1)
    moved = ripple(earlier, Scoreboard(evening.session, earlier))
    assert len(moved.changes) == 4  # all but the two scores of nothing
    evening.refuses(AmendRegulations(profile_loader.load_profile("acbl")), "nothing-to-change")
    evening.do(Undo(evening.log[-1]))
    assert evening.column(1) == before


def test_a_skewed_weighting_is_for_1999():
    skewed = Split(parse_weighting("60% 4SN=, 40% 4SN-1"), parse_weighting("4SN="))
    evening = Evening(boards=(23,))
    evening.play(23, ["5HE-1", "4SN="])
    command = GiveRuling(Where(23, "1"), skewed, Grounds(**{**blank(), "offender": "EW"}))
    evening.refuses(command, "skewed-not-allowed")
    evening.do(AmendRegulations(profile_loader.load_profile("ebl-1999")))
    evening.do(command)


TABLE = """[matches]
vp = "table"
table = [[2, "15", "15"], [6, "16", "14"], [10, "17", "13"]]
"""


def test_a_table_of_victory_points_is_data(tmp_path):
    own = tmp_path / "club.toml"
    shipped = COMPLETE
    start, end = shipped.index("[matches]"), shipped.index("[artificial]")
    own.write_text(shipped[:start] + TABLE + "\n" + shipped[end:])
    evening = Evening(boards=(1,), winners=1, profile=str(own), contestants=("X", "Y"), scoring="teams")
    evening.do(RecordResult(Where(1, "a", "X", "Y"), Result("+170")))
    evening.do(RecordResult(Where(1, "b", "Y", "X"), Result("+0")))
    (match,) = evening.scoreboard.matches.values()
    assert [match.victory_points[team].value for team in "XY"] == [16, 14]
    own.write_text(own.read_text().replace('[6, "16", "14"]', '[1, "16", "14"]'))
    with pytest.raises(Misuse, match="margins rising"):
        profile_loader.load_profile(str(own))


def test_the_average_of_12c2c_may_be_of_the_match_alone():
    evening = Evening(boards=range(1, 5), winners=1, contestants=("X", "Y", "Z"), scoring="teams")
    for board, opponent, imps in ((1, "Y", 6), (2, "Z", -20)):
        evening.do(GiveRuling(Where(board, None, "X", opponent), Awarded(imps, -imps, "out"), Grounds(**blank())))
    evening.do(GiveRuling(Where(3, None, "X", "Y"), Artificial(Grade("A+"), Grade("A-")), Grounds(**blank())))
    played = evening.session.boards[3][Seating("X", "Y")]
    assert evening.scoreboard.score(played, Side.NS).value == 3
    now = evening.session.regulations
    command = AmendRegulations(
        msgspec.structs.replace(now, artificial=msgspec.structs.replace(now.artificial, window="match"))
    )
    evening.do(command)
    assert evening.scoreboard.score(played, Side.NS).value == 6


def test_totals_may_be_exact_as_every_other_number():
    exact = {"total.unit": "exact", "percent.unit": "exact", "imps.total.unit": "exact"}
    evening = Evening()
    evening.play(1, [0, 100, 200, 300])
    evening.rule(1, 1, Weighted(parse_weighting("1/3 +100, 2/3 +300")))
    assert total_derivation(evening.scoreboard, "1NS").value == Fraction("3.67")
    evening.do(AmendRegulations(profile_loader.change_regulations(evening.session.regulations, exact)))
    row = next(each for field in standings(evening.scoreboard) for each in field.rows if each.contestant == "1NS")
    assert row.total == Fraction(11, 3) == total_derivation(evening.scoreboard, "1NS").value
    assert row.percent == Fraction(11, 3) / 6 * 100
    with pytest.raises(Misuse, match=r"butler\.unit: 'exact' is no number"):
        profile_loader.change_regulations(evening.session.regulations, {"butler.unit": "exact"})


def choices_of(name):
    """The values of a regulation that takes only certain words, or true and false; else none."""
    type_ = Regulations
    for key in name.split("."):
        type_ = get_type_hints(type_)[key]
    if type_ is bool:
        return ["false", "true"]
    if isinstance(type_, type) and issubclass(type_, Enum):
        return [each.value for each in type_]
    return [*map(str, get_args(type_))] if get_origin(type_) is Literal else []


def test_every_regulation_has_a_place_and_every_value_a_meaning():
    everything = values(Regulations("", ""))
    assert sorted(describe_regulations()) == sorted(everything)
    for name, regulation in describe_regulations().items():
        choices = choices_of(name)
        assert not choices or sorted(choices) == sorted(regulation.values), name
        told = [regulation.title, regulation.says, regulation.source, *regulation.values.values()]
        assert regulation.values, name
        assert all(text and text == text.strip() for text in told), name
        assert len(regulation.title) <= 40, f"{name}: a line of `session show`"
        assert not choices or regulation.default in regulation.values, name


@pytest.mark.parametrize("name", profile_loader.list_shipped_profiles())
def test_who_cites_a_source_has_verified_it(name):
    profile = profile_loader.read_profile(name)
    assert not {*profile.sources} & {*profile.regulations.unverified}


def test_a_profile_that_is_written_is_read_as_it_was(tmp_path):
    percents = {"matches.pairs": "none", "matches.percent_full": "[]", "matches.percent_half": "[]"}
    for name in profile_loader.list_shipped_profiles():
        profile = profile_loader.read_profile(name)
        said = {"penalties.named": '[["late", ["1VP"]]]', "rulings.skewed": "true", **percents}
        others = profile._replace(regulations=profile_loader.change_regulations(profile.regulations, said))
        for each in (profile, others):
            own = tmp_path / "own.toml"
            own.write_text(profile_loader.format_profile(each))
            assert profile_loader.read_profile(str(own)) == each


@pytest.mark.parametrize(
    ("name", "value"), [("artificial.window", "week"), ("total.unit", "third"), ("percent.of", "")]
)
def test_a_wrong_value_is_told_what_it_may_be(tmp_path, name, value):
    table, _, key = name.rpartition(".")
    own = tmp_path / "club.toml"
    own.write_text(f'profile = "club"\ntitle = "Our club"\n[{table}]\n{key} = "{value}"\n')
    with pytest.raises(Misuse) as of_file:
        profile_loader.load_profile(str(own))
    with pytest.raises(Misuse) as typed:
        profile_loader.change_regulations(profile_loader.load_profile("default"), {name: value})
    for caught in (of_file, typed):
        assert f"may be {describe_regulations()[name].may_be}: `help {name}`" in caught.value.hint


PENALTIES = '[["standard", [{}]]]'


@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("participation.indemnity", ("0", "100"), ("-1", "101")),
        ("participation.indemnity_boards", ("0", "7"), ("-1",)),
        ("standings.least_boards", ("0", "999", "101", "0%", "100%"), ("1000", "101%", "-1", "5%%", "half", "")),
        ("periods.correction_minutes", ("1", "527040"), ("0", "527041")),
        ("periods.appeal_minutes", ("1", "527040"), ("0", "527041")),
        ("artificial.imps_plus", ("0", "7"), ("-1",)),
        ("artificial.imps_minus", ("0", "-7"), ("1",)),
        ("artificial.further", ('[["A+", 1, "A"]]',), ('[["A+", 0, "A"]]', '[["A+", 1, "A"], ["A+", 1, "60"]]')),
        ("cross_imps.most", ("1", "24"), ("0", "25")),
        ("butler.unit", ("10", "0.1"), ("0", "-1", "exact")),
        (
            "penalties.named",
            (PENALTIES.format('"25%", "6IMP"'),),
            (
                PENALTIES.format('"25%", "5%"'),
                PENALTIES.format(""),
                PENALTIES.format('"25%"').replace("standard", "Standard"),
                '[["slow", ["1VP"]], ["slow", ["2VP"]]]',
            ),
        ),
    ],
)
def test_what_a_regulation_may_be_ends_where_it_is_said_to(name, allowed, refused):
    default = profile_loader.load_profile("default")
    for value in allowed:
        assert values(profile_loader.change_regulations(default, {name: value}))[name] is not None
    for value in refused:
        with pytest.raises(Misuse) as caught:
            profile_loader.change_regulations(default, {name: value})
        assert caught.value.code == "bad-profile", value


def test_what_was_said_otherwise_is_known_whatever_stands_in_it():
    table = {"matches.vp": "table", "matches.table": '[[10, "15", "5"], [100, "20", "0"]]'}
    once = profile_loader.change_regulations(profile_loader.load_profile("ebu"), table)
    expected = (profile_loader.load_profile("ebu").profile, table | {"total.unit": "1"})
    assert profile_loader.split_profile_name(profile_loader.change_regulations(once, {"total.unit": "1"})) == expected


def test_a_penalty_is_taken_from_the_total_after_it_was_carried_up():
    """As `help total.factoring` says it: 4 of 8 on one of two boards, less 0.40, are 7.60 of 16."""
    evening = Evening(boards=(1, 2))
    evening.play(1, [50, 0, 100, 150, -50])
    for table in "2345":
        evening.do(RecordResult(Where(2, table, f"{table}NS", f"{table}EW"), Result(f"+{table}0")))
    assert evening.score(1, 1) == 4
    evening.do(ImposePenalty("1NS", 5, "%"))
    assert total_derivation(evening.scoreboard, "1NS").value == Fraction("7.6")


def test_teams_that_both_offended_are_both_rounded_down_toward_the_non_offenders():
    """As `help imps.board.rounding` says it: 1.5 : −1.5 are 1 : −2 where each team offended in one room."""
    evening = Evening(winners=1, profile="abf", contestants=("X", "Y"), scoring="teams")
    evening.do(RecordResult(Where(1, "a", "X", "Y"), Result("+0")))
    evening.do(RecordResult(Where(1, "b", "Y", "X"), Result("+0")))
    half = Weighted(parse_weighting("50% +50, 50% +20"))  # 2 and 1 IMPs against nothing
    for table, offender, award in (("a", "EW", half), ("b", "EW", Assigned(Result("+0")))):
        evening.do(GiveRuling(Where(1, table), award, Grounds(**{**blank(), "offender": offender})))
    (played,) = (each for seating, each in evening.session.boards[1].items() if seating.ns == "X")
    assert [evening.scoreboard.score(played, side).value for side in Side] == [1, -2]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("participation.sitout", "did you mean participation.sit_out?"),
        ("sit_out", "did you mean participation.sit_out?"),
        ("zzz", "`help regulations` lists them: participation.sit_out"),
    ],
)
def test_of_a_regulation_that_there_is_not_the_nearest_is_named(name, hint):
    with pytest.raises(Misuse) as caught:
        profile_loader.check_named(name)
    assert (caught.value.message, caught.value.hint) == (f"there is no regulation {name}", hint)
