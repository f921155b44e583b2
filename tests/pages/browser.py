"""A real Chromium, headless, without a network; tests that want one skip where the machine has none."""

from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from pathlib import Path
from urllib.parse import urljoin

import pytest

from tests.needs import CHROMIUM, require


@pytest.fixture(scope="session")
def browser_and_its_thread():
    """A browser for the whole run, and the only thread that knows of it: Playwright leaves a loop running in the thread
    it is started in, where no test of a prompt could run another.
    """
    require("chromium", "playwright")
    from playwright import sync_api

    with ThreadPoolExecutor(1, "chromium") as thread:
        driver = thread.submit(sync_api.sync_playwright().start).result()
        yield thread.submit(driver.chromium.launch, executable_path=CHROMIUM, args=["--no-sandbox"]).result(), thread
        thread.submit(driver.stop).result()


@pytest.fixture
def chromium(request, browser_and_its_thread):
    """The browser; a test that asks for it is run in the browser's thread."""
    browser, thread = browser_and_its_thread
    test = request.node.obj

    @wraps(test)
    def in_its_thread(**asked):
        thread.submit(test, **asked).result()

    request.node.obj = in_its_thread
    return browser


WIDTHS = (1280, 390)
_SERIOUS = ("moderate", "serious", "critical")


class Tab:
    """A page in the browser, and everything it complained of, asked for, or tried to run; then the next page."""

    def __init__(self, browser, path: Path, anchor: str = "", *, width: int = 1280, **options) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 900}, **{"offline": True, **options})
        self.context.set_default_timeout(120_000)  # other work runs beside the tests
        self.page = self.context.new_page()
        self.trouble: list[str] = []
        self._own = ""
        self.page.on("console", lambda said: self.trouble.append(said.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("dialog", lambda dialog: self.trouble.append(dialog.message))
        self.page.on("request", lambda request: self._asked(request.url))
        self.open(path, anchor)

    def open(self, path: Path, anchor: str = "") -> None:
        """Another page, in the same tab."""
        self._own = path.resolve().as_uri()
        self.page.goto(self._own + anchor)

    def _asked(self, url: str) -> None:
        names = ("look.css", "sheet.css", "look.js")
        shared = {urljoin(self._own, f"{way}{name}") for way in ("", "../") for name in names}
        if url.partition("#")[0] not in {self._own, *shared}:
            self.trouble.append(url)

    def require_sound(self) -> None:
        """Nothing was complained of, fetched or run; nothing is wider than the screen."""
        assert not self.trouble, self.trouble
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{wide} pixels wider than the screen"

    def require_sound_at_every_width(self) -> None:
        """The same on a desk and on a phone."""
        for width in WIDTHS:
            self.show(width)
            self.require_sound()

    def out_of_sight(self) -> dict[str, list[str]]:
        """The headings of columns that are cut, or hidden behind the edge, by the caption of their table."""
        return self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll(".scroll:has(thead)")].map((box) => {
              const edge = box.getBoundingClientRect().right + 1;
              const cut = [...box.querySelectorAll("thead th")].filter(
                (each) => !each.offsetWidth || each.getBoundingClientRect().right > edge);
              return [box.getAttribute("aria-label"), cut.map((each) => each.textContent)];
            }))"""
        )

    def show(self, width: int, scheme: str = "light") -> None:
        """As it is on a screen so wide, light or dark."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=scheme)

    def barriers(self) -> list[str]:
        """What axe-core finds on the page that keeps somebody out: moderate, serious or critical."""
        from axe_playwright_python.base import AXE_SCRIPT

        self.page.evaluate(AXE_SCRIPT)
        # a link that is scrolled out of its row is taken for one that skips to the content
        asked = "{resultTypes: ['violations'], preload: false, rules: {'skip-link': {enabled: false}}}"
        found = self.page.evaluate(f"axe.run(document, {asked}).then((found) => found.violations)")
        nodes = [
            (each["id"], node["html"][:200]) for each in found if each["impact"] in _SERIOUS for node in each["nodes"]
        ]
        return [f"{rule}: {html}" for rule, html in nodes]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()
