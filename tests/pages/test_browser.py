"""What a browser makes of the pages: nothing runs but the replay, nothing is fetched, nothing overflows."""

import re
import shlex
from pathlib import Path

import pytest

from cli.main import run
from tests.pages.browser import Tab
from tests.pages.conftest import EVENING, at_the_desk
from tests.pages.test_pages import OF_A_SITE, REPORTS

CONTRAST = """() => {
  const light = (text) => text.match(/[\\d.]+/g).slice(0, 3).map((each) => each / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const paper = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (!colour.startsWith("rgba(0, 0, 0, 0")) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    if (element.closest("svg, script, [hidden]")) continue;
    const [ink, back] = [light(getComputedStyle(element).color), light(paper(element))];
    const ratio = (Math.max(ink, back) + 0.05) / (Math.min(ink, back) + 0.05);
    if (ratio < 4.5) found.push(element.tagName + " " + element.className + " " + ratio.toFixed(2));
  }
  return [...new Set(found)];
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Every report of the evening, and its site."""
    folder = tmp_path_factory.mktemp("evening")
    with pytest.MonkeyPatch.context() as monkeypatch:
        at_the_desk(folder, monkeypatch)(EVENING)
        for name, command in REPORTS.items():
            assert run(["-q", *shlex.split(command), "-o", f"{name}.html"]) == 0
        assert run(["-q", "report", "site", "site"]) == 0
    return folder


@pytest.fixture
def pages(folder, monkeypatch):
    """One page of each kind."""
    monkeypatch.chdir(folder)
    return [*Path().glob("*.html"), *(Path("site", name) for name in OF_A_SITE), Path("site/rulings.html")]


def test_every_page_is_quiet_fits_its_screen_and_keeps_nobody_out(pages, chromium):
    with Tab(chromium, pages[0]) as tab:
        for path in pages:
            tab.open(path)
            tab.require_sound_at_every_width()
            for width, scheme in ((1280, "light"), (390, "dark")):
                tab.show(width, scheme)
                assert tab.page.evaluate(CONTRAST) == [], path
                assert tab.barriers() == [], (path, scheme)
        assert not tab.trouble


def test_on_a_phone_the_score_of_a_table_and_the_percentage_are_in_sight(pages, chromium):
    with Tab(chromium, Path("site/board-1.html"), width=400) as tab:
        cut = tab.out_of_sight()["Traveller"]
        assert {*cut} <= {"table", "EW", "lead", "source", "MP NS", "MP EW"}
        assert tab.page.locator(".rows tbody tr").first.locator(".under").is_visible(), "there the rest is told"
        for name in ("standings", "contestant-2NS"):
            tab.open(Path(f"site/{name}.html"))
            assert not any("%" in columns for columns in tab.out_of_sight().values())


def test_on_a_phone_frequencies_and_ones_own_line_are_in_sight_and_ones_results_on_the_list_of_boards(pages, chromium):
    with Tab(chromium, Path("site/contestant-4NS.html"), width=390) as tab:
        tab.page.set_viewport_size({"width": 390, "height": 844})
        tab.page.click("[data-me] button")
        tab.open(Path("site/board-1.html"))
        for seen in (".often tbody tr", ".rows tbody tr.me"):
            box = tab.page.locator(seen).first.bounding_box()
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 844
        assert tab.page.locator(".often").bounding_box()["y"] < tab.page.locator(".rows").bounding_box()["y"]
        tab.open(Path("site/boards.html"))
        assert "our result" in tab.page.inner_text("thead")
        assert tab.page.locator("tbody tr").first.locator("td").nth(0).inner_text() == "+0 6.67%"


IN_THE_FIRST_SCREEN = {
    "index": ["text=4NS", "text=4EW", ".state"],
    "contestant-4NS": [".best >> nth=0", ".best >> nth=1"],
    "boards": [".numbers >> text=3"],
    "board-1": ["text=The hands", ".rows tbody tr"],
}


