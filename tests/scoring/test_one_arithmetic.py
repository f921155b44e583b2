"""A score and its derivation are one calculation: in every form, every profile, and whatever Python leaves out."""

import subprocess
import sys
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.bridge import Side
from ledger.laws import profile_loader
from ledger.laws.edition import newest_edition
from ledger.laws.rounding import Rounding, RoundTo
from ledger.scoring.board import BoardScores, Pair, score_board
from ledger.scoring.derivation import Derivation, Rule, derive, follow, recompute
from ledger.scoring.derivation import leaf as fact
from ledger.scoring.form import Form
from ledger.scoring.forms import FORMS, FormName, forms_of
from ledger.scoring.line import Damage, Field, GivenOutright, Line, Outcome, Seating, Share
from tests.trust_checks import holds

REGULATIONS = {name: profile_loader.load_profile(name) for name in profile_loader.list_shipped_profiles()}
points = st.integers(-30, 30).map(lambda tens: tens * 10)
weighted = st.tuples(points, points, st.sampled_from([Fraction(1, 2), Fraction(1, 3), Fraction(3, 5)])).map(
    lambda two: (Outcome(two[2], two[0], "one"), Outcome(1 - two[2], two[1], "another"))
)
entries = st.one_of(points.map(lambda score: (Outcome(1, score),)), weighted)
offenders = st.sampled_from([None, frozenset(), frozenset({Side.NS}), frozenset({Side.EW}), frozenset(Side)])


def shares(unit):
    """Artificial awards: fractions of a top, or IMPs."""
    worth = st.integers(-3, 3).map(Fraction) if unit == "IMP" else st.sampled_from([Fraction(2, 5), Fraction(3, 5)])
    stated = st.lists(worth.map(lambda value: fact(value, "artificial")), min_size=1, max_size=2).map(tuple)
    return st.builds(Share, stated, stated, st.one_of(st.just(()), entries))


def awards(unit):
    return st.one_of(
        st.none(),
        shares(unit),
        st.builds(Damage, st.sampled_from(Side), entries, entries, entries),
        st.builds(GivenOutright, st.just(Fraction(1, 2)), st.just(Fraction(1))),
    )


def sitting(at: int):
    """Who sits at a table of pairs: two of them, or four individuals."""
    return st.sampled_from([(f"{at}NS", f"{at}EW"), (f"{at}1+{at}2", f"{at}3+{at}4")])


@st.composite
def boards(draw, form: type[Form]):
    """A board of up to six tables in one of the forms, some with a ruling; teams sit in two rooms."""
    lines = []
    for at in range(draw(st.integers(1, 6))):
        match = at // form.rooms
        seats = (f"T{match}", f"U{match}") if form.teams() else draw(sitting(at))
        award = draw(st.one_of(st.none(), awards(form.unit)))
        if at % form.rooms:
            seats = (seats[1], seats[0]) if at % 2 else seats
            award = None if any(line.award for line in lines[match * form.rooms :]) else award
        counted = None if isinstance(award, Share) else {side: draw(entries) for side in Side}
        ruled = {"law": "12C1", "note": "R-0001", "offenders": draw(offenders)} if award else {}
        lines.append(
            Line(
                Seating(*seats, table=str(at) if form.rooms > 2 else None),
                str(at),
                counted,
                award,
                events=(at + 1,),
                **ruled,
            )
        )
    return lines


def score(form, lines, regulations, missing=0):
    return BoardScores(score_board(form, Field.of(lines), len(lines) + missing, regulations))


@pytest.mark.parametrize("profile", ["default", "acbl", "ebl-1999", "ebu", "compscore3"])
@pytest.mark.parametrize("form", FORMS)
@given(st.data(), st.integers(0, 3))
@settings(max_examples=12)
def test_every_derivation_comes_to_the_score_of_the_board(form, profile, data, missing):
    lines = data.draw(boards(FORMS[form]))
    scored = score(FORMS[form], lines, REGULATIONS[profile], missing)
    for seating, at_table in scored.items():
        for side in Side:
            for contestant in (None, *seating.contestants(side)):
                found = scored.score_of(seating, side, contestant) if contestant else at_table[side]
                assert (found.value if found.counts else None) == scored.pairs[seating].of(side, contestant)
                assert recompute(found.explain()) == found.explain().value == found.value
                assert found.derivation() == found.explain()


