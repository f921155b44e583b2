"""Players: named, corrected, named by files; and erased texts, as events."""

import pytest
from msgspec import structs

from ledger.bridge import Result
from ledger.exchange.given_out import ExportedSession, member_number
from ledger.kernel.at_table import Where
from ledger.kernel.free_text import KeptText
from ledger.labels.persons import name_words
from ledger.laws import profile_loader
from ledger.overall.people import find_people_known_twice, is_same, named_elsewhere, other_people, people_of
from ledger.projections.names import names_of, with_names
from ledger.projections.scoreboard import Scoreboard
from ledger.subjects.evolving import evolve
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.participation.facts import SeatSubstitute, SubstituteSeated
from ledger.subjects.people.facts import ErasedText, EraseTexts, NamePlayers, Player, PlayersNamed, TextErased
from ledger.subjects.play.facts import CloseSession, ContestantsEntered, EnterContestants, OpenSession
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.sheets import ImportSheet, SheetLine
from ledger.subjects.tournaments.facts import AddSession, ContestantLinked, LinkContestants
from tests.core.congress import Congress, evening
from tests.core.spec import Evening

JANE, SAM = Player("1NS", 1, "Jane Roe", "123"), Player("1NS", 2, "Sam Poe")
ERASED = ErasedText(1, "players.1.name", "00" * 32)


def sheet(*players):
    opening = OpenSession("Spec", None, (1, 2), 2, profile_loader.load_profile("default"))
    return ImportSheet(opening, (SheetLine("line 1", Where(1, "1", "1NS", "1EW"), Result("PASS")),), players=players)


def played():
    evening = Evening()
    evening.play(1, [420, -50])
    return evening


def did(evening, command):
    return [envelope.event for envelope in evening.do(command)]


def test_players_are_named_and_corrected_by_a_later_event():
    evening = played()
    assert did(evening, NamePlayers((JANE, SAM))) == [PlayersNamed((JANE, SAM))]
    jayne = structs.replace(JANE, name="Jayne Roe")
    assert did(evening, NamePlayers((jayne, SAM))) == [PlayersNamed((jayne,))]
    assert evening.session.players == {("1NS", 1): jayne, ("1NS", 2): SAM}
    evening.refuses(NamePlayers((jayne, SAM)), "nothing-to-change")


@pytest.mark.parametrize(
    ("player", "code"),
    [
        (structs.replace(JANE, contestant="9NS"), "no-such-contestant"),
        (structs.replace(JANE, name=" "), "no-such-person"),
        (structs.replace(JANE, seat=0), "no-such-person"),
    ],
)
def test_who_cannot_be_named(player, code):
    played().refuses(NamePlayers((player,)), code)


def test_a_file_names_nobody_twice():
    evening = played()
    first = did(evening, sheet(JANE, SAM))
    assert PlayersNamed((JANE, SAM), imported=True) in first
    assert did(evening, sheet(JANE, SAM)) == []
    number = structs.replace(SAM, member_number="9")
    assert did(evening, sheet(JANE, number)) == [PlayersNamed((number,), imported=True)]


def test_a_file_that_has_the_number_alone_takes_no_name_away():
    evening = played()
    first = did(evening, sheet(JANE))
    assert PlayersNamed((JANE,), imported=True) in first
    assert did(evening, sheet(structs.replace(JANE, name=""))) == []
    other = structs.replace(JANE, name="", member_number="9")
    assert did(evening, sheet(other)) == [PlayersNamed((other,), imported=True)]


def test_contestants_are_entered_with_who_they_are():
    evening = played()
    kay = Player("9NS", 1, "Kay Lee", "55")
    assert did(evening, EnterContestants(("9NS",), (kay,))) == [ContestantsEntered(("9NS",)), PlayersNamed((kay,))]
    evening.refuses(EnterContestants(("9NS",), (kay,)), "nothing-to-change")
    assert did(evening, EnterContestants(("1NS",), (JANE,))) == [PlayersNamed((JANE,))]  # by number already
    evening.refuses(EnterContestants(("1NS",), (structs.replace(SAM, seat=1),)), "named-already")
    evening.refuses(EnterContestants(("8NS",), (structs.replace(kay, contestant="8NS"),)), "plays-twice")
    evening.refuses(EnterContestants(("8NS",), tuple(Player("8NS", at, "Al Bo") for at in (1, 2))), "plays-twice")
    evening.refuses(EnterContestants(("8NS",), (Player("8NS", 1, " "),)), "no-such-person")
    namesake = Player("8NS", 1, "Kay Lee", "56")
    assert PlayersNamed((namesake,)) in did(evening, EnterContestants(("8NS",), (namesake,)))


