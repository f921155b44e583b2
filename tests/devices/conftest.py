"""An evening with devices, for each test its own."""

import pytest


@pytest.fixture
def evening(tmp_path, monkeypatch, capsys):
    from tests.devices.evenings import (
        DeviceEvening,
    )  # which wants the maker's client: each module asks whether it is here

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    return DeviceEvening(capsys, monkeypatch)
