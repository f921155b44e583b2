"""Logs that somebody wrote past the office: every digest fits, and no desk can have recorded what they say."""

import io
import json
import random
import shutil
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ledger.digests import event_digest
from ledger.store import chain
from ledger.trust.bundle import verifier
from ledger.trust.bundle.writer import verifier_source
from tests.exchange.fuzzed_texts import place_in

EVENING = (
    "init",
    "session open s --boards 1-4 --title Test&evening",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "result add 1/2 4SN-1 --ns 3 --ew 4",
    "result add 1/3 3NTS= --ns 5 --ew 6",
    "result add 2/1 PASS --ns 1 --ew 2",
    "result add 2/2 -620 --ns 3 --ew 4 --lead SA",
    "result add 2/3 5HXE-1 --ns 5 --ew 6",
    "official add Ahlborn --as chief-director",
    "official add Cole --as director --by Ahlborn",
    "official add Berg --as committee --by Ahlborn",
    "call add 1/1 slow&4S --caller E --stage auction --law 16B --by Cole",
    "call facts C-0001 W&hesitated --agreed --statement E:&I&bid --by Cole",
    "call poll C-0001 East? --answer Pass --answer 6NT;&considered&Pass --among peers --by Cole",
    "ruling add 1/1 --weighted 1/3&4SN=,2/3&4SN-1 --offender EW --law 16B --facts slow --call C-0001 --by Cole",
    "ruling add 1/2 --artificial A+/A- --offender EW --law 12C2 --by Cole",
    "ruling add 2/1 --split NS:&4SN=;&EW:&4SN-1 --by Cole",
    "ruling withdraw R-0003 --reason no --by Cole",
    "penalty add 5 10% --law 90B2 --by Cole",
    "result correct 2/3 5HXE-2 --reason slip --by Cole",
    "publish --yes --by Ahlborn",
    "appeal lodge R-0001 --by-side EW --signed E,W --grounds why --claims 4SN-1 --deposit 20 --by Cole",
    "appeal hear A-0001 --committee Berg,Ek --present E --by Berg",
    "appeal decide A-0001 --upheld --reason so --by Berg --yes",
    "ruling amend R-0002 --artificial A/A --reason other --cause director-error --by Ahlborn --yes",
    "seal --new-key ebu.example --key k",
)

CONGRESS = (
    "tournament open spring",
    "tournament stage add only",
    "session open t --boards 1-2 --contestants 1-4",
    "result add 1/1 4SN= --ns 1 --ew 2 --session t",
    "result add 1/2 4SN-1 --ns 3 --ew 4 --session t",
    "tournament add s --stage only --by Ahlborn",
    "tournament add t --stage only --by Ahlborn --yes",
    "tournament publish --yes --by Ahlborn",
    "result correct 1/2 4SN= --reason slip --session t --yes",
    "export spring.zip --session spring",
)

_POOL: tuple[Any, ...] = (
    None,
    True,
    5,
    -1,
    0,
    9999,
    2**53,
    2**63,
    10**30,
    1.5,
    "",
    "x",
    "\x1b]52;c;Zm9v\x07",
    "\u202e\u2028\x9b2J",
    "1NS\n#9   00:00  Ahlborn",
    "4SN=",
    "R-0001",
    "R-9999",
    "A-0001",
    "A+",
    "70",
    "Norway",
    "butler",
    "teams",
    "knockout",
    "chief-director",
    [],
    {},
    [0, 1],
    [1, 0],
    [10**40, 7],
    ["1", "2"],
    [[[[[[]]]]]],
)
_CANONICAL = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}
_BODY = 3


class Logs:
    """A right log, and wrong ones made of it."""

    def __init__(self, right: Path) -> None:
        self._right = right
        with sqlite3.connect(right) as db:
            rows = db.execute("SELECT record FROM event WHERE session = 's' ORDER BY number").fetchall()
        self.records: list[Any] = [json.loads(record) for (record,) in rows]
        self._values: dict[str, list[Any]] = {}
        for record in self.records:
            self._gather("", record[_BODY])

    def _gather(self, name: str, value: Any) -> None:
        self._values.setdefault(name, []).append(value)
        for key, inner in value.items() if isinstance(value, dict) else ():
            self._gather(key, inner)
        for inner in value if isinstance(value, list) else ():
            self._gather(name, inner)

    def wrong(self, rng: random.Random) -> list[Any]:
        """Records of which a few say something else, are left out, come twice, or in another order."""
        made = json.loads(json.dumps(self.records))
        for _ in range(rng.choice((1, 1, 2, 4))):
            at = rng.randrange(len(made))
            match rng.randrange(8):
                case 0 if len(made) > 2:
                    del made[at]
                case 1:
                    made.insert(rng.randrange(len(made) + 1), json.loads(json.dumps(made[at])))
                case 2:
                    other = rng.randrange(len(made))
                    made[at], made[other] = made[other], made[at]
                case 3:
                    made[at][rng.randrange(2, 11)] = rng.choice(_POOL)
                case _:
                    self._spoil(rng, made[at])
        for number, record in enumerate(made, start=1):
            record[1], record[4] = number, f"command-{number}" if isinstance(record[4], str) else record[4]
            record[5] = 0
        return made

    def _spoil(self, rng: random.Random, record: Any) -> None:
        """Put something else in one place of a body: of the same field elsewhere, or of the pool."""
        holder, key, name = place_in(rng, record, _BODY)
        match rng.randrange(5):
            case 0 if isinstance(holder, dict):
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder["unheard_of"] = rng.choice(_POOL)
            case 2 | 3 if name in self._values:
                holder[key] = rng.choice(self._values[name])
            case _:
                holder[key] = rng.choice(_POOL)

    def rows(self, rng: random.Random) -> list[chain.Stored]:
        """The same, chained: each digest is over the one before and the record."""
        return _rows(self.wrong(rng))

    def write(self, rng: random.Random, path: Path) -> None:
        """A ledger with a wrong log in the place of the right one."""
        shutil.copy(self._right, path)
        with sqlite3.connect(path) as db:
            for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                db.execute(f"DROP TRIGGER {trigger}")
            db.execute("DELETE FROM event")
            db.execute("DELETE FROM seal")
            for number, (record, digest) in enumerate(self.rows(rng), start=1):
                row = ("s", number, f"command-{number}", 0, record, digest)
                db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", row)


