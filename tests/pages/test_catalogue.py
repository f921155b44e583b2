"""The pages' own words: every one of them in every language there is, and a club's own catalogue."""

import json
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from cli.main import run
from cli.pages.catalogues import language_of
from cli.words.language import number_text, use_language
from cli.words.notation import card_text, result_text
from cli.words.vocabulary import counted
from ledger.bridge import Result
from tests.pages.test_pages import OF_A_SITE, require_whole


def test_a_page_in_german_says_so(evening):
    assert run(["report", "site", "site", "--language", "de"]) == 0
    for name in OF_A_SITE:
        page = Path("site", name).read_text()
        require_whole(page)
        assert '<html lang="de">' in page
    assert "Sind die Ergebnisse endgültig?" in Path("site/index.html").read_text()
    assert "Seither haben sich" in Path("site/published-17/index.html").read_text()


def test_a_club_s_own_catalogue_is_a_file_and_what_it_leaves_out_is_english(evening):
    head = 'msgid ""\nmsgstr "Language: nl\\n"\n\n'
    Path("nl.po").write_text(head + 'msgid "Standings"\nmsgstr "Uitslag <b>&"\n')
    assert run(["report", "standings", "--why", "-o", "page.html", "--language", "nl.po"]) == 0
    page = Path("page.html").read_text()
    assert '<html lang="nl">' in page
    assert "<title>Uitslag &lt;b&gt;&amp; · " in page
    assert "Uitslag <b>" not in page
    assert "How each total comes about" in page


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b'msgid "Standings"\nmsgstr "%(who)s"\n', "bad-file"),
        (b'msgid "as of event %(number)s, %(time)s"\nmsgstr "%(number)s"\n', "bad-file"),
        (b'msgid "Standings"\nmsgstr "100 % sure"\n', "bad-file"),
        (b"\xff\xfe\x00", "bad-file"),
        (b"what is this?", "bad-file"),
        (None, "no-such-file"),
    ],
)
def test_a_catalogue_that_is_none_is_refused(content, code, evening, capsys):
    if content is not None:
        Path("club.po").write_bytes(content)
    assert run(["report", "standings", "-o", "page.html", "--language", "club.po"]) == 2
    assert f"error[{code}]" in capsys.readouterr().err
    assert not Path("page.html").exists()


def test_a_language_nobody_knows_is_refused(evening, capsys):
    assert run(["report", "standings", "-o", "page.html", "--language", "xx"]) == 2
    assert "--language en, de, or a .po file" in capsys.readouterr().err


POLISH = {
    "NT": "BA",
    "NS": "NS",
    "EW": "WE",
    "W": "W",
    "Q": "D",
    ("%(number)s board", "%(number)s boards"): ("%(number)s rozdanie", "%(number)s rozdania", "%(number)s rozdań"),
}
"""What a club in Poland has translated so far."""


@pytest.fixture
def polish(tmp_path):
    catalogue = Catalog("pl")
    for text, translation in POLISH.items():
        catalogue.add(text, translation)
    with (tmp_path / "pl.po").open("wb") as file:
        write_po(file, catalogue)
    return language_of(str(tmp_path / "pl.po"))


def test_numbers_of_things_are_said_by_the_rules_of_the_language(polish):
    many = ["1 rozdanie", "3 rozdania", "5 rozdań", "22 rozdania"]
    with use_language(polish):
        assert [counted(int(text.split()[0]), "board") for text in many] == many


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("pl", ["3WE", "♠D", "4BA\u00a0W\u00a0=", "55,50", "60%"]),
        ("de", ["3OW", "♠D", "4SA\u00a0W\u00a0=", "55,50", "60\u00a0%"]),
    ],
)
def test_cards_directions_and_numbers_are_written_as_the_language_does(language, written, polish):
    spoken = polish if language == "pl" else language_of(language)
    with use_language(spoken):
        said = [
            spoken.labels("3EW"),
            card_text("SQ", True),
            result_text(Result("4NTW="), True),
            number_text("55.50"),
            number_text("60%"),
        ]
    assert said == written


def test_a_label_in_an_address_is_left_alone():
    assert language_of("de").labels("contestant-3EW.html 3EW #3EW A3EW") == "contestant-3EW.html 3OW #3EW A3OW"


def test_a_club_completes_a_catalogue_with_an_editor_alone(evening, capsys):
    assert run(["report", "words", "-o", "fr.po"]) == 0
    said = 'msgid "No rulings."\nmsgstr "Aucune décision."'
    Path("fr.po").write_text(Path("fr.po").read_text().replace('msgid "No rulings."\nmsgstr ""', said))
    assert run(["report", "words", "--language", "fr.po", "-o", "club.po"]) == 0
    begun = Path("club.po").read_text()
    assert said in begun
    assert run(["report", "standings", "-o", "before.html", "--language", "club.po"]) == 0
    assert "How each total comes about" not in Path("before.html").read_text()
    left = counts(capsys, "club.po")
    Path("club.po").write_text(begun.replace('msgid "the score"\nmsgstr ""', 'msgid "the score"\nmsgstr "la marque"'))
    assert counts(capsys, "club.po")["untranslated"] == [text for text in left["untranslated"] if text != "the score"]


def counts(capsys, language):
    capsys.readouterr()
    assert run(["report", "words", "--language", language, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_new_language_begins_with_every_text_and_the_plurals_it_has(evening, capsys):
    assert run(["report", "words", "-o", "cs.po"]) == 0
    made = Path("cs.po").read_text()
    assert '"Language: cs\\n"' in made
    assert 'msgstr[2] ""' in made
    found = counts(capsys, "cs.po")
    assert len(found["untranslated"]) == found["texts"] == counts(capsys, "en")["texts"]
    assert counts(capsys, "de")["untranslated"] == []
    Path("cs.po").write_text(made.replace('msgid "Standings"\nmsgstr ""', 'msgid "Standings"\nmsgstr "Pořadí"'))
    assert run(["report", "standings", "-o", "page.html", "--language", "cs.po"]) == 0
    assert "<title>Pořadí · " in Path("page.html").read_text()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ("-o club.po", "usage"),
        ("-o nl.txt", "usage"),
        ("--language xx", "usage"),
        ("-o there.po --language de", "file-exists"),
        ("--language gone.po", "no-such-file"),
    ],
)
def test_a_catalogue_that_cannot_be_written_or_read_is_refused(options, code, evening, capsys):
    Path("there.po").write_text("mine")
    assert run(["report", "words", *options.split()]) != 0
    assert f"error[{code}]" in capsys.readouterr().err
    assert Path("there.po").read_text() == "mine"
