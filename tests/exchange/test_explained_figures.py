"""Figures of other programs' files: equal to ours, or explained by the name of the rule by which they come out."""

import json
from random import Random

import pytest

from cli.main import run
from ledger.exchange.explaining import RULES, examine, rule_text
from ledger.exchange.reading import read_results
from ledger.exchange.sheet import reading_contracts
from ledger.laws.profile_loader import describe_regulations
from tests.exchange.files import board, line, pair, usebio
from tests.needs import SHARED, needs
from tests.oracle import files


def examined(path, profile=None, form=None):
    with reading_contracts():
        sheet = read_results(path)
    return examine(sheet, profile, form, None)


def examined_evening(made, format_, folder):
    path = folder / f"evening.{files.ENDINGS[format_]}"
    path.write_text(files.write(made, format_))
    return examined(path, *((made.profile, made.evening.form) if format_ == "csv" else ()))


EVENINGS = [(seed, format_, forms[seed % len(forms)]) for seed in range(10) for format_, forms in files.FORMATS.items()]


@pytest.mark.parametrize(("seed", "format_", "form"), EVENINGS)
def test_a_figure_by_another_rule_is_named_and_no_other(tmp_path, seed, format_, form):
    """The referee's figures, which share no arithmetic with ours, agree; then one of them is by another rule."""
    right = files.printed(seed, form)
    assert not examined_evening(right, format_, tmp_path).explained
    rules = files.false_rules(form)
    Random(f"{seed} {format_}").shuffle(rules)
    rule, (made, _) = next((rule, wrong) for rule in rules if (wrong := files.falsified(right, rule, format_)))
    found = examined_evening(made, format_, tmp_path).explained
    assert found
    assert any(rule in each.split(" and ") for one in found for each in one.rules), (rule, found)


def test_each_rule_that_falsifies_has_words():
    for form in files.PROFILES:
        for rule in files.false_rules(form):
            assert rule_text(rule) or rule in describe_regulations()
    assert all(map(rule_text, RULES))


PUBLISHED = [
    # file, figures, those that differ, those without a known rule
    ("brian_flat.xml", 170, 0, 0),
    ("butler_mitchell.xml", 308, 0, 0),
    ("cross_imp_howell.xml", 126, 0, 0),
    ("ebuscore_two_sections.xml", 375, 0, 0),
    ("event_3228_as_played.xml", 609, 0, 0),
    ("individual.xml", 90, 0, 0),
    ("mp_pairs_howell.xml", 197, 5, 0),
    ("pairsscorer_mitchell.xml", 286, 0, 0),
    ("teams_round.pbn", 140, 0, 0),
]


@needs("../shared/data")
@pytest.mark.parametrize(("name", "figures", "differ", "unexplained"), PUBLISHED)
def test_published_files_are_equal_or_explained(name, figures, differ, unexplained):
    found = examined(SHARED / ("pbn" if name.endswith("pbn") else "usebio") / name)
    assert (sum(found.counts.values()), len(found.explained), found.unexplained) == (figures, differ, unexplained)


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def call(*words, code=0):
        ended = run(["--no-input", *map(str, words)])
        told = capsys.readouterr()
        assert ended == code, told.err
        assert not list(tmp_path.glob("*.db"))
        return told.out + told.err

    return call


def club(*lines, one="6", two="0"):
    people = [pair("1", total=one), pair("2", total=two), pair("3", total="2"), pair("4", total="0")]
    return usebio(f"<PARTICIPANTS>{''.join(people)}</PARTICIPANTS>{board(1, lines)}")


def test_the_desk_lists_each_figure_with_its_rule_and_records_nothing(tmp_path, desk):
    path = tmp_path / "club.xml"
    path.write_text(club(line("1", "2", "420", ("1", "0")), line("3", "4", "-50", ("0", "2")), one="2", two="0"))
    told = desk("check", "figures", path)
    assert "matchpoints.scale=1/0.5/0" in told
    assert "one for a win, a half for a tie" in told
    (scale,) = [
        each for each in json.loads(desk("check", "figures", path, "--json"))["differing"] if each["kind"] == "line"
    ]
    assert (scale["printed"], scale["ours"]) == ("1 : 0", "2 : 0")


def test_a_score_unlike_its_contract_is_a_figure_and_an_unreadable_contract_is_read_by_its_score(tmp_path, desk):
    path = tmp_path / "club.xml"
    lines = (line("1", "2", "620", ("2", "0"), "4S", "N", "10"), line("3", "4", "-50", ("0", "2"), "42", "S", "9"))
    path.write_text(club(*lines, one="2"))
    value = json.loads(desk("check", "figures", path, "--json"))
    scores = [each for each in value["differing"] if each["kind"] == "score"]
    assert [(each["printed"], each["ours"], each["rules"]) for each in scores] == [("+620", "+420", ["vulnerability"])]
    assert [each["why"] for each in value["notes"] if "read by its score, -50" in each["why"]]


def test_what_prints_no_figure_is_refused(tmp_path, desk):
    path = tmp_path / "club.csv"
    path.write_text("board,ns,ew,score\n1,1,2,420\n1,3,4,-50\n")
    told = desk("check", "figures", path, code=2)
    assert "2 results, and no figure to compare" in told


def test_matchpoints_in_the_columns_of_a_table_are_compared(tmp_path, desk):
    path = tmp_path / "club.csv"
    path.write_text("board,ns,ew,score,MP NS,MP EW\n1,1,2,420,2,0\n1,3,4,-50,1,1\n")
    (wrong,) = json.loads(desk("check", "figures", path, "--json"))["differing"]
    assert (wrong["where"], wrong["printed"], wrong["ours"]) == ("board 1, 3 v 4", "1 : 1", "0 : 2")
