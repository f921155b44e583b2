"""Two phones and eight desks record at once in one file: no event is lost, and none is there twice."""

import threading
import time
from collections import Counter
from copy import copy
from uuid import uuid4

from cli.main import run
from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.office import Office
from ledger.recording import Submission
from ledger.subjects.office.facts import PairDevice
from ledger.subjects.play.facts import RecordResult
from tests.serving.test_office import Served, kept  # noqa: F401 - a fixture
from tests.trust.test_device_signatures import Phone

DESKS, EACH = 8, 5


def recorded_at_a_desk(desk, told, trouble):
    """A desk that records a result a board at its own table."""
    try:
        with Office.open("bridge-ledger.db", by="Ahlborn") as office:
            for board in range(1, EACH + 1):
                command = RecordResult(Where(board, str(desk), f"{desk}NS", f"{desk}EW"), Result("4SN="))
                office.submit("many", command, Submission(str(uuid4())))
                told.append((board, f"{desk}NS"))
    except Exception as error:
        trouble.append(repr(error))


def recorded_by_a_phone(served, phone, table, told, trouble):
    """A phone that is shown each result and records it, shown again if it must; each is sent twice."""
    for board in range(1, EACH + 1):
        fields = {"board": [f"{board}/{table}"], "ns": [f"{table}NS"], "ew": [f"{table}EW"], "result_": ["3NTE="]}
        for _ in range(100):
            shown = served.ask("POST", "/try", {"form": "result add", "fields": fields, "session": "many"})
            sent = served.request(phone, shown.json(), str(uuid4()), "many") | {"session": "many"}
            answers = [served.ask("POST", "/record", sent) for _ in range(2)]
            if answers[0].status_code == 200:
                first, again = (each.json() for each in answers)
                if (again["recorded"], again["again"]) != (first["recorded"], True):
                    trouble.append(f"{first} {again}")
                told.append((board, f"{table}NS"))
                break
            if answers[0].status_code not in (409, 429):
                trouble.append(answers[0].text)
        else:
            trouble.append(f"{board}/{table} was never recorded")


def test_nothing_is_lost_or_recorded_twice(kept):  # noqa: F811
    pairs = DESKS + 2
    assert run(["-q", "session", "open", "many", "--boards", "1-5", "--contestants", f"1-{pairs}NS,1-{pairs}EW"]) == 0
    for name, office in (("Ahlborn", "chief-director"), ("Cole", "director"), ("Dahl", "director")):
        assert run(["-q", "official", "add", name, "--as", office, "--session", "many"]) == 0
    phones = {"Cole": Phone(name="Cole-1"), "Dahl": Phone(name="Dahl-1")}
    with Office.open("bridge-ledger.db", by="Ahlborn") as office:
        for name, phone in phones.items():
            office.submit("many", PairDevice(name, phone.name, phone.key))
        before = office.stream("many").number
    served = [Served(kept, "many")]
    served.append(copy(served[0]))
    served[1].cookies = {}
    told, trouble = [], []
    try:
        for each, phone in zip(served, phones.values(), strict=True):
            assert each.visit(phone).status_code == 200
        work = [threading.Thread(target=recorded_at_a_desk, args=(at, told, trouble)) for at in range(1, DESKS + 1)]
        work += [
            threading.Thread(target=recorded_by_a_phone, args=(each, phone, DESKS + at, told, trouble))
            for at, (each, phone) in enumerate(zip(served, phones.values(), strict=True), start=1)
        ]
        began = time.monotonic()
        for each in work:
            each.start()
        for each in work:
            each.join()
        print(f"{pairs * EACH} results by {DESKS} desks and 2 phones in {time.monotonic() - began:.1f} s")
    finally:
        served[0].answers.close()
    assert not trouble
    with Office.open("bridge-ledger.db") as office:
        events = [each for each in office.log("many") if each.number > before]
    results = Counter((each.event.board, each.event.ns) for each in events if each.name == "result-recorded/1")
    assert results == Counter(told)
    assert set(results.values()) == {1}
    assert len(results) == pairs * EACH
    assert sum(each.name == "command-signed/1" for each in events) == 2 * EACH
    assert run(["-q", "verify", "--strict"]) == 0
