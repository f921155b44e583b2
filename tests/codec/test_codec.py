"""Events ↔ bytes: canonical, total, and never changed once released."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from ledger.bridge import Result
from ledger.events import appeals, calls, office, play, rulings
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Claim, Grade, SelfInflicted, Split, Stands, Weighted
from ledger.laws.weighting import parse_weighting
from ledger.store import codec
from tests.strategies import adjustments, results

CORPUS = Path(__file__).parent / "corpus.jsonl"

text = st.text(max_size=30)
numbers = st.integers(1, 9999)
labels = st.from_regex(r"[1-9][0-9]?(NS|EW)?", fullmatch=True)
judged = st.fixed_dictionaries(
    {"adjustment": adjustments, "facts": text, "reason": text, "laws": st.lists(st.just("16B")).map(tuple)}
)
every_event = st.one_of(
    st.builds(
        play.ResultRecorded, numbers, labels, labels, results, st.none() | text, st.none() | numbers, st.none() | text
    ),
    st.builds(play.ResultCorrected, numbers, labels, labels, results, st.none() | text, text),
    st.builds(play.ResultVoided, numbers, labels, labels, text),
    judged.map(lambda said: rulings.RulingGiven(case="R-0001", board=1, ns="1", ew="2", **said)),
    judged.map(lambda said: rulings.RulingAmended(case="R-0001", **said)),
    st.builds(play.ContestantsEntered, st.lists(labels).map(tuple)),
    st.builds(play.SessionClosed, text),
)


@given(every_event)
def test_what_is_encoded_is_decoded(event):
    assert codec.decode(codec.name_of(event), codec.encode(event), 1) == event


@given(every_event)
def test_bodies_are_canonical_json(event):
    body = codec.encode(event)
    assert body == rfc8785.dumps(json.loads(body))


def examples():
    """One of each event of this version, with every field said."""
    regulations = profile_loader.load_profile("default")
    yield play.SessionOpened("Thursday", "2026-03-05", "matchpoints", 2, "listed", (1, 2), regulations)
    yield play.ContestantsEntered(("1NS", "1EW"))
    yield play.BoardsAdded((3, 4))
    yield play.ResultRecorded(23, "1NS", "14EW", Result("5HXE-1"), "1", 4, "SA", True)
    yield play.ResultCorrected(23, "1NS", "14EW", Result("+620"), "SA", "the slip", True)
    yield play.ResultVoided(23, "1NS", "14EW", "wrong board")
    said = {
        "offender": "EW",
        "laws": ("16B",),
        "disallowed": ("5H",),
        "legal_route": "none",
        "facts": "slow",
        "reason": "thirds",
        "advice": ("OS_GAINS",),
        "imported": True,
    }
    for adjustment in (
        Weighted(parse_weighting("2/3 4SN=, 1/3 4SN-1")),
        Split(parse_weighting("PASS"), parse_weighting("4SN=")),
        Artificial(Grade("A+"), Grade("40"), parse_weighting("4SN-1")),
        SelfInflicted("NS", parse_weighting("4SN="), parse_weighting("PASS")),
        Claim(Result("4SN=")),
        Awarded(Fraction(41, 2), Fraction(3), "out"),
    ):
        yield rulings.RulingGiven(
            case="R-0001", board=23, ns="1NS", ew="14EW", table="1", adjustment=adjustment, **said
        )
    yield rulings.RulingAmended(case="R-0001", adjustment=Assigned(Result("4SN=")), **said)
    yield rulings.RulingAmended(case="R-0001", adjustment=Stands(), **said)
    yield rulings.RulingWithdrawn("R-0001", "wrong table", True)
    yield rulings.RulingReinstated("R-0001", "right after all")
    yield rulings.RulingGiven(
        case="R-0002",
        board=23,
        ns="1NS",
        ew="14EW",
        adjustment=Assigned(Result("4SN=")),
        findings="a hesitation",
        infraction=True,
        damage=False,
        alternatives=("Pass", "5H"),
        consulted=("Cole",),
        provisional=True,
        call="C-0001",
        supersedes="R-0001",
        cause="order",
        order="A-0001",
    )
    yield rulings.SidesNotified("R-0002", True)
    yield rulings.BoardReopened("79C2", "the organiser", 23, "1NS", "14EW", True, "the correction period is over")
    yield calls.DirectorCalled("C-0001", 23, "West hesitated", "N", "play", "1", "1NS", "14EW", 3, ("16B",))
    yield calls.FactsStated("C-0001", "ten seconds", True, (("W", "I was counting"),), ("a system card",))
    answers = (calls.PollAnswer("Pass", ("5H",)), calls.PollAnswer("5H"))
    yield calls.PollTaken("C-0001", "your call?", answers, "experts")
    yield calls.CallAnswered("C-0001", "referred", "a hard one", "the chief director")
    yield calls.CallWithdrawn("C-0001", "wrong board")
    claim = Weighted(parse_weighting("60% 4SN=, 40% 4SN-1"))
    yield appeals.AppealLodged("A-0001", "R-0001", "EW", "too much", ("E", "W"), True, claim, "20 GBP", "Cole")
    yield appeals.LateAppealAccepted("A-0001", "the notice was late")
    yield appeals.AppealScreened("A-0001", False, "law", "out of time", "returned")
    yield appeals.AppealConfirmed("A-0001", "R-0002")
    yield appeals.AppealWithdrawn("A-0001", "on seeing the poll", "Ahlborn", "forfeited")
    yield rulings.NotificationRecalled("R-0001", "only one side")
    yield appeals.ConfirmationRecalled("A-0001", "they did not")
    yield appeals.AppealReinstated("A-0001", "they go on")
    yield appeals.FurtherAppealWithdrawn("A-0001", "no principle", "returned")
    yield appeals.AppealHeard("A-0001", ("Berg", "Ek"), ("N", "S"))
    decision = {
        "case": "A-0001",
        "verdict": "varied",
        "adjustment": claim,
        "offender": "EW",
        "laws": ("16B",),
        "disallowed": ("5C",),
        "legal_route": "by East",
        "findings": "slow",
        "reason": "more often down",
        "merit": "without",
        "deposit": "forfeited",
        "dissent": "one of three",
        "recommendation": "look at 16B",
        "advice": ("OS_GAINS",),
    }
    yield appeals.AppealDecided(**decision, body="committee", point="judgement")
    yield appeals.FurtherAppealLodged("A-0001", "NS", "the authority", "a principle", ("N", "S"), True, "75 GBP")
    yield appeals.DecisionReviewed(**decision, authority="the authority")
    yield appeals.DecisionRecalled("A-0001", "wrong weights")
    yield office.OfficialAppointed("Ahlborn", "chief-director")
    yield office.OfficialRelieved("Dahl", "scorer", "gone home")
    yield office.ScoresPublished("00" * 32, "on the board")
    yield office.PublicationRecalled("too early")
    yield play.BoardFouled(7, "B", (("4NS", "5EW"),), "two cards turned")
    yield play.RegulationsAmended(regulations, "announced")
    yield rulings.PenaltyImposed("P-0001", "7NS", Fraction(25), "%", ("90B2",), "late", "9EW", 3, "R-0001")
    yield rulings.PenaltyReinstated("P-0001", "they were")
    yield rulings.PenaltyWithdrawn("P-0001", "they were not")
    yield play.CarryOverSet("Norway", Fraction(5), "from the qualifying")
    yield play.SessionClosed("done")
    yield play.SessionReopened("not done")


def test_the_corpus_is_read_and_written_as_it_was_released():
    """Lines are only ever added to corpus.jsonl: what an office has recorded must always be read."""
    lines = [line.split(" ", 1) for line in CORPUS.read_text().splitlines()]
    for name, body in lines:
        assert codec.encode(codec.decode(name, body.encode(), 1)).decode() == body
    assert {name for name, _ in lines} == set(codec.NAMES)
    now = [(codec.name_of(event), codec.encode(event).decode()) for event in examples()]
    assert all([name, body] in lines for name, body in now)


@pytest.mark.parametrize(
    ("body", "why"), [(b'{"reason":"x","extra":1}', "unknown field"), (b'{"reason":1}', "str"), (b"[]", "object")]
)
def test_unknown_fields_and_wrong_types_stop_the_reader(body, why):
    from ledger.errors import Corrupt

    with pytest.raises(Corrupt, match=why) as caught:
        codec.decode("session-closed/1", body, 7)
    assert caught.value.number == 7
