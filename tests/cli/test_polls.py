"""A poll by phone as the director types it: opened, with a link for each player; how many answered; closed."""

import json
import os
import re
from pathlib import Path

import pytest

from cli.main import run
from ledger.recording.machine_state import Acknowledged, PhonePolls, note_served
from ledger.store.own_files import database_url
from ledger.subjects.calls.facts import PollAnswer

DEAL = "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
ASKED = ("call", "poll", "C-0001", "your call over 2S?", "--open", "3", "--among", "peers")


@pytest.fixture
def bl(tmp_path, monkeypatch, capsys):
    """Type a command in a ledger with a call; what it printed, or its code and message where it was refused."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "desk")

    def typed(*words, expect=0):
        capsys.readouterr()
        code = run(list(words))
        printed = capsys.readouterr()
        assert code == expect, printed.err
        return printed.err if expect else printed.out

    typed("init")
    typed("session", "open", "s", "--boards", "1-3", "--contestants", "1-3NS,1-3EW")
    typed("result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "1")
    typed("call", "add", "1/1", "slow", "--caller", "W", "--stage", "auction")
    return typed


@pytest.fixture
def phones(bl):
    return PhonePolls(Acknowledged(Path(os.environ["BRIDGE_LEDGER_STATE"]), database_url("bridge-ledger.db")))


def links(printed):
    return re.findall(r"http://\S+/poll/(\S+)", printed)


def test_what_is_asked_is_in_the_log_before_anybody_answers_and_who_answers_never(bl, phones):
    bl("deal", "add", "1", DEAL)
    bl("auction", "add", "1/1", "N: 1S P 2S P 4S AP")
    codes = links(bl(*ASKED, "--seat", "N", "--calls", "4"))
    assert len(codes) == 3
    shown = bl("show", "C-0001")
    assert "poll of peers, open to 3 players: your call over 2S?" in shown
    assert "shown: N AKQ32.J54.K7.A98" in shown
    assert "shown: N: 1S P 2S P\n" in shown + "\n"
    for code, said in zip(codes, (PollAnswer("Pass"), PollAnswer("4S", ("Pass",))), strict=False):
        phones.answer(code, said)
    told = bl("call", "poll", "C-0001")
    assert "answered by 2 of 3 players" in told
    assert "Pass" not in told
    assert "poll of 2: 4S 1, Pass 1 (considered by 1 more)" in bl("call", "poll", "C-0001", "--close")
    events = bl("log", "--reverse")
    assert events.index("poll open to 3 players") < events.index("poll of 2")
    assert not any(code in bl("log", "--json") + bl("show", "C-0001") for code in codes)


def test_all_answers_are_one_event_in_the_order_of_the_alphabet(bl, phones):
    """So no time of an event tells who had just been asked."""
    for code, said in zip(links(bl(*ASKED)), ("Pass", "4S", "3H"), strict=True):
        phones.answer(code, PollAnswer(said))
    bl("call", "poll", "C-0001", "--close")
    assert re.findall(r"^    (\w+)$", bl("show", "C-0001"), re.MULTILINE)[-3:] == ["3H", "4S", "Pass"]
    assert "poll of 3" in bl("log", "-n", "1")


def test_a_poll_without_answers_stays_open_or_is_taken_back(bl, phones):
    bl(*ASKED)
    assert "error[no-answers]" in bl("call", "poll", "C-0001", "--close", expect=1)
    assert "error[poll-open]" in bl(*ASKED, expect=1)
    bl("undo", "@", "--yes")
    assert phones.of("s", 5)
    assert "error[no-open-poll]" in bl("call", "poll", "C-0001", expect=1)
    assert phones.of("s", 5) is None, "what came of a poll that was taken back is let go of"
    assert len(links(bl(*ASKED))) == 3


def test_a_trial_hands_out_no_links_and_closes_nothing(bl, phones):
    assert links(bl(*ASKED, "--dry-run")) == []
    (code, *_) = links(bl(*ASKED))
    phones.answer(code, PollAnswer("Pass"))
    bl("call", "poll", "C-0001", "--close", "--dry-run")
    assert "poll of 1: Pass 1" in bl("call", "poll", "C-0001", "--close")


def test_without_a_folder_for_the_answers_nothing_is_asked(bl, monkeypatch):
    monkeypatch.delenv("BRIDGE_LEDGER_STATE")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    before = bl("log", "--plain")
    assert "a folder on this computer" in bl(*ASKED, expect=2)
    assert bl("log", "--plain") == before


def test_who_looks_back_to_before_it_was_opened_loses_no_answer(bl, phones):
    code, *_ = links(bl(*ASKED))
    phones.answer(code, PollAnswer("Pass"))
    assert "error[no-open-poll]" in bl("call", "poll", "C-0001", "--as-of", "4", expect=1)
    assert "answered by 1 of 3 players" in bl("call", "poll", "C-0001")


def test_a_repeated_command_opens_it_once(bl):
    assert len(links(bl(*ASKED, "--command-id", "one"))) == 3
    assert links(bl(*ASKED, "--command-id", "one")) == []


def test_a_program_is_told_the_links_and_how_many_answered(bl, phones):
    said = json.loads(bl(*ASKED, "--json", "--url", "https://club.example/friday/"))
    assert all(each.startswith("https://club.example/friday/poll/") for each in said["links"])
    phones.answer(said["links"][0].rpartition("/")[2], PollAnswer("Pass"))
    told = json.loads(bl("call", "poll", "C-0001", "--json"))
    assert (told["schema"], told["links"], told["answered"]) == ("poll/1", 3, 1)


@pytest.mark.parametrize(("words", "code"), [(("--seat", "N"), "no-deal"), (("--calls", "2"), "no-auction")])
def test_what_is_to_be_shown_has_to_be_recorded(bl, words, code):
    assert f"error[{code}]" in bl(*ASKED, *words, expect=1)


def test_no_more_calls_are_shown_than_there_were(bl):
    bl("auction", "add", "1/1", "N: 1S AP")
    assert "has 4 calls, not 9" in bl(*ASKED, "--calls", "9", expect=1)


def test_whose_hand_is_shown_is_to_call_or_the_auction_is_over(bl):
    bl("deal", "add", "1", DEAL)
    bl("auction", "add", "1/1", "N: 1S P 2S P 4S AP")
    told = bl(*ASKED, "--seat", "W", "--calls", "6", expect=1)
    assert "error[no-auction]: after 6 calls S is to call, and W's hand is shown" in told
    bl(*ASKED, "--seat", "W", "--calls", "8")


@pytest.mark.parametrize("words", [("--close", "--answer", "Pass"), ("--close", "--open", "3"), ("--open", "61")])
def test_a_poll_is_one_thing_at_a_time(bl, words):
    bl("call", "poll", "C-0001", "your call?", *words, expect=2)


def test_links_lead_to_where_the_pages_are_served(bl):
    kept = Acknowledged(Path(os.environ["BRIDGE_LEDGER_STATE"]), database_url("bridge-ledger.db"))
    note_served(kept, "http://192.168.1.17:8000/")
    assert "http://192.168.1.17:8000/poll/" in bl(*ASKED)
