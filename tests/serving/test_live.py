"""Two phones in the hall: a ruling is recorded, and both show it, without anybody asking for the page again."""

import shlex
import threading

from cli.main import run
from tests.pages.browser import Tab
from tests.serving.conftest import answering, wait_until


class Phone(Tab):
    """An open page that is served."""

    def __init__(self, browser, address):
        self.address = address
        self.loads = 0
        super().__init__(browser, None, width=390, offline=False)
        self.page.on("load", lambda _: self._loaded())

    def open(self, path, anchor=""):
        if path is not None:
            self._own = self.address + path
            self.page.goto(self._own + anchor)

    def _asked(self, url):
        if not url.startswith(self.address):
            self.trouble.append(url)

    def _loaded(self):
        self.loads += 1

    def shows(self, text):
        self.page.get_by_text(text).first.wait_for(state="attached")


def looked(served, line):
    """Record something, and look at the ledger once, as the thread beside the server does."""
    assert run(["-q", "--yes", *shlex.split(line)]) == 0
    beside = threading.Thread(target=served.look)
    beside.start()
    beside.join()


def test_two_phones_show_a_ruling_as_soon_as_it_is_recorded(evening, serve, chromium):
    served = serve()
    with answering(served.hall) as port:
        address = f"http://127.0.0.1:{port}/"
        with Phone(chromium, address) as one, Phone(chromium, address) as other:
            one.open("board-3.html")
            other.open("published-17/standings.html")
            one.page.evaluate("window.scrollTo(0, 200)")
            before = one.page.evaluate("window.scrollY")
            one.page.evaluate("window.mine = 1")
            other.page.evaluate("window.mine = 1")
            looked(served, "ruling add 3/1 --artificial A+/A- --offender EW --law 12C2 --reason late")
            one.shows("R-0003")
            other.shows("R-0003")
            assert [each.page.evaluate("window.mine") for each in (one, other)] == [1, 1], "none was loaded again"
            assert one.page.evaluate("window.scrollY") == before
            looked(served, 'ruling withdraw R-0003 --reason "wrong board"')
            one.page.get_by_text("R-0003").first.wait_for(state="detached")
            assert (one.trouble, other.trouble) == ([], [])


def test_what_a_reader_has_opened_stays_open(at_event, serve, chromium):
    assert run(["-q", "--yes", "publish", "--session", "friday-a"]) == 0
    served = serve("spring")
    with answering(served.hall) as port, Phone(chromium, f"http://127.0.0.1:{port}/") as phone:
        phone.open("index.html")
        phone.page.locator("details > summary").first.click()
        before = phone.page.locator("footer").inner_text()
        looked(served, "ruling add 2/1 --result 3NTN-1 --offender NS --law 16B --session friday-a")
        wait_until(lambda: phone.page.locator("footer").inner_text() != before, lambda: phone.page.wait_for_timeout(50))
        assert phone.page.locator("details").first.get_attribute("open") is not None


def test_a_page_that_is_gone_leads_to_the_first_one(evening, serve, chromium):
    served = serve()
    with answering(served.hall) as port, Phone(chromium, f"http://127.0.0.1:{port}/") as phone:
        phone.open("published-17/board-1.html")
        looked(served, 'undo 17 --reason "too early"')
        phone.shows("as soon as they are published")
        assert phone.page.url == f"http://127.0.0.1:{port}/index.html"


def test_without_a_stream_a_page_asks_by_itself_and_without_script_it_has_a_link(evening, serve, chromium):
    served = serve()
    served.hall.streams.most = 0
    with answering(served.hall) as port, Phone(chromium, f"http://127.0.0.1:{port}/") as phone:
        phone.page.clock.install()
        phone.open("board-3.html")
        phone.page.wait_for_timeout(300)
        looked(served, "ruling add 3/1 --artificial A+/A- --offender EW --law 12C2 --reason late")
        wait_until(lambda: "R-0003" in phone.page.content(), lambda: phone.page.clock.run_for(5_000))
    assert b'<noscript><p><a href="">' in served.hall.pages.find(served.hall.pages.asked("board-3.html")).plain


def test_a_page_that_cannot_be_had_at_once_is_asked_for_again(evening, serve, chromium):
    served = serve()
    with answering(served.hall) as port, Phone(chromium, f"http://127.0.0.1:{port}/") as phone:
        phone.page.clock.install()
        phone.open("board-3.html")
        refused = []

        def refuse(route):
            refused.append(route.request.url)
            route.fulfill(status=503) if len(refused) < 3 else route.continue_()

        phone.page.route("**/board-3.html", refuse)
        looked(served, "ruling add 3/1 --artificial A+/A- --offender EW --law 12C2 --reason late")
        wait_until(lambda: "R-0003" in phone.page.content(), lambda: phone.page.clock.run_for(1_000))
        assert len(refused) == 3
