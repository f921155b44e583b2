"""The recorder's memos: filed, granted to more readers, withdrawn. What they say is not known here."""

from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.errors import Refusal
from ledger.facts import FileMemo, GrantMemo, Undo
from ledger.facts.memos import MemoFiled, MemoGranted, MemoWithdrawn
from ledger.session import Session
from ledger.session.case_numbers import require_memo


def file_memo(command: FileMemo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A memo for the holders of some keys; refused where nobody could ever read it."""
    if not command.keys:
        raise Refusal("no-readers", "to whom is it granted?", "--to KEY, of one who may read it; again for more")
    event = MemoFiled(f"M-{len(session.memos) + 1:04d}", command.sealed, command.keys)
    return (ProposedEvent(event),)


def grant_memo(command: GrantMemo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A memo for the holders of more keys."""
    memo = require_memo(session, command.case)
    new = tuple(key for key in command.keys if key not in memo.keys)
    if not new:
        raise Refusal("nothing-to-change", f"they can read {memo.case} already", f"`memo list`: {memo.case}")
    return (ProposedEvent(MemoGranted(memo.case, command.sealed, command.keys), (memo.number,)),)


def _unfile(event: MemoFiled, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    memo = require_memo(session, event.case)
    return (ProposedEvent(MemoWithdrawn(memo.case, command.reason), (memo.number,)),)


HANDLERS: Handlers = {FileMemo: file_memo, GrantMemo: grant_memo}

UNDO: Undoing = {MemoFiled: _unfile}
