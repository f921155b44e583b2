"""The check in the browser: a real Chromium says of every receipt, right or forged, what `verify --receipt` says."""

import json
import random
import re
from html import escape, unescape
from pathlib import Path

import pytest

from cli.main import run
from cli.pages.desk_sites import SiteFolder
from cli.pages.folder import Folder
from cli.pages.printing import Press
from ledger.bounds.events import RECEIPT
from ledger.office import Office
from ledger.store.record import canonical
from ledger.subjects.rulings.facts import RulingWithdrawn
from ledger.trust.keys import new_key, read_key
from ledger.trust.seal import checkpoint
from tests.cli.test_editions import install, mock_tables
from tests.codec.examples import records
from tests.kept import kept
from tests.pages.asking import answers
from tests.pages.browser import Tab
from tests.pages.conftest import at_the_desk
from tests.pages.forged_receipts import cut_otherwise, forgeries, mutated, sealed_alone, strange
from tests.pages.test_browser import CONTRAST
from tests.pages.test_german import english
from tests.pages.test_pages import require_whole
from tests.promises import promise

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


def in_the_browser(browser, texts):
    """What the page says of each."""
    return answers(browser, Path("check.html"), [(text, None) for text in texts])


def require_agreement(desk, browser, texts):
    """Both refuse, or both accept just the same; how many were accepted."""
    held = 0
    for text, told in zip(texts, in_the_browser(browser, texts), strict=True):
        Path("r").write_bytes(text)
        code, out = desk("verify", "--receipt", "r", "--key", "k.pub", "--json")
        assert (code == 0) == (told["said"] == "holds"), (code, told["told"], text)
        assert code in (0, 2, 3)
        if code == 0:
            held += 1
            proved = json.loads(out)
            assert told["events"] == [[each["number"], each["digest"]] for each in proved["events"]]
            assert (told["size"], told["key"]) == (str(proved["as_of"]), proved["seal"]["signed_by"])
        else:
            assert told["told"].count("\n") >= 1, told
    return held


@promise("T12")
def test_what_is_right_holds_and_what_is_forged_does_not_on_both(desk, receipts, chromium):
    rng = random.Random(14)
    forged = [each for text in receipts for each in forgeries(text)]
    random_ones = [mutated(rng, rng.choice(receipts)) for _ in range(200)]
    held = require_agreement(desk, chromium, [*receipts, *forged, *random_ones])
    assert held > len(receipts)


def test_words_that_begin_elsewhere_hold_on_neither(desk, receipts, chromium):
    """The first of them given to the salt, which nobody signed apart: what is hashed is the same."""
    cut = [each for text in receipts for each in cut_otherwise(text)]
    assert len(cut) >= 9
    assert require_agreement(desk, chromium, cut) == 0


def test_every_kind_of_event_is_read_as_strictly_as_by_the_ledger(desk, chromium):
    """Sealed by who has the key, so that nothing but the event itself can be wrong."""
    rng, key = random.Random(14), read_key(Path("k"))
    today = records()
    signatures = sum(b'"judgement-signed/1"' in record for record in today)  # they sign nothing that is here
    assert require_agreement(desk, chromium, [sealed_alone(key, each) for each in today]) == len(today) - signatures
    changed = [strange(rng, each) for each in today for _ in range(3)]
    require_agreement(desk, chromium, [sealed_alone(key, each) for each in changed])


# The page in use


def verdict(tab, region="#verdict"):
    """What is said, and in what words, once it is said."""
    found = tab.page.wait_for_selector(f'{region}[data-verdict]:not([data-verdict=""])')
    return found.get_attribute("data-verdict"), found.inner_text()


def pasted(tab, receipt, key):
    """Check what is pasted, with the keyboard alone."""
    tab.page.fill("#receipt", receipt)
    tab.page.fill("#key", key)
    tab.page.focus("#checking button")
    tab.page.keyboard.press("Enter")
    return verdict(tab)


