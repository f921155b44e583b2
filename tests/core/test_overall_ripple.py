"""Changes in a tournament after a change in a session: figures computed by hand, and cases without change."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.errors import Conflict, Misuse
from ledger.kernel.at_table import Where
from ledger.kernel.fact import StreamHead
from ledger.laws.adjustment import Assigned, Stands
from ledger.laws.regulations import StageRules
from ledger.overall.aspects import (
    OverallRipple,
    aspects,
    moved_since,
    overall_digest,
    overall_finality,
    overall_ripple,
    overall_stakes,
    publish_command,
)
from ledger.overall.history import merge_events, ripple_of, ripples, scores_at, settles, settling_events
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from ledger.projections.ripple import stakes
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.play.facts import CorrectResult, RecordResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.rulings.facts import GiveRuling, Grounds, Undo
from ledger.subjects.tournaments.facts import AddSession, AddStage, AmendStage, LinkContestants, RemoveSession
from tests.core.congress import Congress, evening
from tests.core.spec import MINUTE, Evening

RESULTS = st.sampled_from(["4SN=", "4SN+1", "4SN-1", "PASS"])


def congress(**rules) -> Congress:
    """Friday and Saturday in one stage."""
    found = Congress("qualifying", rules=StageRules(**rules))
    found.do(AddSession("qualifying", "friday"))
    found.do(AddSession("qualifying", "saturday"))
    return found


def moved(found: OverallRipple, kind: str) -> dict[str, tuple[object, object]]:
    return {each.whose: (each.before, each.after) for each in found.moved if each.kind == kind}


def test_a_ruling_of_friday_moves_totals_and_places_over_both_sessions():
    """Friday 420, -50, 450: 2, 0, 4 of 4 to North-South; with 420 at table 2 they are 1, 1, 4. Saturday is level."""
    said, saturday = congress(), evening("4SN=", "4SN=", "4SN=")
    friday = evening("4SN=", "4SN-1", "4SN+1")
    before = said.over(friday=friday, saturday=saturday)
    friday.rule(1, 2, Assigned(Result("4SN=")))
    found = overall_ripple(before, said.over(friday=friday, saturday=saturday))
    half = Fraction(1, 2)
    expected = {"1NS": (50, 37 + half), "2NS": (25, 37 + half), "1EW": (50, 62 + half), "2EW": (75, 62 + half)}
    assert moved(found, "total") == expected
    assert moved(found, "place") == {"1EW": (3, 2), "2EW": (1, 2), "1NS": (3, 4), "2NS": (5, 4), "3EW": (5, 6)}
    assert [stage.name for stage in found.stages] == ["qualifying"]


def test_who_is_linked_moves_under_the_name_of_the_tournament():
    said, friday = congress(), evening("4SN=", "4SN-1", "4SN+1")
    before = said.over(friday=friday)
    said.do(LinkContestants("friday", (("1NS", "7"),)))
    found = overall_ripple(before, said.over(friday=friday))
    assert moved(found, "total") == {"7": (None, 50), "1NS": (50, None)}
    assert moved(found, "place") == {"7": (None, 3), "1NS": (3, None)}


def test_a_session_that_is_taken_out_leaves_what_the_other_says():
    """1NS wins everything on Friday and nothing on Saturday, 2NS the reverse."""
    said, friday, saturday = congress(), evening("4SN=", "4SN-1"), evening("PASS", "4SN=")
    before, friday_alone = said.over(friday=friday, saturday=saturday), said.over(friday=friday)
    said.do(RemoveSession("saturday"))
    without = before.with_tournament(said.session)
    expected = {"1NS": (50, 100), "2EW": (50, 100), "2NS": (50, 0), "1EW": (50, 0)}
    assert moved(overall_ripple(before, without), "total") == expected
    assert not overall_ripple(friday_alone, without)


def test_the_best_of_two_sessions_hides_what_moved_in_the_other():
    """2NS has 0 of Friday and all of Saturday, which alone counts: what Friday becomes is no matter to it."""
    said, saturday = congress(best=1), evening("PASS", "4SN=")
    friday = evening("4SN=", "4SN-1")
    before = said.over(friday=friday, saturday=saturday)
    friday.rule(1, 2, Assigned(Result("4SN=")))
    found = moved(overall_ripple(before, said.over(friday=friday, saturday=saturday)), "total")
    assert found == {"1NS": (100, 50), "2EW": (100, 50)}


def test_other_rules_of_a_stage_ripple_too():
    said, friday = congress(), evening("4SN=", "4SN-1")
    before = said.over(friday=friday)
    said.do(AmendStage("qualifying", "sessions", StageRules(adds="matchpoints")))
    found = moved(overall_ripple(before, said.over(friday=friday)), "total")
    assert found == {"1NS": (100, 2), "2EW": (100, 2)}


def test_who_wins_a_match_may_change():
    """420 and 50 in the two rooms are 470, 10 IMPs to Norway; with 450 instead Malta wins 30, 1 IMP."""
    said, friday = congress(adds="victory-points"), Evening((1,), 1, contestants=("Norway", "Malta"), scoring="teams")
    closed = Where(1, "2", "Malta", "Norway")
    friday.do(RecordResult(Where(1, "1", "Norway", "Malta"), Result("4SN=")))
    friday.do(RecordResult(closed, Result("4SN-1")))
    before = said.over(friday=friday)
    friday.do(CorrectResult(closed, Result("4SN+1"), reason="misread"))
    found = overall_ripple(before, said.over(friday=friday))
    assert moved(found, "winner") == {"friday: Malta v Norway": ("Norway", "Malta")}
    totals = moved(found, "total")
    assert moved(found, "victory points") == {f"{who} (friday: Malta v Norway)": both for who, both in totals.items()}
    assert totals["Norway"][0] > 10 > totals["Norway"][1]


def digest(found: TournamentScores) -> str:
    return overall_digest(found, found.tournament.stages["qualifying"])


def rows(found: TournamentScores) -> list[tuple[str, int | None, Fraction]]:
    return [
        (row.entrant, row.rank, row.total.value)
        for stage in found.tournament.stages.values()
        for row in overall(found, stage).rows
    ]


@settings(max_examples=40)
@given(st.lists(RESULTS, min_size=3, max_size=3), st.lists(RESULTS, min_size=3, max_size=3), st.integers(0, 2))
def test_nothing_moves_exactly_where_the_standings_are_the_same(first, second, best):
    said, saturday = congress(best=best), evening("4SN=", "4SN+1", "PASS")
    one = said.over(friday=evening(*first), saturday=saturday)
    other = said.over(friday=evening(*second), saturday=saturday)
    same = rows(one) == rows(other)
    assert bool(overall_ripple(one, other)) is not same
    assert (digest(one) == digest(other)) is same


# A tournament over time: its standing at earlier moments, what each event moved, and what is at stake in it


MADE = Assigned(Result("4SN="))


def logs(**streams: Evening):
    """Return the logs by name, the tournament's first; an event a minute, one stream after another."""
    return {name: [replace(each, session=name) for each in stream.log] for name, stream in streams.items()}


