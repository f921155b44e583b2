"""A real Chromium, headless, without a network; tests that want one skip where the machine has none."""

import shutil
from pathlib import Path

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def chromium():
    """The browser."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is of the extra `test`")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Tab:
    """A page in the browser, and everything it complained of, asked for, or tried to run."""

    def __init__(self, browser, path: Path, anchor: str = "", *, width: int = 1280, **options) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 900}, offline=True, **options)
        self.page = self.context.new_page()
        self.trouble: list[str] = []
        own = path.resolve().as_uri()
        self.page.on("console", lambda said: self.trouble.append(said.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("dialog", lambda dialog: self.trouble.append(dialog.message))
        self.page.on("request", lambda request: self._asked(request.url, own))
        self.page.goto(own + anchor)

    def _asked(self, url: str, own: str) -> None:
        if url.partition("#")[0] != own:
            self.trouble.append(url)

    def require_sound(self) -> None:
        """Nothing was complained of, fetched or run; nothing is wider than the screen."""
        assert not self.trouble
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{wide} pixels wider than the screen"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()
