"""The office's pages: only paired devices are shown them, and record by their signature what the command line would."""

import asyncio
import json
import os
import re
import threading
import time
from base64 import b64decode, b64encode
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from cli.main import run
from cli.options.scores import parse_weighted
from ledger.errors import Refusal
from ledger.kernel.free_text import commitment
from ledger.movements.plan import PlannedTable
from ledger.office import Office
from ledger.recording.machine_state import Acknowledged, DevicePairings, OfficeServed, PairingOffer, note_office
from ledger.store.own_files import database_url
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.office.facts import PairDevice
from ledger.subjects.people.facts import NamePlayers, Player
from tests.needs import is_here
from tests.pages.browser import Tab
from tests.serving.conftest import wait_until
from tests.trust.test_device_signatures import Phone

EVENING = (
    "init",
    "session open s --boards 1-4 --contestants 1-3NS,1-3EW",
    "result add 1/1 4SN= --ns 1NS --ew 1EW",
    "result add 1/2 4SN-1 --ns 2NS --ew 2EW",
    "result add 1/3 4SN+1 --ns 3NS --ew 3EW",
    "call add 1/2 hesitation --caller N --stage auction",
    "official add Ahlborn --as chief-director",
    "official add Cole --as director",
)
JSON = {"content-type": "application/json"}
RULING = {"board": ["1/2"], "weighted": ["50% 4SN=, 50% 4SN-1"], "offender": ["EW"], "laws": ["16B"], "facts": ["slow"]}


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """An evening with a call at table 2, and officials; what this machine keeps of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    monkeypatch.setenv("BRIDGE_LEDGER_SESSION", "s")
    for line in EVENING:
        assert run(["-q", *line.split()]) == 0
    return Acknowledged(Path(os.environ["BRIDGE_LEDGER_STATE"]), database_url("bridge-ledger.db"))


class Served:
    """The office's pages, asked in process as a device would."""

    def __init__(self, kept, name="s", *, screen=False):
        from cli.pages.printing import Press
        from cli.serving.office import OfficeAnswers, OfficeDesk
        from cli.serving.office_views import OfficeViews
        from cli.serving.serving import application

        def desk():
            office = Office.open("bridge-ledger.db", state=kept.path.parent, stays=True)
            return OfficeDesk(office, name, OfficeViews(Press()), kept)

        self.answers = OfficeAnswers(desk, Press().source("office.js"), screen=screen)
        self.app, self.cookies = application(self.answers.routes, 50), {}

    def ask(self, method, path, value=None, by="203.0.113.7", **more):
        import httpx

        async def answered():
            through = httpx.ASGITransport(self.app, client=(by, 1))
            async with httpx.AsyncClient(transport=through, base_url="https://office", cookies=self.cookies) as client:
                return await client.request(method, path, json=value, **more)

        return asyncio.run(answered())

    def visit(self, phone):
        nonce = self.ask("GET", "/visit").json()["nonce"]
        signature = phone.sign(b"bridge-ledger visit 1\n" + b64decode(nonce))
        answer = self.ask("POST", "/visit", {"device": phone.name, "nonce": nonce, "signature": signature})
        self.cookies.update(answer.cookies)
        return answer

    def attempt(self, form="ruling add", fields=RULING):
        return self.ask("POST", "/try", {"form": form, "fields": fields})

    def record(self, phone, shown, command_id="0190aaaa-0000-7000-8000-000000000001", of="s", **changed):
        return self.ask("POST", "/record", self.request(phone, shown, command_id, of) | changed)

    def request(self, phone, shown, command_id, of="s"):
        salt = sha256(command_id.encode()).digest()[:16]  # its own, and the same whenever it is sent again
        words = [of, command_id, shown["seen"], commitment(salt, shown["text"])]
        signature = phone.sign(b"bridge-ledger command 1\n" + json.dumps(words, separators=(",", ":")).encode())
        signed = {"device": phone.name, "id": command_id, "salt": b64encode(salt).decode(), "signature": signature}
        return {"seen": shown["seen"], "text": shown["text"], **signed}


@pytest.fixture
def served(kept):
    served = Served(kept)
    yield served
    served.answers.close()


@pytest.fixture
def phone(kept):
    """Cole's device, which is paired."""
    phone = Phone()
    with Office.open("bridge-ledger.db", by="Ahlborn") as office:
        office.submit("s", PairDevice("Cole", phone.name, phone.key))
    return phone


