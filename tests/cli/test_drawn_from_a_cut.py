"""A stage that contestants qualified for is drawn from who qualified, in that order; what contradicts it is told."""

import pytest

from cli.screens.tournaments import standings

OPEN_BOARD = {("A", "B"): ("+430", "PASS"), ("C", "D"): ("+630", "PASS")}

EVENING = (
    "init",
    "session open league --boards 1 --scoring teams --contestants A,B,C,D",
    *(
        f"result add 1/{room} {result} --ns {ns} --ew {ew} --round 1 --session league"
        for (one, two), results in OPEN_BOARD.items()
        for room, result, ns, ew in (("open", results[0], one, two), ("closed", results[1], two, one))
    ),
    "tournament open spring",
    "tournament stage add swiss --format swiss --session spring",
    "tournament stage add cup --format knockout",
    "tournament stage add plate --format swiss",
    "tournament enter A,B,C,D --seed 1",
    "tournament add league --stage swiss",  # by victory points C, A, B, D; by the seeds entered A, B, C, D
)


@pytest.fixture
def typed(typed):
    """Type lines in the folder of a tournament with one round played."""
    for line in EVENING:
        typed(line)
    return typed


def test_a_bracket_is_drawn_from_who_qualified_in_that_order(typed):
    typed("tournament qualify swiss --into cup --best 2")
    assert "bracket of cup by seeds: F C v A\n" in typed("tournament draw-bracket cup")


def test_without_a_cut_it_is_drawn_by_the_seeds_entered_and_after_the_cut_is_undone_again(typed):
    assert "SF1 A v D; SF2 B v C" in typed("tournament draw-bracket cup -n")
    typed("tournament qualify swiss --into cup --best 2")
    typed("undo 7 --session spring --yes")
    assert "SF1 A v D; SF2 B v C" in typed("tournament draw-bracket cup -n")


def test_whom_the_director_named_stands_in_the_bracket_after_the_best(typed):
    typed("tournament qualify swiss --into cup --best 2 --also D --not A --reason lot")
    said = typed("tournament draw-bracket cup")
    assert "SF1 B v D; F C v winner of SF1" in said


@pytest.mark.parametrize(
    "how", ["--from swiss", "--from swiss --best 3", "--seeds A,B", '--matches "A v B"', "--seeds A,B,C,D"]
)
def test_a_field_that_is_not_the_cut_is_refused_with_who_it_is(typed, how):
    typed("tournament qualify swiss --into cup --best 2")
    said = typed(f"tournament draw-bracket cup {how}", code=1)
    assert "did not qualify for cup" in said or "qualified for cup and would be left out" in said
    assert "no bracket yet: `bridge-ledger tournament draw-bracket cup`" in typed("tournament bracket cup")


@pytest.mark.parametrize("how", ["--from swiss --best 2", "--seeds A,C --yes", '--matches "A v C"'])
def test_the_same_field_may_be_said_and_by_name_in_another_order(typed, how):
    typed("tournament qualify swiss --into cup --best 2")
    assert "Recorded #8   bracket of cup" in typed(f"tournament draw-bracket cup {how}")


def test_a_ruling_after_the_cut_changes_no_bracket_and_is_told_where_it_is_drawn(typed):
    typed("tournament qualify swiss --into cup --best 2")
    typed("ruling add 1/closed --ns D --ew C --round 1 --result 7NTN= --law 12C1 --session league")  # D now beats C
    said = typed("tournament draw-bracket cup")
    assert "bracket of cup by seeds: F C v A\n" in said
    assert "as it stands now C (0.66) would not have qualified for cup" in said


def test_places_that_are_in_another_order_by_now_are_no_seeds(typed):
    typed("tournament qualify swiss --into cup --best 4")
    typed("ruling add 1/closed --ns D --ew C --round 1 --result 7NTN= --law 12C1 --session league")
    said = typed("tournament draw-bracket cup --from swiss", code=1)
    assert "by the cut they are C, A, B, D" in said
    assert "SF1 C v D; SF2 A v B" in typed("tournament draw-bracket cup")


def test_who_withdrew_is_not_drawn_until_the_reserve_has_the_place(typed):
    typed("tournament qualify swiss --into cup --best 2")
    typed("tournament withdraw A --after 1")
    said = typed("tournament draw-bracket cup", code=1)
    assert "A withdrew" in said
    assert "tournament qualify swiss --into cup --instead A=B" in said
    typed("tournament qualify swiss --into cup --instead A=B")
    assert "F C v B" in typed("tournament draw-bracket cup")