def test_what_players_ask_most_is_answered_in_the_first_screen_of_a_phone(pages, chromium):
    with Tab(chromium, Path("site/index.html"), width=390) as tab:
        tab.page.set_viewport_size({"width": 390, "height": 844})
        for name, answers in IN_THE_FIRST_SCREEN.items():
            tab.open(Path(f"site/{name}.html"))
            for answer in answers:
                box = tab.page.locator(answer).first.bounding_box()
                assert box, (name, answer)
                assert box["y"] + min(box["height"], 200) <= 844, (name, answer)
        tab.open(Path("site/rulings.html"))
        tab.page.click("text=R-0001")
        assert tab.page.locator("#R-0001 .story").is_visible(), "why, without another tap"


def test_what_is_weighted_stands_behind_that_it_is_at_every_width(pages, chromium):
    outcomes = ["80% 4♠N= +420", "20% 4♠N-1 -50"]
    with Tab(chromium, Path("site/board-1.html"), width=400) as tab:
        line, more = tab.page.locator('tbody tr:has-text("weighted:")'), tab.page.locator("tr.again")
        assert line.locator(".under span").all_inner_texts() == [*outcomes, "table 2"]
        assert not any(each.is_visible() for each in more.all())
        tab.show(1280)
        assert [" ".join(each.inner_text().split()) for each in more.all() if each.is_visible()] == outcomes
        assert not line.locator(".under").is_visible()


LONG = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiss"
OF_ALL_KINDS = f"""
person add 1NS {LONG} "Anna-Katharina von Hohenlohe-Langenburg-Waldeck-Pyrmont und zu Ende"
person add 2NS "Madonna" "Jean d'Ailly"
person add 3NS "محمد عبد الرحمن" "王小明"
person add 4NS "Ann Archer" "Bob Bell" "Carla Dahl" "Dieter Ek"
"""
LARGE_ENOUGH = 44
SMALL = f"""() => [...document.querySelectorAll("nav a, td > a, tbody th > a, summary, button, input, .ways a")]
  .filter((each) => each.offsetWidth && !each.closest("td.long, td.at-source"))
  .filter((each) => Math.round(each.getBoundingClientRect().height) < {LARGE_ENOUGH})
  .map((each) => each.outerHTML.slice(0, 90))"""


def test_names_of_all_kinds_read_well_at_every_width_and_scheme_and_a_thumb_hits_what_it_wants(
    evening, typed, chromium
):
    typed(OF_ALL_KINDS + "report site site")
    with Tab(chromium, Path("site/index.html")) as tab:
        for name in ("index", "board-1", "contestant-1NS", "rulings"):
            tab.open(Path(f"site/{name}.html"))
            for width in (360, 400, 768, 1280):
                tab.show(width)
                tab.require_sound()
                if width < 640:
                    assert tab.page.evaluate(SMALL) == [], (name, width)
            for width, scheme in ((360, "light"), (768, "dark")):
                tab.show(width, scheme)
                assert tab.barriers() == [], (name, width, scheme)


def test_a_name_that_was_found_is_remembered_once_its_owner_says_so_and_its_line_stands_out(evening, typed, chromium):
    typed(OF_ALL_KINDS + "report site site")
    with Tab(chromium, Path("site/index.html"), width=400) as tab:
        tab.page.fill("#find input", "ailly")
        tab.page.click("#found a")
        assert tab.page.inner_text("h1").startswith("Madonna & Jean d'Ailly")
        assert tab.page.get_attribute("nav >> text=My page", "href") == "index.html#find"
        tab.page.click("[data-me] button")
        tab.page.goto(Path("site/index.html").resolve().as_uri())
        assert "Madonna" in tab.page.inner_text("tr.me")
        tab.page.click("nav >> text=My page")
        assert tab.page.url.endswith("contestant-2NS.html")
        assert tab.page.get_attribute("nav >> text=My page", "aria-current") == "page"


def test_enter_opens_the_only_page_that_was_found_and_none_of_several(pages, chromium):
    with Tab(chromium, Path("site/index.html"), width=400) as tab:
        tab.page.fill("#find input", "N")
        tab.page.press("#find input", "Enter")
        assert tab.page.url.endswith("index.html")
        tab.page.fill("#find input", "3NS")
        tab.page.press("#find input", "Enter")
        tab.page.wait_for_url("**/contestant-3NS.html")
        assert tab.page.get_attribute("nav >> text=My page", "href") == "index.html#find"


