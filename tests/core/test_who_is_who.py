"""Who plays in a session as whom: other people are not one contestant, and the same people are not two."""

import pytest

from ledger.facts import AddSession, LinkContestants, NamePlayers, SeatSubstitute
from ledger.facts.free_text import KeptText
from ledger.facts.people import Player
from ledger.facts.tournaments import ContestantLinked
from ledger.labels.persons import name_words
from ledger.overall.people import is_same, known_otherwise, other_people, people_of
from tests.core.congress import Congress, evening
from tests.core.spec import Evening

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
    assert links(congress().do(added(saturday, by_people=True))) == [
        ContestantLinked("saturday", "1NS", "2NS"),
        ContestantLinked("saturday", "2NS", "1NS"),
    ]


def test_other_people_under_the_same_number_are_refused_all_of_them_by_name():
    saturday = named(p1NS=(ED, FLO), p2NS=(CY, DI))
    refusal = congress().refuses(added(saturday), "who-is-who")
    headings, row = refusal.table
    assert row == ("1NS", f"{ED} & {FLO}", "1NS of friday", f"{ANN} & {BO}")
    assert len(headings) == len(row)
    assert "`tournament add saturday --stage qualifying 1NS=4NS`" in refusal.hint
    assert "`tournament add saturday --stage qualifying --other-people 1NS`" in refusal.hint
    assert links(congress().do(added(saturday, links=(("1NS", "4NS"),)))) == [
        ContestantLinked("saturday", "1NS", "4NS")
    ]
    assert links(congress().do(added(saturday, other_people=("1NS",)))) == [
        ContestantLinked("saturday", "1NS", "1NS", other_people=True)
    ]


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
    (again,) = known_otherwise(there.tournament, who)
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