def test_it_says_in_words_what_holds_and_what_does_not(desk, receipts, chromium):
    text, key, seal = receipts[0].decode(), Path("k.pub").read_text(), Path("first.seal").read_text()
    stranger = str(new_key(Path("other"), "ebu.example").public)
    with Tab(chromium, Path("bare.html"), width=390) as tab:
        assert pasted(tab, text, "")[0] == "unread"
        assert "geheimer Schlüssel" in pasted(tab, text, Path("k").read_text())[1]
        assert "kein öffentlicher Schlüssel" in pasted(tab, text, key[:-9])[1]
        assert "Es gibt nichts zu prüfen" in pasted(tab, " ", key)[1]
        said, told = pasted(tab, text, key)
        assert said == "holds"
        for words in ("R-0001 stand Wort für Wort", "bis #12", "seither geändert", "W hesitated, said “♥?”"):
            assert words in told
        assert "Grund\n(gelöscht: #11)" in told
        assert english(f"<p>{escape(told)}</p>", EVENING) == set()
        assert pasted(tab, text, stranger)[0] == "forged"
        assert "Sachverhalt von Ereignis #6 ist nicht" in pasted(tab, text.replace("W hesi", "E hesi"), key)[1]
        tab.page.fill("#key", key + " ")
        assert not tab.page.inner_text("#verdict"), "an old verdict stands beside nothing new"
        assert pasted(tab, seal, key)[0] == "holds"
        assert pasted(tab, seal.replace("\n5\n", "\n4\n"), key)[0] == "forged"
        assert pasted(tab, seal.replace("ebu.example/th", "ebu.example/Th"), key)[0] == "forged"
        assert tab.page.get_attribute("#verdict", "aria-live") == "polite"
        file_of(tab, "receipt", seal.replace("\n", "\r").encode())
        assert verdict(tab)[0] == "unread"
        tab.page.fill("#receipt", seal)
        tab.page.press("#key", "Enter")
        tab.page.click("#checking button")
        assert verdict(tab)[0] == "holds", "what is typed takes the file's place"
        require_same_surroundings(desk, tab, {"receipt": text, "key": key, "seal": seal})
        tab.require_sound()


@pytest.mark.parametrize("installed", [True, False], ids=["installed", "gone"])
def test_what_is_cited_by_another_edition_is_shown_as_it_was_cited(installed, tmp_path, monkeypatch, capsys, chromium):
    """A receipt has the paragraph and what it was about, so that its check asks no edition."""
    install(mock_tables(), tmp_path, monkeypatch)
    typed = at_the_desk(tmp_path, monkeypatch)
    typed(EVENING.replace("--title Thursday", "--profile new.toml").replace("--stands", "--claim 4SN+1 --law 67A"))
    if not installed:
        monkeypatch.delenv("BRIDGE_LEDGER_EDITIONS")
    typed("report check --key k.pub -o c.html")
    capsys.readouterr()
    assert run(["receipt", "R-0001", "--key", "k.pub"]) == 0
    with Tab(chromium, Path("c.html")) as tab:
        said, told = pasted(tab, capsys.readouterr().out, Path("k.pub").read_text())
    assert said == "holds"
    assert re.search(r"laws\s+67A\s+matters\s+claim\b", told), told


def test_a_key_file_that_is_no_text_is_said_at_once(desk, chromium):
    with Tab(chromium, Path("bare.html")) as tab:
        tab.page.wait_for_selector("#checking:not([hidden])")
        file_of(tab, "key", b"\xff")
        assert "kein Text in UTF-8" in verdict(tab)[1]
        tab.require_sound()


def test_half_a_letter_is_pasted_into_no_receipt(desk, receipts, chromium):
    """It would be hashed as the letter that stands for whatever is none: \ufffd."""
    key, said = read_key(Path("k")), kept(RulingWithdrawn("R-0001", "\ufffd"))
    record = canonical(["s", 3, "ruling-withdrawn/1", said, "c", 0, 1, 1, "A", [], "0.1.0"])
    text = sealed_alone(key, record, said.reason).decode()
    with Tab(chromium, Path("check.html")) as tab:
        tab.page.wait_for_selector("#checking:not([hidden])")
        for half, answer in (("\\ufffd", "holds"), ("\\ud800", "unread"), ("\\udfff", "unread")):
            paste = f"(text) => {{ document.getElementById('receipt').value = text.replace('\ufffd', '{half}'); }}"
            tab.page.evaluate(paste, text)
            tab.page.click("#checking button")
            assert verdict(tab)[0] == answer, half
        tab.require_sound()


