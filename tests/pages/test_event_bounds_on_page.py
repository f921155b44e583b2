"""How much an event can be, for the page that checks receipts: on both sides of every bound, as for all others."""

from pathlib import Path

from cli.main import run
from ledger.store import record
from tests.pages.browser import Tab
from tests.store.test_event_bounds import SIDES

READ = """(texts) => texts.map((text) => {
  const reader = new Reader(text);
  return readRecord(reader.whole(), reader) !== null;
})"""


def test_the_page_that_checks_receipts_keeps_it(tmp_path, monkeypatch, chromium):
    monkeypatch.chdir(tmp_path)
    assert run(["init", "-q"]) == 0
    assert run(["report", "check", "-o", "check.html"]) == 0
    texts = [record.write(each.values[1]).decode() for each in SIDES]
    with Tab(chromium, Path("check.html")) as tab:
        tab.page.wait_for_selector("#checking:not([hidden])")
        assert tab.page.evaluate(READ, texts) == [each.values[2] for each in SIDES]
