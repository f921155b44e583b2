"""The office's forms from the call to the appeal: each is the command of its name, recorded as the desk would."""

import html
import os
import random
import re
import shlex
import threading
import time
import uuid
from contextlib import contextmanager
from urllib.parse import unquote

import pytest

from cli.main import run
from cli.pages.printing import Press
from cli.serving.forms import FORMS
from cli.serving.polls import OpenPolls, poll_routes
from cli.serving.serving import application
from cli.terminal import overview
from ledger.movements.plan import PlannedTable
from ledger.office import Office
from ledger.recording.machine_state import DevicePairings, PairingOffer, PhonePolls, note_served
from ledger.subjects.calls.facts import PollAnswer
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.people.facts import NamePlayers, Player
from ledger.trust.keys import read_key
from tests.needs import is_here
from tests.serving.test_office import Opened, kept, log, open_to_phones, pairing, phone, served  # noqa: F401 - fixtures

JPEG = b"\xff\xd8\xff\xe0 a photo of the bidding cards \xff\xd9"


@pytest.fixture
def office(served, phone):  # noqa: F811
    """Cole's visit; what he fills in is tried and recorded."""
    served.visit(phone)

    def done(form, **fields):
        named = {name: value if isinstance(value, list) else [value] for name, value in fields.items()}
        tried = served.attempt(form, named)
        assert tried.status_code == 200, tried.text
        answer = served.record(phone, tried.json(), str(uuid.uuid4()))
        assert answer.status_code == 200, answer.text
        return answer.json()["effect"]

    done.page = lambda path: served.ask("GET", path).text
    done.photo = lambda body: served.ask("POST", "/photo", content=body, headers={"content-type": "image/jpeg"})
    done.refused = lambda form, **fields: served.attempt(form, fields).json()["error"]
    return done


def recorded():
    """The events, without the signatures."""
    return [each.event for each in log() if each.name != "command-signed/1"]


def test_a_call_from_the_table_to_the_answer(office):
    office("call add", board="1/1", alleged="a revoke?", caller="S", stage="play", trick="3", laws="61A")
    called = recorded()[-1]
    assert (called.case, called.ns, called.caller, called.stage, called.trick) == ("C-0002", "1NS", "S", "play", 3)
    office("call answer", case="C-0002", to="Cole")
    assert "referred (Cole)" in office.page("/")
    words = ["W: I was counting; slowly", "E: <b>no</b>"]
    office("call facts", case="C-0002", facts="trick 3", agreed="no", statements=words, evidence=["card", "diagram"])
    stated = recorded()[-1]
    assert stated.statements == (("W", "I was counting; slowly"), ("E", "<b>no</b>"))
    assert (stated.agreed, stated.evidence) == (False, ("card", "diagram"))
    story = office.page("/case?case=C-0002")
    assert "I was counting; slowly" in story
    assert "<b>no</b>" not in story
    office("call answer", case="C-0002", answer_="no-infraction", reason="no revoke")
    assert "no infraction" in office.page("/case?case=C-0002")
    assert "no infraction" in office.page("/cases")
    assert run(["-q", "verify", "--strict"]) == 0


def test_a_photo_is_filed_as_the_desk_files_one(office, tmp_path):
    digest = office.photo(JPEG).json()["file"]
    office("call evidence", case="C-0001", file=digest, words="the cards")
    filed = recorded()[-1]
    assert (filed.kind, filed.size, filed.what, filed.public) == ("jpeg", len(JPEG), "the cards", False)
    assert run(["-q", "call", "evidence", "C-0001", "--save", "1", str(tmp_path / "copy.jpg")]) == 0
    assert (tmp_path / "copy.jpg").read_bytes() == JPEG
    assert run(["-q", "verify", "--strict"]) == 0


def test_only_a_photo_that_this_device_sent_is_filed(office, served, tmp_path):  # noqa: F811
    (tmp_path / "secret.txt").write_text("secret")
    for name in (str(tmp_path / "secret.txt"), "secret.txt", "0" * 64, "-"):
        assert office.refused("call evidence", case=["C-0001"], file=[name])["code"] == "no-such-file"
    digest = office.photo(JPEG).json()["file"]
    assert office.refused("call evidence", case=["C-0001"], file=[digest], save=["1"])["code"] == "usage"
    for wrong, status in (
        (b"MZ no photo", 422),
        (b"", 422),
        (b"%PDF-1.7", 422),
        (b"\xff\xd8\xff" + bytes(5 << 20), 400),
    ):
        assert office.photo(wrong).status_code == status
    other = office.photo(JPEG + b"2").json()["file"]
    assert office.refused("call evidence", case=["C-0001"], file=[digest])["code"] == "no-such-file"
    office("call evidence", case="C-0001", file=other)
    served.cookies.clear()
    assert office.photo(JPEG).status_code == 401


