"""What `verify` says of a tournament by the logs of its sessions: totals, publications, people; from memory."""

from fractions import Fraction
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.errors import Corrupt, Refusal
from ledger.kernel.fact import Envelope, StreamHead
from ledger.overall.aspects import overall_digest
from ledger.scoring.derivation import leaf
from ledger.store import record
from ledger.store.chain import GENESIS, with_digests
from ledger.subjects.evolving import replay
from ledger.subjects.play.facts import CorrectResult
from ledger.subjects.publications.facts import PublishedStage, StandingPublished
from ledger.subjects.qualifying.facts import EntrantsQualified
from ledger.subjects.tournaments.facts import AddSession, EnterEntrants, Entrant, SessionAdded
from ledger.trust.checks import STRICT
from ledger.trust.examination import examine
from ledger.trust.seals import Seals
from ledger.trust.tournament_check import (
    check_claims,
    check_identities,
    check_published,
    check_sittings,
    check_totals,
    worked_out,
)
from tests.core.congress import Congress, evening
from tests.core.test_people import ANN, BO, CY, DI, named
from tests.kept import kept

NAME = "evening"
"""What a stream made in memory is called; here it is the tournament's."""


def log_as_kept(events, name):
    """A log as it is kept under a name: chained."""
    return [
        envelope
        for envelope, _ in with_digests(
            [replace(each, session=name, event=kept(each.event)) for each in events], GENESIS
        )
    ]


class Logs:
    """Logs in memory, by name."""

    def __init__(self, **logs):
        self.logs = {name: log_as_kept(events, name) for name, events in logs.items()}
        self.broken = ""

    def heads(self):
        return {name: len(events) for name, events in self.logs.items()}

    def read(self, name, upto=None):
        if name == self.broken:
            raise Corrupt("chain-broken", f"{name} is broken", "look", 1)
        return iter(self.logs[name][:upto])

    def digest_at(self, name, number):
        return self.logs[name][number - 1].digest

    def head(self, name, number=None):
        at = number or len(self.logs[name])
        return StreamHead(name, at, self.digest_at(name, at).hex())


def congress(*sessions):
    found = Congress("only", "final")
    for session in sessions:
        found.do(AddSession("only", session))
    return found


FRIDAY = evening("4SN=", "4SN-1")


def logs(tournament, **sessions):
    return Logs(**{NAME: tournament.log}, **sessions)


def with_event(there, event):
    """The tournament's log with one more event, put in beside the program."""
    log = there.logs[NAME]
    number = len(log) + 1
    more = Envelope(NAME, number, record.name_of(event), event, f"x{number}", 0, 0, 0, "spec", ())
    return Logs(**{**there.logs, NAME: [*log, more]})


def published(there, numbers=None, *, heads=None, friday=None, stage="only"):
    """The logs with a publication of the standing as it comes out of the sessions now."""
    if numbers is None:
        scores, _ = worked_out(there, tournament(there))
        numbers = overall_digest(scores, scores.tournament.stages[stage])
    heads = heads or (there.head(NAME), friday or there.head("friday"))
    return with_event(there, StandingPublished((PublishedStage(stage, numbers),), heads))


def tournament(there):
    return replay(there.read(NAME), NAME)


def told(found):
    return [(each.code, each.number, each.text, each.hint) for each in found]


def checked(there):
    return told(check_published(there, tournament(there)))


# Standings


def test_a_standing_is_worked_out_from_the_sessions_that_are_here():
    there = logs(congress("friday", "saturday"), friday=FRIDAY.log)
    scores, missing = worked_out(there, tournament(there))
    assert missing == []
    assert scores.tournament.id == NAME
    assert list(check_totals(scores)) == []


def test_a_session_that_cannot_be_read_is_named():
    there = logs(congress("friday"), friday=FRIDAY.log)
    whole = tournament(there)
    there.broken = "friday"
    text = "the scores of friday cannot be worked out: friday is broken"
    assert told(worked_out(there, whole)[1]) == [("standings", None, text, "`verify --session friday` says why")]


def test_a_total_that_its_derivation_does_not_give_is_named(monkeypatch):
    there = logs(congress("friday"), friday=FRIDAY.log)
    scores, _ = worked_out(there, tournament(there))
    assert list(check_totals(scores)) == []
    monkeypatch.setattr("ledger.trust.tournament_check.recompute", lambda _: -1)
    texts = [each.text for each in check_totals(scores)]
    assert sorted(texts) == [f"only: the total of {pair} does not add up" for pair in ("1EW", "1NS", "2EW", "2NS")]

    monkeypatch.undo()
    monkeypatch.setattr("ledger.overall.figures.round_to_unit", lambda *_: leaf(Fraction(1), "one"))
    assert [each.text for each in check_totals(worked_out(there, tournament(there))[0])], "also where the number is"

    def broken(*_):
        raise KeyError("x")

    monkeypatch.setattr("ledger.trust.tournament_check.overall", broken)
    assert {each.code for each in check_totals(scores)} == {"standings"}
    texts = [each.text for each in check_totals(scores)]
    assert texts == [f"the standing of {stage} cannot be worked out: KeyError('x')" for stage in ("only", "final")]


