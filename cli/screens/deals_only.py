"""Recording the cards of a dealt set: a file that has deals, and no results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.screens.effects import digest_line, verb
from cli.screens.vocabulary import counted
from ledger.commands import RecordDeals
from ledger.errors import Misuse
from ledger.exchange.sheet import Sheet

if TYPE_CHECKING:
    from cli.commands.import_ import ImportOptions


def record_deals(desk: Desk, file: Path, sheet: Sheet, wishes: ImportOptions) -> None:
    """The cards of each board, into the session that is meant; refused where a board has others already."""
    if any(vars(wishes).values()):
        raise Misuse("usage", f"{file} has deals and no results", f"`import {file}` alone, or with --session NAME")
    effect = desk.submit(RecordDeals(tuple(sorted(sheet.deals.items()))))
    remarks = [*effect.notes, *sheet.notes]
    if desk.settings.json:
        counts = {"events": len(effect.events), "results": 0, "deals": len(effect.events), "skipped": []}
        told = counts | {"dry_run": desk.settings.dry_run, "notes": [{"where": at, "why": why} for at, why in remarks]}
        desk.json_at("import/1", effect.after, told)
        return
    if effect.events:
        desk.say(f"{verb(effect)} {counted(len(effect.events), 'deal')} in session {effect.after.id}")
        if not desk.settings.dry_run:
            desk.say(digest_line(effect.after))
    else:
        desk.say(f"Nothing new: session {effect.after.id} has all the deals of {file.name}")
    if remarks:
        desk.say("", f"{counted(len(remarks), 'line')} to look at:", *(f"  {where}: {why}" for where, why in remarks))
    if effect.events and not (desk.settings.dry_run or desk.settings.quiet):
        desk.hint("", f"Look: `bridge-ledger board {min(sheet.deals)} --deal`")
