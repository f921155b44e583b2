"""Pages as they are, byte for byte; where everything on them leads; and that nothing is there twice.

UPDATE_PAGES=1 writes down the pages as they are now: read the difference before you commit it. Write twice where a page
has changed that others name: they are written by what it was.
"""

import os
import re
import shlex
from collections import Counter
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from textwrap import wrap

import pytest
from jinja2 import Environment

import cli.pages
from cli.main import run

GOLDEN = Path(__file__).parent / "golden"
TEMPLATES = Path(cli.pages.__file__).parent / "templates"
REPORTS = {
    "audit": "report audit",
    "standings": "report standings --why",
    "board": "report board 1 --why",
    "register": "report register",
    "docket": "report docket",
    "replay": "report replay",
}
IN_SHORT = {"wall": "report standings", "sheet": "report board 1", "card": "report scorecard 2NS"}
"""For paper: no arithmetic, which only `--why` adds."""
OF_A_SITE = (
    "index.html",
    "changes.html",
    "standings.html",
    "boards.html",
    "board-1.html",
    "contestant-2NS.html",
    "events-1.html",
    "published-17/rulings.html",
)

READING_ORDER = (
    *("board", "wall", "standings", "register", "docket", "audit", "sheet", "card", "replay", "site-board-1"),
    *("site-index", "site-standings", "site-boards", "site-contestant-2NS", "site-events-1"),
    *("site-published-17-rulings", "site-changes", "paper-form", "paper-slip", "paper-slips", "paper-notice"),
    *("paper-cards", "overall", "spring-stage-qualifying", "spring-stage-swiss", "spring-stage-cup"),
    *("spring-contestant-A2", "spring-index"),
)
"""Golden pages: what one of them shows, those after it only name, with the links and ids that differ."""
OPENS = re.compile(r"<(?:(tr)(?= id)|(div|details|figure|section|table|thead|ul))\b")
ANCHOR = re.compile(r"<a ([^>]*)>(.*?)</a>| id=\"([^\"]*)\"|<details( open)?>")


class Page(HTMLParser):
    """What a page has and where it leads; AssertionError where an element is not closed."""

    VOID = ("meta", "br", "input", "rect", "line", "polyline", "link", "img", "hr")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.hrefs: list[str] = []
        self.loads: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        self.ids += [said["id"]] if "id" in said else []
        leaves = "download" in said or said.get("rel") == "noreferrer"  # a hand for another program, or its viewer
        self.hrefs += [said["href"]] if tag == "a" and not leaves else []
        self.loads += [said[name] for name in ("src", "srcset", "data", "action") if name in said]
        if tag not in self.VOID or tag == "polyline":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        said = dict(attrs)
        self.ids += [said["id"]] if "id" in said else []

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def require_whole(text: str) -> Page:
    page = Page(text)
    assert len(set(page.ids)) == len(page.ids), "an id is there twice"
    assert all(re.fullmatch(r"\S+", each) for each in page.ids), "a link leads to no id with a space in it, nor to none"
    assert {*page.loads} <= {f"{way}look.js" for way in ("", "../")}, "the script of its site, and nothing else"
    assert not re.search(r"url\(|@import|<base|<iframe", text)
    assert not re.search(r"<link(?! rel=\"stylesheet\" href=\"(\.\./)?(look|sheet)\.css\">)", text)
    return page


def require_golden(name: str, text: str) -> None:
    """Refuse a page that is not its golden file; a style or a script that stands in it whole is there by its name."""
    path = GOLDEN / name
    for each in sorted(TEMPLATES.glob("*.[cj]s*"), key=lambda each: -each.stat().st_size):
        text = text.replace(re.sub(r"\n\s*\n", "\n", each.read_text()).strip(), f"({each.name})")
    text = name_what_others_tell(name, text)
    if os.environ.get("UPDATE_PAGES"):
        path.write_text(text)
    assert text == path.read_text()


@dataclass
class Known:
    """An element of a golden page: its lines, and how another page names it."""

    place: str
    element: str


def name_what_others_tell(name: str, text: str) -> str:
    """Put `(standings.html: <table> 2)` in the place of an element that has the words of that page's second such."""
    page = name.removesuffix(".html")
    known: dict[str, Known] = {}
    if page in READING_ORDER:
        for teller in READING_ORDER[: READING_ORDER.index(page)]:
            elements = {f"({each.place})": each.element for each in known.values()}
            lines = (GOLDEN / f"{teller}.html").read_text().split("\n")
            name_elements(f"{teller}.html", "\n".join(elements.get(line, line) for line in lines), known)
        text = name_elements(name, text, known)
    return text


def name_elements(page: str, text: str, known: dict[str, Known]) -> str:
    """Return the text with elements that are known named, and add its other elements to those known."""
    lines, told, number, openings = text.split("\n"), [], 0, Counter[str]()
    own = elements_of(lines)
    while number < len(lines):
        element = own.get(number, "")
        words = ANCHOR.sub(r"\2", element)
        named = name_element(element, known[words]) if words in known else []
        if named and len(named) + 3 < element.count("\n"):
            told.extend(named)
            number += element.count("\n") + 1
            continue
        if element:
            openings[lines[number]] += 1
            known.setdefault(words, Known(f"{page}: {lines[number]} {openings[lines[number]]}", element))
        told.append(lines[number])
        number += 1
    return "\n".join(told)