def test_looking_up_a_rival_leaves_my_page_mine_and_leads_back_to_it(pages, chromium):
    with Tab(chromium, Path("site/contestant-2NS.html"), width=400) as tab:
        assert not tab.page.is_visible("[data-me] a")
        tab.page.click("[data-me] button")
        tab.page.goto(Path("site/index.html").resolve().as_uri())
        tab.page.fill("#find input", "3NS")
        tab.page.click("#found a")
        assert tab.page.url.endswith("contestant-3NS.html")
        assert tab.page.get_attribute("nav >> text=My page", "href") == "contestant-2NS.html"
        tab.page.click("text=Back to my page")
        assert tab.page.url.endswith("contestant-2NS.html")
        assert not tab.page.is_visible("[data-me]")


MANY_SPELLINGS = """
person add 1NS "Lars Østergaard" "Jürgen Weiß"
person add 2NS "Jane O'Connor" "Liv O’Connor"
person add 3NS "Eva Mueller" "Åse Bæk"
"""


def test_a_name_is_found_as_a_phone_without_its_letters_types_it_and_that_nobody_has_it_is_said(
    evening, typed, chromium
):
    typed(MANY_SPELLINGS + "report site site --language de")
    spellings = {
        "1NS": ("ostergaard", "OESTERGAARD", "Østerg", "weiss", "weiß", "jurgen", "juergen", "jürgen weiss"),
        "2NS": ("oconnor", "o’connor", "O'Connor", "o`connor jane"),
        "3NS": ("müller", "mueller", "bæk", "baek", "aase", "ase"),
    }
    with Tab(chromium, Path("site/index.html"), width=400) as tab:
        for label, texts in spellings.items():
            for text in texts:
                tab.page.fill("#find input", text)
                assert [each.split("(")[-1] for each in tab.page.locator("#found li").all_inner_texts()] == [
                    f"{label})"
                ], text
                assert tab.page.inner_text("#nobody") == ""
        tab.page.fill("#find input", "<b>zzz")
        assert tab.page.inner_text("#nobody").startswith("Niemand hier heißt so")
        tab.page.fill("#find input", " ")
        assert tab.page.inner_text("#nobody") == ""
        tab.require_sound()


def test_what_changed_is_a_few_screens_of_a_phone_places_first_and_the_scores_behind_a_tap(pages, chromium):
    with Tab(chromium, Path("site/changes.html"), width=390) as tab:
        assert tab.page.evaluate("document.documentElement.scrollHeight") < 4 * 844
        places = tab.page.locator("main ul.places").first
        assert "4NS 2 → 1" in " ".join(places.inner_text().split())
        assert places.bounding_box()["y"] < 500
        table = tab.page.locator("#by-23 table")
        assert not table.is_visible()
        tab.page.click("#by-23 summary")
        assert table.is_visible()
    with Tab(chromium, Path("site/changes.html"), java_script_enabled=False) as tab:
        tab.page.click("#by-23 summary")
        assert tab.page.is_visible("#by-23 table")


FINAL_IN_THE_END = ("index", "standings", "rulings", "appeals", "board-2", "contestant-3NS")


@pytest.mark.parametrize("name", FINAL_IN_THE_END)
def test_an_open_page_says_that_the_scores_are_final_when_the_last_period_is_over(pages, chromium, name):
    with Tab(chromium, Path(f"site/{name}.html")) as tab:
        tab.page.clock.install(time="2026-03-05T22:10:00Z")
        tab.page.reload()
        state = tab.page.inner_text(".state")
        assert re.search(r"appeals are possible until 5 Mar 2026, 22:30; then (they are|it is) final\.", state)
        tab.page.clock.fast_forward("21:00")
        state = tab.page.inner_text(".state")
        assert "final: corrections, rulings and appeals were possible until 5 Mar 2026, 22:30." in state
        assert "possible until 22:30" not in tab.page.inner_text("main")


