"""Cases as they are typed and read, where a scenario would be long."""

import json
import re
from pathlib import Path

import pytest

from cli.main import run
from tests.cli.test_schemas import ANSWERS, of_type


@pytest.fixture
def bl(tmp_path, monkeypatch, capsys):
    """Type a command in a ledger of one's own; what it printed, or its code and message where it was refused."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "desk")
    assert run(["init"]) == 0

    def typed(*words, expect=0):
        capsys.readouterr()
        code = run(list(words))
        printed = capsys.readouterr()
        assert code == expect, printed.err
        return printed.err if expect else printed.out

    return typed


@pytest.fixture
def pairs(bl):
    bl("session", "open", "thursday", "--boards", "1-3", "--contestants", "1-3NS,1-3EW")
    for table, result in enumerate(("4SN=", "4SN-1", "5HE-1"), start=1):
        bl("result", "add", f"1/{table}", result, "--ns", str(table), "--ew", str(table))
    bl("call", "add", "1/1", "slow", "--caller", "N", "--stage", "auction")
    bl("ruling", "add", "1/1", "--result", "4SN-1", "--offender", "NS", "--call", "C-0001")
    return bl


def lodge(bl, *more):
    return bl("appeal", "lodge", "R-0001", "--by-side", "1EW", "--signed", "EW", "--grounds", "why", *more)


def test_who_appeals_may_be_said_by_name(pairs):
    assert "by EW" in lodge(pairs)
    assert "is no side at that table" in pairs(
        "appeal", "lodge", "R-0001", "--by-side", "9NS", "--signed", "N,S", "--grounds", "x", expect=2
    )


def test_what_the_director_refers_is_told_as_his(pairs):
    """Law 81C7."""
    assert "by the director" in pairs("appeal", "lodge", "R-0001", "--by-side", "director", "--grounds", "a doubt")
    assert "by the director" in pairs("appeal", "show", "A-0001")


def test_step_by_step_each_event_moves_only_what_it_moved_itself(pairs):
    pairs("call", "add", "1/2", "slow", "--caller", "N", "--stage", "auction")
    ruled, called = pairs("replay", "--from", "R-0001").split("C-0002")
    assert "leaders" in ruled
    assert "leaders" not in called


def test_what_was_said_to_a_call_is_appealed_as_a_ruling(pairs):
    """Law 92A: "no infraction" too, once it is recorded as the ruling that it is."""
    pairs("call", "add", "1/2", "slow", "--caller", "N", "--stage", "auction")
    pairs("call", "answer", "C-0002", "--no-infraction")
    who = ("--by-side", "NS", "--signed", "NS", "--grounds", "why")
    refused = pairs("appeal", "lodge", "C-0002", *who, expect=1)
    assert "C-0002 is a call" in refused
    assert "`bridge-ledger ruling add 1/2 --stands --no-infraction --call C-0002`" in refused
    pairs("ruling", "add", "1/2", "--stands", "--no-infraction", "--call", "C-0002")
    assert "`bridge-ledger appeal lodge R-0002 --grounds TEXT`" in pairs("appeal", "lodge", "C-0002", *who, expect=1)
    pairs("appeal", "lodge", "R-0002", *who)


def test_the_log_of_a_board_has_its_cases(pairs):
    lodge(pairs)
    pairs("appeal", "decide", "A-0001", "--varied", "--result", "4SN-2", "--committee", "Berg and Ek", "--yes")
    output = pairs("log", "--board", "1")
    assert all(each in output for each in ("C-0001", "R-0001", "A-0001 against", "heard by Berg, Ek", "decided by"))
    assert "C-0001" not in pairs("log", "--board", "2")


def test_advice_on_a_decision_is_printed_and_in_json(pairs):
    lodge(pairs)
    decide = (
        "appeal",
        "decide",
        "A-0001",
        "--varied",
        "--split",
        "NS: 4SN=; EW: 4SN-1",
        "--committee",
        "Berg",
        "--yes",
    )
    assert json.loads(pairs(*decide, "-n", "--json"))["advice"] == ["SPLIT_UNUSUAL", "OS_GAINS"][:1]
    assert "advice: SPLIT_UNUSUAL" in pairs(*decide)


def test_a_narrow_screen_gets_cards(pairs, monkeypatch):
    lodge(pairs, "--deposit", "20 GBP")
    monkeypatch.setenv("COLUMNS", "60")
    for report in ("register", "docket"):
        lines = pairs("report", report).splitlines()[2:]
        assert all(len(line) <= 60 for line in lines)
        assert any(line.startswith(("state ", "against ")) for line in lines)


def test_publishing_says_what_is_still_open(pairs):
    pairs("call", "add", "1/2", "slow", "--caller", "N", "--stage", "auction")
    pairs("ruling", "add", "1/3", "--stands", "--provisional")
    said = pairs("publish", "--yes")
    assert "open-call: C-0002, board 1 table 2" in said
    assert "provisional-ruling: R-0002, board 1 table 3" in said
    assert "still provisional" in pairs("session", "close", "--yes", expect=1)


def test_without_merit_there_may_be_a_penalty_beside_the_deposit(pairs):
    """EBU White Book §1.7.1: the standard penalty and the deposit, both."""
    lodge(pairs)
    without = ("appeal", "decide", "A-0001", "--upheld", "--merit", "without", "--yes")
    assert "penalty" not in pairs(*without, "-n")
    pairs("session", "amend", "--profile", "ebu", "--yes")
    assert "`bridge-ledger penalty add 1EW standard --case A-0001`" in pairs(*without)
    pairs("penalty", "add", "1EW", "standard", "--case", "A-0001")


def test_a_verdict_is_one(pairs):
    lodge(pairs)
    assert "one verdict" in pairs("appeal", "decide", "A-0001", "--upheld", "--remitted", "--yes", expect=2)


def test_a_decision_that_says_what_is_in_force_is_upheld(pairs):
    lodge(pairs)
    output = pairs("appeal", "decide", "A-0001", "--varied", "--result", "4SN-1", "--yes", expect=1)
    assert "--upheld" in output


def test_who_offended_is_as_ruled_where_the_decision_does_not_say(pairs):
    lodge(pairs)
    own_doing = ("--self-inflicted", "B: 4SN-2; C: 4SN=", "--yes")
    pairs("appeal", "decide", "A-0001", "--varied", *own_doing)
    assert "self-inflicted damage of EW" in pairs("ruling", "list")
    pairs("appeal", "further", "A-0001", "--by-side", "NS", "--signed", "N,S", "--to", "NA", "--grounds", "x")
    pairs("appeal", "review", "A-0001", "--varied", "--self-inflicted", "B: 4SN-2; C: 4SN+1", "--yes")


def test_two_appeals_and_a_next_instance(pairs):
    """What is taken further is the last decision on the ruling: the other side's appeal is decided before."""
    lodge(pairs)
    pairs("appeal", "lodge", "R-0001", "--by-side", "NS", "--signed", "N,S", "--grounds", "why")
    decided = pairs("appeal", "decide", "A-0001", "--varied", "--result", "4SN-2", "--yes")
    assert "Still to be decided, on the score now in force: A-0002" in decided
    further = ("appeal", "further", "A-0001", "--by-side", "NS", "--signed", "N,S", "--to", "NA", "--grounds", "x")
    assert "A-0002 against R-0001 is still to be decided" in pairs(*further, expect=1)
    assert "on what A-0001 left" in pairs("appeal", "decide", "A-0002", "--table-result", "--yes")
    pairs(*further)
    pairs("appeal", "review", "A-0001", "--upheld", "--yes")
    docket = json.loads(pairs("report", "docket", "--json"))["appeals"]
    assert [each["verdict"] for each in docket[0]["decisions"]] == ["varied", "upheld"]
    assert [each["after"] for each in docket[0]["decisions"] + docket[1]["decisions"]] == [None, "A-0002", "A-0001"]
    (ruling,) = json.loads(pairs("report", "register", "--json"))["rulings"]
    assert (ruling["state"], ruling["in_force"]["case"]) == ("final", "A-0002")


