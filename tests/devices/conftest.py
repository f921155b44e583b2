"""An evening with devices, for each test its own."""

import pytest

from tests.needs import require

require("bridgemate_dataconnector", module=True)

from tests.devices.evenings import DeviceEvening  # noqa: E402 - where the client is


@pytest.fixture
def evening(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    return DeviceEvening(capsys, monkeypatch)
