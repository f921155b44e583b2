"""Pair a device: show the code, wait for the device's key, record it; and unpair one."""

import time
from collections.abc import Mapping, Sequence
from itertools import count

from cli.desk.desk import Desk
from cli.pages.hall import code_lines
from cli.screens import effects
from cli.terminal.screen import flush
from ledger.bounds.serving import PAIRING
from ledger.errors import Misuse, Refusal
from ledger.kernel.fact import Command
from ledger.recording import AS_USUAL, TRIAL, Submission
from ledger.recording.effect import Effect
from ledger.recording.machine_state import DevicePairings, OfficeServed, PairingOffer, office_served
from ledger.session import Stream
from ledger.subjects.office.facts import PairDevice, UnpairDevice

_LOOKS_A_SECOND = 2


def pair(desk: Desk, name: str) -> None:
    """Pair a device with an official; Refusal (bad-link) if none has come in time. Misuse: no office is served."""
    streams = [each for each in _streams(desk) if each.officials.offices(_named(each, name))] or _streams(desk)[:1]
    official = _named(streams[0], name)
    device = next(free for at in count(1) if all((free := f"{official}-{at}") not in each.devices for each in streams))
    trials = _record(desk, {each.id: PairDevice(_named(each, name), device, "") for each in streams}, TRIAL)
    if desk.settings.dry_run:  # refused, if it is, before a code is shown
        _report(desk, trials)
        return
    kept = desk.office.acknowledged
    served = office_served(kept) if kept else None
    if kept is None or served is None:
        raise Misuse("usage", "this computer serves no pages of the office", "first `serve --office`, elsewhere")
    pairings = DevicePairings(kept)
    code = pairings.offer(PairingOffer(desk.session_id, official, device, time.time() + PAIRING.most))
    try:
        _show(desk, served, device, code)
        while not (key := pairings.key_for(code)):
            if not pairings.is_open(code):
                raise Refusal("bad-link", f"no device came for {official} within ten minutes", "pair it again")
            time.sleep(1 / _LOOKS_A_SECOND)
        _report(desk, _record(desk, {each.id: PairDevice(_named(each, name), device, key) for each in streams}))
    finally:
        pairings.close(code)


def unpair(desk: Desk, device: str, reason: str) -> None:
    """Unpair a device, of a tournament in all its sessions."""
    streams = [each for each in _streams(desk) if device in each.devices] or _streams(desk)[:1]
    commands = {each.id: UnpairDevice(device, reason) for each in streams}
    _record(desk, commands, TRIAL)
    _report(desk, _record(desk, commands))


def _record(desk: Desk, commands: Mapping[str, Command], how: Submission = AS_USUAL) -> list[Effect]:
    here = desk.session_id
    return [desk.submit(command, None if name == here else name, how) for name, command in commands.items()]


def _report(desk: Desk, recorded: Sequence[Effect]) -> None:
    if desk.settings.json:
        also = [{"session": each.after.id, "number": each.events[0].number} for each in recorded[1:]]
        effects.report(desk, recorded[0], **({"also": also} if also else {}))
        return
    for each in recorded:
        effects.report(desk, each)


def _streams(desk: Desk) -> list[Stream]:
    """Return the session, or the tournament and its sessions, before this command."""
    stream = desk.deciding_stream()
    sessions = desk.office.tournaments.sessions_of(stream.id)
    return [stream, *(desk.office.stream(each) for each in sessions if each != stream.id)]


def _named(stream: Stream, name: str) -> str:
    return stream.officials.names.get(name.casefold(), name)


def _show(desk: Desk, served: OfficeServed, device: str, code: str) -> None:
    address = f"{served.url}pair#{code}"
    desk.aside(f"{device}: open this on the phone within ten minutes; it is good once", f"  {address}")
    if desk.symbols:
        desk.aside(*code_lines(address))
    if served.fingerprint:
        desk.aside("The phone warns of a certificate made here, and shows this fingerprint (SHA-256):")
        desk.aside(f"  {served.fingerprint}")
    flush()
