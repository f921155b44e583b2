"""The site of a tournament: what is on it, where it leads, what it keeps of what was given out, and whose it is."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from cli.main import run
from cli.pages.desk_sites import TournamentFolder
from cli.pages.printing import Press
from cli.pages.tournaments.links import TournamentSite
from ledger.office import Office
from ledger.store.backup import RestorePlan, restore
from tests.pages.browser import Tab
from tests.pages.conftest import at_the_desk
from tests.pages.test_browser import CONTRAST
from tests.pages.test_pages import require_golden, require_links

PUBLISHED = "published-22"
GOLDEN = ("index.html", "stage-qualifying.html", "stage-swiss.html", "stage-cup.html", "contestant-A2.html")
WIDTHS = (360, 390, 768, 1280, 1920)


def site(*options: str) -> dict[str, str]:
    """The pages of the site, written now."""
    assert run(["-q", "report", "site", "site", "--session", "spring", *options]) == 0
    return {str(path.relative_to("site")): path.read_text() for path in Path("site").rglob("*.html")}


def told(page: str) -> str:
    """The words of a page, without what is in its head and what a browser runs."""
    body = re.sub(r"<script.*?</script>", "", page.rpartition("</style>")[2], flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def test_every_link_leads_somewhere_and_the_same_log_makes_the_same_bytes(at_event):
    pages = site("--sessions")
    require_links(pages)
    for name in GOLDEN:
        require_golden(f"spring-{name}", pages[name])
    assert site("--sessions") == pages
    assert not list(Path("site").rglob("*.part"))


def test_only_sessions_that_have_a_site_are_led_to(at_event):
    pages = site()
    require_links(pages)
    assert not any(name.startswith("sessions/") for name in pages)
    assert "sessions/" not in pages["contestant-A2.html"]
    assert run(["-q", "report", "site", "site/sessions/friday-a", "--session", "friday-a"]) == 0
    now = site()
    require_links(now)
    assert 'href="sessions/friday-a/contestant-2.html#total"' in now["contestant-A2.html"]
    assert 'href="../sessions/friday-a/index.html"' in now[f"{PUBLISHED}/index.html"]
    said = "The pages of the sessions are as they are now, not as they were then."
    assert said in told(now[f"{PUBLISHED}/index.html"])
    assert said not in told(now["index.html"])
    assert said not in told(pages[f"{PUBLISHED}/index.html"]), "none is led to"
    assert "friday-a/contestant" not in now[f"{PUBLISHED}/contestant-A2.html"], "that is of another moment"
    assert "friday-b/" not in now["index.html"]


def test_the_site_of_a_session_in_it_leads_back(at_event):
    own = "sessions/friday-a/index.html"
    pages = site("--sessions")
    assert '<a href="../../index.html">← Tournament</a>' in pages[own]
    at_event("publish --session friday-a")
    again = site("--sessions")
    require_links(again)
    (given_out,) = (name for name in again if name.startswith("sessions/friday-a/published-") and "index" in name)
    assert '<a href="../../../index.html">← Tournament</a>' in again[given_out]
    assert run(["-q", "report", "site", "site/sessions/friday-a", "--session", "friday-a"]) == 0
    assert Path("site", own).read_text() == again[own], "by itself it is written the same"
    assert run(["-q", "report", "site", "alone", "--session", "friday-a"]) == 0
    assert "Tournament" not in Path("alone/index.html").read_text()


def test_a_total_leads_to_its_sessions_what_it_carries_its_penalties_and_how_its_tie_was_split(at_event):
    pages = site("--sessions")
    assert '<a href="contestant-B2.html#stage-final">' in pages["stage-final.html"]
    card = told(pages["contestant-B2.html"])
    assert "carried from qualifying, share × SQ × NumQ/MaxQ × MaxF/NumF" in card
    assert "friday-b P-0001 : a penalty of 10%" in card
    assert "sitting 1, friday-b, as 2, 2 boards" in card
    ties = told(pages["stage-qualifying.html"])
    assert "are equal:" in ties
    assert "what they had between them: passed over" in ties
    assert "are equal:" in told(pages["contestant-A1.html"])


def test_who_goes_on_and_whom_the_cut_would_name_now(at_event):
    at_event('ruling add 1/1 --result 4SN+1 --offender EW --law 16B --reason "late" --session friday-b')
    page = told(site()["qualifying.html"])
    assert "4 contestants of qualifying: the best 4" in page
    assert "Below the cut, in the order at the cut; places and totals as they are now" in page
    assert "are level for the last of 4 places" in page
    assert "`" not in page, "what the desk types is nobody else's"


def test_the_draws_round_by_round_with_what_they_came_to(at_event):
    page = told(site()["stage-swiss.html"])
    first = page.partition("Round 1")[2]
    assert "drawn by hand ( #" in first
    assert '"by lot"' in first
    assert "1 Norway table 1 IMP 10 : 0 Malta 18.09 1.91 10 : 0" in first
    assert "– Kyiv how bye 12.00 – bye" in first
    second = page.partition("Round 2")[2].partition("Round 1")[0]
    assert "1 Norway table 1 Oslo – –" in second
    assert "Norway 18.09 (5)" in page


def test_the_cross_table_has_everybody_against_everybody(at_event):
    page = told(site()["stage-league.html"])
    assert "1 Wales x 18.09 – 18.09 1 1" in page
    assert "Still to be played: Wales v Italy, Spain v Italy" in page


def test_the_bracket_is_drawn_and_told_in_words(at_event):
    page = site()["stage-cup.html"]
    assert "SF1: Turku 10, goes on; Aarhus 0, out." in page
    lines = re.findall(r'<path d="M(\d+) (\d+)H\d+V(\d+)H(\d+)"/>', page)
    assert len(lines) == 1, "one match leads to the next"
    boxes = re.findall(r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"', page)
    ends = {(int(x), int(y) + int(height) // 2) for x, y, _, height in boxes}
    ((x, own, into, to),) = (map(int, each) for each in lines)
    assert {(x - 208, own), (to, into)} == ends, "a line goes from the middle of a box to the middle of the next"
    table = told(page.partition("<caption>Matches")[2])
    assert "Semi-finals SF1 Turku 10 10 goes on" in table
    assert "SF1, Turku v Aarhus, 10 : 0" in told(site()["contestant-Turku.html"])


def test_what_was_given_out_stays_and_says_what_moved_since(at_event):
    pages = site()
    then, now = pages[f"{PUBLISHED}/stage-qualifying.html"], pages["stage-qualifying.html"]
    assert "This is the standing as it was published" in told(then)
    assert "other things have changed: friday-a R-0001." in told(then)
    assert '<a href="../stage-qualifying.html">This page as it is now</a>' in then
    assert 'class="banner"' not in now
    changes = pages["changes.html"]
    assert f'<a href="{PUBLISHED}/contestant-A3.html#stage-qualifying">50.00</a>' in changes
    assert '<section id="by-friday-a-8">' in changes
    assert "W hesitated" in told(changes)
    at_event("ruling withdraw R-0001 --reason 'the wrong table' --session friday-a")
    again = site()
    banner = r'(?s)<aside class="banner">.*?</aside>\n'
    assert re.sub(banner, "", again[f"{PUBLISHED}/stage-qualifying.html"]) == re.sub(banner, "", then)
    assert "Nothing in it has changed since." in told(again[f"{PUBLISHED}/index.html"])


def test_a_case_leads_to_the_page_it_stands_on(at_event):
    at_event("ruling add 1/1 --stands --law 16B --told-of-appeal --session friday-b")
    at_event("appeal lodge R-0001 --by-side EW --signed E,W --grounds why --session friday-b")
    with Office.open("bridge-ledger.db") as office:
        links = TournamentSite(office.tournaments.scores("spring"), ("friday-b",))
    assert links.case("A-0001", "friday-b").endswith("appeals.html#A-0001")
    assert links.case("R-0001", "friday-b").endswith("rulings.html#R-0001")


def test_a_standing_that_was_taken_back_does_not_say_when_it_becomes_final(at_event):
    said = told(site()[f"{PUBLISHED}/index.html"])
    assert "final" in said
    at_event("undo 22 --reason early --session spring")
    said = told(site()[f"{PUBLISHED}/index.html"])
    assert "it is not official" in said
    assert "final yet" not in said
    assert "then it is final" not in said


def test_a_publication_is_told_with_its_seal(at_event):
    assert "Not sealed" in told(site()["index.html"])
    assert run(["-q", "seal", "--new-key", "office.example"]) == 0
    at_event('tournament publish --note "once more"')
    page = site()["index.html"]
    seal = re.search(r'<pre class="record" tabindex="0">(.*?)</pre>', page, re.DOTALL)
    assert seal
    assert seal[1].splitlines()[:2] == ["office.example/spring", "23"]
    assert "on the &lt;wall&gt;" in page


def only_these_are_here(monkeypatch, *streams):
    """Have a ledger in which only these streams are: no bundle of the others was imported yet."""
    with Office.open("bridge-ledger.db") as here, Office.open("other.db", new=True) as there:
        for name in streams:
            restore(there.store, RestorePlan(name, here.store.log.stored(name)))
    monkeypatch.setenv("BRIDGE_LEDGER_DB", "other.db")


def test_where_a_session_is_not_here_its_publication_is_named_and_not_shown(at_event, monkeypatch):
    only_these_are_here(monkeypatch, "spring", "friday-a")
    pages = site()
    require_links(pages)
    assert "cannot be shown here: without" in told(pages["index.html"])
    assert not any(name.startswith("published-") for name in pages)


def test_a_session_that_is_not_here_has_no_event_and_leads_nowhere(at_event, monkeypatch):
    only_these_are_here(monkeypatch, "spring", "friday-a")
    table = site("--sessions")["index.html"].partition("<caption>Sessions</caption>")[2].partition("</table>")[0]
    rows = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S) for row in re.findall(r"<tr>(.*?)</tr>", table, re.S)]
    headings, here, away, *_ = [
        [re.sub('<span class="under">.*?</span></span>', "", cell) for cell in row] for row in rows
    ]
    assert headings == ["stage", "sitting", "section", "session", "event", "digest"]
    assert "".join(here[3:5]).count("<a href=") == 2
    assert [re.sub("<[^>]+>", "", cell) for cell in here[:5]] == ["qualifying", "1", "A", "Friday A", "8"]
    assert re.fullmatch("[0-9a-f]{16}", here[5])
    assert away == ["qualifying", "1", "B", "friday-b", "–", ""]


def test_following_it_is_what_it_would_be_written_anew(at_event):
    with Office.open("bridge-ledger.db") as office:
        folder = TournamentFolder(Path("site"), "spring", Press(), None, with_sessions=True)
        logs = office.tournaments.logs("spring")
        folder.bring_up([each for log in logs.values() for each in log], office)
        known = {name: len(log) for name, log in logs.items()}
        before = {path: path.read_bytes() for path in Path("site").rglob("*.html")}
        at_event("result correct 2/1 3NTN+2 --agreed NS,EW --reason 'both sides' --session friday-b")
        further = [each for name, log in office.tournaments.logs("spring").items() for each in log[known[name] :]]
        written = folder.bring_up(further, office).written
    after = {path: path.read_bytes() for path in Path("site").rglob("*.html")}
    assert {Path("site", name) for name in written} == {path for path in after if before.get(path) != after[path]}
    assert Path("site/sessions/friday-b/board-2.html") in {Path("site", name) for name in written}
    assert not any(name.startswith("sessions/friday-a") for name in written)
    assert run(["-q", "report", "site", "anew", "--session", "spring", "--sessions"]) == 0
    assert {str(path.relative_to("anew")): path.read_bytes() for path in Path("anew").rglob("*.html")} == {
        str(path.relative_to("site")): content for path, content in after.items()
    }


def test_a_session_that_comes_in_while_it_is_followed_brings_what_was_recorded_before(at_event):
    with Office.open("bridge-ledger.db") as office:
        folder = TournamentFolder(Path("site"), "spring", Press(), None)
        logs = office.tournaments.logs("spring")
        folder.bring_up([each for log in logs.values() for each in log], office)
        at_event("session open saturday --boards 1 --contestants 1-4")
        at_event("result add 1/1 4SN= --ns 1 --ew 2 --session saturday")
        at_event("result add 1/2 4SN-1 --ns 3 --ew 4 --session saturday")
        at_event("tournament add saturday --stage qualifying --sitting 2 --section C")
        folder.bring_up(list(office.log("spring"))[len(logs["spring"]) :], office)
    assert "C1" in told(Path("site/stage-qualifying.html").read_text())


def test_as_of_an_earlier_moment(at_event):
    pages, now = site("--as-of", "friday-a/R-0001-"), site()
    require_links(pages)
    assert "R-0001" not in pages["changes.html"]
    state = re.compile('<section class="state".*?</section>\n', re.DOTALL)
    main = re.compile("<main>.*</main>", re.DOTALL)
    then, as_of = now[f"{PUBLISHED}/stage-qualifying.html"], pages["stage-qualifying.html"]
    assert state.search(as_of)
    assert not state.search(then)
    assert main.findall(state.sub("", as_of)) == main.findall(then) != []


HEADS = "spring #22, friday-a #8, friday-b #7, met #4, semi #4, sunday #4, teams #6"


def test_every_page_says_up_to_which_event_of_each_stream_it_is(at_event, capsys):
    """A correction in a session is no event of the tournament: by its own number two states would look the same."""

    def heads(page: str) -> str:
        return told(page).replace(" ,", ",")

    pages = {name: heads(page) for name, page in site().items()}
    now = {name: page for name, page in pages.items() if not name.startswith(PUBLISHED)}
    assert [name for name, page in now.items() if f"22:01 · {HEADS} · digest over all sessions" not in page] == []
    then = HEADS.replace("friday-a #8", "friday-a #7")
    assert {name for name, page in pages.items() if then in page} == pages.keys() - now.keys()
    at_event("result correct 2/1 3NTN+2 --agreed NS,EW --reason 'both sides' --session friday-b")
    later = HEADS.replace("friday-b #7", "friday-b #8")
    assert later in heads(site()["contestant-Turku.html"])
    assert run(["-q", "report", "standings", "-o", "overall.html", "--session", "spring"]) == 0
    assert later in heads(Path("overall.html").read_text())
    capsys.readouterr()
    assert run(["report", "site", "site", "--session", "spring"]) == 0
    assert f"as of {later}, 0 written" in capsys.readouterr().out
    assert run(["--json", "report", "site", "site", "--session", "spring"]) == 0
    found = json.loads(capsys.readouterr().out)["heads"]
    assert ", ".join(f"{each['session']} #{each['number']}" for each in found) == later


def test_names_are_told_as_the_site_of_the_session_tells_them(at_event):
    pages = site("--sessions")
    named = [name for name, page in pages.items() if "Ann Archer" in page]
    assert "stage-qualifying.html" in named
    assert "sessions/friday-a/standings.html" in named
    at_event('person erase "Ann Archer"')
    assert not [name for name, page in site("--sessions").items() if "Ann Archer" in page]


@pytest.mark.parametrize("link", ["sessions", "sessions/friday-a"])
def test_the_folder_of_a_session_is_no_link(at_event, capsys, link):
    Path("elsewhere").mkdir()
    Path("site", link).parent.mkdir(parents=True)
    Path("site", link).symlink_to(Path("elsewhere").absolute())
    assert run(["report", "site", "site", "--session", "spring", "--sessions"]) == 1
    assert f"error[folder-taken]: site/{link} is a link to" in capsys.readouterr().err
    assert not [*Path("elsewhere").iterdir()]


def test_publishing_writes_it(at_event, capsys):
    assert run(["--yes", "publish", "--session", "spring", "--site", "site"]) == 0
    assert "open site/index.html" in capsys.readouterr().out
    assert {"published-22", "published-23"} <= {path.name for path in Path("site").iterdir()}
    at_event("ruling withdraw R-0001 --reason 'the wrong table' --session friday-a")
    capsys.readouterr()
    assert run(["--yes", "--json", "tournament", "publish", "--site", "site"]) == 0
    assert json.loads(capsys.readouterr().out)["site"]["folder"] == "site"
    assert run(["--yes", "tournament", "publish", "--site", "."]) == 1
    assert "error[folder-taken]" in capsys.readouterr().err
    with Office.open("bridge-ledger.db") as office:
        assert len(office.stream("spring").publications) == 3, "nothing was recorded"


def test_the_folder_of_another_is_refused(at_event, capsys):
    assert run(["-q", "report", "site", "mine", "--session", "friday-a"]) == 0
    assert run(["report", "site", "mine", "--session", "spring"]) == 1
    assert "error[folder-taken]" in capsys.readouterr().err
    assert run(["report", "site", "mine", "--session", "friday-a", "--sessions"]) == 2
    assert "error[usage]: friday-a is no tournament" in capsys.readouterr().err


def test_every_page_is_quiet_fits_its_screen_and_keeps_nobody_out(at_event, chromium):
    pages = list(Path("site").glob("*.html")) if site() else []
    with Tab(chromium, pages[0]) as tab:
        for path in (*pages, Path("site", PUBLISHED, "index.html")):
            tab.open(path)
            for width in WIDTHS:
                tab.show(width)
                tab.require_sound()
            for width, scheme in ((1280, "light"), (390, "dark")):
                tab.show(width, scheme)
                assert tab.page.evaluate(CONTRAST) == [], path
                assert tab.barriers() == [], (path, scheme)
        assert not tab.trouble


def test_on_a_phone_the_figure_one_looks_for_is_in_sight(at_event, chromium):
    site("--sessions")
    with Tab(chromium, Path("site/index.html"), width=400) as tab:
        cut = tab.out_of_sight()
        assert (cut["qualifying"], cut["final"]) == (["1", "boards", "goes on to"], ["carried", "1", "boards"]), (
            "told under the name"
        )
        tab.open(Path("site/stage-qualifying.html"))
        assert tab.out_of_sight()["qualifying"] == ["1", "boards", "goes on to"]
        tab.open(Path("site/changes.html"))
        for summary in tab.page.locator("summary").all():
            summary.click()
        assert all(cut == ["total before", "place before"] for cut in tab.out_of_sight().values())
        tab.open(Path("site/events-1.html"))
        assert tab.out_of_sight() == {"Log": []}
        tab.show(1280)
        tab.open(Path("site/index.html"))
        assert not any(tab.out_of_sight().values())


def test_a_column_in_which_nothing_stands_is_left_out(at_event):
    at_event("session open monday --boards 1 --contestants 1-2")
    at_event("result add 1/1 4SN= --ns 1 --ew 2 --session monday")
    at_event("tournament open club")
    at_event("tournament stage add one --session club")
    at_event("tournament add monday --stage one --session club")
    assert run(["-q", "report", "site", "club", "--session", "club", "--sessions"]) == 0
    assert "stage sitting session event digest" in told(Path("club/index.html").read_text())
    assert "Traveller NS EW contract score " in told(Path("club/sessions/monday/board-1.html").read_text())


def test_the_bracket_is_whole_on_paper(at_event, chromium):
    site()
    with Tab(chromium, Path("site/stage-cup.html"), width=720) as tab:
        tab.page.emulate_media(media="print")
        box = tab.page.locator(".bracket svg").bounding_box()
        assert box["x"] + box["width"] <= 720
        assert not tab.page.is_visible("nav")
        assert tab.page.locator(".bracket text", has_text="Turku").first.is_visible()


TWO_WINNERS = """
init
session open thursday --boards 1-2 --contestants 1-3NS,1-3EW --winners 2
result add 1/1 4SN= --ns 1 --ew 1
result add 1/2 4SN-1 --ns 2 --ew 2
result add 1/3 4SN+1 --ns 3 --ew 3
publish
tournament open spring
tournament stage add only --winners 2
tournament add thursday --stage only
"""


def test_a_place_is_among_those_of_its_direction_where_a_stage_has_two_winners(tmp_path, monkeypatch):
    at_the_desk(tmp_path, monkeypatch)(TWO_WINNERS)
    pages = site()
    assert "place 2 of 3" in told(pages["contestant-1NS.html"])
    assert "place 2 of 3" in told(pages["contestant-1EW.html"])


def test_the_pages_and_the_json_of_a_standing_follow_the_clock_while_something_is_undecided(
    tmp_path, monkeypatch, capsys
):
    type_ = at_the_desk(tmp_path, monkeypatch)
    type_(TWO_WINNERS)
    type_("tournament publish --session spring")
    type_("call add 1/1 hesitation --caller N --stage play --session thursday")
    page = site()["index.html"]
    assert "are possible until" in page
    assert re.search(r"<[^>]*data-since[^>]*>[^<]*were possible until", page)
    capsys.readouterr()
    assert run(["--json", "tournament", "standings", "--session", "spring"]) == 0
    finality = json.loads(capsys.readouterr().out)["finality"]
    assert (finality["state"], finality["undecided"][0]["case"]) == ("provisional", "C-0001")


def test_a_page_of_a_board_without_a_ruling_says_what_is_still_to_be_decided(evening, typed):
    typed("call add 3/1 hesitation --caller N --stage play")
    assert run(["-q", "report", "site", "site"]) == 0
    open_call, other, whole = (told(Path(f"site/{name}.html").read_text()) for name in ("board-3", "board-1", "boards"))
    assert "Still to be decided: C-0001." in whole
    assert "Still to be decided: C-0001." in open_call
    assert "C-0001" not in other
