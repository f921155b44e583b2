"""What a contestant's page tells of each of its boards, whatever is known of it."""

import html
import re
from pathlib import Path

EVENING = """
init
session open friday --scoring matchpoints --boards 1-3 --contestants 1-6 --winners 1
result add 1/1 4SN= --ns 1 --ew 2 --lead HA
result add 1/2 +450 --ns 3 --ew 4
result add 1/3 PASS --ns 5 --ew 6
call add 2/1 slow --ns 1 --ew 3 --caller N --stage play
ruling add 2/1 --ns 1 --ew 3 --artificial A+/A- --call C-0001
result add 2/2 3NTN-1 --ns 2 --ew 5
result add 2/3 3NTN= --ns 4 --ew 6
result add 3/1 PASS --ns 4 --ew 1
result not-played 3/2 --ns 2 --ew 6
report site site
"""


def rows(page: Path) -> list[list[str]]:
    """The table of its boards as a wide screen shows it, its headings first."""
    found = re.findall(
        r"<tr>(.*?)</tr>", page.read_text().partition("<caption>Boards")[2].partition("</table>")[0], re.S
    )
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S) for row in found]
    return [
        [html.unescape(re.sub("<[^>]+>", "", cell.partition('<span class="under">')[0])).strip() for cell in row]
        for row in cells
    ]


def test_a_board_is_told_by_its_contract_its_score_alone_its_award_or_that_it_was_not_played(typed):
    site = typed(EVENING) / "site"
    assert rows(site / "contestant-1.html") == [
        ["board", "seat", "against", "contract", "lead", "score", "MP", "%", "ruling"],
        ["1", "NS", "2", "4♠N=", "♥A", "+420", "2.00", "50.00", ""],
        ["2", "NS", "3", "artificial A+/A-", "", "–", "2.40", "60.00", "R-0001"],
        ["3", "EW", "4", "PASS", "", "+0", "2.00", "50.00", ""],
    ]
    assert rows(site / "contestant-4.html")[1:] == [
        ["1", "EW", "3", "–", "-450", "0.00", "0.00"],
        ["2", "NS", "6", "3NT\u00a0N\u00a0=", "+600", "3.50", "87.50"],
        ["3", "NS", "1", "PASS", "+0", "2.00", "50.00"],
    ]
    assert rows(site / "contestant-6.html")[-1] == ["3", "EW", "2", "–", "–", "2.40", "60.00"]


RULED = """
init
session open friday --scoring matchpoints --boards 1-3 --contestants 1-4 --winners 1
result add 1/1 4SN-1 --ns 1 --ew 2
result add 1/2 4SN= --ns 3 --ew 4
result add 2/1 3NTN+1 --ns 1 --ew 2
result add 2/2 3NTN= --ns 3 --ew 4
ruling add 1/1 --weighted "60% 4SN=, 40% 4SN-1" --offender EW --law 16B
ruling add 2/1 --result 3NTN-1 --offender NS --law 40B
report site site
"""


def test_a_ruled_board_is_told_by_what_it_counts_as(typed):
    site = typed(RULED) / "site"
    assert [row[2:5] for row in rows(site / "contestant-1.html")[1:]] == [
        ["2", "60% 4♠N=, 40% 4♠N-1", "–"],
        ["2", "3NT\u00a0N\u00a0-1", "-100"],
    ]
    assert [row[2:5] for row in rows(site / "contestant-2.html")[1:]] == [
        ["1", "60% 4♠N=, 40% 4♠N-1", "–"],
        ["1", "3NT\u00a0N\u00a0-1", "+100"],
    ]


def test_a_page_says_best_and_worst_boards_and_what_was_scored_by_role(typed):
    page = (typed(RULED) / "site" / "contestant-3.html").read_text()
    told = " ".join(html.unescape(re.sub("<[^>]+>", " ", page.partition('class="figures"')[2])).split())
    assert told.index("Best boards: 2 100.00%") < told.index("published"), "in the first screen"
    assert "Worst boards: 1" in told
    assert "% declarer leader defender N" in told


APPEALED = (
    RULED.replace("report site site\n", "")
    + """
publish
ruling add 1/2 --weighted "60% 4SN=, 40% 4SN-1" --offender NS --law 16B
appeal lodge R-0003 --by-side NS --signed N,S --grounds "no hesitation"
appeal hear A-0001 --committee "Berg, Dahl and Ek"
"""
)


def changed(site: Path, contestant: str) -> str:
    """What changed for a contestant, as its page tells it."""
    section = (site / f"contestant-{contestant}.html").read_text().partition('<section class="own">')[2]
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", section.partition("</section>")[0])).split())


def test_what_a_committee_gave_back_is_told_with_its_board_and_with_what_was_last(typed):
    site = typed(APPEALED + 'appeal decide A-0001 --varied --result "4SN=" --yes\nreport site site') / "site"
    text = changed(site, "3")
    assert "What else moved our place" not in text
    assert "Board 1" in text
    assert "R-0003 board 1, our table" in text
    assert re.search(r"The last change, A-0001: .* → ", text)
    assert text.index("Board 1") < text.index("R-0003 board 1") < text.index("A-0001 decided")
    assert re.search(r"\( ?#\d+ ?\): [\d.]+ → [\d.]+", text), "what each decision made of it"


def test_a_traveller_goes_by_score_with_per_cent_beside_the_points(typed):
    page = typed(EVENING.replace("report site site", "report board 1 -o board.html")) / "board.html"
    traveller = page.read_text().partition("<caption>Traveller")[2].partition("</table>")[0]
    told = [
        re.sub("<[^>]+>", " ", row.partition('<span class="under">')[0]).split()[:1] for row in traveller.split("<tr>")
    ]
    assert [each for each in told if each][1:] == [["2"], ["1"], ["3"]]
    assert all(f"% {side}" in traveller and f"MP {side}" in traveller for side in ("NS", "EW"))
    assert page.read_text().index("<caption>Frequencies") < page.read_text().index("<caption>Traveller")
