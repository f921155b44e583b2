"""What `help WORD` finds: the Laws by the words players and directors use, topics, regulations, commands."""

import json

import click
import pytest

from cli.desk.commands import root
from cli.main import run
from cli.screens import manual
from ledger.bridge import Unreadable
from ledger.errors import Misuse
from ledger.laws.edition import load_edition
from ledger.laws.profile_loader import describe_regulations

EDITION = load_edition("2017")
LAWS, parse_law = EDITION.laws, EDITION.parse

CONTEXT = click.Context(root)


def names(asked, kind):
    return [each.name for each in manual.search(CONTEXT, asked) if each.kind == kind]


FIRST_LAW = """
16B: unauthorized information, unauthorised information, UI, hesitation, he hesitated, break-in-tempo
16B1(b): logical alternatives; 21B: misinformation, mis-information, wrong explanations, failure to alert
40C: psyche; 90: procedural penalty, procedural penalties; 91: disciplinary penalty, behavior, behaviour
90B2: slow play; 12C1(e): serious error, wild or gambling, gambling, self inflicted, split score
61: revoke, revoked; 63: established revoke; 64C: equity; 27: insufficient bid
23: comparable call, Comparable Calls; 31: bid out of turn; 30: pass out of rotation; 53: lead out of turn
54: opening lead out of turn; 25A: unintended call; 18F: bidding boxes; 50: penalty card
50D: major penalty card; 50C: minor penalty card; 49: dropped card; 42: dummy's rights; 70: claim
68: concession; 87: fouled boards, misboarded; 15B: wrong board; 86A: substitute board; 13: thirteen cards
8B: late play; 90B1: absence; 80B: sitting out; 5: arrow switch; 78D: barometer
12C2: average plus, A+, artificial adjusted score; 12C1(c): weighted, weighting, Reveley; 82C: director's error
79C1: score correction, correction period; 93: appeals committee; 92: appealed
"""
"""Of each Law what is said at the table."""


@pytest.mark.parametrize(
    ("asked", "law"),
    [
        (words, law)
        for row in FIRST_LAW.strip().replace("\n", "; ").split("; ")
        for law, _, said in [row.partition(": ")]
        for words in said.split(", ")
    ],
)
def test_what_is_said_at_the_table_leads_to_its_law(asked, law):
    assert names(asked, "laws")[0] == law


def test_the_laws_of_revokes_stand_in_their_order_before_anything_else():
    found = manual.search(CONTEXT, "revoke")
    assert [(each.kind, each.name) for each in found[:4]] == [("laws", law) for law in ("61", "62", "63", "64")]


def test_every_saying_leads_first_to_its_law():
    """Words that end in the same stems as others lead to the Laws of both."""
    assert [law for laws in EDITION.phrases.values() for law in laws if parse_law(law) != law] == []
    for words, laws in EDITION.phrases.items():
        assert laws[0] in names(words, "laws")[:3], words


def test_every_law_is_found_by_its_title():
    for law, (title, _) in LAWS.items():
        assert str(law) in names(title, "laws"), title


@pytest.mark.parametrize(
    ("kind", "there"),
    [
        ("regulations", [*describe_regulations()]),
        ("commands", [path for path, _ in manual.commands(CONTEXT, root)]),
        ("topics", manual.topics()),
    ],
    ids=["regulations", "commands", "topics"],
)
def test_what_is_called_so_is_the_first_of_its_kind(kind, there):
    assert len(there) > 30
    assert [name for name in there if names(name, kind)[:1] != [name]] == []


@pytest.mark.parametrize("typed", ["82C", "12C1c", "12c1(c)", "Law 16B", "law 16 b", "laws 82C", "16", "27", "90B2"])
def test_a_law_is_a_page_of_its_own(typed, capsys):
    assert run(["help", *typed.split()]) == 0
    page = capsys.readouterr().out
    citation = parse_law(typed.lower().removeprefix("laws"))
    assert page.startswith(f"Law {citation}: {LAWS[int(citation[:2])][0]}\n")
    assert f"`log --law {citation}`" in page


def test_every_law_has_a_page_with_somewhere_to_go_on():
    for law, (title, _) in LAWS.items():
        page = manual.page(CONTEXT, (str(law),))
        assert page.startswith(f"Law {law}: {title}\n")
        assert "The ledger" in page


