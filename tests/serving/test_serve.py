"""`serve` and `report poster`: the address, its code, and what is refused."""

import json
import re
import shlex
import socket
from pathlib import Path

import pytest

from cli.main import run
from cli.pages.hall import code_lines
from cli.serving.serving import address, is_loopback_host


@pytest.fixture
def unserved(monkeypatch):
    """The server ends as soon as it has begun."""
    monkeypatch.setattr("cli.serving.serving.HallServer.run", lambda _server, sockets: None)


def test_it_says_where_and_that_only_this_computer_can_come_there(evening, unserved, capsys):
    assert run(["serve", "--port", "0"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^thursday at http://127\.0\.0\.1:\d+/   41 pages", out)
    assert "--host 0.0.0.0" in out
    assert "█" not in out


def test_for_the_hall_it_shows_the_code(evening, unserved, capsys):
    assert run(shlex.split("serve --port 0 --url https://results.example.org/thursday")) == 0
    out = capsys.readouterr().out
    assert "\n".join(code_lines("https://results.example.org/thursday/")) in out
    assert "report poster -o poster.html --url https://results.example.org/thursday/" in out


def test_as_json(evening, unserved, capsys):
    assert run(["serve", "--port", "0", "--json", "--session", "thursday"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["schema"], told["session"], told["pages"]) == ("serve/1", "thursday", 41)
    assert told["url"] == f"http://127.0.0.1:{told['port']}/"


def test_what_is_not_shown_is_said_at_the_desk(typed, unserved, capsys):
    typed("init\nsession open thursday --boards 1 --contestants 1NS,1EW")
    assert run(["serve", "--port", "0"]) == 0
    assert "thursday: not published" in capsys.readouterr().err


def test_a_port_that_is_taken_is_refused(evening, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert run(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "error[usage]" in capsys.readouterr().err


@pytest.mark.parametrize(
    "url", ["results.example.org", "https://", "https://a/<x>", "javascript:alert(1)", "https://a b"]
)
def test_an_address_that_no_browser_opens_is_refused(url, evening, capsys):
    for command in (["serve", "--url", url], ["report", "poster", "--url", url, "-o", "poster.html"]):
        assert run(command) == 2
    assert capsys.readouterr().err.count("is no address of a page") == 2
    assert not Path("poster.html").exists()


def test_the_poster_has_the_address_and_its_code(evening):
    url = "http://192.168.1.17:8000/"
    assert run(["report", "poster", "--url", url, "-o", "poster.html"]) == 0
    page = Path("poster.html").read_text()
    assert f'<p class="url">{url}</p>' in page
    assert f"<title>{url}</title>" in page
    drawn = {(int(x) - 2, int(y) - 2) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", page)}
    lines = code_lines(url)
    size = len(lines[0])
    printed = {(x, y) for y in range(size) for x in range(size) if not LIGHT[lines[y // 2][x]][y % 2]}
    assert drawn == printed, "on the wall and in the terminal it is the same"
    assert drawn >= {(2, 2), (8, 2), (2, 8), (4, 4)}, "a corner by which it is found"


LIGHT = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}


@pytest.mark.parametrize(
    ("host", "port", "found"),
    [("192.168.1.17", 8000, "http://192.168.1.17:8000/"), ("::1", 80, "http://[::1]/"), ("hall", 1, "http://hall:1/")],
)
def test_an_address_is_the_host_s_and_the_port_s(host, port, found):
    assert address(host, port) == found


def test_of_all_addresses_the_one_in_the_network_is_told():
    assert re.fullmatch(r"http://[\w.-]+:8000/", address("0.0.0.0", 8000))
    assert "0.0.0.0" not in address("0.0.0.0", 8000)
    assert [is_loopback_host(each) for each in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "hall")] == [True] * 3 + [
        False
    ] * 2


def test_what_serves_can_record_nothing(evening):
    from ledger.errors import Problem
    from ledger.office import Office
    from ledger.subjects.publications.facts import PublishScores

    before = Path("bridge-ledger.db").read_bytes()
    with Office.open("bridge-ledger.db", looking=True) as office, pytest.raises(Problem):
        office.submit("thursday", PublishScores())
    assert Path("bridge-ledger.db").read_bytes() == before
