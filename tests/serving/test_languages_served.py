"""The language of pages is the reader's choice: by a link, or as the browser asks; on a server and in a folder."""

import asyncio
import re
import shlex
from pathlib import Path

import pytest

from cli.main import run
from cli.pages import catalogues
from cli.pages.printing import Press
from tests.pages.test_german import english
from tests.pages.test_languages import TYPED
from tests.pages.test_pages import require_links


def do(line):
    assert run(["-q", "--yes", *shlex.split(line)]) == 0, line


BOTH = ("en", "de")


@pytest.fixture
def hall(evening, serve):
    return serve(languages=BOTH)


def made_in(hall, language):
    """Ask for a page in a language, and let the server look, as it does four times a second."""
    hall.hall.pages.wanted.append(language)
    hall.look()


def test_a_browser_gets_its_language_and_a_link_the_one_it_names(hall):
    made_in(hall, "de")
    assert '<html lang="en">' in hall.text("/board-1.html")
    german = hall.get("/board-1.html", accept_language="fr, de-AT;q=0.9, en;q=0.8")
    assert '<html lang="de">' in german.text
    assert "accept-language" in german.headers["vary"]
    assert '<a href="de/board-1.html" lang="de" hreflang="de">Deutsch</a>' in hall.text("/board-1.html")
    assert '<html lang="en">' in hall.get("/en/board-1.html", accept_language="de").text, "what is named is given"
    assert '<html lang="en">' in hall.get("/board-1.html", accept_language="fr;q=1, de;q=0, tlh").text
    assert '<a href="../en/board-1.html"' in hall.text("/de/board-1.html")
    assert 'data-live="../live/de/board-1.html"' in hall.text("/de/board-1.html")
    assert "set-cookie" not in german.headers
    assert "Diese Seite gibt es nicht" in hall.get("/de/board-99.html").text
    redirected = hall.get("/de")
    assert (redirected.status_code, redirected.headers["location"]) == (307, "de/")
    assert hall.get("/fr").status_code == 404


def test_every_page_of_a_language_leads_on_in_it(hall):
    made_in(hall, "de")
    for language in BOTH:
        pages = {path: hall.text(f"/{language}/{path}") for path in hall.hall.pages.paths}
        within = {f"{language}/{path}": page for path, page in pages.items()}
        other = {f"{each}/{path}": "" for path in pages for each in BOTH if each != language}
        require_links({**other, **within})
    assert not {word for page in pages.values() for word in english(page.replace(">English<", "><"), TYPED)}


def test_pages_in_a_language_are_made_once_they_are_asked_for(hall):
    async def asked():
        pages = hall.hall.pages
        waiting = asyncio.create_task(pages.made(pages.asked("de/index.html")))
        await asyncio.sleep(0)
        assert (pages.find(pages.asked("de/index.html")), pages.wanted) == (None, ["en", "de"])
        hall.look()
        return pages.find(await waiting)

    assert b'lang="de"' in asyncio.run(asked()).plain


def test_a_ruling_is_on_the_pages_of_every_language(hall):
    made_in(hall, "de")
    before = [hall.text(f"/{each}/board-3.html") for each in BOTH]
    do("ruling add 3/1 --artificial A+/A- --offender EW --law 12C2 --reason late")
    hall.look()
    after = [hall.text(f"/{each}/board-3.html") for each in BOTH]
    assert all("R-0003" in new and new != old for old, new in zip(before, after, strict=True))
    do('person name 1NS 1 "Ann Lee"')
    hall.look()
    do('person erase "Ann Lee"')
    hall.look()
    assert not any("Ann Lee" in hall.text(f"/{each}/standings.html") for each in BOTH)


def test_a_language_that_is_begun_is_not_offered(monkeypatch):
    monkeypatch.setattr(catalogues, "find_untranslated", lambda name: (["Boards"] if name == "de" else [], 1))
    assert catalogues.complete_languages.__wrapped__() == ("en",)


def test_a_folder_has_the_languages_it_was_made_in_and_links_between_them(evening):
    do("report site site --language de,en")
    pages = {str(path.relative_to("site")): path.read_text() for path in Path("site").rglob("*.html")}
    require_links(pages)
    assert '<html lang="de">' in pages["board-1.html"]
    assert 'href="en/board-1.html" lang="en"' in pages["board-1.html"]
    assert 'href="../board-1.html" lang="de"' in pages["en/board-1.html"]
    published = next(name for name in pages if re.fullmatch(r"en/published-\d+/board-1\.html", name))
    assert f'href="../../{published.removeprefix("en/")}"' in pages[published]
    do("report site site --language de")
    assert not [*Path("site/en").rglob("*.html")], "nothing stays behind in which a name could be read"
    assert "languages" not in Path("site/board-1.html").read_text()


def test_a_language_nobody_knows_is_refused(evening, capsys):
    assert run(["report", "site", "site", "--language", "en,xx"]) != 0
    assert "'xx'" in capsys.readouterr().err
    assert not Path("site").exists()


def test_days_are_said_as_readers_say_them():
    from datetime import date

    said = {}
    for language in BOTH:
        with Press(language).speaking():
            from cli.words.language import language_in_use

            day = date(2026, 11, 28)
            said[language] = language_in_use().full_day(day), language_in_use().day_and_time(day, "00:49")
    assert said["en"] == ("Saturday, 28 November 2026", "28 Nov 2026, 00:49")
    assert said["de"] == ("Samstag, 28. November 2026", "28.11.2026, 00:49")


def test_two_contestants_are_compared_by_the_server_where_no_script_runs(hall):
    made_in(hall, "de")
    address = "compare.html?a=1NS&b=2EW"
    assert '<section id="compared" hidden>' in hall.text("/compare.html")
    shown = hall.text(f"/{address}")
    assert '<option value="2EW" selected>' in shown
    assert '<a href="board-1.html">1</a>' in shown
    assert "Boards besser" in hall.text(f"/de/{address}")
    assert '<section id="compared" hidden>' in hall.text("/compare.html?a=1NS&b=%3Cscript%3E&a=%FF")
