"""Who would have met somebody that left: each sit-out is proposed as it is typed, and listed until it is recorded."""

import json
import re

import pytest

from cli.screens import entries
from ledger.office import Office
from ledger.subjects.movement.state import plan_of

FORMS = {
    "a Mitchell of two winners": ("--boards 1-10 --contestants 1-5NS,1-5EW", "mitchell", "3NS"),
    "a Mitchell of one winner": ("--boards 1-10 --contestants 1-10 --winners 1", "mitchell", "3"),
    "a Howell": ("--boards 1-14 --contestants 1-8 --winners 1", "howell", "3"),
    "individuals": ("--boards 1-14 --contestants 1-8 --winners 1", "whist", "3"),
    "teams in IMPs": ("--boards 1-12 --contestants 1-4 --scoring teams", "all-play-all", "3"),
    "teams in victory points": ("--boards 1-12 --contestants 1-4 --scoring teams --profile ebu", "all-play-all", "3"),
}


def session():
    with Office.open("sqlite:///bridge-ledger.db") as office:
        return office.session("s")


def play(typed, plan, rounds):
    for each in plan.tables:
        if each.round in rounds and each.played:
            for board in each.boards:
                typed(
                    f"result add {board}/{each.table} 4SN= --ns {each.ns} --ew {each.ew} --round {each.round} --quiet"
                )


def proposed(said):
    return [line.split() for line in re.findall(r"`bridge-ledger (contestant sit-out [^`]*)`", said)]


