"""Names travel from the session in which somebody is named to the others of the tournament, through who is who."""

from msgspec import structs

from ledger.exchange.given_out import GivenOut, member_number
from ledger.facts import AddSession, NamePlayers
from ledger.facts.free_text import KeptText
from ledger.facts.people import Player
from ledger.overall.people import named_elsewhere, people_of
from ledger.projections.names import names_of, with_names
from ledger.projections.scoreboard import Scoreboard
from ledger.session import evolve
from tests.core.congress import Congress, evening

ANN, BO = Player("1NS", 1, "Ann Lee", "123"), Player("1NS", 2, "Bo Ek")


def final_after(*players, own=()):
    """The final, in which 2NS is who was 1NS on Friday; as it is told."""
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
    session = final_after(ANN, BO).session
    assert names_of(session) == {"2NS": "Ann Lee & Bo Ek"}
    assert session.players == {}


class Sessions(dict):
    """Who plays in each session; which were asked is noted."""

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
    final.named_elsewhere = {("2NS", 1): ANN}
    assert names_of(evolve(final)) == {}
    assert names_of(final) == {"2NS": "Ann Lee"}


def test_his_number_goes_with_his_name_into_files_of_other_programs():
    final = final_after(ANN, BO)
    given = GivenOut(final).players["2NS"]
    assert [(each.name, member_number(each)) for each in given] == [("Ann Lee", "123"), ("Bo Ek", "")]
    assert GivenOut(final, names=False).players == {}


def test_whoever_is_named_in_the_final_goes_by_that():
    own = Player("2NS", 1, "Ann Lee-Ek")
    session = final_after(ANN, BO, own=(own,)).session
    assert names_of(session) == {"2NS": "Ann Lee-Ek"}


def test_who_was_erased_in_the_final_does_not_come_back_from_friday():
    gone = KeptText("(erased)", "00" * 32, gone="erased")
    session = final_after(ANN, BO, own=(Player("2NS", 1, gone), Player("2NS", 2, gone))).session
    assert names_of(session) == {}


def test_who_was_erased_on_friday_is_told_nowhere():
    gone = KeptText("(erased)", "00" * 32, gone="erased")
    session = final_after(structs.replace(ANN, name=gone, member_number=""), BO).session
    assert names_of(session) == {"2NS": "Bo Ek"}


def test_opponents_are_told_with_their_names_individuals_each_with_his_own():
    names = {"3": "Ann Lee", "8": "Bo Ek", "Oslo": "Cy Roe & Di Poe"}
    assert with_names("3+8", names) == "3 Ann Lee + 8 Bo Ek"
    assert with_names("Oslo", names) == "Oslo Cy Roe & Di Poe"
    assert with_names("9", names) == "9"
    assert with_names("", names) == ""