@pytest.mark.parametrize("form", ["publish", "call poll"])
def test_no_form_writes_a_file_of_the_server(office, form, tmp_path):
    for field in ("folder", "tiled", "url", "save", "out"):
        refused = office.refused(form, case=["C-0001"], **{field: [str(tmp_path / "x")]})
        assert refused["code"] == "usage"
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("form", FORMS)
def test_every_field_of_a_form_is_an_option_of_its_command(office, form):
    office("call add", board="1/1", alleged="slow", caller="S", stage="play")
    case = {"appeal": "R-0001", "call": "C-0002"}.get(form.split()[0], "")
    page = office.page(f"/form?form={form.replace(' ', '+')}&board=1&table=1&case={case}").partition("<form")[2]
    assert f'data-form="{form}"' in page
    names = {*re.findall(r' name="(\w+)"', page), *re.findall(r' data-weights="(\w+)"', page)}
    flags = re.search(r"<select[^>]* data-flag>(.*?)</select>", page)
    names |= {*re.findall(r'value="(\w+)"', flags[1])} if flags else set()
    noun, _, verb = form.partition(" ")
    command = overview.command(noun)
    command = command.commands[verb] if verb else command
    assert names <= {each.name for each in command.params}
    assert names or form == "undo"


def test_an_auction_is_written_call_by_call_and_corrected(office):
    office("auction add", board="1/2", calls="1C 1S X! P", ns="2NS", ew="2EW")
    assert "1S" in office.page("/case?case=C-0001")
    office("auction correct", board="1/2", calls="1C 1S P P P", reason="no double")
    assert str(recorded()[-1].record.auction) == "N: 1C 1S P P P"
    assert office.refused("auction correct", board=["1/2"], calls=["1C 1C"])["message"]


def test_a_poll_asks_players_seals_its_question_and_says_what_the_law_asks(office, kept, served, phone):  # noqa: F811
    office("auction add", board="1/2", calls="1C 1S X P")
    codes = office("call poll", case="C-0001", question="Your call?", links="3", among="peers", calls="2")
    links = re.findall(r"<title>\S+/poll/([\w-]+)</title>", codes)
    assert len(links) == 3
    opened = log()[-2]
    assert (opened.event.question, str(opened.event.auction)) == ("Your call?", "N: 1C 1S")
    phones = PhonePolls(kept)
    for code, answer in zip(links, (PollAnswer("P", ("2C",)), PollAnswer("2C"), PollAnswer("P")), strict=True):
        tried = served.attempt("call poll", {"case": ["C-0001"], "close": ["yes"]})
        phones.answer(code, answer)
    assert "answered by 3 of 3" in office.page("/case?case=C-0001")
    late = served.record(phone, tried.json(), str(uuid.uuid4()))
    assert (late.status_code, late.json()["error"]["code"]) == (409, "not-as-shown")
    shown = office("call poll", case="C-0001", close="yes")
    assert "2C: considered by 2 of 3 (67%), chosen by 1" in shown
    assert "16B1(b)" in shown
    assert phones.of("s", opened.number) is None
    office("call poll", case="C-0001", question="and now?", answers=["P; considered X", "X"])
    assert len(recorded()[-1].answers) == 2
    assert run(["-q", "verify", "--strict"]) == 0


def test_links_that_were_not_heard_of_are_made_again_until_somebody_answers(office, kept, served, phone):  # noqa: F811
    tried = served.attempt("call poll", {"case": ["C-0001"], "question": ["?"], "links": ["1"]}).json()
    answers = [served.record(phone, tried).json()["effect"] for _ in range(2)]
    first, second = (re.findall(r"/poll/([\w-]+)<", each) for each in answers)
    assert first != second
    phones = PhonePolls(kept)
    phones.answer(second[0], PollAnswer("P"))
    with pytest.raises(Exception, match="used before"):
        phones.answer(first[0], PollAnswer("P"))
    assert "/poll/" not in served.record(phone, tried).json()["effect"]