def test_what_is_in_force_is_the_same_wherever_it_is_told(pairs):
    """In `ruling list`, `show`, `appeal list` and the register; the weighting as the Maastricht protocol has it."""
    lodge(pairs)
    weighting = "15% 4SN-1, 40% 4SN=, 45% 4SN-2"
    pairs("appeal", "decide", "A-0001", "--varied", "--weighted", weighting, "--committee", "Berg", "--yes")
    assert "weighted under 12C1(c) (A-0001)   decided" in pairs("ruling", "list")
    assert "in force: weighted 40% 4♠N=, 15% 4♠N-1, 45% 4♠N-2 under 12C1(c) (A-0001 #" in pairs("show", "R-0001")
    told = "weighted 40% of +420 (4SN=) plus 15% of -50 (4SN-1) plus 45% of -100 (4SN-2)"
    for report in ("register", "docket"):
        assert f"{told} (A-0001)" in pairs("report", report, "--plain")
    (ruling,) = json.loads(pairs("report", "register", "--json"))["rulings"]
    assert ruling["in_force"]["protocol"] == told


def test_the_register_prints_a_weighting_in_the_order_of_the_protocol(bl):
    """Whatever the order it was typed in (golden S24)."""
    bl("session", "open", "thursday", "--boards", "2", "--contestants", "1NS,1EW")
    bl("result", "add", "2/1", "4HXE=", "--ns", "1", "--ew", "1")
    bl("ruling", "add", "2/1", "--weighted", "15% 6SN-1, 20% 4SN+1, 25% 6SN=, 40% 4SN+2", "--law", "21B")
    told = "25% of +1430 (6SN=) plus 40% of +680 (4SN+2) plus 20% of +650 (4SN+1) plus 15% of -100 (6SN-1)"
    assert told in bl("report", "register", "--plain")


