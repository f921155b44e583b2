"""The archive of a ledger's sessions and players; two contestants beside one another, board by board."""

import json
import re
import shlex
from pathlib import Path

from cli.main import run
from cli.pages.compare import compared_page
from cli.pages.printing import Press
from tests.pages.test_pages import require_links

HOSTILE = "Ann </script><b>Lee"

PLAYED = f"""
init
session open thursday --title "Thursday <b>" --date 2026-11-26 --boards 1-2 --contestants 1-2NS,1-2EW
person name 1NS 1 "{HOSTILE}" --member 4711
person name 2EW 1 "Bo Ek"
result add 1/1 4SN= --ns 1 --ew 1
result add 1/2 4SN-1 --ns 2 --ew 2
result add 2/1 3NTE= --ns 1 --ew 2
publish --yes
session open friday --date 2026-12-04 --boards 1-1 --contestants 1-2NS,1-2EW
"""


def do(line):
    assert run(["-q", "--yes", *shlex.split(line)]) == 0, line


def test_two_contestants_are_compared_by_what_each_board_was_worth(typed, capsys):
    typed(PLAYED)
    capsys.readouterr()
    assert run(["scorecard", "1NS", "--with", "2ew", "--session", "thursday", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["first"], told["second"], told["unit"]) == ("1NS", "2EW", "%")
    assert (told["ahead"], told["level"], told["behind"]) == (0, 2, 0)
    assert [each["board"] for each in told["boards"]] == [1, 2]
    assert told["boards"][0]["difference"] == {"exact": "0", "text": "0.00"}
    assert run(["scorecard", "1NS", "--with", "1NS", "--session", "thursday"]) == 2
    assert "1NS cannot be compared with itself" in capsys.readouterr().err


def test_the_page_compares_whom_its_address_names_where_no_script_runs(typed):
    typed(PLAYED)
    do("report site site --session thursday")
    require_links({str(path.relative_to("site")): path.read_text() for path in Path("site").rglob("*.html")})
    page = Path("site/compare.html").read_text()
    shown = compared_page(page, Press(), "1NS", "2EW")
    rows = re.findall(r'<tr><th scope="row".*', shown)
    assert '<a href="board-1.html">1</a></th><td>4♠N=</td><td class="num">100.00</td>' in rows[0]
    assert HOSTILE not in shown
    assert "<b>Lee" not in shown
    assert compared_page(page, Press(), "1NS", '"><script>') == page
    assert 'href="compare.html?a=1NS"' in Path("site/contestant-1NS.html").read_text()


def test_the_archive_has_published_sessions_by_month_and_nobody_who_was_erased(typed, capsys):
    typed(PLAYED)
    do("report archive www --sites --players")
    pages = {str(path.relative_to("www")): path.read_text() for path in Path("www").rglob("*.html")}
    require_links(pages)
    index = pages["index.html"]
    assert "November 2026" in index
    assert "December" not in index, "nothing is said of a session that is not published"
    assert '<a href="thursday/index.html">Thursday &lt;b&gt;</a>' in index
    assert "Bo Ek" in pages["players.html"]
    assert HOSTILE not in pages["players.html"]
    do('person erase "Bo Ek"')
    do("report archive www --sites --players --language de")
    assert not [path for path in Path("www").rglob("*.html") if "Bo Ek" in path.read_text()]
    assert "Donnerstag, 26. November 2026" in Path("www/index.html").read_text()
    do("report archive www")
    assert not Path("www/players.html").exists()
    assert run(["report", "archive", "www/thursday"]) != 0
    assert "is the site of a session" in capsys.readouterr().err


def test_the_archive_and_its_sites_show_what_is_published_alone(typed):
    typed(PLAYED)
    do("report archive www --sites")
    before = Path("www/thursday/board-2.html").read_text()
    do("result add 2/2 3NTE-5 --ns 2 --ew 1 --session thursday")
    do("report archive www --sites")
    assert Path("www/thursday/board-2.html").read_text() == before


def test_a_site_is_linked_only_if_it_shows_what_is_published(typed):
    typed(PLAYED)
    do("report site www/thursday --session thursday")
    do("report archive www")
    assert "thursday/index.html" in Path("www/index.html").read_text()
    do("result add 2/2 3NTE-5 --ns 2 --ew 1 --session thursday")
    do("report site www/thursday --session thursday")
    do("report archive www")
    assert "thursday/index.html" not in Path("www/index.html").read_text(), "it shows a result that is not published"
    do("publish --session thursday")
    do("report archive www")
    assert "thursday/index.html" not in Path("www/index.html").read_text(), "it is of before the publication"


def test_an_archive_in_several_languages_links_each_to_its_sites(typed, capsys):
    typed(PLAYED)
    do("person name 2NS 1 Boards --session thursday")
    do("report archive www --sites --players --language en,de")
    pages = {str(path.relative_to("www")): path.read_text() for path in Path("www").rglob("*.html")}
    require_links(pages)
    assert '<a href="thursday/index.html">' in pages["index.html"]
    assert '<a href="../thursday/de/index.html">' in pages["de/index.html"]
    assert '<a href="../players.html" lang="en"' in pages["de/players.html"]
    assert "<caption>Boards</caption>" in pages["de/players.html"], "a name is not translated"
    do("report archive www --players")
    assert [path.name for path in Path("www/de").iterdir()] == [], "names of nobody stay in a language given up"
    do("session open de --boards 1-1 --contestants 1-2NS,1-2EW")
    do("result add 1/1 4SN= --ns 1 --ew 1 --session de")
    do("publish --session de")
    assert run(["report", "archive", "www", "--sites", "--language", "en,de"]) == 1
    assert "error[folder-taken]: www/de is the site of a session" in capsys.readouterr().err