def test_two_directors_who_take_a_call_at_once_are_shown_each_other(office, served, phone):  # noqa: F811
    fields = {"case": ["C-0001"], "to": ["Cole"]}
    both = [served.attempt("call answer", fields).json() for _ in range(2)]
    first, second = (served.record(phone, each, str(uuid.uuid4())) for each in both)
    assert (first.status_code, second.status_code) == (200, 422)
    assert second.json()["error"]["code"] == "nothing-to-change"
    with Office.open("bridge-ledger.db") as office_:
        assert [each.to for each in office_.session("s").calls["C-0001"].answers] == ["Cole"]


def ruled(office, case="R-0001"):
    """A ruling of which both sides are told; the addresses of the slip."""
    shown = office("ruling add", board="1/2", weighted="50% 4SN=, 50% 4SN-1", offender="EW", laws="16B")
    assert "appeal possible for 30 minutes from when the scores are published" in shown
    return re.findall(r"<title>\S+/slip/([\w-]+)</title>", office("ruling notify", case=case, told_of_appeal="yes"))


def test_an_appeal_from_its_lodging_to_the_decision_and_back(office):
    assert run(["-q", "ruling", "add", "1/2", "--weighted", "50% 4SN=, 50% 4SN-1", "--told-of-appeal"]) == 0
    assert run(["-q", "official", "add", "Cole", "--as", "committee"]) == 0
    lodged = {"case": "R-0001", "side": "EW", "grounds": "5H was clear"}
    assert (
        "both members" in office.refused("appeal lodge", **{name: [each] for name, each in lodged.items()})["message"]
    )
    office("appeal lodge", **lodged, signed="E,W", deposit="20 EUR", claims="4SN-1")
    event = recorded()[-1]
    assert (event.case, event.appellant, event.signed, event.deposit) == ("A-0001", "EW", ("E", "W"), "20 EUR")
    assert "A-0001" in office.page("/cases")
    office("appeal screen", case="A-0001", admitted="yes", point="judgement")
    office("appeal hear", case="A-0001", committee="Berg, Dahl, Cole", chairman="Berg", present="N, S")
    shown = office(
        "appeal decide", case="A-0001", varied="yes", weighted="30% 4SN=, 70% 4SN-1", reason="often", deposit="returned"
    )
    assert "2NS" in shown
    decided = recorded()[-1]
    assert (decided.verdict, decided.deposit, decided.body) == ("varied", "returned", "committee")
    story = office.page("/case?case=A-0001")
    assert "deposit returned" in story
    number = log()[-2].number
    undone = office("undo", what=str(number), reason="wrong weights")
    assert "2NS" in undone
    office("appeal withdraw", case="A-0001", leave="Ahlborn", deposit="returned")
    assert run(["-q", "verify", "--strict"]) == 0


def test_what_this_device_recorded_last_is_undone_and_nothing_else(office):
    assert "has recorded nothing" in office.page("/form?form=undo")
    assert office.refused("undo", what=["3"])["code"] == "not-your-office"
    office("result add", board="2/1", result_="4SN=", ns="1NS", ew="1EW")
    first = log()[-2].number
    office("result correct", board="2/1", result_="4SN-1", reason="misread")
    last = log()[-2].number
    page = office.page("/form?form=undo")
    assert (f'value="{last}"' in page, f'value="{first}"' in page) == (True, False)
    assert office.refused("undo", what=[str(first)])["code"] == "not-your-office"
    office("undo", what=str(last))
    assert log()[-2].because == (last,)
    with Office.open("bridge-ledger.db") as opened:
        assert str(opened.session("s").boards[2].popitem()[1].results[-1].result) == "4SN="
    assert run(["-q", "verify", "--strict"]) == 0


def test_a_publication_says_first_what_is_still_open(office, served, phone):  # noqa: F811
    tried = served.attempt("publish", {"note": ["on the wall"]}).json()
    assert "C-0001" in tried["effect"]
    assert served.record(phone, tried).status_code == 200
    assert recorded()[-1].note == "on the wall"
    with Office.open("bridge-ledger.db") as opened:
        assert opened.session("s").publications
    assert run(["-q", "verify", "--strict"]) == 0