def test_a_tournament_has_no_scores_of_its_own_to_be_looked_at():
    there = logs(congress("friday"), friday=FRIDAY.log)
    of_session, of_tournament = (examine(there.read(name), name, strict=True) for name in ("friday", NAME))
    assert set(STRICT) <= set(of_session)
    assert not set(STRICT) & set(of_tournament)


# What was given out


def test_a_standing_that_comes_out_of_the_sessions_as_they_were_is_as_it_was_given_out():
    there = logs(congress("friday"), friday=FRIDAY.log)
    assert checked(published(there)) == []
    later = evening("4SN=", "4SN-1")
    later.do(CorrectResult(later.where(1, 1), Result("4SN-3")))
    grown = logs(congress("friday"), friday=later.log)
    before = published(there).logs[NAME]
    assert checked(Logs(**{NAME: before, "friday": grown.logs["friday"]})) == []


@pytest.mark.parametrize("later", [None, "0" * 64])
def test_of_standings_given_out_one_after_the_other_each_is_held_against_its_own_moment(later):
    first = published(logs(congress("friday"), friday=FRIDAY.log))
    grown = evening("4SN=", "4SN-1")
    grown.do(CorrectResult(grown.where(1, 1), Result("4SN-3")))
    there = Logs(**{NAME: first.logs[NAME], "friday": log_as_kept(grown.log, "friday")})
    second = published(there, later)
    third = published(second, friday=second.head("friday", len(FRIDAY.log)), numbers=numbers_of(first))
    wrong = [len(there.logs[NAME]) + 1] if later else []
    assert [each[1] for each in checked(third)] == wrong


def numbers_of(there):
    return there.logs[NAME][-1].event.stages[0].numbers


def test_a_standing_that_does_not_come_out_is_named():
    there = published(logs(congress("friday"), friday=FRIDAY.log), "0" * 64)
    number = len(there.logs[NAME])
    text = f"the standing of only published at #{number} no longer follows from the sessions as they were then"
    hint = "`verify` of each session says which log was changed"
    assert [each[2:] for each in checked(there)] == [(text, hint)]


def test_a_stage_that_was_not_there_then_does_not_come_out():
    there = published(logs(congress("friday"), friday=FRIDAY.log), "0" * 64, stage="nowhere")
    assert [each[2].startswith("the standing of nowhere published at #") for each in checked(there)] == [True]


def test_what_rests_on_another_digest_is_named():
    there = logs(congress("friday"), friday=FRIDAY.log)
    last = there.head("friday")
    number = len(there.logs[NAME]) + 1
    found = checked(published(there, friday=StreamHead("friday", last.number, "ab" * 32)))
    text = f"#{number} rests on #{last.number} of friday, which has another digest"
    assert found == [("published", number, text, "`verify --session friday` says more")]


def test_of_sessions_that_are_not_here_as_far_as_then_nothing_can_be_said():
    there = logs(congress("friday"), friday=FRIDAY.log)
    last = there.head("friday")
    assert checked(published(there, "0" * 64, friday=StreamHead("friday", last.number + 1, "ab" * 32))) == []
    assert checked(published(there, "0" * 64, friday=StreamHead("monday", 1, "ab" * 32))) == []


def test_what_cannot_be_worked_out_is_named():
    there = published(logs(congress("friday"), friday=FRIDAY.log))
    whole, number = tournament(there), len(there.logs[NAME])
    there.broken = "friday"
    text = f"what #{number} rests on cannot be worked out: friday is broken"
    assert told(check_published(there, whole)) == [("published", number, text, "")]


@pytest.mark.parametrize(
    ("qualified", "reserves", "said", "holds"),
    [
        (("1NS", "2EW"), ("1EW", "2NS"), {}, True),
        (("1NS", "2NS"), ("1EW", "2EW"), {}, False),
        (("1NS", "2EW"), (), {}, False),
        (("1NS",), ("2EW", "1EW", "2NS"), {}, False),
        (("1NS", "2EW", "2NS"), ("1EW",), {"also": ("2NS",)}, True),
        (("1NS",), ("1EW", "2NS"), {"best": 1, "barred": ("2EW",)}, True),
        ((), (), {"source": "nowhere"}, True),
        (("1NS", "2EW"), ("1EW", "2NS"), {"source": "nowhere"}, False),
    ],
)
def test_a_cut_is_made_again_from_the_standing_as_it_was(qualified, reserves, said, holds):
    """1NS made the contract, and 2EW beat it: both have every matchpoint, and the others none."""
    there = congress("friday")
    there.do(EnterEntrants(tuple(Entrant(each) for each in ("1NS", "1EW", "2NS", "2EW"))))
    there = logs(there, friday=FRIDAY.log)
    heads = (there.head(NAME), there.head("friday"))
    cut = {"source": "only", "into": "final", "best": 2, "apart": "", "heads": heads, **said}
    event = EntrantsQualified(qualified=qualified, reserves=reserves, **cut)
    number = len(there.logs[NAME]) + 1
    wrong = f"the cut from {event.source} into final at #{number} no longer follows from the sessions as they were then"
    assert [each[2] for each in checked(with_event(there, event))] == ([] if holds else [wrong])


