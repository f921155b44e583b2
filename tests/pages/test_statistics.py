"""Rulings and appeals in figures: as they were counted by hand in the booklets, and the cases of each."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.main import run
from ledger.projections.case_statistics import CaseAt, CaseTally, median, tallies_shown_by_name
from tests.pages.booklets import sessions

COUNTED = {
    "In all": {
        "sessions": 20,
        "boards played": 31,
        "rulings": 19,
        "rulings in 1,000 boards": "612.90",
        "penalties and warnings by themselves": 2,
        "penalties and warnings with a case": 1,
        "appealed": 19,
        "appealed, of all": "90.48%",
        "changed by a decision": 5,
        "changed, of those appealed": "26.32%",
        "polls": 3,
        "players asked": 13,
        "ruled or decided after publication": 1,
        "results corrected after publication": 0,
    },
    "By subject": {
        "misinformation": (8, 8, 2),
        "unauthorised information": (8, 7, 2),
        "hesitation": (3, 3, 1),
        "claim": (1, 1, 1),
        "lateness": (2, 1, 1),
        "insufficient bid": (1, 1, 0),
        "revoke": (1, 1, 0),
    },
    "By committee": {
        "Berg, Dahl, Ek": (1, 1, 1),
        "Chairman, Member, Member B": (1, 1, 0),
        "Chairman, Member, Scribe": (1, 1, 0),
    },
    "Outcome of appeals": {
        "upheld": 6,
        "overturned": 2,
        "varied": 2,
        "table result restored": 1,
        "withdrawn": 1,
        "not decided yet": 7,
    },
    "By how much decisions changed scores": {
        "butler, mean, in IMP": "7.00",
        "teams, mean, in IMP": "12.00",
        "matchpoints, mean, in MP": "0.70",
    },
    "Deposits": {"forfeited": 2, "returned": 3},
    "Weighted scores, by the largest weight": {"2/3": 2, "70%": 2},
}
"""Counted on the lines of `booklets.txt`, without the program."""


def figures(capsys, *options: str) -> dict[str, dict[str, list[dict]]]:
    capsys.readouterr()
    assert run(["report", "statistics", *options, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "statistics/1"
    tables = told["tables"]
    return {table["title"]: {row["label"]: row["figures"] for row in table["rows"]} for table in tables}


@pytest.mark.parametrize("title", COUNTED)
def test_a_table_says_what_was_counted_by_hand(booklets, capsys, title):
    told = {label: [each["text"] for each in row] for label, row in figures(capsys, *sessions())[title].items()}
    counted = {
        label: [str(each) for each in (row if isinstance(row, tuple) else (row,))]
        for label, row in COUNTED[title].items()
    }
    assert {label: told[label] for label in counted} == counted
    assert title == "In all" or told.keys() == counted.keys()


def test_every_figure_names_the_cases_it_is_made_of(booklets, capsys):
    found = figures(capsys, *sessions())
    assert [each["case"] for each in found["Outcome of appeals"]["withdrawn"][0]["cases"]] == ["R-0001"]
    assert {
        each["session"] for each in found["By law"]["16B  Authorized and unauthorized information"][2]["cases"]
    } == {"new-orleans-2015", "made-up-slow-double"}
    for rows in found.values():
        for label, row in rows.items():
            for each in row:
                if "cases" in label:
                    assert len(each["cases"]) == int(each["text"])


def test_what_is_chosen_is_counted_and_nothing_else(booklets, capsys):
    found = figures(capsys, *sessions(), "--law", "16B", "--since", "2012-01-01", "--until", "2016-12-31")["In all"]
    assert (found["sessions"][0]["text"], found["rulings"][0]["text"]) == ("5", "3")
    assert run(["report", "statistics", *sessions(), "--since", "2030-01-01"]) == 1
    assert "error[no-cases]" in capsys.readouterr().err


def test_years_stand_beside_each_other(booklets, capsys):
    assert run(["report", "statistics", *sessions(), "--by-year", "--since", "2015-01-01", "--plain"]) == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert ["", "2015", "2016", "2017", "2026"] in lines
    assert ["appealed", "2", "1", "0", "5"] in lines
    assert ["changed, of those appealed", "50.00%", "0.00%", "–", "60.00%"] in lines


def test_of_few_cases_only_the_chief_director_reads_whose_they_are(booklets, capsys, monkeypatch):
    def directors(by: str, *options: str) -> dict[str, list[dict]]:
        monkeypatch.setenv("BRIDGE_LEDGER_BY", by)
        return figures(capsys, *options)["By director"]

    assert run(["ruling", "add", "7/1", "--stands", "--law", "74A", "--by", "Once", "-q"]) == 0
    assert run(["official", "add", "Root", "--as", "chief-director", "-q"]) == 0
    others = {"others, with fewer than three cases each"}
    assert directors("Ahlborn", "--of", "made-up-slow-double").keys() == others
    assert directors("Root", "--of", "made-up-slow-double").keys() == {"Ahlborn", "Once"}
    many = directors("Ahlborn", *sessions())
    assert many.keys() == {"Ahlborn", *others}
    assert many[next(iter(others))][0]["text"] == "1"


def test_on_a_page_each_figure_leads_to_its_cases(booklets):
    assert run(["-q", "report", "statistics", *sessions(), "-o", "figures.html"]) == 0
    page = Path("figures.html").read_text()
    links, anchors = re.findall(r'href="#(f[0-9]+)"', page), re.findall(r'id="(f[0-9]+)"', page)
    assert links == anchors
    assert "made-up-claim R-0001" in page


def test_in_a_book_it_leads_to_the_chapter_and_names_nobody_where_the_book_does_not(booklets):
    assert run(["-q", "report", "casebook", *sessions(), "-o", "book.html"]) == 0
    book = Path("book.html").read_text()
    assert "By director" in book
    assert not set(re.findall(r'href="#([^"]+)"', book)) - set(re.findall(r'id="([^"]+)"', book))
    assert run(["-q", "report", "casebook", *sessions(), "--people", "roles", "-o", "roles.html"]) == 0
    assert "By director" not in Path("roles.html").read_text()


@given(st.dictionaries(st.sampled_from("ABCDEF"), st.integers(1, 5)))
def test_nobody_is_lost_where_few_cases_are_told_as_one(counts):
    tallies = {name: CaseTally(tuple(CaseAt(name, f"R-{at}") for at in range(count))) for name, count in counts.items()}
    known = tallies_shown_by_name(tallies)
    assert all(len(tally.cases) >= 3 for tally in known.by_name.values())
    assert known.few == sum(count < 3 for count in counts.values())
    kept = {at for tally in (*known.by_name.values(), known.others) for at in tally.cases}
    assert kept == {at for tally in tallies.values() for at in tally.cases}


@given(st.lists(st.fractions(), min_size=1))
def test_as_many_are_below_the_median_as_above(values):
    middle = median(values)
    assert isinstance(middle, Fraction)
    assert sum(each < middle for each in values) <= len(values) // 2
    assert sum(each > middle for each in values) <= len(values) // 2
