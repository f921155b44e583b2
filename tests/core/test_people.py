"""Who the players are: named, corrected, named by files; and what is erased, as events."""

import pytest
from msgspec import structs

from ledger.bridge import Result
from ledger.facts import (
    AppointOfficial,
    CloseSession,
    EnterContestants,
    EraseTexts,
    ImportSheet,
    NamePlayers,
    OpenSession,
    SeatSubstitute,
    SheetLine,
    Undo,
    Where,
)
from ledger.facts.free_text import KeptText
from ledger.facts.participation import SubstituteSeated
from ledger.facts.people import ErasedText, Player, PlayersNamed, TextErased
from ledger.facts.play import ContestantsEntered
from ledger.laws import profile_loader
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
    assert did(evening, SeatSubstitute("1NS", "N", 3, named=(kay,))) == [
        PlayersNamed((kay,)),
        SubstituteSeated("1NS", "N", 3),
    ]


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