def evening(typed, opened, movement):
    """Open a session with a movement; its plan and the first round of its second half."""
    typed("init")
    typed(f"session open s {opened}")
    typed(f"movement set {movement} --yes")
    plan = plan_of(session())
    return plan, plan.rounds[(len(plan.rounds) + 1) // 2]


def listed(typed):
    return [each["text"] for each in json.loads(typed("check --json"))["open"] if each["code"] == "no-sit-out"]


@pytest.mark.parametrize(("opened", "movement", "who"), FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("order", ["withdrawal first", "movement first"])
def test_what_is_proposed_is_what_is_missing_and_works_it_off(typed, opened, movement, who, order):
    plan, first = evening(typed, opened, movement)
    play(typed, plan, range(1, first))
    later = {(at.round, other) for at in plan.of(who) if at.round >= first for other in _others(at, who)}
    lines = [f"contestant withdraw {who} --after-round {first - 1} --yes"]
    lines.insert(order == "withdrawal first", f"movement change --without {who} --from-round {first} --yes")
    said = [typed(line) for line in lines]
    commands = proposed(said[1])
    assert {(int(line[line.index("--round") + 1]), line[2]) for line in commands} == later
    assert len(commands) == len(later) == len(listed(typed)) > 0
    for line in commands:
        typed(" ".join(line))
    assert listed(typed) == []


def _others(planned, who):
    return [each for side in (planned.ns, planned.ew) for each in side.split("+") if each != who]


@pytest.fixture
def left(typed):
    """A function: a pair left a Mitchell of five rounds after three; what was printed at its withdrawal."""

    def leave(*lines, profile=""):
        plan, _ = evening(typed, f"--boards 1-10 --contestants 1-5NS,1-5EW {profile}", "mitchell")
        play(typed, plan, range(1, 4))
        return [typed(line) for line in lines][-1]

    return leave


def test_who_would_have_met_it_has_average_plus_once_it_is_recorded(left, typed):
    said = left("contestant withdraw 3NS --after-round 3 --yes")
    missed = proposed(said)[0][2]
    before = row(typed, missed)
    typed(" ".join(proposed(said)[0]))
    assert int(row(typed, missed)[-1]) == int(before[-1]) + 2


def row(typed, contestant):
    """A contestant's row of the standings: its boards come last."""
    lines = (line.rstrip().split("\t") for line in typed("standings --plain").splitlines())
    return next(cells for cells in lines if contestant in cells)


def test_it_is_said_before_publication_a_cut_and_a_draw(left, typed):
    left("contestant withdraw 3NS --after-round 3 --yes")
    assert "no-sit-out" in typed("publish -n --yes")


def test_nobody_misses_who_left_before_half_where_sit_outs_are_worth_nothing(left, typed):
    assert proposed(left("contestant withdraw 3NS --after-round 3 --of 30 --yes")) == []
    assert listed(typed) == []


def test_a_disqualified_pair_is_missed_too(left, typed):
    said = left("contestant disqualify 3NS --approved-by organiser --yes")
    assert len(proposed(said)) == 2
    for line in proposed(said):
        typed(" ".join(line))
    assert listed(typed) == []
    number = re.search(r"#(\d+) +3NS disqualified", typed("contestant list"))[1]
    assert "sits out against 3NS" in typed(f"undo {number} --yes", code=1)


def test_a_pair_that_takes_its_seats_leaves_nobody_alone(left, typed):
    left(
        "session enter 6NS",
        "movement change --seat 6NS --instead-of 3NS --from-round 4 --yes",
        "contestant withdraw 3NS --after-round 3 --yes",
    )
    assert listed(typed) == []


def test_rounds_that_are_not_played_are_missed_by_nobody(left, typed):
    left("contestant withdraw 3NS --after-round 3 --yes", "movement change --rounds 4 --yes")
    assert len(listed(typed)) == 1


def test_boards_that_a_director_has_scored_otherwise_are_not_missing(left, typed):
    line = proposed(left("contestant withdraw 3NS --after-round 3 --yes"))[0]
    board = line[line.index("--boards") + 1].split("-")[0]
    typed(f"result not-played {board}/3 --ns 3NS --ew {line[2]} --round 4 --fault NS")
    assert any(text.startswith(f"no sit-out of {line[2]} in round 4, board ") for text in listed(typed))


def test_who_was_drawn_against_a_team_that_left_is_told_its_sit_out(typed):
    for line in (
        "init",
        "session open s --scoring teams --boards 1-2 --contestants A,B,C,D",
        "tournament open t",
        "tournament stage add swiss --format swiss --adds victory-points --session t",
        "tournament enter A,B,C,D --seed 1 --session t",
        "tournament add s --stage swiss --session t",
        "tournament draw swiss --session t",
        *(
            f"result add {board}/{table}{room} 4SN= --ns {ns} --ew {ew} --round 1 --session s"
            for table, one, other in (("1", "A", "C"), ("2", "B", "D"))
            for board in (1, 2)
            for room, ns, ew in (("a", one, other), ("b", other, one))
        ),
        "tournament draw swiss --session t",
    ):
        typed(line)
    said = typed("contestant withdraw A --after-round 1 --session s --yes")
    assert "contestant sit-out B --round 2 --against A" in said  # as round 2 is drawn, by the seeds of A and B
    assert "no-sit-out" in typed("check --session s")
    typed("contestant sit-out B --round 2 --against A --session s")
    assert "no-sit-out" not in typed("check --session s")


@pytest.mark.parametrize("silent", ["--quiet", "--plain", "--json"])
def test_no_sit_out_is_looked_for_where_none_is_printed(left, monkeypatch, silent):
    def never(*_):
        raise AssertionError("its tournament is read and scored for this")

    monkeypatch.setattr(entries, "sit_outs_to_record", never)
    said = left("contestant withdraw 3NS --after-round 3 --yes " + silent)
    assert "sit-out" not in said


def test_a_pair_that_a_movement_of_its_section_goes_on_without_is_found(typed):
    typed("init")
    typed("session open s --boards 1-10 --contestants A1-A5NS,A1-A5EW,B1-B5NS,B1-B5EW")
    for section in "AB":
        typed(f"movement set mitchell --section {section} --yes")
    plan = plan_of(session())
    play(typed, plan, {1})
    said = typed("movement change --section B --without 3NS --from-round 2 --yes")
    assert "`bridge-ledger contestant withdraw B3NS`" in said