def timed(found, *times):
    """Return those logs with these times of their events in minutes."""
    minutes = iter(times)
    return {
        name: [replace(each, recorded_at=next(minutes) * MINUTE, occurred_at=0) for each in log]
        for name, log in found.items()
    }


def with_history() -> Congress:
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
    return timed(logs(spring=with_history(), friday=played), 1, 2, 3, 4, 5, 6, 7, 8)


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
    played, spring = friday("4SN=", "4SN-1"), with_history()
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
    expected = {"1NS": (100, 50), "1EW": (0, 50), "2NS": (0, 50), "2EW": (100, 50)}
    assert {each.whose: (each.before, each.after) for each in moved.moved if each.kind == "total"} == expected
    assert [each.number for each in settling_events(found["friday"], "R-0001")] == [5]


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["4SN=", "4SN+1", "4SN-1", "PASS"]), max_size=3), st.permutations(range(9)))
def test_one_ripple_after_the_other_leads_to_the_standing_as_it_is(corrections, order):
    """The ripples of all events, added up in any order of recording, give the final standing."""
    played = friday("4SN=", "4SN-1", "PASS")
    for table, result in enumerate(corrections, start=1):
        if played.at(1, table).result != Result(result):
            played.do(CorrectResult(played.where(1, table), Result(result), reason="misread"))
    found = logs(spring=with_history(), friday=played)
    times = [minute for minute, _ in enumerate((*found["spring"], *found["friday"]))]
    spring = sorted(order[: len(found["spring"])])
    found = timed(found, *spring, *(each for each in times if each not in spring))
    told: dict[object, object] = {}
    for _, moved in ripples(found, "spring", lambda _: True):
        for each in moved.moved:
            told[each.stage, each.kind, each.whose] = each.after
    now = {tuple(key): value for key, value in aspects(scores_at(found, "spring", "@")).items()}
    assert {key: value for key, value in told.items() if value is not None} == now
    assert [each.recorded_at for each in merge_events(found)] == sorted(
        each.recorded_at for each in merge_events(found)
    )


def test_what_settles_a_score_is_what_a_standing_is_asked_about():
    assert [each.number for each in ruled()["friday"] if settles(each)] == [5]


def test_stakes_are_those_of_the_whole_stage_too():
    """Upheld, all four are level at 50 for two places; with the table result 1NS and 2EW lead, 1EW and 2NS are out."""
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


# A tournament's standing given out: what is refused, taking it back, and when it is final


NUMBERS = "00" * 32
FRIDAY = StreamHead("friday", 9, "11" * 32)


def given_out() -> Congress:
    found = Congress("qualifying")
    found.do(AddSession("qualifying", "friday"))
    return found


