"""A tournament over time: its standing at earlier moments, what each event moved, and what is at stake in it."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.errors import Misuse
from ledger.facts import AddSession, CorrectResult
from ledger.laws.adjustment import Assigned
from ledger.overall.aspects import aspects
from ledger.overall.history import merged, ripple_of, ripples, scores_at, settles, settling
from ledger.overall.scores import TournamentScores
from ledger.overall.stakes import overall_stakes
from ledger.overall.standing import overall
from ledger.projections.stakes import stakes
from tests.core.congress import Congress
from tests.core.spec import MINUTE, Evening

MADE = Assigned(Result("4SN="))


def logs(**streams: Evening):
    """The logs by name, the tournament's first; an event a minute, one stream after the other as they are given."""
    return {name: [replace(each, session=name) for each in stream.log] for name, stream in streams.items()}


def timed(found, *times):
    """The same logs, with these times of their events in minutes."""
    minutes = iter(times)
    return {
        name: [replace(each, recorded_at=next(minutes) * MINUTE, occurred_at=0) for each in log]
        for name, log in found.items()
    }


def congress() -> Congress:
    found = Congress("qualifying")
    found.do(AddSession("qualifying", "friday"))
    return found


def friday(*results: str) -> Evening:
    found = Evening(contestants=[f"{table}{side}" for side in ("NS", "EW") for table, _ in enumerate(results, start=1)])
    found.play(1, results)
    return found


def totals(scores: TournamentScores) -> dict[str, Fraction]:
    (stage,) = scores.tournament.stages.values()
    return {row.entrant: row.total.value for row in overall(scores, stage).rows}


def ruled():
    """The tournament in the first three minutes, then Friday: 420 and -50; #5 is R-0001, which makes them both 420."""
    played = friday("4SN=", "4SN-1")
    played.rule(1, 2, MADE)
    return timed(logs(spring=congress(), friday=played), 1, 2, 3, 4, 5, 6, 7, 8)


def test_a_stream_goes_as_far_as_it_was_recorded_by_then():
    found = ruled()
    assert totals(scores_at(found, "spring", "friday/R-0001-")) == {"1NS": 100, "1EW": 0, "2NS": 0, "2EW": 100}
    assert set(totals(scores_at(found, "spring", "friday/R-0001")).values()) == {50}
    assert scores_at(found, "spring", "@").heads == scores_at(found, "spring", "friday/5").heads
    assert [head[:2] for head in scores_at(found, "spring", "friday/3").heads] == [("spring", 3), ("friday", 3)]
    assert [head[:2] for head in scores_at(found, "spring", "3").heads] == [("spring", 3)]


@pytest.mark.parametrize("of", ["", "spring/", "friday/"])
def test_by_a_time_everything_is_as_far_as_it_was_then(of):
    """The tournament's last event was a while ago: what the session has had since is there."""
    found = scores_at(ruled(), "spring", f"{of}1970-01-01T00:06Z")
    assert [head[:2] for head in found.heads] == [("spring", 3), ("friday", 3)]


def test_just_before_what_is_recorded_next_is_now():
    found = ruled()
    now = scores_at(found, "spring", "@").heads
    for name, log in found.items():
        assert scores_at(found, "spring", f"{name}/{len(log) + 1}-").heads == now
    assert scores_at(found, "spring", f"{len(found['spring']) + 1}-").heads == now


def test_the_end_of_play_is_each_session_s_own():
    assert totals(scores_at(ruled(), "spring", "end-of-play")) == {"1NS": 100, "1EW": 0, "2NS": 0, "2EW": 100}


def test_the_end_of_play_of_one_session_is_a_moment_of_the_tournament():
    """Saturday was added after it: at the end of its own play the tournament had it already."""
    played, spring = friday("4SN=", "4SN-1"), congress()
    played.rule(1, 2, MADE)
    spring.do(AddSession("qualifying", "saturday"))
    found = timed(logs(spring=spring, friday=played), 1, 2, 3, 20, 4, 5, 6, 7, 8)
    assert ("spring", 4) in [head[:2] for head in scores_at(found, "spring", "end-of-play").heads]
    assert ("spring", 3) in [head[:2] for head in scores_at(found, "spring", "friday/end-of-play").heads]


