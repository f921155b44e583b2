"""An office of many rooms: what a tournament needs of its sessions is asked in few questions, and nobody waits."""

import threading
from contextlib import contextmanager

import pytest

from ledger.bridge import Result
from ledger.decide import may_decide_later
from ledger.errors import Conflict, Misuse, Refusal
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import Assigned
from ledger.laws.regulations import StageRules
from ledger.office import Office
from ledger.projections.names import names_of
from ledger.store.store import Store
from ledger.subjects.draws.facts import DrawRound
from ledger.subjects.people.facts import EraseTexts, NamePlayers, Player
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.subjects.qualifying.facts import Qualify
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from ledger.subjects.tournaments.facts import (
    AddSession,
    AddStage,
    AmendStage,
    EnterEntrants,
    Entrant,
    LinkContestants,
    OpenTournament,
)
from tests.core.congress import Congress

PROFILE = profile_loader.load_profile("default")
EVENING = ("4SN=", "4SN-1", "3NTN=")


def session(office, name):
    """A session of one board at three tables, whose pairs have names."""
    office.submit(name, OpenSession(name.title(), None, (1, 2), 2, PROFILE))
    for pair, result in enumerate(EVENING, start=1):
        office.submit(name, RecordResult(Where(1, str(pair), f"{pair}NS", f"{pair}EW"), Result(result)))
    players = (Player(f"{pair}NS", seat, f"Player {pair}.{seat}") for pair in (1, 2, 3) for seat in (1, 2))
    office.submit(name, NamePlayers(tuple(players)))


def tournament(office, *sessions):
    """A tournament of sessions, one after the other."""
    office.submit("spring", OpenTournament("Spring", PROFILE))
    office.submit("spring", AddStage("all", "sessions", StageRules()))
    for name in sessions:
        session(office, name)
        office.submit("spring", AddSession("all", name))


def rule(office, name, result="5SN-3"):
    """A ruling at table 1 of a session."""
    adjusted = GiveRuling(Where(1, "1"), Assigned(Result(result)), Grounds("NS", ("16B",)))
    return office.submit(name, adjusted)


def totals(office):
    """Every contestant's total, as the standing gives it."""
    return {row.entrant: (row.rank, row.total.value) for row in office.tournaments.overall("spring")[0].rows}


@contextmanager
def questions(store, monkeypatch):
    """How many transactions that only look there are meanwhile."""
    reading, found = store.connections.reading, []
    with monkeypatch.context() as patched:
        patched.setattr(store.connections, "reading", lambda **how: (found.append(1), reading(**how))[1])
        yield found


@pytest.mark.parametrize("sessions", [2, 12])
def test_a_desk_that_stays_asks_one_question_however_many_sessions_there_are(office, monkeypatch, sessions):
    tournament(office, *(f"s{at}" for at in range(sessions)))
    before = office.tournaments.overall("spring")
    with questions(office.store, monkeypatch) as asked:
        again = office.tournaments.overall("spring")
    assert len(asked) == 1
    assert again[0] is before[0]


@pytest.mark.parametrize("sessions", [2, 12])
def test_who_comes_new_reads_all_sessions_and_their_names_in_few_questions(office, monkeypatch, sessions):
    tournament(office, *(f"s{at}" for at in range(sessions)))
    new = Office(office.store, "other")
    with questions(office.store, monkeypatch) as asked:
        overall = new.tournaments.overall("spring")
    assert len(asked) <= 6  # the heads; the tournament's stream; the events of all sessions, the words of all
    assert totals(new) == totals(office)
    assert names_of(overall[0].scores.scoreboards["s1"].session)["2NS"] == "Player 2.1 & Player 2.2"


def test_a_ruling_in_one_session_leaves_the_scores_of_the_others(office):
    tournament(office, "friday", "saturday", "sunday")
    before = office.tournaments.scores("spring").scoreboards
    rule(office, "saturday")
    after = office.tournaments.scores("spring").scoreboards
    assert [after[name] is before[name] for name in ("friday", "saturday", "sunday")] == [True, False, True]
    assert totals(office) == totals(Office(office.store, "other"))