@pytest.mark.parametrize("form", [name for name, form in FORMS.items() if form.teams()])
@given(st.data())
@settings(max_examples=25)
def test_swapping_the_rooms_swaps_the_scores(form, data):
    """Whoever plays a board in the open room: turned round, every team has what its opponents had."""
    lines = [line for line in data.draw(boards(FORMS[form])) if not line.award]
    turned = [
        Line(
            turned_round(line.seating), line.table, {side.other: negated(entry) for side, entry in line.entries.items()}
        )
        for line in lines
    ]
    one, other = (score(FORMS[form], each, REGULATIONS["default"]).pairs for each in (lines, turned))
    for line in lines:
        assert one[line.seating] == reverse(other[turned_round(line.seating)])


def turned_round(seating):
    return Seating(seating.ew, seating.ns, table=seating.table)


def reverse(pair: Pair) -> Pair:
    return Pair(pair.ew, pair.ns)


def negated(entry):
    return tuple(outcome._replace(ns_score=-outcome.ns_score) for outcome in entry)


@pytest.mark.parametrize("form", [name for name, form in FORMS.items() if form.teams()])
@given(st.data())
@settings(max_examples=25)
def test_both_rooms_give_a_team_one_score(form, data):
    pairs = score(FORMS[form], data.draw(boards(FORMS[form])), REGULATIONS["default"]).pairs
    for seating, pair in pairs.items():
        for other in FORMS[form].other_tables({at: at for at in pairs}, seating):
            assert pairs[other] == (reverse(pair) if other.ns == seating.ew else pair)


@pytest.mark.parametrize("form", [name for name, form in FORMS.items() if form.balanced])
@given(st.data())
@settings(max_examples=25)
def test_a_balanced_form_balances_where_nobody_ruled(form, data):
    scores = data.draw(st.lists(points, min_size=2, max_size=6).filter(lambda found: len(found) % 2 == 0))
    lines = [
        Line(line.seating, line.table, dict.fromkeys(Side, (Outcome(1, scored),)))
        for line, scored in zip(seats(FORMS[form], len(scores)), scores, strict=True)
    ]
    top = FORMS[form].top(len(lines), REGULATIONS["default"]) or 0
    pairs = score(FORMS[form], lines, REGULATIONS["default"]).pairs
    assert {pair.ns + pair.ew for pair in pairs.values() if pair.ns is not None} <= {top}


def seats(form, tables):
    for at in range(tables):
        match, place = at // form.rooms, str(at) if form.rooms > 2 else None
        pair = (f"T{match}", f"U{match}") if form.teams() else (f"{at}NS", f"{at}EW")
        yield Line(Seating(*(reversed(pair) if form.teams() and at % 2 else pair), table=place), str(at), None)


def test_the_list_of_forms_has_a_row_for_each_name():
    assert tuple(FORMS) == get_args(FormName)
    assert [form.name for form in FORMS.values()] == list(FORMS)


def test_the_laws_that_fit_some_forms_only():
    assert forms_of("12C4", newest_edition()) == ["knockout"]
    assert forms_of("86B2(b)", newest_edition()) == [
        *("teams", "board-a-match", "total-points", "knockout", "teams-of-eight")
    ]
    assert forms_of("12C2(b)", newest_edition()) == ["butler", "cross-imps", "teams", "knockout", "teams-of-eight"]
    assert forms_of("12C2(a)", newest_edition()) == []


@pytest.mark.parametrize(
    ("rule", "values", "terms"),
    [
        (Rule.GIVEN, [Fraction(1)], Fraction(1)),
        (Rule.GIVEN, [], None),
        (Rule.ROUNDED, [Fraction(1)], None),
        (Rule.ROUNDED, [], RoundTo(Fraction(1), Rounding.HALF_UP)),
        (Rule.VP_TABLE, [Fraction(1)], None),
        (Rule.VP_TABLE, [Fraction(1)], RoundTo(Fraction(1), Rounding.HALF_UP)),
        (Rule.NEUBERG, [Fraction(1)], None),
        *(
            (rule, [Fraction(21, 2), Fraction(16)], None)
            for rule in (Rule.VP_CONTINUOUS, Rule.VP_DISCRETE, Rule.VP_HALF)
        ),
        (Rule.VP_TABLE, [Fraction(21, 2)], ((0, "10", "10"), (11, "11", "9"))),
    ],
)
def test_what_does_not_follow_is_refused(rule, values, terms):
    """Nor are victory points looked up for half an IMP."""
    with pytest.raises(ValueError):
        follow(rule, values, terms)