# People, and claims of others


def test_contestants_who_are_other_people_than_elsewhere_are_named_with_what_to_do():
    friday, saturday = named(p1NS=(ANN, BO)), named(p1NS=(CY, DI))
    there = logs(congress("friday", "saturday"), friday=friday.log, saturday=saturday.log)
    (found,) = told(check_identities(there, tournament(there)))
    text = f"1NS is {ANN} & {BO} in friday and {CY} & {DI} in saturday"
    words = f"tournament link saturday --tournament {NAME}"
    hint = (
        f"somebody else: `{words} 1NS=ENTRANT`; the same person: `{words} --other-people 1NS`; "
        "a substitute: `contestant substitute`"
    )
    assert found == ("who-is-who", None, text, hint)
    whole = tournament(there)
    there.broken = "saturday"
    assert list(check_identities(there, whole)) == []
    there = logs(congress("friday", "saturday"), friday=friday.log)
    assert list(check_identities(there, tournament(there))) == []


def test_nobody_has_two_scores_of_one_sitting_where_he_sat_once():
    there = logs(congress("friday"), friday=FRIDAY.log)
    assert list(check_sittings(worked_out(there, tournament(there))[0])) == []


def test_a_session_that_two_tournaments_have_is_named():
    one, other = congress("friday", "saturday"), congress("friday")
    kept_logs = {NAME: log_as_kept(one.log, NAME), "autumn": log_as_kept(other.log, "autumn"), "odd": []}

    def read(name):
        if name == "odd":
            raise Corrupt("chain-broken", "odd", "", 1)
        return iter(kept_logs[name])

    store = SimpleNamespace(log=SimpleNamespace(tournaments=lambda: list(kept_logs), read=read))
    spring = replay(read(NAME), NAME)
    text = f"session friday belongs to {NAME} and to autumn: it counts in both"
    hint = "`tournament remove friday --tournament NAME` from the tournament it does not belong to"
    number = spring.added["friday"]
    assert told(check_claims(store, spring)) == [("in-another-tournament", number, text, hint)]
    assert one.log[number - 1].event.session == "friday"


def test_who_has_two_scores_of_one_sitting_is_named():
    """Two sections of one sitting, in which 1NS and the others play under the same numbers."""
    there = logs(congress("friday"), friday=FRIDAY.log, saturday=evening("4SN-1", "4SN=").log)
    beside = with_event(there, SessionAdded("only", "saturday", 1))
    found = list(check_sittings(worked_out(beside, tournament(beside))[0]))
    assert [(each.code, each.number) for each in found] == [("plays-twice", None)] * 4
    text = f"only: {found[0].text.removeprefix('only: ').partition(': all')[0]}: all of them are added up"
    assert found[0].text == text
    assert "friday" in text
    assert "saturday" in text
    links = sorted(each.hint.partition(" says")[0] for each in found)
    assert links[0] == f"`tournament link saturday 1EW=ENTRANT --tournament {NAME}`"
    third = with_event(Logs(**beside.logs, sunday=evening("4SN=", "4SN-1").log), SessionAdded("only", "sunday", 1))
    hints = [each.hint for each in check_sittings(worked_out(third, tournament(third))[0])]
    assert [f"link sunday {name}=ENTRANT" in hints[at] for at, name in enumerate(("1NS", "2EW"))] == [True] * 2


def test_a_receipt_of_a_tournament_is_of_an_event():
    stream = congress("friday").session
    seals = Seals(SimpleNamespace(seals=SimpleNamespace(of=lambda _: [])))
    for case, more in (("R-0001", "; a case: `receipt R-0001 --session friday`"), ("what", "")):
        with pytest.raises(Refusal) as caught:
            seals.receipt(stream, case)
        assert (caught.value.code, caught.value.message) == (
            "no-such-case",
            f"{NAME} is a tournament: cases are in the logs of its sessions",
        )
        number = stream.number
        with pytest.raises(Refusal, match="is a tournament"):
            seals.receipt(congress().session, case)
        assert caught.value.hint == f"an event of it, numbered as `log` shows it: `receipt {number}`{more}"
