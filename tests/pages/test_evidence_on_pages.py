"""Pages say nothing of evidence, but for what was filed with --public."""

import re
from pathlib import Path

import pytest

from cli.main import run
from tests.promises import promise

EVENING = """
call add 3/2 "West hesitated" --caller N --stage auction
call evidence C-0001 secret.txt --what "what was whispered"
call evidence C-0001 shown.txt --what "the form of board 3" {public}
ruling add 3/2 --weighted "60% 4SN=, 40% 4SN-1" --offender EW --law 16B --call C-0001
undo {secret} --reason "whispered elsewhere"
text erase {secret}
"""
REPORTS = ("audit", "standings", "board 3", "register", "docket", "replay")


def told(type_, folder, public=""):
    """The evening typed on, and the text of every page there is then; the numbers of what was filed."""
    Path("secret.txt").write_text("19:40 whispered\n")
    Path("shown.txt").write_text("board 3: 1NT\n")
    first = 25
    type_(EVENING.format(public=public, secret=first))
    for number, report in enumerate(REPORTS):
        type_(f"report {report} -o page-{number}.html")
    type_("report site site")
    found = {path: path.read_text() for path in folder.rglob("*.html")}
    assert len(found) > 20
    return "\n".join(found.values()), first


@promise("T44")
def test_pages_do_not_mention_what_is_the_office_s(typed, evening, capsys):
    """Neither that it was filed, nor that it was withdrawn and erased."""
    pages, number = told(typed, evening)
    for words in ("C-0001 evidence", "evidence withdrawn", "whispered", "the form of board 3", "file of #"):
        assert words not in pages, words
    assert not re.search(rf'id="e({number}|{number + 1})"', pages)
    assert f'id="e{number - 1}"' in pages
    assert run(["show", "C-0001"]) == 0
    assert "C-0001 evidence: text" in capsys.readouterr().out


@promise("T44")
def test_pages_tell_of_what_is_public_and_of_nothing_else(typed, evening):
    pages, number = told(typed, evening, "--public")
    assert "C-0001 evidence: text, 13 bytes: the form of board 3, public" in pages
    assert f'id="e{number + 1}"' in pages
    for words in ("whispered", "evidence withdrawn", f'id="e{number}"', "board 3: 1NT"):
        assert words not in pages, words


@pytest.mark.parametrize("public", ["", "--public"])
def test_a_ruling_that_answers_the_call_tells_its_story_without_it(typed, evening, public):
    pages, _ = told(typed, evening, public)
    register = Path("page-3.html").read_text()
    assert "West hesitated" in register
    assert ("the form of board 3" in register) is bool(public)
    assert pages
