"""The book of cases: every field that booklets print, who is named, what was erased; as a page and as a PDF."""

import html
import re
from pathlib import Path

from cli.main import run
from cli.pages import printing
from tests.needs import needs
from tests.pages.booklets import APPEALS, MADE_UP, sessions
from tests.pages.test_languages import PSEUDO
from tests.pages.test_pages import require_whole

PLAYERS = ("Jane Roe", "Sam Poe", "Ann Archer", "Bob Bell", "Archer", "3NS", "3EW")
OFFICIALS = ("Ahlborn", "Berg", "Dahl", "Falk", "Cole")


def page(*options: str) -> str:
    assert run(["-q", "report", "casebook", *options, "-o", "book.html"]) == 0
    return Path("book.html").read_text()


def read(*options: str) -> str:
    """The text of a book, as one reads it."""
    return together(html.unescape(re.sub(r"<[^>]+>", "", page(*options))))


def together(text: str) -> str:
    """Contracts at notrump without the gaps they have on a page."""
    return re.sub("(NTX{0,2})\u00a0([NESW])\u00a0", r"\1\2", text)


def refused(capsys, *line: str) -> str:
    assert run([*line, "--no-input"]) != 0
    return re.search(r"error\[([a-z-]+)\]", capsys.readouterr().err)[1]


def test_every_field_the_booklets_print_comes_out_in_the_book(booklets):
    Path("preface.txt").write_text("Typed from booklets.\n\nIn few words.\n")
    text = read(*sessions(), "--title", "Twenty appeals", "--preface", "preface.txt")
    missing = [(each.session, printed) for each in APPEALS for printed in each.printed if printed not in text]
    assert missing == []
    assert "Twenty appeals" in text
    assert "In few words." in text


def test_every_case_stands_under_its_number_in_the_list_and_the_index(booklets):
    found = require_whole(page(*sessions()))
    anchors = {href for href in found.hrefs if href.startswith("#case-")}
    assert {href.lstrip("#") for href in anchors} == {each for each in found.ids if each.startswith("case-")}
    assert len(anchors) == len(APPEALS) + 1  # of the session with two penalties there are two


def test_the_index_leads_from_a_law_and_a_subject_to_their_cases(booklets):
    text = page(*sessions())
    index = text[text.index('id="index"') :]
    revoke = re.search(r"<dt>revoke</dt><dd>(.*?)</dd>", index)[1]
    law = re.search(r"<dt>64A2 [^<]*</dt><dd>(.*?)</dd>", index)[1]
    assert revoke == law
    number = re.search(r">(\d+)</a>", revoke)[1]
    assert f"{number}. <bdi>Sunday club</bdi>" in text


def test_cases_are_chosen_by_law_subject_day_and_number(booklets, capsys):
    assert "Sunday club" in read(*sessions(), "--law", "64")
    assert "1 case\n" in read(*sessions(), "--law", "64")
    assert "1 case\n" in read(*sessions(), "--subject", "claim")
    assert "Thursday club" in read(*sessions(), "--since", "2026-03-01", "--until", "2026-03-05")
    two = read("made-up-claim/r1", "made-up-withdrawn-appeal/A-0001")
    assert two.index("1. Thursday club") < two.index("2. Sunday club")


def test_a_book_of_no_case_and_of_an_unknown_one_are_refused(booklets, capsys):
    assert refused(capsys, "report", "casebook", "--law", "1", "-o", "book.html") == "no-cases"
    assert refused(capsys, "report", "casebook", "R-0009", "-o", "book.html") == "no-such-case"
    assert refused(capsys, "report", "casebook", "nowhere/R-0001", "-o", "book.html") == "no-such-session"
    assert not Path("book.html").exists()


def test_where_only_parts_are_told_nobody_the_session_knows_is_named(booklets):
    text = read("--people", "roles")
    assert [name for name in (*PLAYERS, *OFFICIALS) if name in text] == []
    assert "a member of the committee" in text
    assert "the director" in text
    assert "J. Commentator" in text  # who signs a comment wants to be named