def test_what_cannot_be_given_out_is_refused():
    said = given_out()
    said.refuses(said.publish(FRIDAY), "no-result")
    said.refuses(said.publish(StreamHead("sunday", 1, "11" * 32), qualifying=NUMBERS), "not-in-tournament")
    said.refuses(said.publish(FRIDAY, final=NUMBERS), "no-such-stage")
    said.do(said.publish(FRIDAY, qualifying=NUMBERS), at=10)
    said.refuses(said.publish(FRIDAY, qualifying=NUMBERS), "nothing-to-change")


def test_what_was_said_of_the_tournament_meanwhile_stops_it():
    said = given_out()
    seen = said.publish(FRIDAY, qualifying=NUMBERS)
    said.do(AddSession("qualifying", "saturday"))
    with pytest.raises(Conflict):
        said.decide(seen)


def test_it_is_taken_back_until_its_own_correction_period_is_over():
    said = given_out()
    said.do(said.publish(FRIDAY, qualifying=NUMBERS), at=10)
    published = said.log[-1]
    said.refuses(Undo(published), "correction-late", at=41)
    said.do(Undo(published), at=40)
    assert not said.session.publications
    assert not said.tournament.out
    assert said.tournament.published_stages == ("qualifying",)


def test_it_has_moved_once_a_number_of_it_is_another():
    said, friday = given_out(), evening("4SN=", "4SN-1")
    (stage,) = publish_command(said.over(friday=friday), "on the wall").stages
    said.do(said.publish(qualifying=stage.numbers))
    assert not moved_since(said.over(friday=friday))
    assert moved_since(said.over(friday=evening("4SN=", "4SN="))) == {"qualifying": said.session.number}


def test_nobody_can_tell_whether_it_has_moved_where_a_session_of_it_is_not_here():
    said, friday = given_out(), evening("4SN=", "4SN-1")
    (stage,) = publish_command(said.over(friday=friday), "on the wall").stages
    command = said.publish(qualifying=stage.numbers)
    over = StreamHead("friday", friday.session.number, "00" * 32)
    said.do(structs.replace(command, heads=(*command.heads, over)))
    assert not moved_since(said.over())
    assert moved_since(said.over(friday=evening("4SN=", "4SN=")))


def test_a_stage_without_scores_is_not_given_out():
    said, friday = given_out(), evening("4SN=", "4SN-1")
    said.do(AddStage("final", "sessions", StageRules()))
    now = said.over(friday=friday)
    assert [each.stage for each in publish_command(now, "").stages] == ["qualifying"]
    assert publish_command(now, "", "final").stages == ()


def test_it_is_final_when_the_last_period_of_any_of_its_sessions_is_over():
    """Half an hour from Friday's publication at 20."""
    said, friday = given_out(), evening("4SN=", "4SN-1")
    waiting = overall_finality(said.over(friday=friday))
    assert (waiting.published, waiting.unpublished) == (False, ("evening",))
    said.do(said.publish(qualifying=NUMBERS), at=10)
    friday.do(PublishScores(), at=20)
    assert overall_finality(said.over(friday=friday)).last == (50 * MINUTE, "evening")


def test_a_standing_given_out_after_the_periods_of_its_sessions_is_final_at_once():
    """Nothing can be corrected or ruled by then; of the tournament only its publication can be taken back."""
    said, friday = given_out(), evening("4SN=", "4SN-1")
    friday.do(PublishScores(), at=10)
    said.do(said.publish(qualifying=NUMBERS), at=45)
    found = overall_finality(said.over(friday=friday))
    friday.refuses(GiveRuling(friday.where(1, 1), Stands(), Grounds("none", ())), "ruling-late", at=46)
    assert (found.at, found.state(46 * MINUTE)) == (40 * MINUTE, "final")


def test_a_standing_that_was_not_given_out_has_the_periods_of_its_sessions_and_is_never_final():
    said, friday = given_out(), evening("4SN=", "4SN-1")
    friday.do(PublishScores(), at=10)
    found = overall_finality(said.over(friday=friday))
    assert (found.last, found.at, found.state(500 * MINUTE)) == ((40 * MINUTE, "evening"), None, "unpublished")


def test_a_ruling_given_late_has_its_own_period_and_an_open_appeal_ends_nothing():
    said, friday = given_out(), evening("4SN=", "4SN-1")
    said.do(said.publish(qualifying=NUMBERS), at=10)
    friday.do(PublishScores(), at=10)
    friday.do(GiveRuling(friday.where(1, 1), Stands(), Grounds("none", ())), at=15)
    assert overall_finality(said.over(friday=friday)).last == (45 * MINUTE, "evening")
    friday.do(LodgeAppeal("R-0001", "NS", "it was not so", ("N", "S")), at=16)
    found = overall_finality(said.over(friday=friday))
    assert [(name, each.case) for name, each in found.undecided] == [("evening", "A-0001")]
    assert (found.at, found.state(500 * MINUTE)) == (None, "provisional")
