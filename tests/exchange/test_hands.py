"""The hands of a session: tricks that a file brings, par, the sheet and its PBN, links; nothing of a board in play."""

import json
import re
import shlex
from pathlib import Path

import pytest

from cli.main import run
from ledger.bridge import Seat, ns_score
from ledger.bridge.board import Deal
from ledger.bridge.double_dummy import DIGITS_OF_PBN, makeable, par, parse_tricks, points, tricks_text
from ledger.exchange.pbn.read import read_pbn
from ledger.recording.solved_deals import SolvedDeals
from tests.needs import needs

CARDS = "N:KT8.A96.A95.7542 Q5.KJ52.KQ874.T8 AJ92.874.JT6.AQ3 7643.QT3.32.KJ96"
DIGITS = "77667775576677566775"
RECORD = f'[Board "{{}}"]\n[Deal "{CARDS}"]\n[DoubleDummyTricks "{{}}"]\n\n'


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "scorer")
    monkeypatch.setattr("ledger.exchange.double_dummy.find_spec", lambda name: None)

    def call(line):
        code = run(shlex.split(line))
        return code, "".join(capsys.readouterr())

    for line in ("init", "session open s --boards 1-2"):
        assert call(line)[0] == 0
    return call


def test_points_and_tricks_in_digits():
    assert points(Deal(CARDS)) == {Seat.N: 11, Seat.E: 11, Seat.S: 12, Seat.W: 6}
    assert tricks_text(parse_tricks(DIGITS)) == DIGITS
    with pytest.raises(ValueError, match="twenty"):
        parse_tricks("e" * 20)


def turned(tricks):
    return {(strain, seat.left): number for (strain, seat), number in tricks.items()}


def test_a_table_turned_twice_has_the_same_par_and_once_the_other_sides():
    tricks = parse_tricks(DIGITS)
    assert par(turned(turned(tricks)), 1).score == par(tricks, 1).score
    assert list(makeable(turned(tricks)).values()) == list(makeable(tricks).values())[::-1]


@pytest.mark.parametrize("file", ["session_11_tables_2026.hands.pbn"])
@needs("../shared/data")
def test_par_is_a_score_that_its_contracts_have(file):
    from tests.needs import SHARED

    sheet = read_pbn(SHARED / "bws" / file)
    assert len(sheet.tricks) == len(sheet.deals)
    for board, deal in sheet.deals.items():
        best = par(sheet.tricks[deal], board)
        assert {ns_score(result, board) for result in best.results} in ({best.score}, set())


def test_tricks_that_a_file_brings_are_shown_and_written(desk):
    Path("hands.pbn").write_text(RECORD.format(1, DIGITS))
    assert desk("import hands.pbn")[0] == 0
    shown = json.loads(desk("board 1 --deal --json")[1])
    assert (shown["points"]["S"], shown["double_dummy"]["E"]["H"], shown["par"]["score"]) == (12, 7, 90)
    for board in (1, 2):
        assert desk(f"result add {board}/1 2SN= --ns 1 --ew 2")[0] == 0
    code, said = desk("report board 1 -o board.html")
    page = Path("board.html").read_text()
    assert (code, "Par +90" in page, 'rel="noreferrer"' in page) == (0, True, True), said
    assert "handviewer.html?n=SKT8HA96DA95C7542&amp;e=" in page
    Path("club.toml").write_text('viewer = "none"')
    assert desk("report board 1 -o board.html --club club.toml")[0] == 0
    assert "handviewer" not in Path("board.html").read_text()


@pytest.mark.parametrize("digits", ["77", "e" * 20, "<script>"])
def test_a_table_that_cannot_be_read_is_left_out_and_the_deal_stays(desk, digits):
    Path("hands.pbn").write_text(RECORD.format(1, digits))
    code, said = desk("import hands.pbn")
    assert (code, "double-dummy table is left out" in said) == (0, True)
    shown = json.loads(desk("board 1 --deal --json")[1])
    assert "par" not in shown
    assert shown["points"]["N"] == 11


def test_hands_of_boards_still_in_play_are_on_no_sheet(desk):
    assert "no board has its cards recorded" in desk("report hands -o hands.html")[1]
    Path("dealt.pbn").write_text(RECORD.format(1, DIGITS))
    assert desk("import dealt.pbn")[0] == 0
    assert "still to be played" in desk("report hands -o out.pbn")[1]
    for made in ("result add 1/1 2SN= --ns 1 --ew 2", "auction add 1/1 2S,P,P,P", "result late-play 1/2 --ns 3 --ew 4"):
        code, said = desk(made)
        assert code == 0, said
    for made, page in ("report site site", "site/board-1.html"), ("report board 1 -o board.html", "board.html"):
        assert desk(made)[0] == 0
        assert "KT8" not in Path(page).read_text(), "table 2 has still to play it"
        assert not re.search("Auction|auction", Path(page).read_text())
    assert not Path("site/hands.html").exists()
    for made in ("result add 1/2 2SN= --ns 3 --ew 4", "result add 2/1 2SN= --ns 1 --ew 2"):
        assert desk(made)[0] == 0
    assert desk("report site site")[0] == 0
    for page in ("board-1.html", "hands.html"):
        assert "KT8" in Path("site", page).read_text()
    assert desk("report hands -o out.pbn")[0] == 0
    again = read_pbn(Path("out.pbn"))
    assert again.tricks == {Deal(CARDS): parse_tricks(DIGITS)}
    assert desk("report hands -o hands.html")[0] == 0
    assert len(re.findall("<h2>", Path("hands.html").read_text())) == 1


def test_what_is_kept_may_be_cut_or_deleted(tmp_path):
    deal, tricks = Deal(CARDS), parse_tricks(DIGITS)
    SolvedDeals(tmp_path).take({deal: tricks})
    kept = tmp_path / "double-dummy.txt"
    assert SolvedDeals(tmp_path).known([deal])[deal].tricks == tricks
    kept.write_text("nonsense\n" + kept.read_text()[:60])
    assert SolvedDeals(tmp_path).known([deal]) == {}
    kept.unlink()
    assert SolvedDeals(tmp_path).known([deal]) == {}


def test_tricks_are_worked_out_once_and_a_false_table_is_replaced(tmp_path, monkeypatch):
    asked = []

    def solver(deals, strains="CDHSN"):
        asked.append(strains)
        return [{each: number for each, number in parse_tricks(DIGITS).items() if each[0] in strains} for _ in deals]

    monkeypatch.setattr("ledger.recording.solved_deals.double_dummy_tricks", solver)
    deal = Deal(CARDS)
    SolvedDeals(tmp_path).take({deal: parse_tricks("0" * 20)})
    assert SolvedDeals(tmp_path).solve([deal])[deal].digits == DIGITS
    assert asked == ["N", "CDHSN"]
    assert SolvedDeals(tmp_path).solve([deal])[deal].is_checked
    assert len(asked) == 2
    assert len(DIGITS_OF_PBN) == 20