def test_a_cut_made_or_changed_after_the_bracket_says_who_stands_in_it_wrongly(typed):
    typed("tournament draw-bracket cup")
    strangers = "Drawn in cup (#7) without having qualified: D, B; `bridge-ledger undo 7 --session spring`"
    assert strangers in typed("tournament qualify swiss --into cup --best 2")
    assert strangers in typed("tournament bracket cup")
    assert strangers in typed("tournament qualified cup")
    typed("undo 7 --session spring --yes")
    typed("tournament draw-bracket cup")
    said = typed("tournament qualify swiss --into cup --instead A=B --reason ill")
    assert "Qualified for cup and not in its bracket (#10): B" in said
    typed("undo 11 --session spring --yes")
    assert "in cup" not in typed("tournament bracket cup")


def test_a_cut_stays_while_a_bracket_or_a_round_rests_on_it(typed):
    typed("tournament qualify swiss --into cup --best 2")
    typed("tournament draw-bracket cup")
    assert "the bracket of cup is drawn from these qualifiers (#8)" in typed("undo 7 --session spring --yes", code=1)
    typed("tournament qualify swiss --into plate --best 2")
    typed("tournament draw plate")
    assert "round 1 of plate is drawn from these qualifiers (#10)" in typed("undo 9 --session spring --yes", code=1)
    typed("undo 10 --session spring --yes")
    typed("undo 9 --session spring --yes")


def test_a_swiss_is_seeded_in_the_order_of_the_cut_and_says_who_withdrew(typed):
    typed("tournament qualify swiss --into plate --best 4")
    assert "round 1 of plate drawn: C v B, A v D" in typed("tournament draw plate -n")
    typed("tournament withdraw B --after 1")
    said = typed("tournament draw plate")
    assert "round 1 of plate drawn: C v A; bye D" in said
    assert "not drawn: B, withdrew" in said


def test_who_qualified_for_two_stages_is_named(typed):
    typed("tournament qualify swiss --into cup --best 2")
    assert "Qualified for cup too (#7): C, A;" in typed("tournament qualify swiss --into plate --best 3")


def test_whom_the_director_named_at_the_cut_need_not_have_been_entered(typed):
    typed("undo 5 --session spring --yes")
    typed("tournament enter A,B --seed 1")
    typed('tournament qualify swiss --into cup --best 1 --also C --reason "entered on the day"')
    assert "F A v C" in typed("tournament draw-bracket cup")


def test_seeds_in_another_order_than_the_cut_are_asked_about(typed):
    typed("tournament qualify swiss --into cup --best 2")
    order = "They qualified for cup as C, A; typed: A, C"
    assert order in typed("tournament draw-bracket cup --seeds A,C --no-input", code=1)
    assert order in typed("tournament draw-bracket cup --seeds A,C -n")
    assert "They qualified" not in typed("tournament draw-bracket cup --seeds C,A")


def test_a_reserve_is_seeded_last_in_a_fresh_draw_and_what_keeps_the_places_is_said(typed):
    typed("tournament qualify swiss --into cup --best 3")  # C, A, B
    typed("tournament draw-bracket cup")
    said = typed("tournament qualify swiss --into cup --instead A=D --reason ruling")
    assert "Seeded in the order of the cut: C, B, D" in said
    assert ("With D in the place of A: " in said, "draw-bracket cup --seeds 'C, D, B'`" in said) == (True, True)
    assert "reserves, in order at the cut (#7): A" in typed("tournament qualified cup")
    typed("undo 8 --session spring --yes")
    assert "SF1 B v D" in typed("tournament draw-bracket cup")


def test_a_late_change_of_the_order_is_said_of_the_cut_and_of_the_bracket(typed):
    typed("tournament qualify swiss --into cup --best 2")
    typed("tournament draw-bracket cup")
    typed("penalty add C 9VP --session league --law 90 --yes")
    order = "as it stands now they would be seeded in cup as A, C; at the cut it was C, A"
    said = typed("tournament qualified cup --plain")
    assert said.index("C") < said.index("A")
    assert order in typed("tournament qualified cup")
    assert order in typed("tournament bracket cup")


def test_a_league_that_is_not_played_to_the_end_is_not_cut_without_a_word(typed):
    """A v B and C v D are played; the four other matches of the league are not."""
    typed("tournament stage amend swiss --format all-play-all --yes")
    refused = typed("tournament qualify swiss --into cup --best 2 --yes", code=1)
    assert "the scores of swiss may still change: A v C is still to play, A v D is still to play, B v C" in refused
    assert "qualified 2" in typed("tournament qualify swiss --into cup --best 2 --despite --reason storm --yes")
    said = typed("tournament publish swiss --yes")
    assert "swiss: 4 pairs have still to meet (`bridge-ledger --session spring tournament cross-table swiss`" in said


@pytest.mark.parametrize("silent", ["--quiet", "--plain", "--json"])
def test_nobody_asks_who_would_have_qualified_where_nothing_is_printed_of_it(typed, monkeypatch, silent):
    typed("tournament qualify swiss --into cup --best 2")
    monkeypatch.setattr(standings, "print_recut_hint", None)  # the whole tournament is scored for it
    typed(f"tournament draw-bracket cup {silent}")