def test_the_pair_keeps_a_slip_with_its_receipt(office, kept, served, tmp_path):  # noqa: F811
    assert run(["-q", "seal", "--new-key", "club.example", "--key", str(tmp_path / "seal.key")]) == 0
    served.answers._desk.office.key = read_key(tmp_path / "seal.key")
    assert ruled(office) == [], "before `serve` nobody would find it"
    assert run(["-q", "undo", "R-0001", "--yes", "--by", "Cole"]) == 0
    note_served(kept, "http://192.0.2.7:8000/")
    (code,) = ruled(office, "R-0002")
    slip = PhonePolls(kept).slip(code.lower())
    assert "R-0002" in slip
    assert PhonePolls(kept).slip(code[:-1] + "?") is None
    receipt = unquote(re.search(r'href="data:text/plain;charset=utf-8,([^"]+)"', slip)[1])
    (tmp_path / "kept").write_text(receipt)
    public = str(tmp_path / "seal.key.pub")
    assert run(["-q", "verify", "--receipt", str(tmp_path / "kept"), "--key", public]) == 0
    served.app = application(poll_routes(Press(), OpenPolls(), PhonePolls(kept)), 50)
    assert [served.ask("GET", f"/slip/{each}").status_code for each in (code, "nothing")] == [200, 404]


PLAYED = (
    "result add 2/1 3NTE-7 --ns 1NS --ew 1EW --round 1",
    "deal add 2 'N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543'",
    "auction add 2/1 '1H P 7H X P P P' --ns 1NS --ew 1EW",
    "call add 2/1 spilt-coffee --caller N --stage play --ns 1NS --ew 1EW",
    "call facts C-0002 drops-on-a-card --agreed",
    "call poll C-0002 what-about-it --answer 7H",
    "check query 2/1 was-it-so --ns 1NS --ew 1EW",
    "ruling add 2/1 --artificial 65/35 --offender EW --ns 1NS --ew 1EW --call C-0002 --facts wet-cards",
    "ruling notify R-0001 --told-of-appeal",
    "appeal lodge R-0001 --by-side EW --signed E,W --grounds it-was-tea",
)
SECRETS = re.compile(r"3NT?E-7|spilt-coffee|drops-on|what-about-it|was-it-so|65/35|wet-cards|it-was-tea|AKQ32|7♥|7H")


def walk(served):  # noqa: F811
    """Every page that a link leads to from the first one, and every form of every case and board, by its address."""
    ways = [f"form?form={form.replace(' ', '+')}{of}" for form in FORMS for of in ABOUT]
    todo, pages = ["", *ways, *(f"case?case={case}" for case in CASES)], {}
    while todo:
        path = todo.pop()
        if path not in pages:
            pages[path] = served.ask("GET", f"/{path}").text
            found = re.findall(r'href="(?!data:|https?:)([^"#]*)"', pages[path])
            todo += [html.unescape(each).removeprefix("./") for each in found]
    return pages


CASES = ("C-0002", "R-0001", "A-0001")
ABOUT = ("&board=2&table=1", "&board=2&table=1&ns=1NS&ew=1EW&call=C-0002", *(f"&case={each}" for each in CASES), "")


def test_a_director_who_plays_sees_nothing_of_it_on_any_page(served, phone):  # noqa: F811
    with Office.open("bridge-ledger.db", by="Ahlborn") as opened:
        opened.submit("s", NamePlayers((Player("3NS", 1, "Cole"),)))
        rows = (PlannedTable(1, "1", "1NS", "1EW", (2,)), PlannedTable(2, "1", "3NS", "2EW", (2,)))
        opened.submit("s", SetMovement(rows))
    for line in PLAYED:
        assert run(["-q", *shlex.split(line)]) == 0, line
    served.visit(phone)
    pages = walk(served)
    assert len(pages) > 50
    assert "table?session=s&table=1" in pages
    told = {path: SECRETS.findall(page) for path, page in pages.items() if SECRETS.search(page)}
    assert told == {}
    about = {"board": ["2/1"], "ns": ["1NS"], "ew": ["1EW"]}
    for form in FORMS:
        for fields in (about, *({"case": [case]} for case in CASES), {"what": ["R-0001"]}):
            while (answer := served.attempt(form, fields)).status_code == 429:
                time.sleep(0.1)  # asked faster than a thumb can
            assert not SECRETS.search(answer.text), (form, answer.text)
            assert answer.status_code == 422 or form == "publish"
    assert "C-0002" not in served.attempt("publish", {}).json()["effect"]
    assert run(["-q", "result", "add", "2/1", "4SN=", "--ns", "3NS", "--ew", "2EW", "--round", "2"]) == 0
    assert SECRETS.search(served.ask("GET", "/case?case=C-0002").text), "he has played it"


# In a browser


