"""The pages' own words: every one of them in every language there is, and a club's own catalogue."""

from pathlib import Path

import pytest

from cli.main import run
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
