"""The settings of the devices, as a file has them: what is shown and asked at the table."""

import json
from collections.abc import Mapping
from typing import Any

from ledger.errors import Misuse

_KINDS = ("Bridgemate2Settings", "Bridgemate3Settings")


def settings_in(content: bytes, name: str) -> Mapping[str, Mapping[str, Any]]:
    """The settings of each kind of device, by the maker's names. Misuse (bad-file) where there are none.

    They are of every section; whose session and section it is need not stand there.
    """
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise _none(name, f"it is no JSON: {error}") from None
    if not isinstance(found, dict) or not found or not {*found} <= {*_KINDS}:
        raise _none(name, f"it is no object of {' or '.join(_KINDS)}")
    if not all(isinstance(each, dict) for each in found.values()):
        raise _none(name, "its settings are an object each")
    return found


def _none(name: str, why: str) -> Misuse:
    hint = '{"Bridgemate3Settings": {"BM3PINcode": "1234", …}}: `help devices`'
    return Misuse("bad-file", f"{name} holds no settings of devices: {why}", hint)