def test_while_it_is_checked_once_more_nothing_is_shown(desk, receipts, chromium):
    with Tab(chromium, Path("check.html")) as tab:
        tab.page.wait_for_selector("#checking:not([hidden])")
        assert pasted(tab, receipts[0].decode(), Path("k.pub").read_text())[0] == "holds"
        asked = "() => { document.getElementById('checking').requestSubmit(); return verdict.dataset.verdict; }"
        assert tab.page.evaluate(asked) == ""
        assert verdict(tab)[0] == "holds"
        tab.require_sound()


def test_a_file_may_be_dropped_anywhere(desk, chromium):
    """What is dragged over a page that does not say so opens in its place."""
    with Tab(chromium, Path("check.html")) as tab:
        tab.page.wait_for_selector("#checking:not([hidden])")
        drag = "document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true }))"
        assert tab.page.evaluate(drag) is False
        tab.require_sound()


IN_ONE_BREATH = """async ([text, key, last, ask]) => {
  const area = document.getElementById("receipt"), form = document.getElementById("checking");
  const typed = (value) => { area.value = value; area.dispatchEvent(new Event("input")); };
  typed(text);
  form.requestSubmit();
  typed(last);
  if (ask) form.requestSubmit();
  for (let round = 0; round < 3; round++) await checkGiven(text, key);
  return document.getElementById("verdict").dataset.verdict;
}"""


def test_a_check_that_ends_late_is_not_shown_beside_what_was_typed_since(desk, receipts, chromium):
    text, key = receipts[0].decode(), Path("k.pub").read_text()
    with Tab(chromium, Path("check.html")) as tab:
        tab.page.wait_for_selector("#checking:not([hidden])")
        assert pasted(tab, text, key)[0] == "holds"
        assert tab.page.evaluate(IN_ONE_BREATH, [text, key, text + " ", False]) == "", "nobody asked for this one"
        assert tab.page.evaluate(IN_ONE_BREATH, [text, key, " ", True]) == "unread", "the last one asked for"
        tab.require_sound()


SLOWLY = """(name) => {
  const read = Blob.prototype.arrayBuffer;
  Blob.prototype.arrayBuffer = async function () {
    if (this.name === name) await new Promise((go) => { globalThis.go = go; });
    return read.call(this);
  };
}"""
AT_LAST = """async () => {
  globalThis.go();
  for (let round = 0; round < 20; round++) await new Promise((done) => setTimeout(done));
}"""


def test_a_file_that_is_read_slowly_does_not_take_the_place_of_what_came_after_it(desk, receipts, chromium):
    slow, quick, key = receipts[0], receipts[1].decode(), Path("k.pub").read_text()
    for later in ("another file", "what is typed", "a file that is none"):
        with Tab(chromium, Path("check.html")) as tab:
            tab.page.wait_for_selector("#checking:not([hidden])")
            tab.page.evaluate(SLOWLY, "slow")
            file_of(tab, "receipt", slow, "slow")
            tab.page.wait_for_function("() => Boolean(globalThis.go)")
            if later == "what is typed":
                told = pasted(tab, quick, key)
            else:
                file_of(tab, "receipt", quick.encode() if later == "another file" else b"\xff")
                told = verdict(tab)
            assert told[0] == ("unread" if later == "a file that is none" else "holds")
            tab.page.evaluate(AT_LAST)
            assert verdict(tab) == told, later
            assert tab.page.input_value("#receipt") == ("" if told[0] == "unread" else quick)
            tab.page.click("#checking button")
            assert verdict(tab) == told, later
            tab.require_sound()


def test_while_a_file_is_read_nothing_is_said_of_what_was_there_before_it(desk, receipts, chromium):
    with Tab(chromium, Path("check.html")) as tab:
        assert pasted(tab, receipts[0].decode(), Path("k.pub").read_text())[0] == "holds"
        tab.page.evaluate(SLOWLY, "slow")
        file_of(tab, "receipt", receipts[1], "slow")
        tab.page.wait_for_function("() => Boolean(globalThis.go)")
        assert not tab.page.get_attribute("#verdict", "data-verdict")
        assert not tab.page.input_value("#receipt")
        tab.page.evaluate(AT_LAST)
        assert verdict(tab)[0] == "holds"
        tab.require_sound()


def test_what_is_pasted_is_no_longer_than_any_receipt(desk, chromium):
    with Tab(chromium, Path("check.html")) as tab:
        tab.page.wait_for_selector("#checking:not([hidden])")
        for longer in (0, 1):
            tab.page.evaluate(
                "(size) => { document.getElementById('receipt').value = '{'.padEnd(size, '.'); }", RECEIPT.most + longer
            )
            tab.page.click("#checking button")
            assert ("It is longer than 4 MiB" in verdict(tab)[1]) is bool(longer)
        tab.require_sound()


