"""What a director has settled is settled for check, the draw, the cut, publication, standings and pages alike."""

import shutil

import pytest

from cli.main import run
from ledger.office import Office
from ledger.projections.checking import results_to_come
from ledger.projections.planned import find_missing_slips

EVENING = (
    "init",
    "session open s --scoring teams --boards 1-2 --contestants A,B,C,D",
    "tournament open t",
    "tournament stage add swiss --format swiss --adds victory-points --session t",
    "tournament stage add final --session t",
    "tournament enter A,B,C,D --seed 1",
    "tournament add s --stage swiss",
    "tournament draw swiss --pairs A~v~B,~C~v~D",
    "result add 1/1a 4SN= --ns A --ew B --round 1",
    "result add 1/1b 4SN-1 --ns B --ew A --round 1",
    "result add 2/1a 4SN= --ns A --ew B --round 1",
    "result add 1/2a 4SN= --ns C --ew D --round 1",
    "result add 1/2b 4SN-1 --ns D --ew C --round 1",
    "result add 2/2a 4SN= --ns C --ew D --round 1",
    "result add 2/2b 4SN-1 --ns D --ew C --round 1",
)
"""A round of two boards in which board 2 of A v B has the result of one room alone."""

LAID_DOWN = "movement set --draw --boards-each 2 --yes"

AT_1B = "--ns B --ew A --round 1"

TAKEN_OUT = (
    "result void 1/1a --ns A --ew B --reason mislaid --yes",
    "result void 1/1b --ns B --ew A --reason mislaid --yes",
    "result void 2/1a --ns A --ew B --reason mislaid --yes",
)

SETTLED = {
    "no board for either side": (f"result not-played 2/1b {AT_1B} --no-score",),
    "not played, with its fault": (f"result not-played 2/1b {AT_1B} --fault NS",),
    "a substitute board": (
        "session add-boards 25",
        f"result not-played 2/1b {AT_1B} --no-score --replaced-by 25",
        "result add 25/1a 4SN= --ns A --ew B --round 1",
        f"result add 25/1b 4SN= {AT_1B}",
    ),
    "a substitute board played first": (
        "session add-boards 25",
        "result add 25/1a 4SN= --ns A --ew B --round 1",
        f"result add 25/1b 4SN= {AT_1B}",
        f"result not-played 2/1b {AT_1B} --no-score --replaced-by 25",
    ),
    "a board removed from the match": ("match shorten A B --boards 1-2 --removed 2 --round 1 --fault none",),
    "a void match": ("match void A B --boards 1-2 --round 1 --fault none",),
    "a match told by its result": (*TAKEN_OUT, "match score A B 12:8 --vp --boards 1-2 --round 1"),
    "an artificial score": (f"ruling add 2/1b {AT_1B} --artificial A+/A+ --offender none --law 86B2a --yes",),
    "played late": (f"result late-play 2/1b {AT_1B}", f"result add 2/1b 4SN= {AT_1B}"),
    "late play against who withdrew": (
        f"result late-play 2/1b {AT_1B}",
        "contestant withdraw B --by-half --of 9 --yes",
    ),
    "withdrawn before half": ("contestant withdraw B --by-half --of 9 --yes",),
    "a phantom": (*TAKEN_OUT, "contestant phantom B"),
    "a result moved": (
        "result add 2/1b 4SN= --ns B --ew C --round 1",
        "result correct 2/1b --ns B --ew C --round 1 --now-ew A --reason slip --yes",
    ),
    "wrong opponents in another round": (
        f"result add 2/1b 4SN= {AT_1B}",
        "session add-boards 3-4",
        "tournament draw swiss --pairs A~v~C,~B~v~D",
        "result add 3/1a 4SN= --ns A --ew D --round 2",
        "result add 3/1b 4SN= --ns D --ew A --round 2",
        "result add 4/1a 4SN= --ns A --ew D --round 2",
        "result add 4/1b 4SN= --ns D --ew A --round 2",
        "result add 3/2a 4SN= --ns B --ew C --round 2",
        "result add 3/2b 4SN= --ns C --ew B --round 2",
        "result add 4/2a 4SN= --ns B --ew C --round 2",
        "result add 4/2b 4SN= --ns C --ew B --round 2",
        "match mismatch A D --correct C --round 2 --not-at-fault",
        "match mismatch D A --correct B --round 2 --not-at-fault",
        "match mismatch B C --correct D --round 2 --not-at-fault",
        "match mismatch C B --correct A --round 2 --not-at-fault",
    ),
}
"""Lines that settle what board 2 of A v B, or a wrong match, leaves open."""


@pytest.fixture(scope="module")
def evenings(tmp_path_factory):
    """Folders with the evening, with and without a movement."""
    found = {}
    for movement in (False, True):
        folder = tmp_path_factory.mktemp("evening")
        with pytest.MonkeyPatch.context() as at:
            at.chdir(folder)
            at.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
            at.setenv("BRIDGE_LEDGER_SESSION", "s")
            for line in (*EVENING[:8], *([LAID_DOWN] if movement else []), *EVENING[8:]):
                assert run([each.replace("~", " ") for each in _at_tournament(line).split()]) == 0, line
        found[movement] = folder
    return found


def _at_tournament(line):
    return f"{line} --session t" if line.startswith(("tournament enter", "tournament draw")) else line


@pytest.fixture(params=[False, True], ids=["without a movement", "with a movement"])
def typed(request, evenings, tmp_path, monkeypatch, capsys):
    """A function that types a line on the evening: all that was printed."""
    shutil.copytree(evenings[request.param], tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    monkeypatch.setenv("BRIDGE_LEDGER_SESSION", "s")
    monkeypatch.setenv("COLUMNS", "200")

    def call(line, code=0):
        given = run([each.replace("~", " ") for each in _at_tournament(line).split()])
        captured = capsys.readouterr()
        assert given == code, captured.out + captured.err
        return captured.out + captured.err

    return call


def scoreboard():
    with Office.open("sqlite:///bridge-ledger.db") as office:
        return office.scoreboard("s")


def test_before_it_is_settled_everybody_asks(typed):
    assert "no-score" in typed("check")
    assert "cut-too-early" in typed("tournament qualify swiss --into final --best 4 -n", code=1)
    assert "results-missing" in typed("tournament draw swiss -n", code=1)
    assert "Open (1)" in typed("publish -n --yes")
    assert [*results_to_come(scoreboard())] != []


@pytest.mark.parametrize("lines", SETTLED.values(), ids=SETTLED)
def test_what_is_settled_nobody_asks_about(typed, lines):
    for line in lines:
        typed(line)
    asked = {
        "check": typed("check").replace("nothing to look at", "").strip(),
        "publish": "Open (" in typed("publish -n --yes"),
        "cut": "Missing" in typed("tournament qualify swiss --into final --best 4 -n"),
        "draw": [word for word in ("Missing", "otherwise") if word in typed("tournament draw swiss -n")],
        "pages": [*results_to_come(scoreboard())],
        "standings": find_missing_slips(scoreboard().session),
    }
    assert {who: what for who, what in asked.items() if what} == {}