def log():
    with Office.open("bridge-ledger.db") as office:
        return list(office.log("s"))


def test_nobody_is_shown_anything_without_a_paired_device(served, phone):
    for path in ("/", "/table?table=2", "/form?form=ruling+add&board=1&table=2"):
        answer = served.ask("GET", path)
        assert answer.status_code == 401
        assert not re.search("hesitation|4SN|1NS|Cole", answer.text)
    assert served.attempt().status_code == 401
    assert served.visit(Phone()).status_code == 401
    assert served.visit(phone).status_code == 200
    assert "hesitation" in served.ask("GET", "/").text
    assert "2NS" in served.ask("GET", "/table?table=2").text
    assert served.ask("GET", "/elsewhere").status_code == 404
    assert run(["-q", "official", "unpair", phone.name]) == 0
    assert served.ask("GET", "/").status_code == 401
    assert served.attempt().status_code == 401


def test_a_random_number_is_signed_once(served, phone):
    nonce = served.ask("GET", "/visit").json()["nonce"]
    asked = {
        "device": phone.name,
        "nonce": nonce,
        "signature": phone.sign(b"bridge-ledger visit 1\n" + b64decode(nonce)),
    }
    assert [served.ask("POST", "/visit", asked).status_code for _ in range(2)] == [200, 401]
    other = asked | {"nonce": b64encode(bytes(32)).decode()}
    assert served.ask("POST", "/visit", other).status_code == 401


def test_a_ruling_is_shown_then_recorded_once_as_by_the_command_line(served, phone, kept):
    served.visit(phone)
    shown = served.attempt().json()
    assert "R-0001" in shown["effect"]
    assert "2NS" in shown["effect"]
    before = log()
    answer = served.record(phone, shown).json()
    number = len(before) + 1
    assert answer["recorded"] == [number, number + 1]
    again = served.record(phone, shown).json()
    assert (again["recorded"], again["again"]) == ([number, number + 1], True)
    *_, ruling, signature = log()
    assert (ruling.number, signature.name) == (number, "command-signed/1")
    words = ["ruling", "add", "1/2", "--weighted", RULING["weighted"][0], "--offender", "EW", "--law", "16B"]
    assert run(["-q", "undo", "R-0001", "--yes", "--by", "Cole"]) == 0
    assert run(["-q", *words, "--facts", "slow", "--by", "Cole"]) == 0
    by_line = log()[-1]
    assert by_line.event.adjustment == ruling.event.adjustment
    assert (by_line.event.facts, by_line.event.laws, by_line.by) == ("slow", ("16B",), "Cole")
    assert run(["-q", "verify", "--strict"]) == 0


def test_all_grounds_of_the_command_line_are_there(served, phone):
    more = {
        "findings": ["a break in tempo"],
        "alternatives": ["Pass", "5H"],
        "disallowed": ["4SN"],
        "legal_route": ["by North"],
        "consulted": ["Dahl", "Jane Roe"],
        "infraction": ["yes"],
        "damage": ["no"],
        "provisional": ["yes"],
        "call": ["C-0001"],
    }
    served.visit(phone)
    page = served.ask("GET", "/form?form=ruling+add&board=1&table=2").text
    assert not {*more, *RULING} - {"weighted"} - set(re.findall(r'name="(\w+)"', page))
    assert served.record(phone, served.attempt(fields=RULING | more).json()).status_code == 200
    given = log()[-2].event
    assert (given.alternatives, given.consulted, given.provisional) == (("Pass", "5H"), ("Dahl", "Jane Roe"), True)
    assert (given.infraction, given.damage, given.call) == (True, False, "C-0001")


def test_what_moved_meanwhile_is_shown_again(served, phone):
    served.visit(phone)
    shown = served.attempt().json()
    assert run(["-q", "result", "correct", "1/2", "4SN-2", "--by", "Cole", "--yes"]) == 0
    answer = served.record(phone, shown)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-as-shown")
    anew = served.record(phone, served.attempt().json(), "0190aaaa-0000-7000-8000-000000000002")
    assert anew.status_code == 200


def test_what_others_recorded_elsewhere_is_no_reason_to_ask_again(served, phone):
    served.visit(phone)
    shown = served.attempt().json()
    assert run(["-q", "result", "add", "2/1", "4SN=", "--ns", "1NS", "--ew", "2EW"]) == 0
    assert served.record(phone, shown).status_code == 200


