"""The page on which a player answers a poll: the problem without what came of it, in the language of the club."""

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import cli.pages
from cli.pages.hall import PollAsked, poll_page
from cli.pages.printing import Press
from ledger.bridge.auction import Auction
from ledger.subjects.calls.facts import PollOpened
from tests.pages.browser import Tab
from tests.pages.test_pages import require_whole

OPENED = PollOpened("C-0007", "Your <call>?", 5, "experts", "W", "AKQ32.J54..A98T9", Auction("N: 1S P 2S! P 4S"))


def test_a_player_sees_the_problem_and_nothing_of_the_table():
    page = poll_page(Press(), PollAsked(OPENED, 23))
    require_whole(page)
    for part in (
        "Your &lt;call&gt;?",
        "You are West, and hold",
        "Dealer: South",
        "Vulnerable: Everybody",
        "<td>?</td>",
    ):
        assert part in page
    for part in ("C-0007", "23", "experts", "<script"):
        assert part not in page
    assert "form-action &#39;self&#39;" in page or "form-action 'self'" in page


def test_after_an_auction_that_is_over_nobody_is_to_call():
    over = PollOpened("C-0007", "Your lead?", 5, "experts", "W", "AKQ32.J54..A98T9", Auction("N: 1S P 4S AP"))
    assert "<td>?</td>" not in poll_page(Press(), PollAsked(over, 23))


def test_without_a_hand_and_an_auction_there_is_the_question_alone():
    page = poll_page(Press(), PollAsked(PollOpened("C-0007", "Was it a reopening?", 5), None))
    assert "Was it a reopening?" in page
    assert not any(word in page for word in ("You are", "Dealer", "Auction"))


def test_what_was_filled_in_is_there_again():
    page = poll_page(Press(), PollAsked(OPENED, 23), chose='a "call"', considered="<b>", wrong=True)
    assert 'value="a &#34;call&#34;"' in page
    assert 'value="&lt;b&gt;"' in page
    assert 'role="alert"' in page


@pytest.mark.parametrize("vulnerable", range(1, 5))
def test_every_word_is_said_in_german(vulnerable, monkeypatch):
    catalogue = read_po(BytesIO((Path(cli.pages.__file__).parent / "locale" / "de.po").read_bytes()))
    known = {message.id for message in catalogue if message.id and message.string}
    words, own = set[str](), Press._word
    monkeypatch.setattr(Press, "_word", lambda press, text: words.add(text) or own(press, text))
    poll_page(Press("de"), PollAsked(OPENED, vulnerable))
    assert words - known - set("NESW") == set()


def test_it_is_filled_in_on_a_phone(chromium, tmp_path):
    pages = {
        "ask": poll_page(Press(), PollAsked(OPENED, 23)),
        "code": poll_page(Press(), wrong=True),
        "done": poll_page(Press(), thanks=True),
    }
    for name, page in pages.items():
        (tmp_path / f"{name}.html").write_text(page)
    with Tab(chromium, tmp_path / "ask.html", width=400) as tab:
        for name in pages:
            tab.open(tmp_path / f"{name}.html")
            for width, scheme in ((400, "dark"), (400, "light")):
                tab.show(width, scheme)
                tab.require_sound()
                assert tab.barriers() == [], (name, scheme)
        assert not tab.trouble
