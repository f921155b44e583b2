"""The pages' own words: every one of them in every language there is, and a club's own catalogue."""

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import cli.pages
from cli.main import run
from cli.pages import printing
from cli.pages.printing import languages
from tests.pages.test_pages import OF_A_SITE, REPORTS, require_whole
from tests.pages.test_papers import KINDS, PAPERS

PAGES = Path(cli.pages.__file__).parent
IN_ANY_LANGUAGE = {"%", "MP", "VP", "IMP", "NS+", "NS-", "MP NS", "MP EW", "IMP NS", "IMP EW"}


def words_in_templates() -> set[str]:
    options = {"**.html": {"newstyle_gettext": "true"}}
    found = extract_from_dir(PAGES / "templates", [("**.html", "jinja2")], options)
    return {word for _, _, word, _, _ in found}


@pytest.mark.parametrize("language", languages()[1:])
def test_a_language_has_every_word(language, evening, typed, monkeypatch):
    catalogue = read_po(BytesIO((PAGES / "locale" / f"{language}.po").read_bytes()))
    known = {message.id for message in catalogue if message.id and message.string}
    asked = words_in_templates()
    own = printing.Press._word
    monkeypatch.setattr(printing.Press, "_word", lambda press, text: asked.add(text) or own(press, text))
    typed(KINDS)
    for command in [*REPORTS.values(), *PAPERS]:
        assert run([*command.split(), "-o", "page.html"]) == 0
    assert run(["report", "site", "site"]) == 0
    assert asked - known - IN_ANY_LANGUAGE - {""} == set()


def test_a_page_in_german_says_so(evening):
    assert run(["report", "site", "site", "--language", "de"]) == 0
    for name in OF_A_SITE:
        page = Path("site", name).read_text()
        require_whole(page)
        assert '<html lang="de">' in page
    assert "Rangliste" in Path("site/index.html").read_text()
    assert "Seither haben sich" in Path("site/published-17/index.html").read_text()


def test_a_club_s_own_catalogue_is_a_file_and_what_it_leaves_out_is_english(evening):
    head = 'msgid ""\nmsgstr "Language: nl\\n"\n\n'
    Path("nl.po").write_text(head + 'msgid "Standings"\nmsgstr "Uitslag <b>&"\n')
    assert run(["report", "standings", "-o", "page.html", "--language", "nl.po"]) == 0
    page = Path("page.html").read_text()
    assert '<html lang="nl">' in page
    assert "<h1>Uitslag &lt;b&gt;&amp;</h1>" in page
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