def test_nobody_yet_may_be_both_players():
    evening = played()
    nobody = tuple(Player("8NS", at, "NN") for at in (1, 2))
    assert PlayersNamed(nobody) in did(evening, EnterContestants(("8NS",), nobody))
    now = (Player("8NS", 1, "Al Bo"), Player("8NS", 2, "Cy Di"))
    assert did(evening, EnterContestants(("8NS",), now)) == [PlayersNamed(now)]


def test_a_device_that_has_one_number_for_all_stops_no_entry():
    evening = played()
    everybody = (structs.replace(JANE, contestant="1EW"), JANE)
    did(evening, sheet(*everybody))
    kay = Player("9NS", 1, "Kay Lee", "55")
    assert PlayersNamed((kay,)) in did(evening, EnterContestants(("9NS",), (kay,)))


def test_a_file_does_not_bring_back_who_was_erased():
    evening = played()
    gone = KeptText("(erased)", "00" * 32, gone="erased")
    evening.do(NamePlayers((structs.replace(JANE, name=gone, member_number=""), SAM)))
    named = [event for event in did(evening, sheet(JANE, SAM)) if isinstance(event, PlayersNamed)]
    assert named == []
    assert did(evening, NamePlayers((JANE,))) == [PlayersNamed((JANE,))]


def test_a_congress_is_named_in_several_events():
    evening = played()
    many = tuple(Player("1NS", seat, f"Player {seat}") for seat in range(1, 2_002))
    named = [event for event in did(evening, sheet(*many)) if isinstance(event, PlayersNamed)]
    assert [len(event.players) for event in named] == [1_000, 1_000, 1]


def test_a_substitute_is_named_with_the_seat_he_took():
    evening = played()
    kay = Player("1NS", 3, "Kay Low")
    expected = [PlayersNamed((kay,)), SubstituteSeated("1NS", "N", 3)]
    assert did(evening, SeatSubstitute("1NS", "N", 3, named=(kay,))) == expected


def test_erasing_is_an_event_of_the_chief_director_and_is_not_taken_back():
    evening = played()
    assert did(evening, EraseTexts((ERASED,))) == [TextErased((ERASED,), "asked")]
    evening.refuses(Undo(evening.log[-1]), "undo-nothing")
    evening.do(AppointOfficial("Ahlborn", "chief-director"))
    evening.refuses(EraseTexts((ERASED,)), "not-your-office")


def test_also_of_a_session_that_is_closed():
    evening = played()
    evening.do(CloseSession())
    evening.refuses(NamePlayers((JANE,)), "closed")
    evening.do(EraseTexts((ERASED,), "expired"))
    evening.do(Undo(evening.log[-2]))
    assert not evening.session.closed


def test_nothing_to_erase_and_no_such_event():
    evening = played()
    evening.refuses(EraseTexts(()), "nothing-to-change")
    evening.refuses(EraseTexts((structs.replace(ERASED, event=99),)), "no-such-event")


# Who plays in a session as whom: other people are not one contestant, and the same people are not two


ANN, BO, CY, DI, ED, FLO = "Ann Lee", "Bo Ek", "Cy Roe", "Di Poe", "Ed Fox", "Flo Gis"


def players(contestant, *names, numbers=("", "", "", "", "", "")):
    return tuple(
        Player(contestant, seat, name, number)
        for seat, (name, number) in enumerate(zip(names, numbers, strict=False), start=1)
    )


def named(**people):
    """An evening of three tables, with these people."""
    found = evening(420, 400, -50)
    for contestant, names in people.items():
        found.do(NamePlayers(players(contestant.removeprefix("p"), *names)))
    return found


def known(**evenings):
    return {name: people_of(each.session) for name, each in evenings.items()}


FRIDAY = named(p1NS=(ANN, BO), p2NS=(CY, DI))


def congress():
    found = Congress("qualifying")
    found.do(AddSession("qualifying", "friday", people=known(friday=FRIDAY)))
    return found


def added(saturday, **more):
    return AddSession("qualifying", "saturday", people=known(friday=FRIDAY, saturday=saturday), **more)


def links(envelopes):
    return [envelope.event for envelope in envelopes if isinstance(envelope.event, ContestantLinked)]


def test_the_same_people_under_the_same_number_need_no_word():
    saturday = named(p1NS=("EK, BO", "Lee Ann"), p2NS=(CY, DI), p3NS=(ED, FLO))
    assert links(congress().do(added(saturday))) == []