def test_a_name_is_taken_out_by_halves_and_without_accents_too(booklets):
    assert run(["person", "add", "3NS", "Łukasz Żak-Nowak", "-q", "--session", "made-up-claim"]) == 0
    words = "Zak-Nowak passed; Nowak was asked by LUKASZ; Nowakowska was not."
    assert run(["casebook", "comment", "R-0001", words, "--commentator", "J", "-q", "--session", "made-up-claim"]) == 0
    text = read("--people", "roles", "--session", "made-up-claim")
    assert "a player passed; a player was asked by a player; Nowakowska was not." in text


def test_the_list_of_cases_says_the_score_and_not_its_kind_alone(booklets):
    contents = page(*sessions()).partition('<div class="contents">')[2].partition("</table>")[0]
    assert "assigned 6NTN-3" in together(contents)
    assert "♠" in contents
    assert "under 12C1" not in contents


def test_players_may_be_told_as_of_a_class(booklets, capsys):
    text = read("--people", "class", "--class", "two players of the open team")
    assert [name for name in PLAYERS if name in text] == []
    assert "two players of the open team" in text
    assert refused(capsys, "report", "casebook", "--people", "class", "-o", "book.html") == "usage"


def test_what_was_erased_stays_erased_and_the_book_says_so(booklets):
    assert "The poll was too small." in read()
    assert run(["text", "list", "The poll was too small.", "--plain"]) == 0
    number = event_of("case-commented")
    assert run(["text", "erase", str(number), "--yes", "-q"]) == 0
    text = read()
    assert "The poll was too small." not in text
    assert "J. Commentator" not in text
    assert "(erased at " in text
    assert "Quite so, but the committee is right." in text


def event_of(kind: str) -> int:
    """The number of the first event of a kind."""
    from ledger.office import Office

    with Office.open("bridge-ledger.db") as office:
        return next(each.number for each in office.log(MADE_UP.session) if each.name.startswith(kind))


def test_a_comment_that_was_taken_back_and_a_case_that_was_withdrawn_are_not_in_it(booklets, capsys):
    assert run(["undo", str(event_of("case-commented")), "--yes", "-q"]) == 0
    assert "The poll was too small." not in read()
    monday = ["--session", "denver-2015"]
    assert run(["appeal", "withdraw", "A-0001", "--leave", "Root", "-q", *monday]) == 0
    assert run(["ruling", "withdraw", "R-0001", "--reason", "wrong table", "--yes", "-q", *monday]) == 0
    assert refused(capsys, "casebook", "comment", "R-0001", "oh", "--commentator", "J", *monday) == "case-withdrawn"
    assert refused(capsys, "report", "casebook", "-o", "book.html", *monday) == "no-cases"
    assert "This was withdrawn and no longer counts." in read("--withdrawn", *monday)


def test_a_comment_changes_no_score_and_comes_after_the_closing_too(booklets, capsys):
    standings = ["standings", "--session", "made-up-claim", "--plain"]
    run(standings)
    before = capsys.readouterr().out
    assert run(["session", "close", "--yes", "-q", "--session", "made-up-claim"]) == 0
    comment = ["casebook", "comment", "R-0001", "A good ruling.", "--commentator", "J. Roe", "-q"]
    assert run([*comment, "--session", "made-up-claim"]) == 0
    capsys.readouterr()
    run(standings)
    assert capsys.readouterr().out == before
    assert "A good ruling." in read("--session", "made-up-claim")


def test_a_book_is_said_in_one_language_through_and_through(booklets, monkeypatch):
    german = read("--language", "de")
    assert "Verzeichnis" in german
    assert "Zögern, unerlaubte Information" in german
    monkeypatch.setattr(printing, "language_of", lambda _name: PSEUDO)
    text = page()
    for word in ("Index", "By law", "Comments", "Why this score", "What it changed", "hesitation", "chairman"):
        assert f">{word}<" not in text
        assert f" {word} " not in text


@needs("chromium", "pypdf")
def test_a_book_is_one_pdf_with_every_case_on_a_page_of_its_own(booklets):
    from pypdf import PdfReader

    assert run(["-q", "report", "casebook", "--of", "made-up-claim", "--of", MADE_UP.session, "-o", "book.pdf"]) == 0
    pages = [each.extract_text() for each in PdfReader("book.pdf").pages]
    first = next(at for at, text in enumerate(pages) if "1. Thursday club" in text)
    second = next(at for at, text in enumerate(pages) if "2. Spring Teams" in text)
    assert 0 < first < second
    assert "Index" in pages[-1]