def test_who_appeals_a_penalty_need_not_be_said(pairs):
    pairs("penalty", "add", "1NS", "25%", "--law", "90B2")
    signed = ("--signed", "N,S", "--grounds", "why")
    assert "was penalised, not 1EW" in pairs("appeal", "lodge", "P-0001", "--by-side", "1EW", *signed, expect=2)
    pairs("appeal", "lodge", "P-0001", *signed)
    assert "who appeals?" in pairs("appeal", "lodge", "R-0001", *signed, expect=2)
    pairs("appeal", "decide", "A-0001", "--varied", "--penalty", "0%", "--yes")
    (penalty,) = json.loads(pairs("penalty", "list", "--json"))["penalties"]
    assert (penalty["state"], penalty["in_force"]["case"], penalty["in_force"]["amount"]["exact"]) == (
        "decided",
        "A-0001",
        "0",
    )
    (appeal,) = json.loads(pairs("appeal", "list", "--json"))["appeals"]
    assert (appeal["against"], appeal["ruling"], appeal["decisions"][0]["penalty"]) == ("P-0001", None, "a warning")
    pairs("report", "form", "A-0001", "-o", "form.html")
    words = " ".join(re.sub("<[^>]*>", " ", Path("form.html").read_text(encoding="utf-8")).split())
    assert "Penalty a warning" in words


def test_deposits_are_two(pairs):
    lodge(pairs, "--deposit", "20 GBP")
    pairs("appeal", "decide", "A-0001", "--upheld", "--merit", "without", "--yes")
    pairs(
        "appeal",
        "further",
        "A-0001",
        "--by-side",
        "EW",
        "--signed",
        "E,W",
        "--to",
        "NA",
        "--grounds",
        "x",
        "--deposit",
        "75 GBP",
    )
    assert "20 GBP, forfeited; 75 GBP, held" in pairs("report", "docket", "--plain")
    pairs("appeal", "review", "A-0001", "--table-result", "--yes")
    assert "20 GBP, forfeited; 75 GBP, returned" in pairs("report", "docket", "--plain")


def test_two_individuals_each_appeal_alone(bl):
    bl("session", "open", "one", "--boards", "1", "--contestants", "1-8")
    bl("result", "add", "1/1", "4SN=", "--ns", "1+2", "--ew", "3+4")
    bl("ruling", "add", "1/1", "--stands")
    for seat in ("N", "S"):
        bl("appeal", "lodge", "R-0001", "--by-side", "NS", "--signed", seat, "--grounds", "why")
    assert "appealed-already" in bl(
        "appeal", "lodge", "R-0001", "--by-side", "1", "--signed", "N", "--grounds", "why", expect=1
    )


def test_every_match_has_its_own_open_room(bl):
    bl("session", "open", "league", "--boards", "1", "--contestants", "A, B, C, D", "--scoring", "teams")
    bl("result", "add", "1", "4SN=", "--table", "open", "--ns", "A", "--ew", "B")
    bl("result", "add", "1", "4SN-1", "--table", "open", "--ns", "C", "--ew", "D")
    assert "2 tables fit" in bl("ruling", "add", "1", "--table", "open", "--stands", expect=1)
    bl("ruling", "add", "1", "--table", "open", "--ns", "C", "--stands")
    bl("appeal", "lodge", "R-0001", "--by-side", "D", "--captain", "--grounds", "why")


@pytest.mark.parametrize("said", [("--scoring", "teams"), ("--scoring", "teams", "--winners", "1")])
def test_teams_by_number_sit_in_both_directions_and_are_one_field(bl, tmp_path, said):
    lines = [f"{board},1,{seats},4S,N,10" for board in (1, 2, 3) for seats in ("1o,1,2", "1c,2,1", "2o,3,4", "2c,4,3")]
    (tmp_path / "r1.csv").write_text("\n".join(["board,round,table,ns,ew,contract,declarer,tricks", *lines]) + "\n")
    said = bl("import", "r1.csv", "--session", "league", *said)
    assert "4 contestants, teams, one winner" in said
    assert "two fields" not in said