def test_the_same_people_under_other_numbers_are_linked_where_that_is_asked_for():
    saturday = named(p1NS=(CY, DI), p2NS=(ANN, BO))
    refusal = congress().refuses(added(saturday), "who-is-who")
    assert "`tournament add saturday --stage qualifying --by-people`" in refusal.hint
    expected = [ContestantLinked("saturday", "1NS", "2NS"), ContestantLinked("saturday", "2NS", "1NS")]
    assert links(congress().do(added(saturday, by_people=True))) == expected


def test_other_people_under_the_same_number_are_refused_all_of_them_by_name():
    saturday = named(p1NS=(ED, FLO), p2NS=(CY, DI))
    refusal = congress().refuses(added(saturday), "who-is-who")
    headings, row = refusal.table
    assert row == ("1NS", f"{ED} & {FLO}", "1NS of friday", f"{ANN} & {BO}")
    assert len(headings) == len(row)
    assert "`tournament add saturday --stage qualifying 1NS=4NS`" in refusal.hint
    assert "`tournament add saturday --stage qualifying --other-people 1NS`" in refusal.hint
    expected = [ContestantLinked("saturday", "1NS", "4NS")]
    assert links(congress().do(added(saturday, links=(("1NS", "4NS"),)))) == expected
    expected = [ContestantLinked("saturday", "1NS", "1NS", other_people=True)]
    assert links(congress().do(added(saturday, other_people=("1NS",)))) == expected


def test_a_link_to_somebody_else_is_refused_too():
    saturday = named(p3NS=(ED, FLO))
    there = congress()
    there.do(added(saturday))
    who = known(friday=FRIDAY, saturday=saturday)
    wrong = LinkContestants("saturday", (("3NS", "1NS"),), people=who)
    assert "`tournament link saturday 3NS=4NS`" in there.refuses(wrong, "who-is-who").hint
    there.do(LinkContestants("saturday", (("3NS", "1NS"),), other_people=("3NS",), people=who))
    assert not [*other_people(there.tournament, who)]
    same = LinkContestants("saturday", (("3NS", "1NS"),), other_people=("3NS",), people=who)
    there.refuses(same, "nothing-to-change")


def test_who_is_named_wrongly_afterwards_is_found():
    saturday = named(p1NS=(ANN, BO))
    there = congress()
    there.do(added(saturday))
    saturday.do(NamePlayers(players("1NS", CY, DI)))
    who = known(friday=FRIDAY, saturday=saturday)
    (found,) = other_people(there.tournament, who)
    assert (found.entrant, found.here.names, found.there.names) == ("1NS", f"{CY} & {DI}", f"{ANN} & {BO}")
    (again,) = find_people_known_twice(there.tournament, who)
    assert (again.entrant, again.known) == ("1NS", "2NS")


def test_nobody_is_compared_with_who_is_not_named_or_was_erased():
    nobody = named()
    assert links(congress().do(added(nobody))) == []
    gone = KeptText("(erased)", "00" * 32, gone="erased")
    erased = named()
    erased.do(NamePlayers((Player("1NS", 1, gone), Player("1NS", 2, BO))))
    assert links(congress().do(added(erased))) == []


def test_a_substitute_is_no_difference():
    saturday = named(p1NS=(ANN, BO))
    saturday.do(SeatSubstitute("1NS", "N", 3, named=(Player("1NS", 3, CY),)))
    assert links(congress().do(added(saturday))) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (players("1", ANN, BO), players("1", BO, ANN), True),
        (players("1", ANN, BO), players("1", ANN), True),
        (players("1", ANN, BO), players("1", ANN, CY), False),
        (players("1", ANN, numbers=("SE 12",)), players("1", "A. Lee", numbers=("se12",)), True),
        (players("1", ANN, numbers=("12",)), players("1", ANN, numbers=("13",)), False),
        (players("1", ANN, numbers=("12",)), players("1", ANN), True),
        (players("1", ANN, BO, CY, DI), players("1", CY, DI, ED, FLO), True),
        (players("1", ANN, BO, CY, DI), players("1", DI, ED, FLO, "Gus Ha"), False),
    ],
)
def test_which_people_are_one_contestant(one, other, same):
    assert is_same(one, other) is same
    assert is_same(other, one) is same


def test_names_are_compared_without_accents_capitals_and_order():
    assert name_words("Łukasz Øster-Żak") == name_words("OSTER ZAK, Lukasz")
    assert name_words("Ann Lee") != name_words("Anna Lee")
    assert name_words("王伟") == name_words("王伟 ")
    assert name_words("王伟")