def test_nobody_can_state_the_value_of_a_derivation():
    with pytest.raises(TypeError):
        Derivation("four", Rule.SUM, (fact(1, "one"), fact(2, "two")), value=Fraction(4))
    forged = derive(Rule.SUM, "four", [fact(1, "one"), fact(2, "two")])
    object.__setattr__(forged, "value", Fraction(4))
    assert not holds(forged)
    assert recompute(forged) == 3


BROKEN = """
from fractions import Fraction
from ledger.bridge import Side
from ledger.laws import profile_loader
from ledger.scoring import {module} as module
from ledger.scoring.board import score_board
from ledger.scoring.line import Field
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Outcome
from ledger.scoring.line import Line, Seating

assert False, "never reached under -O"
{change}
lines = [
    Line(Seating(*seats, table=str(at)), str(at), dict.fromkeys(Side, (Outcome(1, score),)))
    for at, (seats, score) in enumerate([({of_one}, 420), (("B", "A"), 170), ({of_other}, 50), ({turned}, -100)])
]
board = score_board(FORMS["{form}"], Field.of(lines), 4, profile_loader.load_profile("default"))
try:
    found = [str(board.score(line, side).derivation().value) for line in board.field.lines for side in Side]
except ArithmeticError as error:
    print("noticed:", error)
else:
    print(" ".join(found))
"""
GOLDEN = {
    "matchpoints": "6 0 4 2 2 4 0 6",
    "cross-imps": "26/3 -26/3 4/3 -4/3 -8/3 8/3 -22/3 22/3",
    "butler": "7 -7 1 -1 -3 3 -6 6",
    "teams": "6 -6 -6 6 4 -4 -4 4",
    "board-a-match": "1 0 0 1 1 0 0 1",
    "total-points": "250 -250 -250 250 150 -150 -150 150",
    "knockout": "6 -6 -6 6 4 -4 -4 4",
    "teams-of-eight": "18 -18 -18 18 18 -18 -18 18",
}
BREAKS = {
    "a table is left out": "plain = module.{board}._table_by_table\n"
    "module.{board}._table_by_table = lambda self, *of: plain(self, *of)[1:]",
    "a table is compared wrongly": "plain = module.{board}.comparison\n"
    "module.{board}.comparison = lambda self, own, other, *more: plain(self, own + 300, other, *more)",
}


def run_without_asserts(form, module, change=""):
    other = ("A", "B") if FORMS[form].rooms == 4 else ("C", "D")
    seats = {"of_one": ("A", "B"), "of_other": other, "turned": other[::-1]}
    script = BROKEN.format(module=module, change=change, form=form, **seats)
    done = subprocess.run(
        [sys.executable, "-O", "-c", script], capture_output=True, text=True, check=False, timeout=180
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("form", FORMS)
def test_the_numbers_without_asserts(form):
    assert run_without_asserts(form, FORMS[form].__module__.rpartition(".")[2]) == GOLDEN[form]


@pytest.mark.parametrize("what", BREAKS)
@pytest.mark.parametrize("form", ["matchpoints", "cross-imps"])
def test_a_telling_that_is_wrong_is_noticed_without_asserts(form, what):
    """Where a sum is found at once for speed, every explanation is compared with it, also under `python -O`."""
    board = FORMS[form]
    change = BREAKS[what].format(board=board.__name__)
    assert run_without_asserts(form, board.__module__.rpartition(".")[2], change).startswith("noticed:")


RULE = "from ledger.scoring import derivation as rule\nrule._RULES[rule.Rule.{rule}] = lambda values: {wrong}"


@pytest.mark.parametrize(
    ("form", "rule", "wrong"),
    [("butler", "IMPS", "values[0]"), ("teams", "IMPS", "values[0]"), ("board-a-match", "SUM", "Fraction(1)")],
)
def test_a_rule_that_is_wrong_is_a_wrong_score(form, rule, wrong):
    """Where nothing is found at once the derivation is the score: a wrong rule cannot hide behind a right number."""
    change = RULE.format(rule=rule, wrong=wrong)
    assert run_without_asserts(form, FORMS[form].__module__.rpartition(".")[2], change) != GOLDEN[form]