def test_the_file_imported_again_leaves_what_was_ruled_and_appealed(bl, tmp_path):
    """An award of the file that a director's ruling superseded stays superseded, and is not remarked on each time."""
    sheet = "board,table,ns,ew,contract,declarer,tricks,score\n1,1,1,1,4S,N,10,\n1,2,2,2,4S,N,9,\n1,3,3,3,,,,A6040\n"
    (tmp_path / "club.csv").write_text(sheet)
    bl("import", "club.csv", "--winners", "2")
    bl("ruling", "amend", "R-0001", "--artificial", "50/50", "--cause", "second-thoughts")
    bl("appeal", "lodge", "R-0002", "--by-side", "EW", "--signed", "EW", "--grounds", "why")
    output = bl("import", "club.csv", "--winners", "2")
    assert "stays" not in output
    assert "under appeal" in bl("ruling", "list")
    (tmp_path / "club.csv").write_text(sheet.replace("A6040", "A5060"))
    assert "R-0002 was given here and stays" in bl("import", "club.csv", "--winners", "2")


def test_a_ruling_amended_to_damage_of_ones_own_doing_keeps_who_offended(pairs):
    damage = ("--self-inflicted", "B: 4SN=; C: 5HE-1")
    assert "self-inflicted damage of EW" in pairs("ruling", "amend", "R-0001", *damage)
    assert "error[no-such-case]" in pairs("ruling", "amend", "R-0009", *damage, expect=1)
    refused = pairs("ruling", "add", "1/2", *damage, expect=2)
    assert "error[no-offender]" in refused
    assert "--offender NS or EW" in refused


def test_a_directors_error_is_put_right_as_the_manual_has_it(pairs):
    """Law 82C: both sides are non-offending, so each has what 12C1(c) gives, weighted where it may be."""
    told = pairs("help", "laws", "82C")
    assert "12C1(c)" in told
    assert "most favourable" not in told
    split = '"NS: 60% 4SN=, 40% 4SN-1; EW: 4SN-1"'
    assert f"--split {split} --law 82C" in " ".join(told.split())
    pairs("ruling", "amend", "R-0001", "--split", split.strip('"'), "--law", "82C", "--cause", "director-error")


def test_an_artificial_score_says_what_it_gives_way_to_and_which_counts(pairs):
    award = ("--artificial", "A-/A+", "--unless", "4SN-3", "--offender", "NS")
    said = pairs("ruling", "amend", "R-0001", *award)
    for printed in (said, pairs("scorecard", "1EW")):
        assert "artificial A-/A+ unless 4SN-3 is better under 12C2" in printed
        assert "assigned 4SN-3 counts (R-0001)" in printed


def test_what_is_printed_of_cases_is_of_its_type(pairs):
    """Every list of cases and every case, each field with something in it in one of them."""
    Path("cards.gif").write_bytes(b"GIF89a of the bidding cards")
    pairs("call", "evidence", "C-0001", "cards.gif", "--what", "the bidding cards")
    pairs("call", "poll", "C-0001", "your call?", "--answer", "Pass", "--answer", "5H")
    pairs("ruling", "notify", "R-0001")
    pairs("ruling", "add", "1/2", "--result", "4SN=", "--offender", "EW", "--law", "16B")
    pairs("penalty", "add", "1NS", "25%", "--law", "90B2")
    lodge(pairs, "--deposit", "20 GBP")
    pairs("appeal", "hear", "A-0001", "--committee", "Berg,Dahl")
    pairs("appeal", "decide", "A-0001", "--varied", "--result", "4SN-2", "--yes")
    further = ("--by-side", "NS", "--signed", "N,S", "--to", "NA", "--grounds", "x", "--deposit", "50 GBP")
    pairs("appeal", "further", "A-0001", *further)
    pairs("appeal", "lodge", "P-0001", "--signed", "N,S", "--grounds", "why")
    pairs("appeal", "decide", "A-0002", "--varied", "--penalty", "0%", "--yes")
    lists = ("ruling list", "penalty list", "call list", "appeal list", "report register", "call evidence C-0001")
    cases = ("show R-0001", "show A-0001", "show A-0002", "show C-0001", "show P-0001")
    found = ("cases why", "cases --like thursday/R-0001", "check differs R-0001 R-0002")
    for typed in (*lists, *cases, *found):
        said = json.loads(pairs(*typed.split(), "--json"))
        of_type(said, ANSWERS[said["schema"].partition("/")[0]])
