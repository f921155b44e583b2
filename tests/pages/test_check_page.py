"""The check in the browser: a real Chromium says of every receipt, right or forged, what `verify --receipt` says."""

import json
import random
from base64 import b64encode
from pathlib import Path

import pytest

from cli.main import run
from ledger.trust.keys import read_key
from tests.pages.browser import Tab
from tests.pages.conftest import at_the_desk
from tests.pages.forged_receipts import forgeries, mutated, records, sealed_alone, strange

EVENING = """
init
official new-key ahlborn a.key
session open thursday --boards 1-3 --contestants 1-4 --title Thursday
official add Ahlborn --as chief-director
result add 1/1 4SN= --ns 1 --ew 2
result add 1/2 4SN-1 --ns 3 --ew 4
seal --new-key ebu.example --key k
seal --key k
ruling add 1/1 --stands --facts "W hesitated, said “♥?”" --reason "three pass\u00a0on"
appeal lodge R-0001 --by-side EW --signed E,W --grounds "no suggestion" --deposit "20 GBP"
official add Ahlborn --as chief-director --key a.key.pub
ruling add 1/2 --weighted "60% 4SN=, 40% 4SN-1" --offender EW --law 16B --facts thirds --sign-with a.key
text erase 6 --field reason --because mistaken --yes --sign-with a.key
seal --key k
"""
CHECK = """async (files) => {
  const found = [], verdict = document.getElementById("verdict");
  const told = () => new Promise((done) => {
    const late = setTimeout(done, 10000), finish = () => { clearTimeout(late); done(); };
    new MutationObserver((_, seen) => verdict.dataset.verdict && (seen.disconnect(), finish()))
      .observe(verdict, { attributeFilter: ["data-verdict"] });
  });
  for (const [text, name] of files) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const carried = new DataTransfer();
    carried.items.add(new File([bytes], name));
    const answered = told();
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
    await answered;
    const events = [...verdict.querySelectorAll(".event")].map((each) => [Number(each.dataset.event), each.dataset.digest]);
    const { verdict: said, size, key } = verdict.dataset;
    found.push({ said, size, key, events, told: verdict.innerText });
    verdict.dataset.verdict = "";
  }
  return found;
}"""


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """A folder with an evening, its seals, receipts of several kinds, and the page."""
    folder = tmp_path_factory.mktemp("office")
    with pytest.MonkeyPatch.context() as monkeypatch:
        typed = at_the_desk(folder, monkeypatch)
        typed(EVENING)
        typed("report check --key k.pub -o check.html\nreport check -o bare.html --language de")
    return folder


@pytest.fixture
def desk(office, monkeypatch, capsys):
    """Type a command in that folder: exit code, and what was printed."""
    monkeypatch.chdir(office)
    capsys.readouterr()

    def typed(*line):
        code = run(list(line))
        return code, capsys.readouterr().out

    return typed


@pytest.fixture
def receipts(desk):
    """Receipts that are right."""
    (Path("first.seal")).write_text(json.loads(desk("seal", "--list", "--json")[1])["seals"][0]["note"])
    made = [desk("receipt", case, "--key", "k.pub")[1].encode() for case in ("#1", "#3", "#5", "R-0002", "A-0001")]
    return [desk("receipt", "R-0001", "--key", "k.pub", "--since", "first.seal")[1].encode(), *made]


def in_the_browser(browser, texts, page="check.html"):
    """What the page says of each."""
    with Tab(browser, Path(page)) as tab:
        tab.page.wait_for_selector("#checking:not([hidden])")
        found = tab.page.evaluate(CHECK, [[b64encode(text).decode(), "r.receipt"] for text in texts])
        tab.require_sound()
    return found


def require_agreement(desk, browser, texts):
    """Both refuse, or both accept just the same; how many were accepted."""
    held = 0
    for text, told in zip(texts, in_the_browser(browser, texts), strict=True):
        Path("r").write_bytes(text)
        code, out = desk("verify", "--receipt", "r", "--key", "k.pub", "--json")
        assert (code == 0) == (told["said"] == "holds"), (code, told, text)
        assert code in (0, 2, 3)
        if code == 0:
            held += 1
            proved = json.loads(out)
            assert told["events"] == [[each["number"], each["digest"]] for each in proved["events"]]
            assert (told["size"], told["key"]) == (str(proved["as_of"]), proved["seal"]["signed_by"])
        else:
            assert told["told"].count("\n") >= 1, told
    return held


def test_what_is_right_holds_and_what_is_forged_does_not_on_both(desk, receipts, chromium):
    rng = random.Random(14)
    forged = [each for text in receipts for each in forgeries(text)]
    random_ones = [mutated(rng, rng.choice(receipts)) for _ in range(200)]
    held = require_agreement(desk, chromium, [*receipts, *forged, *random_ones])
    assert held > len(receipts)


def test_every_kind_of_event_is_read_as_strictly_as_by_the_ledger(desk, chromium):
    """Sealed by who has the key, so that nothing but the event itself can be wrong."""
    rng, key = random.Random(14), read_key(Path("k"))
    today = records(today=True)
    signatures = sum(b'"judgement-signed/1"' in record for record in today)  # they sign nothing that is here
    assert require_agreement(desk, chromium, [sealed_alone(key, each) for each in today]) == len(today) - signatures
    changed = [strange(rng, each) for each in today for _ in range(3)]
    require_agreement(desk, chromium, [sealed_alone(key, each) for each in changed])


def test_an_event_of_an_earlier_version_is_left_to_the_program(desk, chromium):
    key = read_key(Path("k"))
    told = in_the_browser(chromium, [sealed_alone(key, each) for each in records(today=False)])
    assert told
    assert all("which this page does not read. `verify --receipt`" in each["told"] for each in told)