def test_a_file_that_is_read_slowly_is_checked_with_the_key_that_came_meanwhile(desk, receipts, chromium):
    for asked in (False, True):
        with Tab(chromium, Path("bare.html")) as tab:
            tab.page.wait_for_selector("#checking:not([hidden])")
            tab.page.evaluate(SLOWLY, "slow")
            file_of(tab, "receipt", receipts[1], "slow")
            tab.page.wait_for_function("() => Boolean(globalThis.go)")
            file_of(tab, "key", Path("k.pub").read_bytes())
            tab.page.wait_for_function("() => Boolean(document.getElementById('key').value)")
            if asked:
                tab.page.click("#checking button")
            assert tab.page.get_attribute("#verdict", "data-verdict") in (None, ""), "nothing was read yet"
            tab.page.evaluate(AT_LAST)
            assert verdict(tab)[0] == "holds"
            assert tab.page.input_value("#receipt") == receipts[1].decode()
            tab.require_sound()


def around(text):
    """A text, and the same with something around it."""
    blanks = ["\ufeff", "\ufeff \t\r\n", " \t\r\n", "\r"]
    others = ["\x1c", "\x85", "\u00a0", "\u3000", "\u2028", "\x0b", "\x0c", "\ufeff\ufeff", " \ufeff", "\u200b"]
    return [text, *(each + text for each in blanks + others), *(text + each for each in blanks + others)]


def file_of(tab, area, content, name="it"):
    """Choose a file for one of the two."""
    tab.page.set_input_files(f"#{area}-file", {"name": name, "mimeType": "text/plain", "buffer": content})


def require_same_surroundings(desk, tab, texts):
    """What stands around a key, a receipt and a seal is passed over by the page just where the program does."""
    tab.open(Path("bare.html"))
    for area, text in texts.items():
        file_of(tab, "receipt", texts["receipt"].encode())
        verdict(tab)
        file_of(tab, "key", texts["key"].encode())
        verdict(tab)
        held = 0
        for each in around(text) + [text.replace("\n", end) for end in ("\r\n", "\r", "\u2028")]:
            files = {**texts, area: each}
            for name, content in files.items():
                Path(f"around.{name}").write_bytes(content.encode())
            kind = "seal" if area == "seal" else "receipt"
            code, _ = desk("verify", f"--{kind}", f"around.{kind}", "--key", "around.key")
            file_of(tab, "receipt" if area == "seal" else area, each.encode())
            assert (verdict(tab)[0] == "holds") == (code == 0), (area, each, code)
            held += code == 0
        assert held > 2, area


def test_what_stands_in_a_receipt_is_shown_and_not_obeyed(desk, chromium):
    hostile = "<img src=x onerror=alert(1)>\u202egnorw\n</script>" + "W" * 300
    said = kept(RulingWithdrawn("R-0001", hostile))
    record = canonical(["s", 3, "ruling-withdrawn/1", said, "c", 0, 1, 1, "<b>A</b>", [], "0.1.0"])
    text = sealed_alone(read_key(Path("k")), record, said.reason)
    for width in (1280, 390):
        with Tab(chromium, Path("check.html"), width=width, color_scheme="dark") as tab:
            told = pasted(tab, text.decode(), Path("k.pub").read_text())[1]
            assert "<img src=x onerror=alert(1)>\\u202egnorw\\n</script>W" in told
            assert "<b>A</b>" in told
            assert tab.page.evaluate(CONTRAST) == []
            tab.require_sound()


def test_a_browser_that_cannot_check_says_so_and_shows_nothing_as_good(desk, chromium):
    for broken in (
        "delete Crypto.prototype.subtle",
        "delete SubtleCrypto.prototype.verify",
        "SubtleCrypto.prototype.verify = async () => true",
    ):
        context = chromium.new_context(offline=True)
        context.add_init_script(broken)
        page = context.new_page()
        page.goto(Path("check.html").resolve().as_uri())
        page.wait_for_selector("#cannot:not([hidden])")
        assert not page.is_visible("#checking")
        context.close()
    with Tab(chromium, Path("check.html"), java_script_enabled=False) as tab:
        assert "verify --receipt" in tab.page.inner_text("noscript")