@pytest.mark.parametrize("name", ["NN", "N.N.", "nn 2", "TBA"])
def test_who_is_not_known_yet_is_not_the_same_as_another_who_is_not(name):
    nobody = [(Player("7", 1, name), Player("7", 2, name)), (Player("9", 1, name), Player("9", 2, name))]
    assert not is_same(*nobody)
    ann = Player("7NS", 1, "Ann Lee")
    saturday = Evening(contestants=("7NS",))
    saturday.do(NamePlayers((ann, Player("7NS", 2, name))))
    assert people_of(saturday.session)["7NS"] == (ann,)


# Names travel from the session in which somebody is named to the others of the tournament, through who is who


ANN_ROE, BO_DOE = Player("1NS", 1, "Ann Lee", "123"), Player("1NS", 2, "Bo Ek")


def final_after(*players, own=()):
    """Return the final as shown, in which 2NS was 1NS on Friday."""
    friday, final = evening(420, 400), evening(420, 400)
    friday.do(NamePlayers(players))
    if own:
        final.do(NamePlayers(own))
    congress = Congress("qualifying", "final")
    congress.do(AddSession("qualifying", "friday"))
    congress.do(AddSession("final", "final", links=(("2NS", "1NS"), ("1NS", "2NS"))))
    known = {"friday": people_of(friday.session), "final": people_of(final.session)}
    session = final.session
    session.id = "final"
    session.named_elsewhere = named_elsewhere(congress.tournament, known, session)
    return Scoreboard(session)


def test_who_was_named_on_friday_is_named_in_the_final_under_his_number_there():
    session = final_after(ANN_ROE, BO_DOE).session
    assert names_of(session) == {"2NS": "Ann Lee & Bo Ek"}
    assert session.players == {}


class Sessions(dict):
    """The players of each session, noting which sessions were read."""

    def __init__(self, known):
        super().__init__(known)
        self.asked = []

    def get(self, name, default=None):
        self.asked.append(name)
        return super().get(name, default)


def test_once_everybody_is_found_no_further_session_is_read():
    friday, saturday, final = evening(420, 400), evening(420, 400), evening(420, 400)
    named = [Player(each, 1, f"Player {each}") for each in friday.session.contestants]
    friday.do(NamePlayers(tuple(named[:-1])))
    saturday.do(NamePlayers(tuple(named)))
    congress = Congress("qualifying")
    for name in ("friday", "saturday", "sunday", "final"):
        congress.do(AddSession("qualifying", name))
    known = Sessions({"friday": people_of(friday.session), "saturday": people_of(saturday.session)})
    final.session.id = "final"
    found = named_elsewhere(congress.tournament, known, final.session)
    assert {each.name for each in found.values()} == {each.name for each in named}
    assert known.asked == ["friday", "saturday"]


def test_what_is_recorded_next_does_not_go_on_from_names_of_another_log():
    final = evening(420, 400).session
    final.named_elsewhere = {("2NS", 1): ANN_ROE}
    assert names_of(evolve(final)) == {}
    assert names_of(final) == {"2NS": "Ann Lee"}


def test_his_number_goes_with_his_name_into_files_of_other_programs():
    final = final_after(ANN_ROE, BO_DOE)
    given = ExportedSession(final).players["2NS"]
    assert [(each.name, member_number(each)) for each in given] == [("Ann Lee", "123"), ("Bo Ek", "")]
    assert ExportedSession(final, names=False).players == {}


def test_whoever_is_named_in_the_final_goes_by_that():
    own = Player("2NS", 1, "Ann Lee-Ek")
    session = final_after(ANN_ROE, BO_DOE, own=(own,)).session
    assert names_of(session) == {"2NS": "Ann Lee-Ek"}


def test_who_was_erased_in_the_final_does_not_come_back_from_friday():
    gone = KeptText("(erased)", "00" * 32, gone="erased")
    session = final_after(ANN_ROE, BO_DOE, own=(Player("2NS", 1, gone), Player("2NS", 2, gone))).session
    assert names_of(session) == {}


def test_who_was_erased_on_friday_is_told_nowhere():
    gone = KeptText("(erased)", "00" * 32, gone="erased")
    session = final_after(structs.replace(ANN_ROE, name=gone, member_number=""), BO_DOE).session
    assert names_of(session) == {"2NS": "Bo Ek"}


def test_opponents_are_told_with_their_names_individuals_each_with_his_own():
    names = {"3": "Ann Lee", "8": "Bo Ek", "Oslo": "Cy Roe & Di Poe"}
    assert with_names("3+8", names) == "3 Ann Lee + 8 Bo Ek"
    assert with_names("Oslo", names) == "Oslo Cy Roe & Di Poe"
    assert with_names("9", names) == "9"
    assert with_names("", names) == ""