def test_law_alone_is_the_list_of_them():
    assert manual.page(CONTEXT, ("law",)) == manual.page(CONTEXT, ("laws",))


def test_a_law_that_words_lead_to_says_which_words():
    assert "comparable call" in manual.page(CONTEXT, ("23",))
    assert "Law 23" in manual.page(CONTEXT, ("27",))


@pytest.mark.parametrize("typed", [("laws", "12Z"), ("law", "94")])
def test_there_is_no_page_of_a_law_there_is_not(typed):
    with pytest.raises(Unreadable):
        manual.page(CONTEXT, typed)


def test_a_citation_that_nothing_speaks_of_is_told_as_one():
    with pytest.raises(Unreadable) as refused:
        manual.search(CONTEXT, "45Z")
    assert refused.value.code == "no-such-law"


@pytest.mark.parametrize(
    ("words", "kind", "found"),
    [
        ("weighted", "topics", {"rulings", "a-ruling"}),
        ("weighted", "commands", {"ruling add --weighted"}),
        ("captain", "topics", {"an-appeal"}),
        ("captain", "commands", {"appeal lodge --captain"}),
        ("no-such-law", "topics", {"errors"}),
        ("average to an innocent side", "topics", {"errors"}),
        ("correction_min", "regulations", {"periods.correction_minutes"}),
        ("revoke barometer", "laws", {"61", "78D"}),
    ],
)
def test_what_speaks_of_words_is_found(words, kind, found):
    """A word may be the beginning of one; where nothing has all of them, what has most is found."""
    assert found <= set(names(words, kind))


def test_the_sentence_is_told_that_has_the_word():
    found = manual.search(CONTEXT, "revoke")
    says = {each.name: each.text for each in found if each.kind == "topics"}
    assert says["checking"] == "revoke: a player did not follow suit, and could have (Law 61)"
    assert all(len(each.text) <= 190 for each in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [("judgement", "judgment"), ("organiser", "organizer"), ("favour", "favor"), ("penalise", "penalize")],
)
def test_british_and_american_are_one(one, other):
    found = manual.search(CONTEXT, one)
    assert found
    assert found == manual.search(CONTEXT, other)


def test_of_a_misspelling_the_nearest_words_are_told():
    with pytest.raises(Misuse) as refused:
        manual.search(CONTEXT, "wieghted scores")
    assert "nothing in the manual speaks of 'wieghted scores'" in str(refused.value)
    assert refused.value.hint.startswith("did you mean `help weighted scores`")
    assert all(topic in refused.value.hint for topic in manual.topics())


def test_what_is_like_nothing_suggests_nothing(capsys):
    for typed in ("qqqzzzxx", "?"):
        assert run(["help", typed]) == 2
        assert "did you mean" not in capsys.readouterr().err


def test_a_few_of_each_kind_are_listed_or_all(capsys):
    assert run(["help", "contestant", "score"]) == 0
    few = capsys.readouterr().out
    assert "more: `help contestant score --all`" in few
    assert run(["help", "contestant", "score", "--all"]) == 0
    everything = capsys.readouterr().out
    assert "more: `" not in everything
    assert len(everything.splitlines()) > len(few.splitlines())
    assert all(len(line) <= 80 for line in [*few.splitlines(), *everything.splitlines()])


def test_all_looks_up_also_what_a_page_is_called(capsys):
    assert run(["help", "appeal"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("Usage: ")
    assert page.endswith("The Laws: help 92, help 93; all that speaks of it: help appeal --all\n")
    assert run(["help", "appeal", "--all"]) == 0
    page = capsys.readouterr().out
    assert page.index("    an-appeal ") < page.index("    92 ") < page.index("    appeal lodge ")


def test_what_is_found_is_told_to_programs_too(capsys):
    assert run(["help", "slow", "play", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "help/1"
    assert (told["asked"], told["page"]) == ("slow play", None)
    assert told["found"][0] == {"kind": "laws", "name": "90B2", "says": told["found"][0]["says"]}
    assert run(["help", "16B", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["page"].startswith("Law 16B: ")