def test_before_it_was_opened_there_was_no_tournament():
    found = timed(ruled(), 11, 12, 13, 1, 2, 3, 4, 5)
    with pytest.raises(Misuse) as refused:
        scores_at(found, "spring", "friday/R-0001")
    assert refused.value.code == "bad-as-of"
    assert set(totals(scores_at(found, "spring", "@")).values()) == {50}


def test_as_a_session_now_is_the_others_are_as_they_now_are():
    found = timed(ruled(), 11, 12, 13, 1, 2, 3, 4, 5)
    now = scores_at(found, "spring", "@").heads
    assert [scores_at(found, "spring", f"friday/{moment}").heads for moment in ("@", "now")] == [now, now]


def test_what_an_event_made_of_the_standing_is_told_though_the_tournament_came_later():
    found = timed(ruled(), 11, 12, 13, 1, 2, 3, 4, 5)
    moved = ripple_of(found, scores_at(found, "spring", "@"), "friday", 5)
    assert {each.whose: (each.before, each.after) for each in moved.moved if each.kind == "total"} == {
        "1NS": (100, 50),
        "1EW": (0, 50),
        "2NS": (0, 50),
        "2EW": (100, 50),
    }
    assert [each.number for each in settling(found["friday"], "R-0001")] == [5]


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["4SN=", "4SN+1", "4SN-1", "PASS"]), max_size=3), st.permutations(range(9)))
def test_one_ripple_after_the_other_leads_to_the_standing_as_it_is(corrections, order):
    """Whenever which event was recorded: what moved with each, taken together, is what the standing is at the end."""
    played = friday("4SN=", "4SN-1", "PASS")
    for table, result in enumerate(corrections, start=1):
        if played.at(1, table).result != Result(result):
            played.do(CorrectResult(played.where(1, table), Result(result), reason="misread"))
    found = logs(spring=congress(), friday=played)
    times = [minute for minute, _ in enumerate((*found["spring"], *found["friday"]))]
    spring = sorted(order[: len(found["spring"])])
    found = timed(found, *spring, *(each for each in times if each not in spring))
    told: dict[object, object] = {}
    for _, moved in ripples(found, "spring", lambda _: True):
        for each in moved.moved:
            told[each.stage, each.kind, each.whose] = each.after
    now = {tuple(key): value for key, value in aspects(scores_at(found, "spring", "@")).items()}
    assert {key: value for key, value in told.items() if value is not None} == now
    assert [each.recorded_at for each in merged(found)] == sorted(each.recorded_at for each in merged(found))


def test_what_settles_a_score_is_what_a_standing_is_asked_about():
    assert [each.number for each in ruled()["friday"] if settles(each)] == [5]


def test_stakes_are_those_of_the_whole_stage_too():
    """Upheld all four are level at 50 for two places; with the table result 1NS and 2EW lead, 1EW and 2NS are out."""
    found = ruled()
    scores = scores_at(found, "spring", "@")
    session = scores.scoreboards["friday"].session
    at_stake = stakes(session, session.rulings["R-0001"], cut=2)
    over = overall_stakes(scores, at_stake)
    assert over is not None
    upheld, table = at_stake.prospects[:2]
    assert not over.changes(upheld)
    assert over.changes(table)
    assert over.above.tied == ("1EW", "1NS", "2EW", "2NS")
    assert over.above_if(table) == (("1NS", "2EW"), ("1EW", "2NS"), ())
    assert over.qualifying(upheld) == ([], [])
    assert over.qualifying(table) == (["1NS", "2EW"], ["1EW", "2NS"])
    assert overall_stakes(scores_at(found, "spring", "2"), at_stake) is None