def name_element(element: str, known: Known) -> list[str]:
    """Name an element by the one that is known, with its own links and ids where they are others."""
    anchors = anchors_of(element)
    if anchors == anchors_of(known.element):
        return [f"({known.place})"]
    return [f"({known.place}, and in it", *wrap("  ".join(anchors) + ")", 116, break_long_words=False)]


def anchors_of(element: str) -> list[str]:
    """Links with their words, ids, and whether details are open, in their order."""
    return [
        f"{re.sub('<.*?>', '', found[2])}→{found[1].removeprefix('href=')}"
        if found[1]
        else found[3] or "open" * bool(found[4])
        for found in ANCHOR.finditer(element)
    ]


def elements_of(lines: list[str]) -> dict[int, str]:
    """The elements of several lines, by the number of the line that each begins; what a page begins with is one too."""
    ends = (number for number, line in enumerate(lines) if line.startswith("<title>"))
    found = {0: "\n".join(lines[: next(ends, 1)])}
    for start, line in enumerate(lines):
        if opening := OPENS.match(line):
            tag, depth, end = opening[1] or opening[2], 0, start
            while end == start or depth:
                if not lines[end].startswith("("):
                    depth += lines[end].count(f"<{tag}") - lines[end].count(f"</{tag}>")
                end += 1
            if end - start > 1:
                found[start] = "\n".join(lines[start:end])
    return found


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_the_same_byte_for_byte_and_leads_only_to_itself(name, evening):
    for _ in range(2):
        assert run(["-q", *shlex.split(REPORTS[name]), "-o", "page.html"]) == 0
        text = Path("page.html").read_text()
        require_golden(f"{name}.html", text)
    page = require_whole(text)
    assert {href for href in page.hrefs if href.lstrip("#") not in page.ids or not href.startswith("#")} == set()
    assert page.hrefs


@pytest.mark.parametrize("name", IN_SHORT)
def test_what_is_for_paper_is_the_same_byte_for_byte_and_has_no_arithmetic(name, evening):
    assert run(["-q", *shlex.split(IN_SHORT[name]), "-o", "page.html"]) == 0
    text = Path("page.html").read_text()
    require_golden(f"{name}.html", text)
    page = require_whole(text)
    assert {href for href in page.hrefs if href.lstrip("#") not in page.ids} == set()
    assert 'class="outline"' not in text
    assert run(["-q", *shlex.split(IN_SHORT[name]), "--why", "-o", "why.html"]) == 0
    assert 'class="outline"' in Path("why.html").read_text()


def test_a_site_is_the_same_byte_for_byte_and_every_link_of_it_leads_somewhere(evening):
    assert run(["report", "site", "site"]) == 0
    pages = {str(path.relative_to("site")): path.read_text() for path in Path("site").rglob("*.html")}
    for name in OF_A_SITE:
        require_golden(f"site-{name.replace('/', '-')}", pages[name])
    require_links(pages)


def require_links(pages: dict[str, str]) -> None:
    """Every page is whole, and whatever it leads to is there."""
    found = {name: require_whole(text) for name, text in pages.items()}
    for name, page in found.items():
        for href in page.hrefs:
            there, _, anchor = href.partition("#")
            there = there.partition("?")[0]
            target = os.path.normpath(Path(name).parent / there) if there else name
            assert target in found, (name, href)
            assert not anchor or anchor in found[target].ids, (name, href)


def test_every_number_of_a_traveller_leads_to_its_derivation_and_that_to_its_events(evening):
    assert run(["report", "site", "site"]) == 0
    text = Path("site/board-1.html").read_text()
    assert '<a href="#b1-4-ns">66.67</a>' in text
    told = text[text.index('id="b1-4-ns"') :]
    assert re.search(r'<a href="events-1.html#e\d+">#\d+</a>', told)
    assert '<tr id="e4">' in Path("site/events-1.html").read_text()


def test_percentages_places_matchpoints_and_old_scores_lead_to_how_they_come_about(evening):
    assert run(["report", "site", "site"]) == 0
    standings = Path("site/standings.html").read_text()
    assert '<a href="contestant-2NS.html#total">38.89</a>' in standings
    card = Path("site/contestant-2NS.html").read_text()
    total = card[card.index('id="total"') :]
    assert "38.8889</b> per cent of the tops = 700 / 18" in total
    assert "<b>4</b> the place, of 4 ranked together" in total
    assert '<a href="board-1.html#b1-4-ns">66.67 <small><bdi>was 50.00</bdi></small></a>' in card
    changes = Path("site/changes.html").read_text()
    assert '<a href="published-17/board-1.html#b1-4-ns">' in changes
    assert '<a href="published-17/contestant-2NS.html#total">' in changes


def test_the_next_page_of_a_desk_that_stays_is_not_compiled_again(evening, monkeypatch):
    assert run(["report", "standings", "-o", "one.html"]) == 0
    monkeypatch.setattr(Environment, "compile", lambda *_, **__: pytest.fail("compiled again"))
    assert run(["report", "standings", "-o", "two.html"]) == 0
    assert Path("two.html").read_text() == Path("one.html").read_text()


def test_a_page_is_of_a_moment(evening):
    assert run(["report", "standings", "--as-of", "R-0001-", "-o", "then.html"]) == 0
    text = Path("then.html").read_text()
    assert "as of event 10," in text
    assert "R-0001" not in text
