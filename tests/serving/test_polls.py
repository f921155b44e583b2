"""Polls on phones: a link each, an answer each, and nothing of the one in the other."""

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

import cli
from cli.main import run
from ledger.recording.machine_state import Acknowledged, PhonePolls
from ledger.store.own_files import database_url
from tests.serving.conftest import answering

FORM = {"content_type": "application/x-www-form-urlencoded"}


@pytest.fixture
def phones(tmp_path, monkeypatch, evening):
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    return PhonePolls(Acknowledged(tmp_path / "state", database_url("bridge-ledger.db")))


@pytest.fixture
def asked(phones, serve, capsys):
    """A served evening with a poll that was opened to players, and their codes."""

    def opened(*words, links=3):
        assert run(["call", "add", "2/1", "slow", "--caller", "N", "--stage", "auction", "--json"]) == 0
        case = json.loads(capsys.readouterr().out)["case"]
        assert run(["call", "poll", case, "your <call>?", "--open", str(links), *words, "--json"]) == 0
        codes = [each.rpartition("/")[2] for each in json.loads(capsys.readouterr().out)["links"]]
        return serve(phones=phones), case, codes

    return opened


def said(**fields):
    return urlencode(fields)


def test_each_link_is_answered_once(asked, phones):
    hall, _, (one, other, last) = asked()
    page = hall.get(f"/poll/{one}")
    assert (page.status_code, "your &lt;call&gt;?" in page.text, "<script" in page.text) == (200, True, False)
    assert page.headers["cache-control"] == "no-store"
    answer = hall.ask("POST", f"/poll/{one}", said(chose="Pass", considered="5H, , X"), **FORM)
    assert (answer.status_code, "Thank you" in answer.text) == (200, True)
    for method, content in (("GET", None), ("POST", said(chose="5H"))):
        again = hall.ask(method, f"/poll/{one}", content, **(FORM if content else {}))
        assert (again.status_code, "was used" in again.text) == (404, True)
    assert hall.ask("POST", f"/poll/{other.lower()}", said(chose="Pass"), **FORM).status_code == 200
    with phones.lock_answers("thursday", phones.find_poll(last).number) as answers:
        assert [(each.chose, each.considered) for each in answers] == [("Pass", ()), ("Pass", ("5H", "X"))]


def test_a_closed_poll_takes_no_answer(asked, capsys):
    hall, case, (one, other, _) = asked()
    hall.ask("POST", f"/poll/{one}", said(chose="Pass"), **FORM)
    assert run(["call", "poll", case, "--close"]) == 0
    assert hall.ask("POST", f"/poll/{other}", said(chose="5H"), **FORM).status_code == 404
    capsys.readouterr()
    assert run(["show", case]) == 0
    assert "poll: your <call>?" in capsys.readouterr().out


def test_a_poll_that_was_taken_back_takes_no_answer(asked):
    hall, *_, codes = asked()
    assert run(["undo", "@", "--yes"]) == 0
    hall.look()
    assert hall.ask("POST", f"/poll/{codes[0]}", said(chose="5H"), **FORM).status_code == 404


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (said(chose=""), FORM),
        (said(considered="5H"), FORM),
        (said(chose="x" * 101), FORM),
        (said(chose="Pass\x1b[2J"), FORM),
        (said(chose="Pass", considered=",".join("abcdefghij")), FORM),
        ("chose=%FF", FORM),
        ("é".encode(), FORM),
        (b"chose=" + b"x" * 20_000, FORM),
        ("&".join("chose=Pass" for _ in range(9)), FORM),
        (said(chose="Pass"), {"content_type": "text/plain"}),
        (json.dumps({"chose": "Pass"}), {"content_type": "application/json"}),
        (said(chose="Pass"), {}),
    ],
)
def test_what_is_no_answer_is_asked_again_and_nothing_is_kept(asked, phones, content, kind):
    hall, _, (one, *_) = asked()
    answer = hall.ask("POST", f"/poll/{one}", content, **kind)
    assert (answer.status_code, 'role="alert"' in answer.text, "your &lt;call&gt;?" in answer.text) == (422, True, True)
    assert phones.find_poll(one)[2:] == (0, 3)


@pytest.mark.parametrize("code", ["0" * 16, "..%2f..%2fetc", "%00", "<script>", "é", "x" * 3000])
def test_a_code_that_is_none_leads_nowhere(asked, code):
    hall, *_ = asked()
    for method in ("GET", "POST"):
        answer = hall.ask(method, f"/poll/{code}", said(chose="Pass") if method == "POST" else None, **FORM)
        assert answer.status_code in (404, 405)
        assert "<script" not in answer.text


def test_a_code_can_be_typed(asked):
    hall, _, (one, *_) = asked()
    assert 'name="code"' in hall.text("/poll")
    led = hall.get(f"/poll?code=+{one.lower()}+")
    assert (led.status_code, led.headers["location"]) == (303, f"poll/{one.lower()}")
    assert hall.get("/poll?code=%0d%0ax").headers["location"].isprintable()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_else_can_be_done_with_a_poll(asked, method):
    hall, _, (one, *_) = asked()
    assert hall.ask(method, f"/poll/{one}").status_code in (404, 405)


def test_the_log_has_the_question_before_the_answers_and_no_trace_of_who(asked, phones, capsys):
    """Five phones: their codes, addresses and times are nowhere in what is kept."""
    hall, case, codes = asked("--among", "peers", links=5)
    for code, chose in zip(codes, ("Pass", "5H", "Pass", "X", "5H"), strict=True):
        assert hall.ask("POST", f"/poll/{code}", said(chose=chose), **FORM).status_code == 200
    assert run(["call", "poll", case, "--close"]) == 0
    capsys.readouterr()
    assert run(["log", "--json"]) == 0
    events = json.loads(capsys.readouterr().out)["events"]
    names = [each["name"].partition("/")[0] for each in sorted(events, key=lambda each: each["number"])]
    assert names[-2:] == ["poll-opened", "poll-taken"]
    kept = b"".join(path.read_bytes() for path in Path().rglob("*") if path.is_file())
    assert not any(code.encode() in kept or code.replace("-", "").encode() in kept for code in codes)
    assert b"203.0.113.7" not in kept


def test_the_proxy_of_the_help_notes_nobody_who_answers():
    """Its log would have the address, the time and the link."""
    lines = (Path(cli.__file__).parent / "help" / "serve.md").read_text().splitlines()
    (polls,) = [line for line in lines if line.lstrip().startswith("location /thursday/poll ")]
    assert "access_log off;" in polls


def test_a_player_answers_on_a_phone(asked, chromium, phones):
    hall, _, (one, other, _) = asked()
    with answering(hall.hall) as port:
        context = chromium.new_context(viewport={"width": 400, "height": 800})
        page, trouble = context.new_page(), []
        page.on("console", lambda said: trouble.append(said.text))
        page.goto(f"http://127.0.0.1:{port}/poll")
        page.fill("#code", one)
        page.click("button")
        page.wait_for_selector("#chose")
        page.fill("#chose", "Pass")
        page.fill("#considered", "5H")
        page.click("button")
        page.wait_for_selector("text=Thank you")
        context.close()
    assert trouble == []
    assert phones.find_poll(other)[2:] == (1, 2)