def rechained(rng: random.Random, logs: Logs, right: bytes) -> bytes:
    """A bundle of a wrong log, whole in every byte; its seals are left out."""
    return _framed(right, map(chain.line_of, logs.rows(rng)))


def rearranged(rng: random.Random, right: bytes) -> bytes:
    """A tournament's bundle whose logs are cut, renamed, spoilt, or in another order: whole in every byte."""
    logs: dict[str, list[Any]] = {}
    for line in dict(_files(right))["events.jsonl"].splitlines():
        record = json.loads(line)["record"]
        logs.setdefault(record[0], []).append(record)
    made = list(logs.values())
    for _ in range(rng.choice((1, 1, 2, 3))):
        _rearrange(rng, made)
    lines = [line for log in (_chained(log) for log in _pinned(rng, made)) for line in log]
    return _framed(right, lines)


def _rearrange(rng: random.Random, made: list[list[Any]]) -> None:
    at, other = rng.randrange(len(made)), rng.randrange(len(made))
    match rng.randrange(7):
        case 0 if len(made) > 1:
            del made[at]
        case 1:
            made.insert(other, json.loads(json.dumps(made[at])))
        case 2:
            made[at], made[other] = made[other], made[at]
        case 3:
            made[at] = made[at][: rng.randrange(1, len(made[at]) + 1)]
        case 4:
            name = rng.choice([made[other][0][0], "elsewhere", "\x1b[2J", 7, None, ["spring"]])
            made[at] = [[name, *record[1:]] for record in made[at]]
        case 5:
            said = rng.choice(made[at])[_BODY]
            if isinstance(said, dict) and said:
                said[rng.choice(list(said))] = rng.choice(_POOL)
        case _:
            made[at] += json.loads(json.dumps(made[other]))[:3]


def _pinned(rng: random.Random, made: list[list[Any]]) -> list[list[Any]]:
    """The same; half of the time what was given out names the digests that its sessions now have."""
    if rng.random() < 0.5:
        return made
    digests = {str(log[0][0]): [digest for _, digest in _rows(log)] for log in made}
    for record in (record for log in made for record in log):
        heads = record[_BODY].get("heads") if isinstance(record[_BODY], dict) else None
        for head in heads if isinstance(heads, list) else ():
            if isinstance(head, dict) and (own := digests.get(str(head.get("session")))) and "number" in head:
                head["number"] = min(head["number"], len(own)) if isinstance(head["number"], int) else 1
                head["digest"] = own[head["number"] - 1].hex()
    return made


def _rows(log: list[Any]) -> list[chain.Stored]:
    """Records, each chained to the one before."""
    previous, rows = chain.GENESIS, []
    for record in log:
        written = json.dumps(record, **_CANONICAL).encode("utf-8", "surrogatepass")
        previous = event_digest(previous, written)
        rows.append((written, previous))
    return rows


def _chained(log: list[Any]) -> list[bytes]:
    return [*map(chain.line_of, _rows(log))]


def _framed(right: bytes, lines: Iterable[bytes]) -> bytes:
    """A bundle of these events with the right frame; its seals are left out."""
    readme, events = dict(_files(right))["README.txt"], b"".join(line + b"\n" for line in lines)
    contents = {
        "__main__.py": verifier_source(),
        "README.txt": readme,
        "events.jsonl": events,
        "seals.jsonl": b"",
        "texts.jsonl": b"",
        "evidence.jsonl": b"",
    }
    made, entries = b"", []
    for name, content in contents.items():
        entries.append((name, verifier.crc32(content), len(content), len(made)))
        made += verifier.local_header(name, *entries[-1][1:3]) + content
    return made + verifier.directory(entries)


def _files(bundle: bytes) -> list[tuple[str, bytes]]:
    file = io.BytesIO(bundle)
    found = verifier.members(file)
    return [(name, b"\n".join(verifier.lines(file, found, name)) + b"\n") for name, *_ in found]
