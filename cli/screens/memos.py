"""Memos: sealed before the office hears of them, and opened here, by the key of who reads."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from cli.desk.desk import Desk
from cli.options import notation
from cli.screens import effects
from cli.terminal import keys
from cli.words.memos import readers_text
from cli.words.times import moment_text
from ledger.bounds.files import MEMO
from ledger.errors import Misuse, Refusal
from ledger.facts import FileMemo, GrantMemo
from ledger.facts.free_text import is_gone
from ledger.files import read_file
from ledger.session import Session
from ledger.session.case_numbers import no_such_case, require_memo
from ledger.session.cases import Memo
from ledger.session.moment import iso
from ledger.trust.keys import Key
from ledger.trust.memos import open_memo, seal_memo
from ledger.trust.seal import PublicKey

_COLUMNS = ("memo", "time", "by", "for", "says")


def add_memo(desk: Desk, words: str, file: Path | None, readers: Sequence[str]) -> None:
    """Seal a memo, and file what was sealed."""
    public = _readers(desk.before(), readers)
    said = notation.require_text("the memo", _words(words, file), "WORDS, --from FILE, or standard input")
    effects.record(desk, FileMemo(seal_memo(said, public), tuple(map(str, public))))


def grant_memo(desk: Desk, case: str, readers: Sequence[str], named: str | None) -> None:
    """Seal what a memo says to more keys; refused to who cannot read it."""
    session = desk.before()
    memo, public = require_memo(session, case), _readers(session, readers)
    words = _read(memo, _own_key(named))
    effects.record(desk, GrantMemo(case, seal_memo(words, public), tuple(map(str, public))))


def show_memo(desk: Desk, case: str, named: str | None) -> None:
    """What a memo says, to who may read it."""
    memo = _memo(desk.session(), case)
    words = _read(memo, _own_key(named))
    if desk.settings.json:
        desk.json_at("memo/1", desk.session(), _json(memo) | {"says": words})
        return
    desk.say(_head(memo, desk.now(desk.session())), f"  {words}")


def list_memos(desk: Desk, named: str | None) -> None:
    """Every memo that was not withdrawn, and what those say that a key opens."""
    session, key = desk.session(), keys.official_key(named)
    memos = [memo for memo in session.memos.values() if not memo.withdrawn]
    told = {memo.case: _opened(memo, key) if key else None for memo in memos}
    if desk.settings.json:
        listed = [_json(memo) | {"says": told[memo.case]} for memo in memos]
        desk.json_at("memos/1", session, {"memos": listed})
        return
    now = desk.now(session)
    rows = [
        (memo.case, moment_text(memo.at, now), memo.by, readers_text(memo.keys), told[memo.case] or _state(memo))
        for memo in memos
    ]
    desk.table_or("no memos", _COLUMNS, rows)


def _memo(session: Session, case: str) -> Memo:
    """The memo of that number; who may read it reads one that was withdrawn too."""
    if case not in session.memos:
        raise no_such_case(session, case, "M")
    return session.memos[case]


def _head(memo: Memo, now: int) -> str:
    gone = ", withdrawn" if memo.withdrawn else ""
    return f"{memo.case}   {moment_text(memo.at, now)}, {memo.by}, for {readers_text(memo.keys)}{gone}"


def _json(memo: Memo) -> dict[str, object]:
    return {
        "case": memo.case,
        "at": iso(memo.at),
        "by": memo.by,
        "keys": list(memo.keys),
        "withdrawn": memo.withdrawn,
        "events": list(memo.events),
    }


def _state(memo: Memo) -> str:
    """What is said of a memo to who cannot read it: that it is sealed, or why it is not here."""
    gone = [str(each.sealed) for each in memo.said if is_gone(each.sealed)]
    return gone[0] if len(gone) == len(memo.said) else "sealed"


def _opened(memo: Memo, key: Key) -> str | None:
    """What a memo says, as far as a key opens it; None where it does not, or all that was sealed to it is gone."""
    found = (open_memo(each.sealed, each.keys, key) for each in memo.said if not is_gone(each.sealed))
    return next((words for words in found if words is not None), None)


def _read(memo: Memo, key: Key) -> str:
    words = _opened(memo, key)
    if words is not None:
        return words
    if (state := _state(memo)) != "sealed":
        raise Refusal("not-granted", f"{memo.case}: {state}", "what was erased nobody can read")
    granted = f"{memo.case} was granted to {readers_text(memo.keys)}, not to {key.public.short}"
    raise Refusal(
        "not-granted", granted, f"one of them: `memo grant {memo.case} --to {key.public.short.split('+')[0]}`"
    )


def _own_key(named: str | None) -> Key:
    key = keys.official_key(named)
    if key is None:
        raise Misuse("no-key", "a memo is opened with your own key", "--key FILE, or BRIDGE_LEDGER_OFFICIAL_KEY")
    return key


def _readers(session: Session, named: Sequence[str]) -> list[PublicKey]:
    """The keys of those who are named: as officials are tied to them, given in full, or in a file."""
    return list(dict.fromkeys(_reader(session, each) for each in named))


def _reader(session: Session, named: str) -> PublicKey:
    tied = session.officials.key_of(named)
    if not tied and session.officials.offices(named):
        hint = f"`official add {shlex.quote(named)} --as … --key KEY` ties one to him; or --to FILE, his public key"
        raise Misuse("no-key", f"{named} is tied to no key", hint)
    return keys.official_public_key(tied or named)


def _words(words: str, file: Path | None) -> str:
    if words and file:
        raise Misuse("usage", "words, or a file of them?", "leave one of them out")
    if words:
        return words
    if file is None:
        return " ".join(sys.stdin.read(MEMO.most).split())
    try:
        return " ".join(read_file(file, MEMO).decode("utf-8").split())
    except OSError as error:
        raise Misuse("no-such-file", f"{file} cannot be read: {error.strerror}", "--from FILE") from None
    except UnicodeDecodeError:
        raise Misuse("bad-file", f"{file} is no text in UTF-8", "--from FILE") from None
