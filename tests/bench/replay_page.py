"""How smooth the replay page is: frames while its slider is dragged over some two thousand events, and how it loads.

`python -m tests.bench.replay_page` wants Chromium, as the tests of the pages do.
"""

import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from cli.pages.printing import Press
from cli.pages.replays import replay_report
from ledger.office import Office
from tests.bench.scale import made

TABLES = 84
_DRAG = """() => new Promise((done) => {
  const slider = document.getElementById("slider"), most = Number(slider.max), times = [];
  let last = performance.now(), at = 0;
  const step = (now) => {
    times.push(now - last);
    last = now;
    slider.value = String(at);
    slider.dispatchEvent(new Event("input"));
    at += 7;
    if (at > most) done(times.slice(2)); else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""
_LOADED = "performance.getEntriesByType('navigation')[0].duration"


def main() -> None:
    """Print frames and load of a page made for this."""
    with tempfile.TemporaryDirectory() as folder:
        made(f"sqlite:///{folder}/replay.db", TABLES).close()
        page = Path(folder, "replay.html")
        with Office.open(f"{folder}/replay.db") as office:
            scoreboard, log = office.scoreboard("s"), list(office.log("s"))
        page.write_text(replay_report(Press(), scoreboard.completed(), log))
        print(f"{len(log)} events, {2 * TABLES} contestants: {page.stat().st_size / 1e6:.1f} MB")
        _measure(page)


def _measure(page: Path) -> None:
    with sync_playwright() as driver:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tab = browser.new_page()
        tab.goto(page.resolve().as_uri(), wait_until="load")
        print(f"loaded in {tab.evaluate(_LOADED):.0f} ms")
        times = tab.evaluate(_DRAG)
        late = sum(1 for each in times if each >= 33)
        share = 100 - 100 * late / len(times)
        print(f"{len(times)} frames: median {statistics.median(times):.1f} ms, {share:.1f} % < 33 ms")
        browser.close()


if __name__ == "__main__":
    main()
