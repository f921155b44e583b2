"""What is seen on terminals of forty to two hundred columns: tables that fit, suits, marks, colours, and the pager."""

import pytest

from cli.terminal.tables import cells

EVENING = """board,table,round,ns,ew,contract,declarer,tricks,lead
1,1,1,1,11,4S,N,10,HK
1,2,1,2,12,4S,N,9,HK
1,3,1,3,13,3NT,E,9,D2
"""
SET_UP = [
    "bridge-ledger init -q",
    "bridge-ledger import evening.csv --scoring matchpoints -q",
    'bridge-ledger ruling add 1 --table 1 --weighted "60% 4SN=, 40% 4SN-1" --offender EW --law 16B -q',
    'bridge-ledger check query 1/2 "both sides asked" -q',
    "bridge-ledger penalty add 12 25% --law 90B2 -q",
]


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evening")
    (folder / "evening.csv").write_text(EVENING)
    return folder


@pytest.fixture
def opened(terminals, evening):
    def at_width(width, height=60, **environment):
        terminal = terminals(evening, width, height, BRIDGE_LEDGER_BY="Ahlborn", **environment)
        if not (evening / "bridge-ledger.db").exists():
            for line in SET_UP:
                terminal.run(line)
        return terminal

    return at_width


@pytest.mark.parametrize("width", [40, 60, 200])
def test_every_table_fits_the_screen_and_says_what_its_marks_mean(opened, width):
    terminal = opened(width)
    board = terminal.run("bridge-ledger board 1")
    assert "4♠N" in board
    assert "60% 4♠N=" in board
    assert "+420" in board
    assert ("♥K" in board) is (width > 40)  # the lead is what a narrow screen goes without
    for entry in ("R ruling: R-0001", "? queried: #"):
        assert entry in board
    standings = terminal.run("bridge-ledger standings")
    assert "PP penalty: P-0001" in standings
    card = terminal.run("bridge-ledger scorecard 12")
    assert "Penalty P-0001" in card
    log = terminal.run("bridge-ledger log --type result --contestant 12")
    assert "4♠N-1, lead ♥K" in " ".join(log.split())
    assert "3NTE=" not in log
    for screen in (board, standings, card, log):
        lines = screen.split("\n")[1:]
        assert max(map(cells, lines)) <= width
        assert not any(line.strip() in ("con", "tes", "rd") for line in lines), screen  # no heading is broken in pieces


def test_colours_say_nothing_alone_and_can_be_refused(opened):
    terminal = opened(120)
    assert "\x1b[31m♥" in _painted(terminal, "bridge-ledger board 1")
    assert "\x1b[32m+" in _painted(terminal, "bridge-ledger diff R-0001- @")
    assert "\x1b[31m-" in _painted(terminal, "bridge-ledger diff R-0001- @")
    for line in (
        "bridge-ledger board 1 --color never",
        "NO_COLOR=1 bridge-ledger board 1",
        "TERM=dumb bridge-ledger board 1",
        "bridge-ledger board 9 --color=never",
    ):
        assert "\x1b[3" not in _painted(terminal, line), line
    assert "♥" not in terminal.run("LANG=C LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 bridge-ledger board 1")
    terminal.run("FORCE_COLOR=1 bridge-ledger board 1 > painted; bridge-ledger board 1 > plain")
    assert "\x1b[1m" in (terminal.folder / "painted").read_text()
    assert "\x1b" not in (terminal.folder / "plain").read_text()


def _painted(terminal, line):
    terminal.run(line)
    return terminal.colours


def test_what_is_longer_than_the_screen_is_paged_and_may_be_quit_early(opened):
    terminal = opened(60, 8, BRIDGE_LEDGER_PAGER="less")
    terminal.start("bridge-ledger log; echo code $?")
    terminal.wait_until(lambda screen: screen.endswith(":"), "the pager's prompt")
    terminal.press("C-c")  # the pager's, not ours
    _quit(terminal, "code 0")
    terminal.start("bridge-ledger diff start @ --exit-code; echo code $?")
    terminal.wait_until(lambda screen: screen.endswith(":"), "the pager's prompt")
    _quit(terminal, "code 1")


def _quit(terminal, then):
    """Press q until the pager has seen it: an interrupted one throws away what was typed meanwhile."""

    def gone(screen):
        if screen.endswith(":"):
            terminal.press("q")
        return then in screen

    terminal.wait_until(gone, then)


def test_nothing_is_paged_where_nobody_wants_it(opened):
    terminal = opened(60, 8, BRIDGE_LEDGER_PAGER="less")
    for line in (
        "bridge-ledger log --no-pager",
        "bridge-ledger log --plain",
        "bridge-ledger log -q",
        "bridge-ledger log --json",
        "bridge-ledger log -n 1",
        "BRIDGE_LEDGER_PAGER= bridge-ledger log",
        "BRIDGE_LEDGER_PAGER=no-such-pager bridge-ledger log",
        "TERM=dumb bridge-ledger log",
    ):
        assert not terminal.run(line).endswith(":"), line


def test_the_log_is_stepped_through_forward_and_back(opened):
    terminal = opened(100)
    terminal.start("bridge-ledger replay --from R-0001 --step; echo code $?")
    for asked, key in enumerate(("Enter", "b", "q"), start=1):
        terminal.wait_until(lambda _: terminal.history.count("q quit]") == asked, "the next question")  # noqa: B023
        terminal.press(key)
    terminal.wait_for("code 0")
    assert terminal.history.count("R-0001 board 1") == 2
    assert "leaders" in terminal.history