def test_what_is_forged_replayed_or_not_offered_records_nothing(served, phone):
    served.visit(phone)
    shown, before = served.attempt().json(), len(log())
    other_id = "0190aaaa-0000-7000-8000-000000000009"
    wrong = [
        served.record(Phone(), shown),
        served.record(phone, shown, id=other_id),
        served.record(phone, shown, seen=1),
        served.record(phone, shown, text=shown["text"].replace("EW", "NS")),
        served.record(phone, shown | {"seen": 999}),
        served.record(phone, shown, salt="AA=="),
        served.record(phone, shown, device="Cole-2"),
        served.record(phone, shown | {"text": '["close-session",{"reason":""},[]]'}),
        served.record(phone, shown | {"text": "[" * 10_000}),
        served.record(phone, shown, id="x"),
        served.ask("POST", "/record", ["no", "request"]),
        served.ask("POST", "/record", content=b"{}", headers={"content-type": "text/plain"}),
        served.ask(
            "POST", "/record", content=b'"' + b"x" * 70_000 + b'"', headers={"content-type": "application/json"}
        ),
    ]
    assert [each.status_code for each in wrong] == [403, 403, 403, 403, 422, 422, 401, 422, 422, 400, 400, 400, 400]
    assert len(log()) == before
    assert run(["-q", "official", "unpair", phone.name]) == 0
    assert served.record(phone, shown).status_code == 401
    assert len(log()) == before + 1


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ("session close", {"reason": ["x"]}),
        ("ruling", {}),
        ("ruling add", {}),
        ("ruling add", {"board": ["-"]}),
        ("result add", {"board": ["-"], "result_": ["-"]}),
        ("ruling add", RULING | {"by": ["Ahlborn"]}),
        ("ruling add", RULING | {"db": ["/etc/passwd"]}),
        ("ruling add", RULING | {"weighted": ["110% 4SN="]}),
        ("ruling add", RULING | {"facts": ["x" * 3000]}),
        ("ruling add", RULING | {"offender": ["--by=Ahlborn"]}),
        ("ruling add", RULING | {"board": ["1/2", "--stands"]}),
        ("ruling add", RULING | {"board": ["99/1"]}),
        ("result add", {"board": ["1/2"], "result_": ["8SN="]}),
    ],
)
def test_a_form_is_refused_in_the_words_of_the_desk(served, phone, form, fields):
    served.visit(phone)
    answer = served.attempt(form, fields)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


def test_a_director_who_plays_is_shown_nothing_of_a_board_he_has_still_to_play(served, phone):
    with Office.open("bridge-ledger.db", by="Ahlborn") as office:
        office.submit("s", NamePlayers((Player("3NS", 1, "cole"),)))
        rows = (PlannedTable(1, "1", "1NS", "1EW", (2,)), PlannedTable(2, "1", "3NS", "2EW", (2,)))
        office.submit("s", SetMovement(rows))
    for line in (
        "result add 2/1 3NTE-7 --ns 1NS --ew 1EW --round 1",
        "call add 2/1 spilt-coffee --caller N --stage play --ns 1NS --ew 1EW",
        "ruling add 2/1 --artificial 65/35 --offender EW --ns 1NS --ew 1EW --call C-0002 --provisional",
    ):
        assert run(["-q", *line.split()]) == 0
    served.visit(phone)
    for path in ("/", "/table?table=1", "/form?form=ruling+add&board=2&table=1&call=C-0002"):
        page = served.ask("GET", path).text
        assert not re.search("3NT?E-7|spilt-coffee|65/35", page), path
    assert "you have still to play it" in served.ask("GET", "/table?table=1").text
    seats = {"board": ["2/1"], "ns": ["1NS"], "ew": ["1EW"]}
    for form, fields in (("result correct", {"result_": ["3NTE-6"]}), ("ruling add", {"stands": ["yes"]})):
        answer = served.attempt(form, seats | fields)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "still-to-play"), answer.text
    assert served.attempt("ruling notify", {"case": ["R-0001"]}).json()["error"]["code"] == "still-to-play"
    assert served.attempt().status_code == 200, "of another board he is"
    assert run(["-q", "result", "add", "2/1", "4SN=", "--ns", "3NS", "--ew", "2EW", "--round", "2"]) == 0
    assert re.search("3NT?E-7", served.ask("GET", "/table?table=1").text)


