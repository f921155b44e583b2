"""What questions print with --json is what their types say, and `help json` reads the same types."""

import json

import msgspec
import pytest

from cli.main import run
from cli.views.answers import Answer, as_json
from cli.views.schemas import answers, json_schema, listing
from tests.scenarios.test_scenarios import SCENARIOS

HEAD = {"schema", "session", "as_of", "digest"}
ANSWERS = answers()


def printed():
    """Every object that the scenarios print whose type is known, by its name."""
    for path in SCENARIOS:
        for line in path.read_text().splitlines():
            if line.startswith('{"schema": '):
                said = json.loads(line)
                if kind := ANSWERS.get(said["schema"].partition("/")[0]):
                    yield pytest.param(said, kind, id=f"{path.stem}-{said['schema']}")


@pytest.mark.parametrize(("said", "kind"), [*printed()])
def test_what_is_printed_is_of_the_type(said, kind):
    of_type(said, kind)


def of_type(said: dict, kind: type[Answer]) -> None:
    assert said.pop("schema") == kind.schema
    head = HEAD - set(kind.__struct_fields__)
    value = msgspec.convert({name: each for name, each in said.items() if name not in head}, kind)
    assert msgspec.json.decode(msgspec.json.encode(as_json(value))) == {
        name: each for name, each in said.items() if name not in head
    }


def test_each_schema_is_one_and_describes_itself():
    for name, kind in ANSWERS.items():
        schema = json_schema(kind)
        assert schema["properties"]["schema"]["const"] == f"{name}/1"
        assert schema["description"]


def test_help_json_has_every_answer(capsys):
    assert run(["help", "json"]) == 0
    assert listing() in capsys.readouterr().out
    assert run(["help", "json", "standings"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "standings/1"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("regulations list", "profiles"),
        ("regulations show wbf", "profile"),
        ("regulations diff wbf ebu", "regulations-diff"),
    ],
)
def test_what_needs_no_ledger_is_of_the_type_too(typed, name, capsys):
    assert run(["--json", *typed.split()]) == 0
    of_type(json.loads(capsys.readouterr().out), ANSWERS[name])
