"""Our own file holds all a score rests on: whatever was said of an evening, `import` makes the same standings of it."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from cli.main import run
from ledger.bridge import Result
from ledger.exchange.own.write import outside_lines
from ledger.facts import ExpectResults, FindMismatch, RecordResult, SetCarryOver, VoidMatch, Where
from tests.core.spec import Evening
from tests.exchange.test_round_trips import desk as desk
from tests.exchange.test_round_trips import ruled as ruled
from tests.exchange.test_round_trips import standings
from tests.scenarios import runner

SCENARIOS = Path(runner.__file__).parent


def of_scores(found):
    """What a screen tells but for the numbers of events, which are another log's."""
    if isinstance(found, dict):
        return {key: of_scores(value) for key, value in found.items() if key not in ("as_of", "digest", "event")}
    return list(map(of_scores, found)) if isinstance(found, list) else found


def test_what_is_in_the_totals_alone_is_said():
    evening = Evening((1, 2), 1, "ebu-swiss-pairs", ("1", "2", "3", "4"))
    for board, ns, ew in ((1, "1", "2"), (1, "3", "4"), (2, "1", "3")):
        evening.do(RecordResult(Where(board, None, ns, ew, board), Result("+50")))
    evening.do(VoidMatch(("3", "4"), (1,), round=1, fault="3"))
    evening.do(FindMismatch(contestant="1", opponent="3", round=2, correct=("4",), at_fault=False))
    evening.do(ExpectResults(3))
    void, mismatch = evening.log[-3].number, evening.log[-2].number
    assert list(outside_lines(evening.session)) == [
        "3 results are expected of every board; the scores show it, and the file says it nowhere",
        f"#{void}: what was found of 3 v 4 is in the match's score alone",
        f"#{mismatch}: what was found of 1 v 3 is in the match's score alone",
    ]
    teams = Evening((1,), 1, contestants=("A", "B"), scoring="knockout")
    teams.do(SetCarryOver("A", Fraction(11, 2)))
    assert list(outside_lines(teams.session)) == ["A carries over 5.5 IMPs; they are in the total alone"]


@pytest.mark.parametrize("name", ["taking_part", "swiss", "knockout"])
def test_whole_evenings_come_back(name, desk, tmp_path, capsys, monkeypatch):
    """Sit-outs, late plays, phantoms, withdrawals, findings, carry-over, penalties, several rulings on a board."""
    runner.play(SCENARIOS / f"{name}.session", tmp_path, capsys, monkeypatch)
    found = json.loads(desk("session list --json"))["sessions"]
    assert found
    for session in (each["session"] for each in found):
        before = of_scores(json.loads(desk(f"--session {session} standings --json")))
        desk(f"--session {session} export {session}.own.json")
        desk(f"--db {session}.again init")
        desk(f"--db {session}.again import {session}.own.json --yes")
        assert of_scores(json.loads(desk(f"--db {session}.again standings --json"))) == before


def test_what_was_ruled_comes_with_its_grounds(ruled):
    ruled("--db a.db ruling amend R-0002 --law 16B --facts 'W hesitated' --reason 'thirds'")
    ruled("--db a.db penalty add 2EW 10% --law 90B2 --reason 'slow'")
    ruled("--db a.db export out.json")
    ruled("--db b.db init")
    ruled("--db b.db import out.json")
    weighted = next(
        each["body"]
        for each in json.loads(ruled("--db b.db log --type ruling --json"))["events"]
        if each["body"]["adjustment"]["kind"] == "weighted"
    )
    assert (weighted["laws"], weighted["offender"]) == (["16B"], "EW")
    shown = [ruled(f"--db b.db show R-000{number}") for number in range(1, 7)]
    assert any("W hesitated" in each and "thirds" in each for each in shown)
    assert "slow" in ruled("--db b.db show P-0001")
    assert standings(ruled, "b.db") == standings(ruled, "a.db")


def test_it_is_recorded_once_and_what_was_taken_back_here_stays_so(ruled):
    ruled("--db a.db penalty add 2EW 10% --law 90B2")
    ruled("--db a.db export out.json")
    ruled("--db b.db init")
    ruled("--db b.db import out.json")
    assert "Nothing new" in ruled("--db b.db import out.json")
    ruled("--db b.db undo P-0001 --yes")
    before = standings(ruled, "b.db")
    assert "Nothing new" in ruled("--db b.db import out.json")
    assert standings(ruled, "b.db") == before


def test_into_the_session_it_comes_from_nothing_is_recorded(ruled):
    ruled("--db a.db penalty add 2EW 10% --law 90B2")
    ruled("--db a.db export out.json")
    assert "Nothing new" in ruled("--db a.db import out.json --session evening")


def test_without_texts_nobodys_words_are_in_it(ruled):
    ruled("--db a.db ruling amend R-0002 --facts 'Jane hesitated' --reason 'too much'")
    ruled("--db a.db penalty add 2EW 10% --reason 'Jane again'")
    ruled("--db a.db export out.json --without-texts --without-names")
    assert "Jane" not in Path("out.json").read_text()
    ruled("--db b.db init")
    ruled("--db b.db import out.json")
    assert standings(ruled, "b.db") == standings(ruled, "a.db")


def weights(document):
    parts = next(line["ruling"] for line in document["lines"] if "outcomes" in str(line.get("ruling")))
    parts["adjustment"]["outcomes"][0][0] = [1, 10]


def weights_besides(document):
    line = next(line for line in document["lines"] if "outcomes" in str(line.get("ruling")))
    ruled = {"where": {"board": line["board"], "table": line["table"]}, "adjustment": line["ruling"]["adjustment"]}
    document["besides"].append({"command": "give-ruling", "said": ruled})
    weights(document)
    del line["ruling"]


def steering(document):
    document["title"] = "a\x1b[2J"


def unknown(document):
    document["besides"].append({"command": "undo", "said": {"target": 1}})


def board(document):
    document["lines"][0]["board"] = 100_000


def huge(document):
    document["besides"].append({"command": "impose-penalty", "said": {"contestant": "1NS", "amount": [10**40, 1]}})


def day(document):
    document["date"] = "2026-02-31"


def field(document):
    document["lines"][0]["reslut"] = "4SN="


@pytest.mark.parametrize("spoil", [weights, weights_besides, steering, unknown, board, huge, day, field])
def test_what_no_office_says_is_not_read(ruled, spoil, capsys):
    ruled("--db a.db export out.json")
    document = json.loads(Path("out.json").read_text())
    spoil(document)
    Path("out.json").write_text(json.dumps(document))
    ruled("--db b.db init")
    assert run(["--db", "b.db", "import", "out.json"]) == 2
    assert "error[bad-file]: out.json cannot be read" in capsys.readouterr().err