def test_a_site_has_its_seal_and_what_that_shows(desk, chromium, monkeypatch):
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", "k")
    assert desk("report", "site", "site")[0] == 0
    with Tab(chromium, Path("site/check.html")) as tab:
        assert tab.page.input_value("#key") == Path("k.pub").read_text().strip()
        assert "proves nothing against the owner" in tab.page.inner_text("#key-hint")
        tab.page.click("#own")
        said, told = verdict(tab, "#own-verdict")
        assert (said, "is under the seal of thursday up to #12" in told) == ("holds", True)
        digest = told.split("says the digest ")[1][:16]
        tab.page.fill("#key", str(new_key(Path("another"), "ebu.example").public))
        tab.page.click("#own")
        assert verdict(tab, "#own-verdict")[0] == "forged"
        tab.require_sound()
    assert f"digest {digest}" in Path("site/index.html").read_text()
    page = Path("site/check.html").read_text()
    Path("site/check.html").write_text(page.replace(f'"digest":"{digest}', f'"digest":"{digest[::-1]}'))
    with Tab(chromium, Path("site/check.html")) as tab:
        tab.page.click("#own")
        assert verdict(tab, "#own-verdict")[0] == "broken"


def test_a_publication_that_is_sealed_later_has_its_seal_then(evening, typed):
    typed("seal --new-key ebu.example --key k")
    key = read_key(Path("k"))
    with Office.open("bridge-ledger.db") as office:
        site = SiteFolder(Folder(Path("site"), "thursday"), Press(), "thursday", key.public)
        site.bring_up(office.log("thursday", 17), office)
        assert "was not sealed" in Path("site/published-17/check.html").read_text()
        digests = [each.digest for each in office.log("thursday", 17)]
        office.store.seals.put("thursday", 17, str(key.sign(checkpoint("ebu.example", "thursday", digests))))
        assert site.bring_up([], office).written == ["published-17/check.html", "check.html"]
        written = site.bring_up(list(office.log("thursday"))[17:], office).written
    assert "published-17/check.html" not in written or "#17" in Path("site/published-17/check.html").read_text()
    assert "up to #23, is under no seal yet" in Path("site/check.html").read_text()


def test_the_page_is_the_same_byte_for_byte_and_wants_its_own_script_alone(desk):
    page = Path("check.html").read_text()
    assert desk("report", "check", "--key", "k.pub", "-o", "check.html")[0] == 0
    assert Path("check.html").read_text() == page
    require_whole(page)
    assert re.search(r"default-src 'none'; [^\"]*script-src 'sha256-[A-Za-z0-9+/=]+'\">", unescape(page))
    assert len(page) < 110_000


def test_of_a_policy_the_page_says_which_witnesses_signed_and_which_signature_it_checked(desk, chromium):
    for line in ("seal --since 0 --key k > ask", "witness --new-key w1.example --key w1", "seal --key k > plain"):
        command, _, file = line.partition(" > ")
        Path(file or "w1.out").write_text(desk(*command.split())[1])
    Path("seal").write_text(desk(*["witness", "ask", "--key", "w1", "--seen", "seen", "--office", "k.pub"])[1])
    logs = "".join(f"log {key}\n" for key in Path("k.pub").read_text().split())
    old, new = Path("w1.pub").read_text().split()
    policy = f"# ours\n{logs}witness old {old}\nwitness new {new}\ngroup w1 {{}} old new\nquorum w1\n"
    second = read_key(Path("k")).public.second.short
    with Tab(chromium, Path("bare.html")) as tab:
        for least, file, holds in (("any", "seal", True), ("any", "plain", False)):
            Path("policy").write_text(policy.format(least))
            said, told = pasted(tab, Path(file).read_text(), Path("policy").read_text())
            assert (desk("verify", "--seal", file, "--policy", "policy")[0] == 0) is (said == "holds") is holds, told
            if holds:
                assert "Von den Zeugen der Regel haben unterschrieben: old" in told
                checked = f"Die zweite Unterschrift (ML-DSA-44) stimmt: vom Schlüssel {second}"
                assert checked in told or f"(ML-DSA-44), vom Schlüssel {second}, wurde nicht geprüft" in told
        assert "Zeile 6 gehört nicht in eine" in pasted(tab, Path("seal").read_text(), policy.format("3"))[1]