@contextmanager
def on_phone(kept, served, tmp_path, chromium):  # noqa: F811
    """A phone in a browser that is paired as Cole's, at the page Now."""
    code = DevicePairings(kept).offer(PairingOffer("s", "Cole", "Cole-2", time.time() + 600))
    note_served(kept, "http://192.0.2.7:8000/")
    with open_to_phones(served, tmp_path) as address, Opened(chromium, address) as opened:
        beside = threading.Thread(target=pairing, args=(code, "Cole-2"))
        beside.start()
        opened.open("pair", f"#{code}")
        opened.page.get_by_text("hesitation", exact=True).wait_for()
        beside.join()
        yield opened


@pytest.mark.skipif(not is_here("playwright"), reason="Playwright drives the browser")
def test_a_call_with_auction_and_photo_by_taps(kept, served, tmp_path, chromium):  # noqa: F811
    with on_phone(kept, served, tmp_path, chromium) as tab:
        page, before = tab.page, len(log())
        page.get_by_role("button", name="I take it").dblclick()
        page.get_by_text(f"recorded #{before + 1}").wait_for()
        page.get_by_text("referred (Cole)").first.wait_for()
        assert len(log()) == before + 2, "two taps are one"
        page.get_by_role("link", name="C-0001").click()
        page.get_by_role("link", name="Auction").click()
        for face in ("♣", "2", "♥", "P", "⌫", "X", "P"):
            page.get_by_role("button", name=face, exact=True).click()
        assert page.get_by_label("Calls from the dealer").input_value() == "1C 2H X P"
        tab.hold()
        page.get_by_text(f"recorded #{before + 3}").wait_for()
        tab.open("form", "?form=call+evidence&case=C-0001")
        picture = tmp_path / "cards.png"
        page.screenshot(path=picture, full_page=True)
        tab.context.set_offline(True)
        page.get_by_label("Photo").set_input_files(picture)
        page.get_by_text("No line: not recorded yet").wait_for()
        tab.context.set_offline(False)
        page.locator("#effect").get_by_text("C-0001").first.wait_for()
        page.reload()
        page.locator("#effect").get_by_text("C-0001").first.wait_for()
        tab.hold()
        page.get_by_text(f"recorded #{before + 5}").wait_for()
        assert (log()[-2].event.kind, log()[-1].name) == ("jpeg", "command-signed/1")
        tab.open("form", "?form=ruling+add&board=1&table=2")
        page.get_by_label("Find a Law by what players say").fill("hesitated")
        page.locator(".laws button:visible").first.click()
        assert page.get_by_label("Laws", exact=True).input_value() == "16B"
        assert run(["-q", "verify", "--strict"]) == 0


