"""Erasing for good what is kept about people: asked first, and told afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cli.desk.desk import Desk

if TYPE_CHECKING:
    from ledger.events.people import ErasedBecause, ErasedText
    from ledger.recording.effect import Effect


def erase(
    desk: Desk, wanted: Mapping[str, Sequence[ErasedText]], because: ErasedBecause, what: tuple[int, str, str]
) -> None:
    """Ask, and erase texts of sessions; `what`: how many of what are shown on the screen, one and several."""
    desk.office.erase(wanted, because, dry_run=True)  # who may not is told before he is asked
    desk.confirm("Erase this for good?")
    asked = desk.settings
    effects = desk.office.erase(wanted, because, command_id=asked.command_id, dry_run=asked.dry_run)
    if desk.settings.json:
        desk.json("erased/1", {"erased": what[0], "dry_run": desk.settings.dry_run, "recorded": _recorded(effects)})
        return
    count, one, several = what
    verb = "Would erase" if desk.settings.dry_run else "Erased"
    desk.say(f"{verb} {count} {one if count == 1 else several}{_numbers(effects)}")


def _recorded(effects: Sequence[Effect]) -> list[dict[str, object]]:
    return [{"session": effect.after.id, "number": envelope.number} for effect in effects for envelope in effect.events]


def _numbers(effects: Sequence[Effect]) -> str:
    found = [f"#{envelope.number} of {effect.after.id}" for effect in effects for envelope in effect.events]
    return f": {', '.join(found)}" if found else ""
