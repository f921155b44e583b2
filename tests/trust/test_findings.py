"""What `verify` says of logs that no desk would have recorded: which check, which event, and in which words."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from ledger.bridge import Result, Side
from ledger.errors import Corrupt
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope
from ledger.laws.adjustment import Assigned, Awarded, Component, Stands, Weighted
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.derivation import leaf
from ledger.scoring.line import Seating
from ledger.store import record
from ledger.store.chain import GENESIS, with_digests
from ledger.store.log import Origin
from ledger.store.store import Stray
from ledger.subjects.appeals.facts import (
    AppealConfirmed,
    AppealDecided,
    AppealLodged,
    DecisionReviewed,
    FurtherAppealLodged,
    LateAppealAccepted,
    LodgeAppeal,
)
from ledger.subjects.casebook import DifferenceStated
from ledger.subjects.evolving import replay
from ledger.subjects.office.facts import AppointOfficial, BundleImported, OfficialAppointed
from ledger.subjects.participation.facts import BoardNotPlayed
from ledger.subjects.play.facts import CorrectResult, RecordResult, ResultCorrected, ResultRecorded, SessionOpened
from ledger.subjects.publications.facts import PublishScores, ScoresPublished
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.rulings.facts import GiveRuling, Grounds, PenaltyImposed, RulingGiven, RulingWithdrawn
from ledger.trust.checks import STRICT, Discrepancy, Transition, discrepancy, one_in_force
from ledger.trust.examination import LoginCheck, RecordedImport, examine
from ledger.trust.keys import sign_judgement
from ledger.trust.verification import audit_of_stray
from tests.core.spec import MINUTE, Evening, blank
from tests.kept import kept
from tests.pages.made_receipts import OFFICIAL

NEXT = 8
"""The number of the event after those of the evening."""

TABLE_REOPENED, OTHER_TABLE_REOPENED = (
    BoardReopened("scoring-error", "x", 1, Seating(f"{each}NS", f"{each}EW"), True) for each in (1, 2)
)
AGAIN = Result("PASS")


@pytest.fixture
def evening():
    """Two results at minute 0, of which the first was ruled on; and they are out: events 1 to 7."""
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    evening.do(GiveRuling(evening.where(1, 1), Stands(), Grounds()))
    evening.do(PublishScores())
    return evening


def written(log, *events, by="spec", minute=0, because=()):
    """A log with more events, put in beside the program, but well chained."""
    more = [replace(each, event=kept(each.event)) for each in log]
    for event in events:
        number, at = len(more) + 1, minute * MINUTE
        name = record.name_of(event)
        more.append(Envelope("evening", number, name, kept(event), f"x{number}", 0, at, at, by, because))
    return [envelope for envelope, _ in with_digests(more, GENESIS)]


def found(log, *, strict=False):
    """What the checks find: each check, the event, the words; their code is the name of the check."""
    said = examine(log, "evening", strict=strict)
    assert all(each.code == check for check, flaws in said.items() for each in flaws)
    return [(check, each.number, each.text) for check, flaws in said.items() for each in flaws]


def test_a_sound_evening_is_looked_at_in_every_way(evening):
    always = {"opening", "answers", "weights", "cases", "replay", "in-force", "published", "offices", "periods"}
    for strict in (False, True):
        said = examine(written(evening.log), "evening", strict=strict)
        assert set(said) == always | (set(STRICT) if strict else set())
        assert not any(said.values())


def ruling(**values):
    return replace(RulingGiven(case="R-0002", board=1, ns="2NS", ew="2EW", adjustment=Stands()), **values)


HALF_AND_A_THIRD = (Component(Fraction(1, 2), Result("4SN=")), Component(Fraction(1, 3), Result("4SN-1")))
DECIDED = AppealDecided(case="A-0001", verdict="upheld", body="committee", point="judgement")
REVIEWED = DecisionReviewed(case="A-0001", verdict="upheld", authority="the federation")
LODGED = AppealLodged("A-0001", "R-0001", "EW", "why")


def rests(name, case):
    return ("cases", NEXT, f"{name} rests on {case}, which is not in the log before it")


@pytest.mark.parametrize(
    ("event", "flaws"),
    [
        (
            ruling(adjustment=Weighted(HALF_AND_A_THIRD)),
            [("weights", NEXT, f"the weights for {side} sum to 5/6") for side in ("NS", "EW")],
        ),
        (
            ruling(call="C-0009", supersedes="R-0008", order="O-0007"),
            [rests("ruling-given/1", case) for case in ("C-0009", "R-0008", "O-0007")],
        ),
        (DECIDED, [rests("appeal-decided/1", "A-0001")]),
        (
            AppealDecided(case="A-0001", verdict="upheld", body="committee", point="judgement", together=("A-0002",)),
            [rests("appeal-decided/1", "A-0001"), rests("appeal-decided/1", "A-0002")],
        ),
        (AppealLodged("A-0001", "R-0009", "EW", "why"), [rests("appeal-lodged/1", "R-0009")]),
        (
            AppealConfirmed("A-0001", "R-0009"),
            [rests("appeal-confirmed/1", "A-0001"), rests("appeal-confirmed/1", "R-0009")],
        ),
        (PenaltyImposed("P-0001", "1NS", Fraction(10), "%", beside="R-0009"), [rests("penalty-imposed/1", "R-0009")]),
        (PenaltyImposed("P-0001", "1NS", Fraction(10), "%"), []),
        (DifferenceStated("R-0001", "R-0009", "why"), [rests("difference-stated/1", "R-0009")]),
        (DifferenceStated("R-0009", "R-0001", "why", session="other"), [rests("difference-stated/1", "R-0009")]),
        (DifferenceStated("R-0001", "R-0009", "why", session="other"), []),
        (RulingWithdrawn("R-0009"), [rests("ruling-withdrawn/1", "R-0009")]),
        (ScoresPublished("0" * 64), [("published", NEXT, "the scores published at #8 no longer follow from the log")]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_an_event_rests_on_that_is_not_there(evening, event, flaws):
    said = found(written(evening.log, event))
    assert [each for each in said if each[0] in ("weights", "cases", "published")] == flaws


def test_a_decision_is_reviewed_once_it_is_made_and_taken_further(evening):
    def reviewed(*before):
        said = found(written(evening.log, LODGED, *before, REVIEWED))
        return [text for check, _, text in said if check == "cases"]

    further = FurtherAppealLodged("A-0001", "EW", "the federation", "why")
    early = ["A-0001 was reviewed before it was decided and taken further"]
    assert [reviewed(), reviewed(DECIDED), reviewed(further)] == [early] * 3
    assert reviewed(DECIDED, further) == []
    both = [AppealLodged("A-0002", "R-0001", "NS", "why"), replace(DECIDED, together=("A-0002",)), further]
    other = replace(further, case="A-0002")
    for more, wrong in (((), ["A-0002 was reviewed before it was decided and taken further"]), ((other,), [])):
        said = found(written(evening.log, LODGED, *both, *more, replace(REVIEWED, together=("A-0002",))))
        assert [text for check, _, text in said if check == "cases"] == wrong


@pytest.mark.parametrize("because", [(NEXT,), (3, NEXT + 1), (0,)])
def test_an_event_answers_only_what_is_before_it(evening, because):
    log = written(evening.log, RulingWithdrawn("R-0001"), because=because)
    assert ("answers", NEXT, f"#8 answers {because}, which are not before it") in found(log)


def test_an_event_answers_whatever_is_before_it(evening):
    assert found(written(evening.log, RulingWithdrawn("R-0001"), because=(1, NEXT - 1))) == []


def test_a_log_begins_with_an_opening_and_has_no_other(evening):
    once = "a session or a tournament is opened once, by its first event"
    assert isinstance(evening.log[0].event, SessionOpened)
    assert ("opening", NEXT, once) in found(written(evening.log, evening.log[0].event))
    headless = [replace(each, number=each.number - 1) for each in evening.log[1:]]
    assert ("opening", 1, once) in found([each for each, _ in with_digests(headless, GENESIS)])


LATE = "came after its period, and nothing reopened the board for it"


@pytest.mark.parametrize(
    ("minute", "events", "flaws"),
    [
        (30, [ResultCorrected(1, "2NS", "2EW", AGAIN)], []),
        (31, [ResultCorrected(1, "2NS", "2EW", AGAIN)], [f"result-corrected/1 {LATE}"]),
        (31, [OTHER_TABLE_REOPENED, ResultCorrected(1, "2NS", "2EW", AGAIN)], []),
        (31, [TABLE_REOPENED, ResultCorrected(1, "2NS", "2EW", AGAIN)], [f"result-corrected/1 {LATE}"]),
        (30, [RulingWithdrawn("R-0001")], []),
        (31, [RulingWithdrawn("R-0001")], [f"ruling-withdrawn/1 {LATE}"]),
        (30, [LODGED], []),
        (31, [LODGED], ["A-0001 came after its period, and nobody accepted it"]),
        (31, [LODGED, LateAppealAccepted("A-0001", "the notice was late")], []),
    ],
    ids=str,
)
def test_what_came_after_half_an_hour_needs_whoever_allowed_it(evening, minute, events, flaws):
    assert [text for _, _, text in found(written(evening.log, *events, minute=minute))] == flaws


def test_who_had_no_office_and_who_judged_himself(evening):
    evening.do(AppointOfficial("Ahlborn", "chief-director"))
    corrected = ResultCorrected(1, "2NS", "2EW", AGAIN)
    log = written(evening.log, corrected, by="Dahl")
    assert found(log) == [("offices", NEXT + 1, "Dahl had no office for result-corrected/1 at the time")]
    assert found(written(evening.log, corrected, by="Ahlborn")) == []
    evening = Evening()
    evening.play(1, ["4SN="])
    for office in ("chief-director", "committee"):
        evening.do(AppointOfficial("Berg", office), by="Berg")
    evening.do(GiveRuling(evening.where(1, 1), Stands(), Grounds()), by="Berg")
    evening.do(LodgeAppeal("R-0001", "EW", "why", ("E", "W")), by="Berg")
    log = written(evening.log, DECIDED, by="Berg")
    assert found(log) == [("offices", len(log), "Berg gave R-0001, and judged that case")]


def test_a_log_that_cannot_be_replayed_is_held_against_what_needs_no_replay(evening):
    log = written(evening.log, evening.log[0].event, RulingWithdrawn("R-0009"))
    said = examine(log, "evening", strict=True)
    assert set(said) == {"opening", "answers", "weights", "cases", "replay"}
    assert [each.text for each in said["replay"]] == ["the log cannot be replayed: KeyError('R-0009')"]
    assert [each.number for each in said["opening"]] == [NEXT]
    assert [each.number for each in said["cases"]] == [NEXT + 1]


def test_scores_that_do_not_balance_are_named(evening, monkeypatch):
    """As a program with an error would have them: a matchpoint more for each side than they share."""
    worked_out = Scoreboard.value
    monkeypatch.setattr(Scoreboard, "value", lambda *asked: worked_out(*asked) + 1)
    unruled = Evening()
    unruled.play(1, ["4SN=", "4SN-1"])
    told = [(each.number, each.text) for each in examine(written(unruled.log), "evening", strict=True)["sums"]]
    balance = "the two sides have 4 MP instead of 2"
    assert told == [(3, f"board 1 table 1: {balance}"), (5, f"board 1 table 2: {balance}")]
    unruled.do(CorrectResult(unruled.where(1, 1), Result("4SN+1")))
    told = examine(written(unruled.log), "evening", strict=True)["sums"]
    assert [each.number for each in told] == [len(unruled.log), 5]
    ruled = examine(written(evening.log), "evening", strict=True)["sums"]  # a ruling need not share out the board
    assert ruled == []


def test_a_total_that_is_another_than_its_parts_is_named(evening, monkeypatch):
    monkeypatch.setattr("ledger.trust.checks.total_derivation", lambda *_: leaf(99, "made up"))
    told = [(each.number, each.text) for each in examine(written(evening.log), "evening", strict=True)["totals"]]
    assert told == [(None, f"the total of {pair} does not add up") for pair in ("1NS", "2NS", "2EW", "1EW")]


def test_a_score_that_is_another_than_its_derivation_is_named_on_boards_with_a_ruling(evening, monkeypatch):
    worked_out = Scoreboard.score
    monkeypatch.setattr(
        Scoreboard, "score", lambda *asked: replace(worked_out(*asked), value=worked_out(*asked).value + 7)
    )
    told = examine(written(evening.log), "evening", strict=True)["derivations"]
    assert [(each.number, each.text) for each in told] == [
        (event, f"board 1 table {table}, {table}{side}: the derivation does not give {score}")
        for event, table, side, score in ((6, 1, "NS", 9), (6, 1, "EW", 7), (5, 2, "NS", 7), (5, 2, "EW", 9))
    ]
    unruled = Evening()
    unruled.play(1, ["4SN=", "4SN-1"])
    assert examine(written(unruled.log), "evening", strict=True)["derivations"] == []
    withdrawn = written(evening.log, RulingWithdrawn("R-0001"))
    assert examine(withdrawn, "evening", strict=True)["derivations"] == []
    not_played = written(unruled.log, BoardNotPlayed(board=1, ns="3NS", ew="3EW"))
    told = examine(not_played, "evening", strict=True)["derivations"]
    assert len(told) == 6
    assert {each.text.partition(", ")[0] for each in told} == {
        f"board 1 {table}" for table in ("table 1", "table 2", "3NS v 3EW")
    }


def test_two_rooms_that_give_a_team_two_scores_are_named(monkeypatch):
    evening = Evening(winners=1, scoring="teams", contestants=("X", "Y"))
    for table, (ns, ew) in enumerate((("X", "Y"), ("Y", "X")), start=1):
        evening.do(RecordResult(Where(1, str(table), ns, ew, 1), Result("4SN=" if table == 1 else "4SN-1")))
    assert found(written(evening.log), strict=True) == []
    worked_out = Scoreboard.value
    monkeypatch.setattr(
        Scoreboard, "value", lambda self, played, *at: worked_out(self, played, *at) + (played.table == "1")
    )
    told = [(each.number, each.text) for each in examine(written(evening.log), "evening", strict=True)["totals"]]
    disagree = [
        (number, f"board 1 table {table}: the rooms of the match disagree")
        for number, table in ((3, 1), (4, 2))
        for _ in "12"
    ]
    assert told == disagree


def test_two_teams_that_sat_the_same_way_in_both_rooms_have_the_score_that_a_ruling_gives():
    evening = Evening(winners=1, scoring="teams", contestants=("X", "Y"))
    for table in (1, 2):
        evening.do(RecordResult(Where(1, str(table), "X", "Y", 1), Result("4SN=")))
    evening.do(GiveRuling(Where(1, "1", "X", "Y", 1), Awarded(Fraction(3), Fraction(-3), "out"), Grounds(**blank())))
    assert [evening.scoreboard.value(evening.at(1, table), Side.NS) for table in (1, 2)] == [3, 3]
    assert found(written(evening.log), strict=True) == []


def test_two_rulings_that_exclude_each_other_cannot_both_be_in_force(evening):
    log = written(evening.log, ruling(ns="1NS", ew="1EW", adjustment=Assigned(AGAIN)))
    assert ("in-force", NEXT, "R-0001 and R-0002 cannot both be in force") in found(log)


@pytest.mark.parametrize(
    ("withdrawn", "superseded_by", "wrong"), [(True, "", True), (False, "R-0002", True), (False, "", False)]
)
def test_a_ruling_on_a_table_that_is_not_in_force_is_named(withdrawn, superseded_by, wrong):
    """As a program with an error would have it: replayed, no such ruling stays at its table."""
    ruled = SimpleNamespace(case="R-0001", stated=6, withdrawn=withdrawn, superseded_by=superseded_by)
    played = SimpleNamespace(name="board 1 table 1", cases=("R-0001",))
    session = SimpleNamespace(table_boards=lambda: [played], rulings_of=lambda of: [ruled] if of is played else [])
    text = "R-0001 is on board 1 table 1, and is not in force"
    assert list(one_in_force(session)) == ([Discrepancy("in-force", 6, text)] if wrong else [])


def test_a_result_is_looked_at_where_it_might_be_late_of_nobody_or_in_answer_to_what_is_to_come(evening):
    """Most results are not, for there are thousands of them: until scores are out, or somebody is appointed."""
    early = Evening()
    early.play(1, ["4SN="])
    result = ResultRecorded(1, "3NS", "3EW", AGAIN)
    assert found(written(early.log, result)) == []
    assert [each[:2] for each in found(written(early.log, result, because=(9,)))] == [("answers", 4)]
    early.do(AppointOfficial("Ahlborn", "chief-director"))
    assert [each[:2] for each in found(written(early.log, result, by="Dahl"))] == [("offices", 5)]
    assert [each[:2] for each in found(written(evening.log, result, minute=31))] == [("periods", NEXT)]
    (alone,) = written([], result)
    assert ("opening", 1) in [each[:2] for each in found([alone])]


# Who recorded it


def test_a_signature_is_looked_at_though_nobody_is_tied_to_a_key(evening):
    log = written(evening.log)
    assert "signatures" not in examine(log, "evening")
    signed = written(evening.log, sign_judgement(OFFICIAL, log[-1].digest))
    (told,) = examine(signed, "evening")["signatures"]
    assert (told.number, told.text) == (NEXT, "#8 signs nothing that spec recorded just before it")
    assert told.hint == "ask its author; it may be forged"


def test_what_cannot_be_worked_out_is_said_of_the_check(evening):
    log = written(evening.log, AppealLodged("A-0001", "R-0009", "EW", "why"))
    assert ("periods", None, "the scores cannot be worked out: KeyError('R-0009')") in found(log)


AT = datetime(2026, 1, 8, 20, tzinfo=UTC)


def told_of_logins(logins, by=("Berg",) * 4, login="berg_login", apart=True):
    """What is said of four events, each from one of these logins; Berg is tied to his, where it is given."""
    evening, held = Evening(), LoginCheck()
    evening.play(1, ["4SN=", "4SN-1"])
    tied = replay(written(evening.log, OfficialAppointed("Berg", "chief-director", login=login)), "evening")
    for envelope, who in zip(evening.log[:4], by, strict=True):
        assert list(held(Transition(replace(envelope, by=who), tied, None))) == []
    noted = [Origin(login, AT + timedelta(seconds=at if apart else 0)) for at, login in enumerate(logins)]
    found, told = held.hold(lambda: noted, ())
    return held.asked, [(each.number, each.text, each.hint) for each in found], told


def test_what_came_from_another_login_than_who_it_is_by_has():
    own = ["berg_login"] * 4
    assert told_of_logins(own) == (True, [], [])
    forged = (
        3,
        "#3 (result-recorded/1) by Berg came from the login dahl_login, and Berg has berg_login",
        "ask who logs in as dahl_login; it may be forged",
    )
    assert told_of_logins([*own[:2], "dahl_login", own[3]]) == (True, [forged], [])
    assert told_of_logins([*own[:2], "dahl_login", own[3]], by=("Berg", "Berg", "Dahl", "Berg")) == (True, [], [])
    assert told_of_logins(["dahl_login"] * 4, login="") == (False, [], [])


def test_a_file_does_not_know_logins():
    held = LoginCheck()
    assert held.hold(lambda: None, ()) == ([], ["the logins of officials cannot be checked in a file"])


def test_what_came_in_with_the_first_event_was_recorded_elsewhere():
    _, found, told = told_of_logins(["dahl_login"] * 4, apart=False)
    assert found == []
    assert told == [
        "#1, #2, #3, #4: recorded elsewhere and brought in with a bundle; from which login is not known here"
    ]


@pytest.mark.parametrize(
    ("who", "login", "forged"),
    [("Dahl", "dahl_login", []), ("Berg", "berg_login", []), ("Berg", "dahl_login", [2, 3, 4])],
)
def test_an_import_vouches_for_what_came_with_it_where_it_came_from_its_own_login(who, login, forged):
    """#2 and #3 are by Berg; they came with #4, which says that they were taken over."""
    evening, held = Evening(), LoginCheck()
    evening.play(1, ["4SN=", "4SN-1"])
    tied = replay(written(evening.log, OfficialAppointed("Berg", "chief-director", login="berg_login")), "evening")
    for number, envelope in enumerate(evening.log[:4], start=1):
        assert list(held(Transition(replace(envelope, by=who if number == 4 else "Berg"), tied, None))) == []
    noted = [Origin("berg_login", AT), *[Origin(login, AT + timedelta(seconds=9))] * 3]
    found, _ = held.hold(lambda: noted, [RecordedImport(4, BundleImported("x.zip", 2, "00" * 32))])
    assert [each.number for each in found] == forged


# Short words


def test_what_a_reader_stopped_at_is_a_finding():
    error = Corrupt("bad-body", "event #4 is none", "look", 4)
    assert discrepancy(error) == Discrepancy("bad-body", 4, "event #4 is none", "look")


@pytest.mark.parametrize(
    ("stray", "check", "code", "why"),
    [
        (Stray("log", "thu", True), "chain", "chain-broken", "thu has no log here"),
        (Stray("seals", "a/b", False), "seals", "seal-broken", "a/b is no session's name"),
        (Stray("texts", "thu", True), "texts", "text-broken", "thu has no log here"),
        (Stray("evidence", "thu", True), "evidence", "evidence-broken", "thu has no log here"),
    ],
)
def test_rows_of_no_session_are_named(stray, check, code, why):
    told = audit_of_stray(stray)
    text = f"rows of the {stray.table} belong to no session: {why}, and no desk recorded them"
    assert (told.session, told.ok) == (stray.name, False)
    assert told.checks == {check: [Discrepancy(code, None, text, "compare with a backup or an export")]}
