"""Lines typed as a director types them, in a folder of their own."""

import shlex

import pytest

from cli.main import run


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """A function that types a line and returns all that was printed. `code`: the exit code that is expected.

    A module that has an evening of its own overrides it, and types that evening first.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    monkeypatch.setenv("COLUMNS", "250")

    def type_line(line, code=0):
        capsys.readouterr()
        given = run(shlex.split(line))
        printed = capsys.readouterr()
        assert given == code, f"{line}\n{printed.out}{printed.err}"
        return printed.out + printed.err

    return type_line
