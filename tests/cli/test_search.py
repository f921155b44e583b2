"""What `help WORD` finds: the Laws by the words players and directors use, topics, regulations, commands, codes."""

import json
import sqlite3
from contextlib import closing

import click
import pytest

from cli.main import run
from cli.options.root import root
from cli.screens import manual, manual_found, manual_laws, manual_search
from cli.screens.manual_entries import regulation_entries
from cli.screens.manual_search import Found, Index, ManualEntry
from ledger.bridge import Unreadable
from ledger.errors import CODES, Misuse
from ledger.laws.advice import ADVICE
from ledger.laws.citation import parse_law
from ledger.laws.titles import LAWS

CONTEXT = click.Context(root)
ENTRIES = list(manual_found.entries(CONTEXT))
SAYINGS = manual_laws.sayings()


@pytest.fixture(scope="module")
def index():
    with closing(Index(ENTRIES, SAYINGS)) as made:
        yield made


def names(answer, kind):
    return [each.name for each in answer.found if each.kind == kind]


FIRST_LAW = {
    "unauthorized information": "16B",
    "unauthorised information": "16B",
    "UI": "16B",
    "hesitation": "16B",
    "he hesitated": "16B",
    "break-in-tempo": "16B",
    "logical alternatives": "16B1(b)",
    "misinformation": "21B",
    "mis-information": "21B",
    "wrong explanations": "21B",
    "failure to alert": "21B",
    "psyche": "40C",
    "procedural penalty": "90",
    "procedural penalties": "90",
    "disciplinary penalty": "91",
    "slow play": "90B2",
    "serious error": "12C1(e)",
    "wild or gambling": "12C1(e)",
    "gambling": "12C1(e)",
    "self inflicted": "12C1(e)",
    "revoke": "61",
    "revoked": "61",
    "established revoke": "63",
    "equity": "64C",
    "insufficient bid": "27",
    "comparable call": "23",
    "Comparable Calls": "23",
    "bid out of turn": "31",
    "pass out of rotation": "30",
    "lead out of turn": "53",
    "opening lead out of turn": "54",
    "unintended call": "25A",
    "bidding boxes": "18F",
    "penalty card": "50",
    "major penalty card": "50D",
    "minor penalty card": "50C",
    "dropped card": "49",
    "dummy's rights": "42",
    "claim": "70",
    "concession": "68",
    "fouled boards": "87",
    "misboarded": "87",
    "wrong board": "15B",
    "substitute board": "86A",
    "thirteen cards": "13",
    "late play": "8B",
    "absence": "90B1",
    "sitting out": "80B",
    "arrow switch": "5",
    "barometer": "78D",
    "average plus": "12C2",
    "A+": "12C2",
    "artificial adjusted score": "12C2",
    "weighted": "12C1(c)",
    "weighting": "12C1(c)",
    "Reveley": "12C1(c)",
    "split score": "12C1(e)",
    "director's error": "82C",
    "score correction": "79C1",
    "correction period": "79C1",
    "appeals committee": "93",
    "appealed": "92",
    "behavior": "91",
    "behaviour": "91",
}


@pytest.mark.parametrize(("asked", "law"), FIRST_LAW.items())
def test_what_is_said_at_the_table_leads_to_its_law(index, asked, law):
    assert names(index.look_up(asked), "laws")[0] == law


def test_the_laws_of_revokes_stand_in_their_order_before_anything_else(index):
    found = index.look_up("revoke").found
    assert [(each.kind, each.name) for each in found[:4]] == [("laws", law) for law in ("61", "62", "63", "64")]


def test_words_lead_to_laws_there_are_and_none_twice():
    assert [law for saying in SAYINGS for law in saying.laws if parse_law(law) != law] == []
    words = [saying.words.lower() for saying in SAYINGS]
    assert len(words) == len(set(words))
    assert all(words)


def test_every_saying_leads_first_to_its_law(index):
    """One that ends in the same stems as another leads to the Laws of both."""
    for saying in SAYINGS:
        assert saying.laws[0] in names(index.look_up(saying.words), "laws")[:3], saying


def test_every_law_is_found_by_its_title(index):
    for law, (title, _) in LAWS.items():
        assert str(law) in names(index.look_up(title), "laws"), title


@pytest.mark.parametrize(
    ("kind", "there"),
    [
        ("regulations", [each.name for each in regulation_entries()]),
        ("commands", [path for path, _ in manual.commands(CONTEXT, root)]),
        ("codes", [*CODES, *ADVICE]),
        ("topics", manual.topics()),
    ],
    ids=["regulations", "commands", "codes", "topics"],
)
def test_what_is_called_so_is_the_first_of_its_kind(index, kind, there):
    assert len(there) > 30
    assert [name for name in there if names(index.look_up(name), kind)[:1] != [name]] == []


