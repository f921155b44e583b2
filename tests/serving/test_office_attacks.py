"""What must not be recorded from a phone, or twice, or by halves: forged, foreign, slow and doubled requests."""

import asyncio
import json
import os
import random
import uuid

import httpx
import pytest

from cli.main import run
from ledger.bounds import Bounds
from ledger.office import Office
from ledger.subjects.office.facts import PairDevice
from tests.serving.test_office import RULING, kept, log, phone, served  # noqa: F401 - fixtures
from tests.serving.test_office_forms import JPEG, office  # noqa: F401 - fixtures
from tests.trust.test_device_signatures import Phone

TAPS = int(os.environ.get("OFFICE_TAPS", "50"))


def test_every_tap_is_recorded_once_however_often_it_is_sent(office, served, phone):  # noqa: F811
    """Of each command the request goes out one to four times, at once or later, as over a bad line."""
    chance, sent, before = random.Random(TAPS), [], len(log())
    for tap in range(TAPS):
        fields = {"case": ["C-0001"], "to": [f"director {tap}"]}
        shown = served.attempt("call answer", fields).json()
        sent.append(served.request(phone, shown, str(uuid.uuid4())))
        again = [sent[-1]] * chance.randint(1, 4) + chance.sample(sent, min(len(sent), chance.randint(0, 2)))
        chance.shuffle(again)
        answers = asyncio.run(at_once(served, again))
        assert {each.status_code for each in answers} == {200}
        told = {}
        for request, answer in zip(again, answers, strict=True):
            assert told.setdefault(request["id"], answer.json()["recorded"]) == answer.json()["recorded"]
    assert len(log()) == before + 2 * TAPS
    assert [each.event.to for each in log()[before::2]] == [f"director {tap}" for tap in range(TAPS)]


async def at_once(served, requests):  # noqa: F811
    through = httpx.ASGITransport(served.app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=through, base_url="https://office") as client:
        return await asyncio.gather(*(client.post("/record", json=each) for each in requests))


@pytest.mark.parametrize(
    "says",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://office"} | {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
    ],
)
def test_no_page_of_another_site_asks_or_records(served, phone, says):  # noqa: F811
    served.visit(phone)
    shown, before = served.attempt().json(), len(log())
    request = served.request(phone, shown, str(uuid.uuid4()))
    asked = {"form": "ruling add", "fields": RULING}
    assert served.ask("POST", "/try", asked, headers=says).status_code == 400
    assert served.ask("POST", "/record", request, headers=says).status_code == 400
    assert served.ask("POST", "/photo", content=JPEG, headers={**says, "content-type": "image/jpeg"}).status_code == 400
    assert len(log()) == before
    own = {"origin": "https://office", "sec-fetch-site": "same-origin"}
    assert served.ask("POST", "/record", request, headers=own).status_code == 200


def test_a_visit_is_a_device_s_own(served, phone):  # noqa: F811
    served.visit(phone)
    cookie = served.cookies["visit"]
    for token in ("", "visit", cookie[:-1], cookie + "x", cookie.swapcase()):
        served.cookies = {"visit": token}
        assert served.attempt().status_code == 401
        assert served.ask("GET", "/cases").status_code == 401
    answer = served.ask("GET", "/visit")
    assert "visit" not in answer.cookies
    served.cookies = {}
    began = served.visit(phone).headers["set-cookie"].lower()
    assert all(each in began for each in ("httponly", "secure", "samesite=strict"))


HOSTILE = (
    "</script><script>alert(1)</script>",
    '" onfocus=alert(1) autofocus x="',
    "{{ 7 * 191 }} {% raw %}",
    "\u202egnorw si siht\u202c",
    "a" + "\u0301" * 400,
    "nul \x00 here",
    "\ud800 alone",
    "line\nRecorded #99  official added: Mallory",
    "\x1b[2J cleared",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_dictated_text_is_text_or_refused(office, served, phone, text):  # noqa: F811
    before = len(log())
    tried = served.ask(
        "POST",
        "/try",
        content=as_json({"form": "call facts", "fields": {"case": ["C-0001"], "facts": [text], "agreed": ["no"]}}),
        headers={"content-type": "application/json"},
    )
    if tried.status_code != 200:
        assert tried.status_code in (400, 422)
        assert tried.json()["error"]["message"]
        assert len(log()) == before
        return
    answer = served.record(phone, tried.json())
    assert answer.status_code == 200, answer.text
    for page in (answer.json()["effect"], office.page("/case?case=C-0001"), office.page("/")):
        assert "<script>alert" not in page
        assert 'onfocus=alert(1) autofocus x="' not in page.replace("&#34;", "")
        assert "1337" not in page
        assert not {"\u202e", "\x1b", "\x00"} & {*page}


def as_json(value):
    return json.dumps(value).encode()


def test_a_body_that_comes_too_slowly_is_given_up(served, phone, monkeypatch):  # noqa: F811
    served.visit(phone)

    async def dripping():
        for _ in range(50):
            yield b"{"
            await asyncio.sleep(0.05)

    async def asked(path, kind):
        through = httpx.ASGITransport(served.app, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=through, base_url="https://office", cookies=served.cookies) as client:
            headers = {"content-type": kind, "content-length": "50"}
            return await client.post(path, content=dripping(), headers=headers)

    with monkeypatch.context() as short:
        short.setattr("cli.serving.office.WAITING", Bounds("the seconds", 0, 0.2))
        for path, kind in (("/try", "application/json"), ("/record", "application/json"), ("/photo", "image/jpeg")):
            assert asyncio.run(asked(path, kind)).status_code == 400
    assert served.attempt().status_code == 200


def test_two_directors_on_one_board_at_once(served, phone):  # noqa: F811
    second = Phone(name="Dahl-1")
    assert run(["-q", "official", "add", "Dahl", "--as", "director"]) == 0
    with Office.open("bridge-ledger.db", by="Ahlborn") as opened:
        opened.submit("s", PairDevice("Dahl", second.name, second.key))
    served.visit(phone)
    first_shown = served.attempt().json()
    served.visit(second)
    other = RULING | {"weighted": ["80% 4SN=, 20% 4SN-1"]}
    second_shown = served.attempt(fields=other).json()
    assert served.record(phone, first_shown, str(uuid.uuid4())).status_code == 200
    late = served.record(second, second_shown, str(uuid.uuid4()))
    assert (late.status_code, late.json()["error"]["code"]) in ((409, "not-as-shown"), (422, "already-ruled"))
    assert [each.event.case for each in log() if each.name == "ruling-given/1"] == ["R-0001"]
    assert served.record(phone, first_shown | {"text": second_shown["text"]}, str(uuid.uuid4())).status_code != 200
    assert served.record(phone, second_shown, str(uuid.uuid4()), device="Dahl-1").status_code == 403


@pytest.mark.parametrize(
    ("meanwhile", "status", "code"),
    [
        ("official unpair Cole-1", 401, "not-paired"),
        ("official withdraw Cole --as director", 401, "not-paired"),
        ("session close --yes", 422, "closed"),
    ],
)
def test_what_changed_in_the_middle_of_a_form(served, phone, meanwhile, status, code):  # noqa: F811
    served.visit(phone)
    shown = served.attempt().json()
    assert run(["-q", *meanwhile.split()]) == 0
    before = len(log())
    answer = served.record(phone, shown)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert served.attempt().json()["error"]["code"] == code
    assert len(log()) == before
    assert run(["-q", "verify", "--strict"]) == 0