class Thumb:
    """A thumb that counts its taps; a choice from a list is two, a text two: the field, and the dictation."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, of):
        of.click()
        self.taps += 1

    def choose(self, label, value):
        self.page.get_by_label(label).select_option(value)
        self.taps += 2

    def say(self, label, text):
        self.page.get_by_label(label, exact=True).fill(text)
        self.taps += 2


@pytest.mark.skipif(not is_here("playwright"), reason="Playwright drives the browser")
def test_from_the_call_to_both_sides_told_in_few_taps(kept, served, tmp_path, chromium):  # noqa: F811
    with on_phone(kept, served, tmp_path, chromium) as tab:
        page, thumb, before = tab.page, Thumb(tab.page), len(log())
        button, link = (lambda name: page.get_by_role("button", name=name, exact=True)), page.get_by_role
        thumb.tap(button("I take it"))
        page.get_by_text(f"recorded #{before + 1}").wait_for()
        thumb.tap(link("link", name="Give a ruling"))
        thumb.tap(page.get_by_label("Result 1"))
        thumb.tap(button("="))
        thumb.tap(page.get_by_label("Result 2"))
        thumb.tap(button("-1"))
        page.get_by_label("Weight 1").fill("65")
        thumb.taps += 1
        thumb.choose("Offender", "EW")
        thumb.say("Find a Law by what players say", "hesitation")
        thumb.tap(page.locator(".laws button:visible").first)
        thumb.tap(button("As told in C-0001"))
        assert page.get_by_label("Facts").input_value() == "hesitation"
        shown = page.locator("#effect")
        shown.get_by_text("R-0001").first.wait_for()
        shown.get_by_text("appeal possible for 30 minutes").wait_for()
        tab.hold()
        page.get_by_text(f"recorded #{before + 3}").wait_for()
        thumb.tap(link("link", name="Tell both sides (R-0001)"))
        shown.get_by_text("R-0001").first.wait_for()
        tab.hold()
        page.get_by_text(f"recorded #{before + 5}").wait_for()
        assert thumb.taps + 2 <= 25, "with the two that are held"
        assert page.locator("svg.qr").count() == 1
        names = [each.name for each in log()[before:] if each.name != "command-signed/1"]
        assert names == ["call-answered/1", "ruling-given/1", "sides-notified/1"]
        assert [each for each in tab.trouble if "Failed to load" not in each] == []


CUT = int(os.environ.get("OFFICE_CUT", "1"))
TAPS = int(os.environ.get("OFFICE_TAPS", "50"))


@pytest.mark.skipif(not is_here("playwright"), reason="Playwright drives the browser")
def test_a_bad_line_a_locked_phone_and_a_wrong_clock_lose_nothing(kept, served, tmp_path, chromium):  # noqa: F811
    with on_phone(kept, served, tmp_path, chromium) as tab:
        page, before = tab.page, len(log())
        state = tab.context.new_cdp_session(page)
        page.clock.set_fixed_time("1999-12-31T23:59:00")
        where = "?form=ruling+add&board=1&table=2&call=C-0001"
        tab.open("form", where)
        page.get_by_text("Not recorded yet").wait_for()
        steps = [
            lambda: (page.get_by_label("Result 1").click(), page.get_by_role("button", name="=", exact=True).click()),
            lambda: (page.get_by_label("Result 2").click(), page.get_by_role("button", name="-1", exact=True).click()),
            lambda: page.get_by_label("Offender").select_option("EW"),
            lambda: page.get_by_label("Laws", exact=True).fill("16B"),
            lambda: page.get_by_label("Facts").fill("slow"),
            lambda: page.get_by_label("Both sides are told").check(),
        ]
        fields = "[...document.querySelectorAll('#form :is(input, select, textarea)')]"
        filled = f"{fields}.map((each) => each.type === 'checkbox' ? each.checked : each.value)"
        for step in steps:
            tab.context.set_offline(True)
            step()
            page.get_by_text("No line: not recorded yet").wait_for()
            said = page.evaluate(filled)
            page.wait_for_timeout(1000 * CUT)
            tab.context.set_offline(False)
            page.reload()
            assert page.evaluate(filled) == said
            state.send("Page.setWebLifecycleState", {"state": "frozen"})
            page.wait_for_timeout(200)
            state.send("Page.setWebLifecycleState", {"state": "active"})
            assert page.evaluate(filled) == said
            assert len(log()) == before
        page.locator("#effect").get_by_text("R-0001").first.wait_for()
        tab.context.set_offline(True)
        tab.hold(times=3)
        page.get_by_text("No line: not recorded yet").wait_for()
        page.wait_for_timeout(1000 * CUT)
        tab.context.set_offline(False)
        page.get_by_text(f"recorded #{before + 1}").wait_for()
        for _ in range(2):
            page.reload()
            page.get_by_text(f"recorded #{before + 1}").wait_for()
            page.get_by_text("R-0001").first.wait_for()
        names = [each.name for each in log()[before:]]
        assert names == ["ruling-given/1", "sides-notified/1", "command-signed/1"]
        assert log()[-1].recorded_at > time.time_ns() // 1000 - 10**9, "by the clock of the desk"


@pytest.mark.skipif(not is_here("playwright"), reason="Playwright drives the browser")
def test_taps_at_random_record_what_was_held_once(kept, served, tmp_path, chromium):  # noqa: F811
    chance = random.Random(1)
    with on_phone(kept, served, tmp_path, chromium) as tab:
        page, before, held = tab.page, len(log()), 0
        tab.open("form", "?form=call+answer&case=C-0001")
        for tap in range(TAPS // 10):
            page.get_by_label("Or referred to").fill(f"director {tap}")
            page.locator("#effect").get_by_text(f"director {tap}").first.wait_for()
            button = page.locator("#record")
            page.locator("#record:enabled").wait_for()
            button.hover()
            for length in [chance.choice((5, 50, 300)) for _ in range(chance.randint(0, 3))] + [900]:
                page.mouse.down()
                page.wait_for_timeout(length)
                page.mouse.up()
            if chance.random() < 0.5:
                page.mouse.dblclick(*centre(button))
            held += 1
            page.get_by_text(f"recorded #{before + 2 * held - 1}").wait_for()
            assert len(log()) == before + 2 * held
        assert [each.event.to for each in log()[before::2]] == [f"director {tap}" for tap in range(held)]


def centre(of):
    box = of.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
