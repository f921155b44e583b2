"""PBN as programs lay it out: wherever commentary, empty lines and tags stand, the same records are read."""

import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.exchange.pbn.read import read_pbn

PLAYERS = {"West": "Ash", "North": "Birch", "East": "Cedar", "South": "Dogwood"}
OTHERS = {"West": "Elm", "North": "Fir", "East": "Gum", "South": "Hazel"}
DEAL = "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
MATCH = {"Event": "Final", "Date": "2026.01.07", "HomeTeam": "Reds", "VisitTeam": "Blues", "Round": "1"}

contracts = st.builds(
    lambda level, strain, declarer, tricks: {"Declarer": declarer, "Contract": f"{level}{strain}", "Result": tricks},
    st.integers(1, 7),
    st.sampled_from(["C", "D", "H", "S", "NT", "NTX", "SXX"]),
    st.sampled_from("NESW"),
    st.integers(0, 13).map(str),
)
rooms = st.tuples(contracts, contracts)


def written(pairs):
    """The two records of each board, every tag in each of them."""
    for board, (opened, closed) in enumerate(pairs, start=1):
        of_board = {"Board": str(board), "Dealer": "NESW"[(board - 1) % 4], "Deal": DEAL}
        yield MATCH | of_board | PLAYERS | {"Room": "Open"} | opened
        yield MATCH | of_board | OTHERS | {"Room": "Closed"} | closed


def sparing(records):
    """The same, what stands in the record before left out, as large collections are written."""
    before = {}
    for at, record in enumerate(records):
        repeated = {name for name, text in record.items() if before.get(name) == text and name in MATCH}
        left_out = repeated | ({"Board", "Deal", "Dealer"} if at % 2 else set())
        yield {name: text for name, text in record.items() if name not in left_out}
        before = record


def by_signs(records):
    """The same, '#' for what the record before has, and '##' for what holds from now on."""
    before = {}
    for record in records:
        signs = {
            name: "#" if before.get(name) == text and name not in ("Contract", "Declarer", "Deal", "Dealer") else text
            for name, text in record.items()
        }
        if not before:
            signs |= {name: f"##{record[name]}" for name in MATCH}
        else:
            signs = {name: text for name, text in signs.items() if name not in MATCH}
        yield signs
        before = record


def plain(records):
    return records


def without_rooms(records):
    """The same, no room named: the second record of a board is of the closed one."""
    for record in records:
        yield {name: text for name, text in record.items() if name != "Room"}


def as_seated(records):
    """The same, the team that sits North–South named for the home team."""
    for record in records:
        closed = record["Room"] == "Closed"
        teams = {"HomeTeam": "Blues", "VisitTeam": "Reds"} if closed else {}
        yield {name: text for name, text in (record | teams).items() if name != "Room"}


COMMENTARY = [
    *("", "", ' ; said [Board "9"]', '\n; [Board "9"]', '\n%[Board "9"]', ' {[Board "9"]}'),
    "\n{a { b \n\n c}",
]


class Layout:
    """How a program lays a file out, by a number."""

    def __init__(self, number):
        self.choice = Random(number).choice
        self.shuffled = self.choice([True, False])
        self.spaced = not self.shuffled and self.choice([True, False])
        self.end = self.choice(["\n", "\r\n", "\r", "\r\r\n"])
        self.encoding = self.choice(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])

    def text(self, records):
        return "% PBN 2.1\n% EXPORT\n" + "\n".join(map(self.record, records)) + self.choice(["", "\n"])

    def record(self, tags):
        names = list(tags)
        if self.shuffled:
            names.sort(key=lambda _: self.choice(range(1000)))
        return "".join(self.tag(name, tags[name]) for name in names).rstrip() + "\n"

    def tag(self, name, text):
        form = self.choice(['[{} "{}"]', '[{}  "{}" ]  ', '  [ {}\t"{}"]', '[{}\n"{}"\n]'])
        told = self.choice(COMMENTARY)
        apart = "\n \n" if self.spaced else self.choice(["\n", " "]) if form[0] == "[" else "\n"
        return form.format(name, text) + told + ("\n" if told and apart == " " else apart)

    def encoded(self, text):
        return text.replace("\n", self.end).encode(self.encoding)


@pytest.mark.parametrize("spelling", [plain, sparing, by_signs, without_rooms, as_seated])
@settings(max_examples=20, deadline=None)
@given(pairs=st.lists(rooms, min_size=1, max_size=3), number=st.integers(0, 10**9))
def test_the_same_records_are_read_however_a_file_is_laid_out(spelling, pairs, number):
    records = list(spelling(list(written(pairs))))
    layout = Layout(number)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.pbn"
        path.write_bytes(layout.encoded(layout.text(records)))
        sheet = read_pbn(path)
    assert (sheet.records, sheet.problems, sheet.unplayed) == (2 * len(pairs), [], [])
    seats = {(line.where.board, line.where.ns, line.where.ew): str(line.result) for line in sheet.lines}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.pbn"
        path.write_text(Layout.text(Plain(), list(written(pairs))))
        expected = read_pbn(path)
    assert seats == {(line.where.board, line.where.ns, line.where.ew): str(line.result) for line in expected.lines}
    assert {(1, "Reds", "Blues"), (1, "Blues", "Reds")} <= seats.keys()


class Plain:
    """The layout of the standard's export format."""

    def choice(self, _):
        return ""

    def record(self, tags):
        return "".join(f'[{name} "{text}"]\n' for name, text in tags.items())