def test_whose_links_or_rules_are_others_now_is_worked_out_again(office):
    tournament(office, "friday", "saturday")
    rule(office, "friday")
    before = totals(office)
    office.submit("spring", LinkContestants("friday", (("1NS", "7"), ("2NS", "8")), ("1NS", "2NS", "3NS")))
    linked = totals(office)
    office.submit("spring", AmendStage("all", "sessions", StageRules(best=1)))
    assert {"7", "8"} < linked.keys() > before.keys()
    assert totals(office) == totals(Office(office.store, "other")) != linked


def test_a_session_recorded_in_by_another_desk_is_read_on(office):
    tournament(office, "friday", "saturday")
    other = Office(office.store, "other")
    before = totals(other)
    rule(office, "friday")
    assert totals(other) == totals(office) != before


def test_what_was_erased_elsewhere_is_forgotten(office):
    tournament(office, "friday", "saturday")
    other = Office(office.store, "other")
    names_of(other.tournaments.scores("spring").scoreboards["friday"].session)
    (text, *_) = office.texts("friday", word="Player 2.1")
    office.submit("friday", EraseTexts((text.erasing,)))
    session = other.tournaments.scores("spring").scoreboards["friday"].session
    assert names_of(session)["2NS"] == "Player 2.2"


def test_the_standing_is_of_one_moment_and_says_which(office, monkeypatch):
    """What is recorded while the sessions are read belongs to the next look."""
    tournament(office, "friday", "saturday")
    at_this_moment = {name: head[0] for name, head in office.store.log.last().items()}
    other = Office(office.store, "other")
    read_many = office.store.log.read_many

    def slowly(upto):
        rule(office, "friday")
        rule(office, "saturday")
        monkeypatch.setattr(office.store.log, "read_many", read_many)
        return read_many(upto)

    monkeypatch.setattr(office.store.log, "read_many", slowly)
    scores = other.tournaments.scores("spring")
    assert {name: number for name, number, _ in scores.heads} == at_this_moment
    assert {name: number for name, number, _ in other.tournaments.scores("spring").heads} == {
        "spring": at_this_moment["spring"],
        "friday": at_this_moment["friday"] + 1,
        "saturday": at_this_moment["saturday"] + 1,
    }


def test_a_tournament_that_is_not_there_is_refused_by_name(office):
    tournament(office, "friday")
    with pytest.raises(Misuse) as caught:
        office.tournaments.scores("autumn")
    assert caught.value.code == "no-such-tournament"


def test_a_session_is_told_from_a_tournament_that_came_later(office):
    session(office, "friday")
    assert (office.sessions(), office.tournaments.names()) == (["friday"], [])
    office.submit("spring", OpenTournament("Spring", PROFILE))
    session(office, "saturday")
    assert (office.sessions(), office.tournaments.names()) == (["friday", "saturday"], ["spring"])


# Desks of one event, on a server


@pytest.fixture
def rooms(new_database):
    """Two desks in two rooms, each with a connection of its own, and a tournament of both."""
    url = new_database()
    with Office(Store(url), "chief") as chief:
        tournament(chief, "friday", "saturday")
    with Office(Store(url), "one") as one, Office(Store(url), "two") as two:
        yield one, two


def test_who_records_in_one_session_waits_for_no_other(rooms):
    one, two = rooms
    with one.store.lock("friday"), one.store.lock("spring"):
        assert rule(two, "saturday").events
    assert totals(one) == totals(two)


def entering(first, last):
    return EnterEntrants(tuple(Entrant(str(number)) for number in range(first, last)))


def test_two_desks_enter_contestants_at_once_and_both_are_entered(rooms):
    def enter(office, start):
        for first in range(start, start + 50, 5):
            office.submit("spring", entering(first, first + 5))

    desks = [threading.Thread(target=enter, args=each) for each in zip(rooms, (101, 201), strict=True)]
    for each in desks:
        each.start()
    for each in desks:
        each.join()
    assert len(rooms[0].tournaments.stream("spring").entrants) == 100