def test_a_ruling_stands_until_its_appeal_period_is_over_and_is_final_then(pages, chromium):
    with Tab(chromium, Path("site/rulings.html"), width=1280) as tab:
        tab.page.clock.install(time="2026-03-05T22:10:00Z")
        tab.page.reload()
        assert "standing" in tab.page.inner_text("#R-0002 h2")
        tab.page.clock.fast_forward("21:00")
        assert "final" in tab.page.inner_text("#R-0002 h2")
        assert "standing" not in tab.page.inner_text("main")


def test_on_a_tablet_and_a_desk_the_reason_of_a_ruling_is_in_sight(pages, chromium):
    with Tab(chromium, Path("site/rulings.html")) as tab:
        for width in (641, 768, 1024, 1152, 1280, 1440):
            tab.show(width)
            tab.require_sound()
            box = tab.page.locator(".register .scroll")
            reason = next(each for each in tab.page.get_by_text("three pass").all() if each.is_visible())
            edge, at = box.bounding_box(), reason.bounding_box()
            assert at["x"] + at["width"] <= edge["x"] + edge["width"] + 1, width


def test_on_paper_a_case_is_as_short_as_on_the_screen(pages, chromium):
    with Tab(chromium, Path("site/rulings.html")) as tab:
        tab.page.emulate_media(media="print")
        assert tab.page.get_by_text("in force: weighted 80% 4").first.is_visible()
        assert not tab.page.is_visible(".outline li")
        tab.page.evaluate("document.querySelector('.outline').open = true")
        assert tab.page.is_visible(".outline li")


def test_scores_as_they_were_published_never_turn_final(pages, chromium):
    with Tab(chromium, Path("site/published-17/rulings.html")) as tab:
        assert "final" not in tab.page.inner_text("main")


def test_a_click_on_a_number_ends_at_its_event(pages, chromium):
    with Tab(chromium, Path("site/standings.html")) as tab:
        tab.page.click("text=2NS >> nth=0")
        tab.page.click('tr:has-text("A-0001") td:is(.up, .down) a')
        assert tab.page.url.endswith("board-1.html#b1-4-ns")
        tab.page.click('#b1-4-ns a:text("#23") >> nth=0')
        assert tab.page.url.endswith("events-1.html#e23")
        assert "A-0001 decided" in tab.page.inner_text("#e23")


def test_paper_has_page_numbers_and_no_navigation(pages, chromium, tmp_path):
    with Tab(chromium, Path("audit.html")) as tab:
        paper = tab.page.pdf(prefer_css_page_size=True)
    assert paper.count(b"/Type /Page\n") > 1
    with Tab(chromium, Path("site/index.html")) as tab:
        tab.page.emulate_media(media="print")
        assert not tab.page.is_visible("nav")


# The replay


def said(tab) -> str:
    return tab.page.inner_text("#said-number")


def test_keys_slider_and_buttons_move_through_the_evening(pages, chromium):
    with Tab(chromium, Path("replay.html")) as tab:
        keyboard = tab.page.keyboard
        assert said(tab) == "#23"
        keyboard.press("Home")
        assert said(tab) == "#1"
        keyboard.press("ArrowLeft")
        assert said(tab) == "#1"
        for _ in range(3):
            keyboard.press("ArrowRight")
        assert said(tab) == "#4"
        tab.page.wait_for_url("**#e4")
        keyboard.press("End")
        keyboard.press("ArrowLeft")
        assert said(tab) == "#22"
        tab.page.focus("#slider")
        keyboard.press("ArrowLeft")
        assert said(tab) == "#21"
        tab.page.fill("#slider", "10")
        tab.page.locator("#said-number", has_text="#11").wait_for()
        assert said(tab) == "#11"
        assert "R-0001" in tab.page.inner_text("#said")
        tab.page.click("#after")
        assert said(tab) == "#18"
        tab.page.click("#before")
        assert said(tab) == "#11"
        tab.require_sound()


