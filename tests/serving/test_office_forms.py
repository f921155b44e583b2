"""The office's forms from the call to the appeal: each is the command of its name, recorded as the desk would."""

import re
import threading
import time
import uuid
from contextlib import contextmanager

import pytest

from cli.main import run
from ledger.office import Office
from ledger.recording.machine_state import DevicePairings, PairingOffer, PhonePolls
from ledger.subjects.calls.facts import PollAnswer
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


# In a browser


@contextmanager
def on_phone(kept, served, tmp_path, chromium):  # noqa: F811
    """A phone in a browser that is paired as Cole's, at the page Now."""
    code = DevicePairings(kept).offer(PairingOffer("s", "Cole", "Cole-2", time.time() + 600))
    with open_to_phones(served, tmp_path) as address, Opened(chromium, address) as opened:
        beside = threading.Thread(target=pairing, args=(code, "Cole-2"))
        beside.start()
        opened.open("pair", f"#{code}")
        opened.page.get_by_text("hesitation").wait_for()
        beside.join()
        yield opened


@pytest.mark.skipif(not is_here("playwright"), reason="Playwright drives the browser")
def test_a_call_with_auction_and_photo_by_taps(kept, served, tmp_path, chromium):  # noqa: F811
    with on_phone(kept, served, tmp_path, chromium) as tab:
        page, before = tab.page, len(log())
        page.get_by_role("button", name="I take it").dblclick()
        page.get_by_text(f"recorded #{before + 1}").wait_for()
        page.get_by_text("referred (Cole)").wait_for()
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