def test_every_regulation_of_a_session_has_an_entry_with_its_meaning():
    there = {each.name: each.text for each in regulation_entries()}
    assert {"artificial.window", "imps.board.unit", "matches.vp", "periods.first_instance"} <= there.keys()
    assert "by-event" in there["artificial.window"]
    assert all(text.strip() for text in there.values())


@pytest.mark.parametrize("typed", ["82C", "12C1c", "12c1(c)", "Law 16B", "law 16 b", "laws 82C", "16", "27", "90B2"])
def test_a_law_is_a_page_of_its_own(typed, capsys):
    assert run(["help", *typed.split()]) == 0
    page = capsys.readouterr().out
    citation = parse_law(typed.lower().removeprefix("laws"))
    assert page.startswith(f"Law {citation}: {LAWS[int(citation[:2])][0]}\n")
    assert f"`log --law {citation}`" in page


@pytest.mark.parametrize("law", LAWS)
def test_every_law_has_a_page_with_somewhere_to_go_on(law):
    page = manual.page(CONTEXT, (str(law),))
    assert page.startswith(f"Law {law}: {LAWS[law][0]}\n")
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
        manual_found.found(CONTEXT, "45Z")
    assert refused.value.code == "no-such-law"


@pytest.mark.parametrize(
    ("word", "topics_found", "option"),
    [
        ("weighted", {"rulings", "a-ruling"}, "ruling add --weighted"),
        ("captain", {"an-appeal"}, "appeal lodge --captain"),
    ],
)
def test_topics_and_options_that_speak_of_a_word_are_found(index, word, topics_found, option):
    assert topics_found <= set(names(index.look_up(word), "topics"))
    assert option in names(index.look_up(word), "commands")


def test_of_a_table_a_row_is_told_as_a_sentence(index):
    assert Found("topics", "checking", "revoke: a player did not follow suit, and could have (Law 61)") in (
        index.look_up("revoke").found
    )


BEFORE, THERE = "It begins with this, and goes on a while; " * 5, "then there is a needle in it, and so on; and more."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("First this. Then a needle. Then that.", "Then a needle."),
        ("First this. Then that.", "First this."),
        (BEFORE + THERE, f"… {THERE}"),
        ("a needle " * 40, f"{'a needle ' * 21}…"),
    ],
)
def test_the_sentence_is_told_that_has_the_word(text, says):
    with closing(Index([ManualEntry("topics", "haystack", "needles", text=text)], [])) as index:
        assert index.look_up("needle").found == [Found("topics", "haystack", says)]


def test_british_and_american_are_one(index):
    for one, other in [
        ("judgement", "judgment"),
        ("organiser", "organizer"),
        ("favour", "favor"),
        ("penalise", "penalize"),
    ]:
        assert index.look_up(one).found
        assert {each.name for each in index.look_up(one).found} == {each.name for each in index.look_up(other).found}


def test_a_word_may_be_the_beginning_of_one(index):
    assert "periods.correction_minutes" in names(index.look_up("correction_min"), "regulations")


def test_words_that_stand_nowhere_together_find_what_has_some_of_them(index):
    answer = index.look_up("revoke barometer")
    assert not answer.has_all
    assert {"61", "78D"} <= set(names(answer, "laws"))


def test_of_a_misspelling_the_nearest_words_are_told():
    with pytest.raises(Misuse) as refused:
        manual_found.found(CONTEXT, "wieghted scores")
    assert "nothing in the manual speaks of 'wieghted scores'" in str(refused.value)
    assert refused.value.hint.startswith("did you mean `help weighted scores`")
    assert all(topic in refused.value.hint for topic in manual.topics())


def test_what_is_like_nothing_suggests_nothing(capsys):
    assert run(["help", "qqqzzzxx"]) == 2
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
    assert page.index("    92 ") < page.index("    an-appeal ") < page.index("    appeal lodge ")


def test_what_is_found_is_told_to_programs_too(capsys):
    assert run(["help", "slow", "play", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "help/1"
    assert (told["asked"], told["page"]) == ("slow play", None)
    assert told["found"][0] == {"kind": "laws", "name": "90B2", "says": told["found"][0]["says"]}
    assert run(["help", "16B", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["page"].startswith("Law 16B: ")


def test_without_full_text_search_it_says_so(monkeypatch):
    class Without(sqlite3.Connection):
        def execute(self, *_):
            raise sqlite3.OperationalError("no such module: fts5")

    connect = sqlite3.connect
    monkeypatch.setattr(manual_search.sqlite3, "connect", lambda path: connect(path, factory=Without))
    with pytest.raises(Misuse) as refused:
        Index(ENTRIES, SAYINGS)
    assert refused.value.code == "tool-missing"
    assert "no such module: fts5" in str(refused.value)
