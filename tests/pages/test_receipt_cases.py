"""The table of receipts and seals: the page and `verify` both answer what it says, of each."""

import json
from itertools import chain, repeat
from pathlib import Path

import pytest

from cli.desk.output import Output
from cli.main import run
from cli.screens.verification import verify_receipt
from cli.terminal.keys import read_seal
from cli.terminal.settings import Settings
from ledger.errors import Problem
from ledger.trust.keys import read_public_key, require_signed
from tests.pages.asking import answers
from tests.pages.body_cases import told_cases
from tests.pages.receipt_answers import Case
from tests.pages.receipt_table import table
from tests.pages.test_pages import require_golden

HEADINGS = {
    "holds": "It holds",
    "broken": "It does not hold",
    "forged": "It is not signed with this key",
    "unread": "It cannot be checked",
}


_AS_JSON = Settings()
_AS_JSON.json = True


def by_the_program(case: Case, capsys) -> tuple[str, dict]:
    """The code that `verify` gives, '' where it holds; and what it proves."""
    Path("r").write_bytes(case.text)
    Path("key").write_text(case.key)
    Path("key").chmod(0o600)
    try:
        key = read_public_key("key")
        if case.is_seal:
            require_signed(read_seal(Path("r")), key)
            return "", {}
        verify_receipt(Output(_AS_JSON), Path("r"), None, key, named=True)
    except Problem as problem:
        return problem.code, {}
    return "", json.loads(capsys.readouterr().out)


def by_the_page(chromium, told: list[Case]) -> list[dict]:
    """What the page says of each."""
    assert run(["-q", "report", "check", "-o", "check.html"]) == 0
    return answers(chromium, Path("check.html"), [(each.text, each.key) for each in told])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty one: no database is needed."""
    monkeypatch.chdir(tmp_path)


def test_both_answer_what_the_table_says(folder, chromium, capsys):
    whole = table()
    assert len({case.name for case in whole}) == len(whole) > 900
    for case, found in zip(whole, by_the_page(chromium, whole), strict=True):
        require_answered(case, found, *by_the_program(case, capsys))


def require_answered(case: Case, found: dict, code: str, proved: dict) -> None:
    """The verdict, the code and the words of the table; where it holds, the same events by the same key on both."""
    page, program, says = case.answer
    assert (found["said"], code) == (page, program), (case.name, found)
    assert found["told"].startswith(f"{HEADINGS[page]}\n\n"), case.name
    if page == "holds":
        assert says in found["told"], (case.name, found["told"])
    elif says:
        assert found["told"] == f"{HEADINGS[page]}\n\n{says}", case.name
    assert bool(found["key"]) == (page == "holds"), case.name
    if proved and page == "holds":
        assert found["events"] == [[each["number"], each["digest"]] for each in proved["events"]], case.name
        assert (found["size"], found["key"]) == (str(proved["as_of"]), proved["seal"]["signed_by"]), case.name


def test_what_is_proved_is_told_field_by_field(folder, chromium):
    """In the golden text stand the lines of a case that the one before it does not have at the same place."""
    proved = list(told_cases())
    told: list[str] = []
    before: list[str] = []
    for case, found in zip(proved, by_the_page(chromium, proved), strict=True):
        lines = found["told"].split("\n")
        numbered = enumerate(zip(lines, chain(before, repeat(None)), strict=False), 1)
        told += [
            f"== {case.name}, {len(lines)} lines",
            *(f"{n} {line}" for n, (line, old) in numbered if line != old),
            "",
        ]
        before = lines
    require_golden("told-receipts.txt", "\n".join(told))
