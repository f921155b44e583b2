"""Pair a device: show the code, wait for the device's key, record it."""

import time

from cli.desk.desk import Desk
from cli.pages.hall import code_lines
from cli.screens import effects
from cli.terminal.screen import flush
from ledger.bounds.serving import PAIRING
from ledger.errors import Misuse, Refusal
from ledger.recording import TRIAL
from ledger.recording.machine_state import DevicePairings, OfficeServed, PairingOffer, office_served
from ledger.session import Stream
from ledger.subjects.office.facts import PairDevice

_LOOKS_A_SECOND = 2


def pair(desk: Desk, name: str) -> None:
    """Pair a device with an official; Refusal (bad-link) if none has come in time. Misuse: no office is served."""
    stream = desk.deciding_stream()
    official = stream.officials.names.get(name.casefold(), name)
    device = _free_name(stream, official)
    supposed = desk.submit(PairDevice(official, device, ""), how=TRIAL)  # refused before a code is shown
    if desk.settings.dry_run:
        effects.report(desk, supposed)
        return
    kept = desk.office.acknowledged
    served = office_served(kept) if kept else None
    if kept is None or served is None:
        raise Misuse("usage", "this computer serves no pages of the office", "first `serve --office`, elsewhere")
    pairings = DevicePairings(kept)
    code = pairings.offer(PairingOffer(stream.id, official, device, time.time() + PAIRING.most))
    try:
        _show(desk, served, device, code)
        while not (key := pairings.key_for(code)):
            if not pairings.is_open(code):
                raise Refusal("bad-link", f"no device came for {official} within ten minutes", "pair it again")
            time.sleep(1 / _LOOKS_A_SECOND)
        effects.record(desk, PairDevice(official, device, key))
    finally:
        pairings.close(code)


def _free_name(stream: Stream, official: str) -> str:
    at = 1
    while f"{official}-{at}" in stream.devices:
        at += 1
    return f"{official}-{at}"


def _show(desk: Desk, served: OfficeServed, device: str, code: str) -> None:
    address = f"{served.url}pair#{code}"
    desk.aside(f"{device}: open this on the phone within ten minutes; it is good once", f"  {address}")
    if desk.symbols:
        desk.aside(*code_lines(address))
    if served.fingerprint:
        desk.aside("The phone warns of a certificate made here, and shows this fingerprint (SHA-256):")
        desk.aside(f"  {served.fingerprint}")
    flush()