@pytest.fixture(params=["file", "server"])
def desks(request, tmp_path):
    """Two desks with a connection each, two tournaments, and a session in neither."""
    url = request.getfixturevalue("new_database")() if request.param == "server" else f"{tmp_path}/rooms.db"
    with Office.open(url, by="chief", new=True) as chief:
        tournament(chief, "friday")
        chief.submit("autumn", OpenTournament("autumn", PROFILE))
        for name in ("spring", "autumn"):
            chief.submit(name, AddStage("final"))
        session(chief, "saturday")
    with Office.open(url, by="one") as one, Office.open(url, by="two") as two:
        yield one, two


def at_once(*asked):
    """What came of commands handed in at the same time, each at its desk: what was recorded, or the code of why not."""
    ready, found = threading.Barrier(len(asked)), []

    def submit(office, stream, command):
        ready.wait()
        try:
            found.append([type(each.event).__name__ for each in office.submit(stream, command).events])
        except (Refusal, Conflict) as refused:
            found.append(refused.code)

    threads = [threading.Thread(target=submit, args=each) for each in asked]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return found


def test_a_session_that_two_desks_add_to_two_tournaments_at_once_is_in_one_of_them(desks):
    one, two = desks
    added = AddSession("final", "saturday")
    found = at_once((one, "spring", added), (two, "autumn", added))
    assert sorted(found, key=str) == [["SessionAdded"], "in-another-tournament"]
    assert one.tournaments.of_session("saturday") == two.tournaments.of_session("saturday") is not None


def test_two_desks_cut_at_once_and_one_cut_holds(desks):
    cuts = [Qualify("all", "final", best, despite=True, reason="no time") for best in (2, 6)]
    found = at_once(*((office, "spring", cut) for office, cut in zip(desks, cuts, strict=True)))
    recorded, refused = sorted(found, key=lambda each: isinstance(each, str))
    assert recorded == ["EntrantsQualified"]
    assert refused in ("conflict", "qualified-already")


def test_two_desks_draw_at_once_and_one_draw_holds(desks):
    one, two = desks
    one.submit("spring", AddStage("swiss", "swiss"))
    one.submit("spring", entering(1, 9))
    recorded, refused = sorted(
        at_once(*((office, "spring", DrawRound(stage="swiss")) for office in (one, two))),
        key=lambda each: isinstance(each, str),
    )
    assert recorded == ["RoundDrawn"]
    assert refused in ("conflict", "results-missing")  # the second where the first was done before it began
    assert two.tournaments.stream("spring").drawn.last("swiss") == 1


def test_what_was_gathered_for_a_command_holds_while_sessions_and_links_are_the_same():
    congress = Congress("all")
    seen = congress.session
    congress.do(entering(1, 9))
    assert may_decide_later(AddSession("all", "sunday"), seen, congress.session)
    congress.do(AddSession("all", "friday"))
    for command in (AddSession("all", "sunday"), LinkContestants("friday", (("1NS", "7"),))):
        assert not may_decide_later(command, seen, congress.session)


def test_after_a_round_only_the_swiss_stages_are_shown_where_none_is_named(office):
    """The pairs of the other stage have percentages, and no rounds: asked for by its name it is refused."""
    tournament(office, "friday")
    office.submit("spring", AddStage("swiss", "swiss", StageRules("victory-points")))
    now = str(office.tournaments.stream("spring").number)
    for moment in (None, now):
        found = office.tournaments.overall("spring", moment=moment, after_round=1)
        assert [each.stage.name for each in found] == ["swiss"]
    with pytest.raises(Refusal, match="friday is not ranked by matches") as refused:
        office.tournaments.overall("spring", "all", after_round=1)
    assert "`tournament stage amend all --adds victory-points`" in refused.value.hint