def test_space_plays_and_stops(pages, chromium):
    with Tab(chromium, Path("replay.html"), "#e20") as tab:
        assert said(tab) == "#20"
        tab.page.keyboard.press(" ")
        assert tab.page.inner_text("#play") == "pause"
        tab.page.wait_for_selector("#play:text('play')")
        assert said(tab) == "#23"
        tab.page.focus("#player .scroll >> nth=0")
        for key in ("Home", "ArrowLeft", " "):
            tab.page.keyboard.press(key)
        tab.page.focus("figure.chart >> nth=0")
        tab.page.keyboard.press("ArrowLeft")
        assert (said(tab), tab.page.inner_text("#play")) == ("#23", "play"), "a table is scrolled, and nothing moves"
        tab.page.focus("#player a >> nth=0")
        tab.page.keyboard.press("ArrowLeft")
        assert said(tab) == "#22"
        tab.page.evaluate("location.hash = '#e99999'")
        tab.page.wait_for_url("**#e23")
        assert said(tab) == "#23"
        tab.open(Path("standings.html"))
        tab.open(Path("replay.html"), "#e99999")
        tab.page.wait_for_url("**#e23")
        tab.require_sound()


def test_places_and_the_touched_board_are_those_of_the_event(pages, chromium, capsys):
    with Tab(chromium, Path("replay.html")) as tab:
        for number in (4, 10, 11, 15, 18, 23):  # before, at and after a ruling in play, and to the end
            assert run(["standings", "--as-of", str(number), "--plain"]) == 0
            rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
            placed = [row[:2] for row in rows if row[0] != "rank"]
            tab.open(Path("replay.html"), f"#e{number}")
            tab.page.locator("#said-number", has_text=f"#{number}").wait_for()
            shown = tab.page.locator("[data-field] tr").all_inner_texts()
            assert sorted(row.split("\t")[:2] for row in shown) == sorted(placed), number
    with Tab(chromium, Path("replay.html"), "#e11") as tab:
        lines = tab.page.locator("#board-lines tr").all_inner_texts()
        assert tab.page.inner_text("#board-number") == "1"
        assert any("R-0001" in line for line in lines)
        assert tab.page.locator(".here").count() >= 2, "on the rail and in the chart"


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (390, 844), (320, 844)])
def test_the_ruled_line_with_its_weights_places_and_chart_are_in_the_first_screen(pages, chromium, width, height):
    with Tab(chromium, Path("replay.html"), "#e23", width=width) as tab:
        tab.page.set_viewport_size({"width": width, "height": height})
        first = tab.page.locator("#board-lines tr").first
        assert "R-0001" in tab.page.inner_text("#awards")
        assert "80% 4♠N=, 20% 4♠N-1" in tab.page.inner_text("#awards")
        assert "2NS" in first.inner_text()
        for part in ("#awards", "#board-lines tr", "[data-field] tr:visible", "figure.chart"):
            box = tab.page.locator(part).first.bounding_box()
            assert box["y"] + min(box["height"], 40) <= height, part
        assert tab.page.locator("figure.chart .here").count(), "the column of the decision"
        assert tab.page.evaluate("document.documentElement.scrollHeight") < 4000, "what is long is folded"
        tab.require_sound()
        assert tab.barriers() == []


def test_it_is_said_who_passed_whom_by_which_decision(pages, chromium):
    with Tab(chromium, Path("replay.html"), "#e11") as tab:
        assert tab.page.inner_text("#passed") == "2NS passed 4NS"
        tab.open(Path("replay.html"), "#e18")
        said_there = tab.page.inner_text("#passed")
        assert " passed " in said_there
        tab.page.locator(".charts summary").first.click()
        listed = tab.page.locator(".charts details li", has_text="R-0002").first.inner_text()
        assert said_there.partition(" passed ")[0] in listed


def test_without_script_it_is_tables_and_the_chart(pages, chromium):
    with Tab(chromium, Path("replay.html"), "#e11", java_script_enabled=False) as tab:
        assert not tab.page.is_visible("#player")
        assert tab.page.is_visible("#e11")
        assert "R-0001" in tab.page.inner_text("#e11")
        assert tab.page.is_visible("figure.chart svg >> nth=0")
        assert tab.page.locator("figure.chart text.decision", has_text="A-0001").count() == 2