def test_every_answer_is_framed_by_nobody_and_runs_its_own_script_alone(served, phone):
    served.visit(phone)
    for path in ("/", "/pair", "/office.js"):
        headers = served.ask("GET", path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
    policy = served.ask("GET", "/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert served.ask("GET", "/").headers["cache-control"] == "no-store"


def test_a_hostile_text_is_only_text(served, phone):
    served.visit(phone)
    hostile = "<img src=x onerror=alert(1)>"
    shown = served.attempt("ruling add", RULING | {"facts": [hostile], "reason": [hostile]}).json()
    assert "<img" not in shown["effect"]
    assert run(["-q", "call", "add", "1/1", hostile, "--caller", "N", "--stage", "play"]) == 0
    assert "<img" not in served.ask("GET", "/").text
    assert "&lt;img" in served.ask("GET", "/").text
    assert "<img" not in served.ask("GET", f"/form?form=ruling+add&board=1&table={hostile}&ns={hostile}").text


def test_a_code_is_good_once_and_for_ten_minutes(kept, served):
    pairings = DevicePairings(kept)
    code = pairings.offer(PairingOffer("s", "Cole", "Cole-1", time.time() + 600))
    phone, other = Phone(), Phone()
    assert served.ask("POST", "/pair", {"code": code, "key": "nothing"}).status_code == 422
    taken = served.ask("POST", "/pair", {"code": code, "key": phone.key})
    assert (taken.status_code, taken.json()["device"], taken.json()["official"]) == (200, "Cole-1", "Cole")
    assert served.ask("POST", "/pair", {"code": code, "key": phone.key}).status_code == 200, (
        "it did not hear the answer"
    )
    assert served.ask("POST", "/pair", {"code": code, "key": other.key}).status_code == 404
    assert pairings.key_for(code) == phone.key
    pairings.close(code)
    assert served.ask("POST", "/pair", {"code": code, "key": phone.key}).status_code == 404
    late = pairings.offer(PairingOffer("s", "Cole", "Cole-1", time.time() - 1))
    assert served.ask("POST", "/pair", {"code": late, "key": phone.key}).status_code == 404
    with pytest.raises(Refusal):
        pairings.take("0" * 16, phone.key)


# In a browser


@contextmanager
def open_to_phones(served, tmp_path):
    """The pages on a port of this computer, by TLS with a certificate made here; their address."""
    from cli.serving.server import HallServer, open_socket
    from cli.shell.background import Background
    from ledger.trust.certificates import evening_certificate

    certificate = tmp_path / "office.pem"
    made = evening_certificate(certificate, "127.0.0.1")
    assert evening_certificate(certificate, "127.0.0.1") == made != evening_certificate(certificate, "192.0.2.1")
    pulse = served.answers.pulse
    server = HallServer(served.app, pulse.bell.arrive, pulse.bell.leave, certificate)
    looking = Background("bridge-ledger.db", pulse.look, print, a_second=4)
    with open_socket("127.0.0.1", 0) as taken:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
        thread.start()
        looking.start()
        try:
            wait_until(lambda: server.started)
            yield f"https://127.0.0.1:{taken.getsockname()[1]}/"
        finally:
            looking.end()
            server.should_exit = True
            thread.join(30)


class Opened(Tab):
    """A phone that opens what is served."""

    def __init__(self, browser, address, width=390):
        self.address = address
        super().__init__(browser, None, width=width, offline=False, ignore_https_errors=True, has_touch=True)

    def open(self, path, anchor=""):
        if path is not None:
            self.page.goto(self.address + path + anchor)

    def _asked(self, url):
        if not url.startswith(self.address):
            self.trouble.append(url)

    def hold(self, times=1):
        button = self.page.locator("#record")
        button.scroll_into_view_if_needed()
        self.page.locator("#record:enabled").wait_for()
        for _ in range(times):
            button.hover()
            self.page.mouse.down()
            self.page.wait_for_timeout(900)
            self.page.mouse.up()


def pairing(code, device="Cole-1"):
    """What `official pair` does when the key has come: another desk records it."""
    with Office.open("bridge-ledger.db", by="Ahlborn") as office:
        state = Acknowledged(Path(os.environ["BRIDGE_LEDGER_STATE"]), database_url("bridge-ledger.db"))
        wait_until(lambda: DevicePairings(state).key_for(code))
        office.submit("s", PairDevice("Cole", device, DevicePairings(state).key_for(code)))


@pytest.mark.skipif(not is_here("playwright"), reason="Playwright drives the browser")
def test_from_the_call_to_the_ruling_on_a_phone(kept, served, tmp_path, chromium):
    code = DevicePairings(kept).offer(PairingOffer("s", "Cole", "Cole-1", time.time() + 600))
    with open_to_phones(served, tmp_path) as address, Opened(chromium, address) as phone:
        page = phone.page
        phone.open("")
        page.get_by_text("These pages are for paired devices").wait_for()
        beside = threading.Thread(target=pairing, args=(code,))
        beside.start()
        phone.open("pair", f"#{code}")
        page.locator(".calls").get_by_text("hesitation").wait_for()
        beside.join()
        paired = len(log())
        page.get_by_role("link", name="Give a ruling").click()
        page.get_by_label("Result 1").click()
        assert page.get_by_label("Result 1").input_value() == "4SN", "the contract at the table"
        page.get_by_role("button", name="=", exact=True).click()
        page.get_by_label("Result 2").click()
        page.get_by_role("button", name="-1", exact=True).click()
        page.get_by_label("Weight 1").fill("65")
        assert page.get_by_label("Weight 2").input_value() == "35"
        page.get_by_label("Offender").select_option("EW")
        page.get_by_label("Laws").fill("16B")
        page.get_by_label("Facts").fill("West hesitated")
        page.locator("#effect").get_by_text("R-0001").first.wait_for()
        page.reload()
        assert page.get_by_label("Facts").input_value() == "West hesitated"
        page.locator("#effect").get_by_text("R-0001").first.wait_for()
        phone.context.set_offline(True)
        phone.hold(times=2)
        page.get_by_text("No line: not recorded yet").wait_for()
        assert len(log()) == paired
        phone.context.set_offline(False)
        page.reload()
        page.get_by_text(f"recorded #{paired + 1}").wait_for()
        page.wait_for_timeout(500)
        events = log()[paired:]
        assert [each.name for each in events] == ["ruling-given/1", "command-signed/1"]
        assert len({each.command_id for each in events}) == 1
        given = next(each.event for each in events if each.name == "ruling-given/1")
        assert given.adjustment == parse_weighted("65% 4SN=, 35% 4SN-1")
        assert (given.facts, given.offender, given.call) == ("West hesitated", "EW", "C-0001")
        page.get_by_role("link", name="Tell both sides").click()
        page.locator("#effect").get_by_text("R-0001").first.wait_for()
        phone.hold()
        page.get_by_text(f"recorded #{paired + 3}").wait_for()
        assert log()[-2].name == "sides-notified/1"
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0
        assert run(["-q", "verify", "--strict"]) == 0
        assert run(["-q", "official", "unpair", "Cole-1"]) == 0
        last = len(log())
        phone.open("form", "?form=ruling+add&board=1&table=1")
        page.get_by_text("These pages are for paired devices").wait_for()
        assert len(log()) == last


def test_the_desk_says_where_the_phone_goes(kept, monkeypatch, capsys):
    note_office(kept, OfficeServed("https://192.0.2.7:8443/", "AA:BB"))
    phone, offered = Phone(), DevicePairings.offer

    def offer(pairings, made):
        code = offered(pairings, made)
        pairings.take(code, phone.key)
        return code

    monkeypatch.setattr(DevicePairings, "offer", offer)
    capsys.readouterr()
    assert run(["official", "pair", "cole"]) == 0
    said = capsys.readouterr()
    assert "the device Cole-1 is paired to Cole" in said.out
    assert re.search(r"https://192\.0\.2\.7:8443/pair#\w{16}\b", said.err)
    assert "AA:BB" in said.err
    assert log()[-1].event.key == phone.key
    assert not list(kept.path.parent.glob("*pair-*"))


# A tournament


CONGRESS = (
    "tournament open spring --title Spring",
    "tournament stage add day",
    "official add Ahlborn --as chief-director --session spring",
    "session open t --boards 1-4 --contestants 1-2NS,1-2EW",
    "official add Ahlborn --as chief-director --session t",
    "session open u --boards 1 --contestants 1-2",
    "tournament add s --stage day --sitting 1 --session spring",
    "tournament add t --stage day --sitting 2 --session spring",
    "tournament add u --stage day --sitting 3 --session spring",
    "result add 1/1 4SN= --ns 1NS --ew 1EW --session t",
    "call add 1/1 revoke --caller E --stage play --session t",
    "official add Cole --as director --session t",
)


@pytest.fixture
def congress(kept, monkeypatch):
    """The evening and two other sessions, in a tournament of which the pages are served."""
    for line in CONGRESS:
        assert run(["-q", "--yes", *line.split()]) == 0, line
    monkeypatch.setenv("BRIDGE_LEDGER_SESSION", "spring")
    served = Served(kept, "spring")
    yield served
    served.answers.close()


def paired_at_the_desk(kept, monkeypatch, *words):
    """A device that comes at once for the code that the desk shows."""
    note_office(kept, OfficeServed("https://192.0.2.7:8443/"))
    phone, offered = Phone(), DevicePairings.offer

    def offer(pairings, made):
        code = offered(pairings, made)
        pairings.take(code, phone.key)
        return code

    monkeypatch.setattr(DevicePairings, "offer", offer)
    assert run(["-q", "official", "pair", "cole", *words]) == 0
    return phone


def test_a_device_of_a_tournament_is_paired_in_each_session_of_its_official(congress, kept, monkeypatch, capsys):
    phone = paired_at_the_desk(kept, monkeypatch)
    with Office.open("bridge-ledger.db") as office:
        assert [name for name in ("spring", "s", "t", "u") if office.stream(name).devices] == ["s", "t"]
    congress.visit(phone)
    page = congress.ask("GET", "/").text
    assert page.index("hesitation") < page.index("revoke"), "the longest first"
    assert "table?session=t&amp;table=1" in page
    assert congress.ask("GET", "/table?session=u&table=1").status_code == 404, "there he is no official"
    assert "1NS" in congress.ask("GET", "/table?session=t&table=1").text
    fields = {"board": ["1/1"], "stands": ["yes"], "call": ["C-0001"], "laws": ["64"], "offender": ["EW"]}
    for session, status in (("u", 401), ("spring", 401), ("", 401), ("elsewhere", 401), ("t", 200)):
        asked = {"form": "ruling add", "fields": fields, "session": session}
        assert congress.ask("POST", "/try", asked).status_code == status, session
    shown = congress.ask("POST", "/try", asked).json()
    assert congress.record(phone, shown, of="t", session="s").status_code == 403, "signed for another session"
    assert congress.record(phone, shown, of="u", session="u").status_code == 401
    assert congress.record(phone, shown, of="t", session="t").status_code == 200
    assert log()[-1].name != "command-signed/1"
    assert "R-0001" in congress.ask("GET", "/").text
    capsys.readouterr()
    assert run(["official", "unpair", phone.name, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["session"] for each in told["also"]] == ["t"]
    assert congress.ask("GET", "/").status_code == 401
    assert run(["-q", "verify", "--strict"]) == 0


def test_the_first_page_shows_what_the_director_needs(served, phone, capsys):
    for line in (
        "movement set mitchell --yes",
        "call add 1/1 revoke --caller E --stage play",
        "ruling add 1/1 --artificial A+/A- --provisional --law 16B",
        "ruling add 1/2 --stands --law 73C --offender NS",
        "check query 1/3 asked",
        "publish --yes",
        "appeal lodge R-0002 --by-side EW --signed E,W --grounds heart",
    ):
        assert run(["-q", *line.split()]) == 0, line
    served.visit(phone)
    page = served.ask("GET", "/").text
    for said in (
        "3 results · round 1 of 3 · provisional",
        "R-0001 board 1, 1NS v 1EW · artificial A+/A-",
        "A-0001 · just now · against R-0002 · lodged",
        "corrections of the score",
        "board 1, 3NS v 3EW · 4SN+1 · &#34;asked&#34;",
        "North–South",
    ):
        assert said in page, said
    assert re.search(r"Last recorded.*A-0001", page, re.DOTALL)
    assert page.index("hesitation") < page.index("revoke")


def test_the_office_s_own_screen_shows_it_to_this_computer_alone(kept, phone):
    served, hall = Served(kept, screen=True), Served(kept)
    try:
        page = served.ask("GET", "/", by="127.0.0.1")
        assert page.status_code == 200
        assert "hesitation" in page.text
        assert not re.search('href="(table|form)', page.text), "it is looked at, and no more"
        assert served.ask("GET", "/", by="::1").status_code == 200
        assert served.ask("GET", "/", by="office").status_code == 200, "from the address that it serves at"
        assert served.ask("GET", "/", by="203.0.113.7").status_code == 401
        forwarded = served.ask("GET", "/", by="127.0.0.1", headers={"x-forwarded-for": "203.0.113.7"})
        assert forwarded.status_code == 401
        assert served.ask("GET", "/table?table=2", by="127.0.0.1").status_code == 401
        asked = {"form": "ruling add", "fields": RULING}
        assert served.ask("POST", "/try", asked, by="127.0.0.1").status_code == 401
        assert hall.ask("GET", "/", by="127.0.0.1").status_code == 401, "behind a proxy everybody comes from here"
        served.visit(phone)
        assert 'href="form' in served.ask("GET", "/", by="127.0.0.1").text
    finally:
        served.answers.close()
        hall.answers.close()


def test_an_open_page_hears_of_each_event_until_its_device_is_unpaired(served, phone):
    pulse = served.answers.pulse
    with Office.open("bridge-ledger.db", looking=True) as office:
        pulse.look(office)
        assert served.ask("HEAD", "/live").status_code == 404
        served.visit(phone)
        [token] = served.cookies.values()
        before = pulse.version(token)
        assert served.ask("HEAD", "/live").status_code == 200
        assert run(["-q", "result", "add", "2/1", "4SN=", "--ns", "1NS", "--ew", "2EW"]) == 0
        pulse.look(office)
        assert pulse.version(token) not in (before, "gone")
        assert run(["-q", "official", "unpair", phone.name]) == 0
        pulse.look(office)
        assert pulse.version(token) == "gone"
        assert served.ask("HEAD", "/live").status_code == 404


@pytest.mark.skipif(not is_here("playwright"), reason="Playwright drives the browser")
@pytest.mark.parametrize("width", [390, 1600])
def test_the_screen_shows_what_others_record_as_it_is_recorded(kept, tmp_path, chromium, width):
    served = Served(kept, screen=True)
    try:
        with open_to_phones(served, tmp_path) as address, Opened(chromium, address, width) as screen:
            screen.open("")
            screen.page.locator(".calls").get_by_text("hesitation").wait_for()
            assert run(["-q", "call", "add", "1/1", "revoke", "--caller", "E", "--stage", "play"]) == 0
            screen.page.locator(".calls").get_by_text("revoke").wait_for(timeout=8000)
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert screen.page.evaluate(wide) <= 0
            assert screen.page.locator("#now a").count() == 0
            screen.context.set_offline(True)
            screen.page.get_by_text("No line: this is how it was").wait_for(timeout=8000)
            screen.context.set_offline(False)
            screen.page.get_by_text("No line: this is how it was").wait_for(state="hidden", timeout=8000)
    finally:
        served.answers.close()


def test_what_was_erased_is_shown_no_more(served, phone):
    served.visit(phone)
    assert served.ask("GET", "/").text.count("hesitation") == 2
    assert run(["-q", "--yes", "text", "erase", "6", "--because", "asked"]) == 0
    assert "hesitation" not in served.ask("GET", "/").text


def test_a_director_who_plays_is_not_shown_what_was_recorded_last(served, phone):
    with Office.open("bridge-ledger.db", by="Ahlborn") as office:
        office.submit("s", NamePlayers((Player("3NS", 1, "cole"),)))
        rows = (PlannedTable(1, "1", "1NS", "1EW", (2,)), PlannedTable(2, "1", "3NS", "2EW", (2,)))
        office.submit("s", SetMovement(rows))
    assert run(["-q", "result", "add", "2/1", "3NTE-7", "--ns", "1NS", "--ew", "1EW", "--round", "1"]) == 0
    assert run(["-q", "check", "query", "2/1", "secret", "--ns", "1NS", "--ew", "1EW"]) == 0
    served.visit(phone)
    page = served.ask("GET", "/").text
    assert "board 2, 1NS v 1EW" in page, "that it is queried"
    assert not re.search("3NT?E?-7|secret|Last recorded", page)
