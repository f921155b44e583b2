"""Profiles are data: what they must say, and what an office's own file may get wrong."""

from fractions import Fraction

import msgspec
import pytest

from ledger.exchange import profiles
from ledger.laws.adjustment import Weighted
from ledger.laws.regulations import Regulations
from ledger.laws.weighting import parse_weighting
from ledger.refusal import Misuse
from ledger.rounding import Rounding
from tests.core.spec import Evening


@pytest.mark.parametrize("name", profiles.shipped())
def test_every_shipped_profile_is_complete_and_says_its_name(name):
    regulations = profiles.load(name)
    assert regulations.profile == name
    assert msgspec.convert(msgspec.to_builtins(regulations), Regulations) == regulations


def test_an_office_may_have_a_file_of_its_own(tmp_path):
    own = tmp_path / "club.toml"
    own.write_text((profiles._SHIPPED / "default.toml").read_text().replace('unit = "exact"', 'unit = "0.1"'))
    assert profiles.load(str(own)).board.unit == "0.1"


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
    ],
)
def test_a_wrong_file_is_refused_and_the_place_is_named(tmp_path, change, said):
    own = tmp_path / "club.toml"
    own.write_text((profiles._SHIPPED / "default.toml").read_text().replace(*change))
    with pytest.raises(Misuse) as caught:
        profiles.load(str(own))
    assert caught.value.code == "bad-profile"
    assert said in caught.value.message


@pytest.mark.parametrize(("name", "code"), [("ebu2099", "no-such-profile"), ("nowhere.toml", "no-such-file")])
def test_a_profile_that_is_not_there(name, code):
    with pytest.raises(Misuse) as caught:
        profiles.load(name)
    assert caught.value.code == code


def test_board_scores_are_rounded_where_the_regulations_say(tmp_path):
    own = tmp_path / "tenths.toml"
    own.write_text((profiles._SHIPPED / "default.toml").read_text().replace('unit = "exact"', 'unit = "0.1"', 1))
    evening = Evening(profile=str(own))
    evening.play(1, [0, 100, 200, 300])
    evening.rule(1, 1, Weighted(parse_weighting("1/3 +100, 2/3 +300")))
    assert evening.session.opening.regulations.board.rounding is Rounding.HALF_AWAY_FROM_AVERAGE
    assert evening.score(1, 1) == Fraction("3.7")  # a third of 1 and two thirds of 5 is 11/3
    assert evening.score(1, 1) + evening.score(1, 1, "EW") == 6
