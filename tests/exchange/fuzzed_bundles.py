"""Bundles that strangers made of right ones, and the four who say whether each is sound: all of them alike.

    python -m tests.exchange.fuzz checkers --seconds 600

`verify --bundle`, `import` into an empty ledger, the checker that a bundle carries, and `verify --strict` after an
import that was let in. Whether a bundle is as it was written one program says for all of them; what its events say only
the ledger can know. Whatever is let in is written again, and must be the same bytes.
"""

import json
import random
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from contextlib import chdir, closing, redirect_stdout
from functools import cache, lru_cache
from io import BytesIO, StringIO
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from warnings import catch_warnings

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cli.main import run
from ledger.digests import event_digest
from ledger.errors import Problem
from ledger.office import Office
from ledger.recording import taking_over
from ledger.store import chain
from ledger.store.log import Log
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.trust.bundle import verifier
from ledger.trust.bundle.reader import Bundle, read_bundle
from ledger.trust.bundle.writer import export
from ledger.trust.keys import Key
from ledger.trust.seal import PublicKey, checkpoint, parse_public_key
from ledger.trust.verification import audit
from tests.exchange.fuzzed_texts import mutated, place_in

NAMES = ("sealed.zip", "open.zip", "wordless.zip", "taken.zip", "signed.zip", "congress.zip")
EVENING = (
    "init -q",
    "official new-key ahlborn a.key",
    "session open s --boards 1-2 --title Test&evening",
    "official add Ahlborn --as chief-director --key a.key.pub",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "result add 1/2 4SN-1 --ns 3 --ew 4 --lead SA",
    "person name 1 1 Zoë&Roe --member 123",
    "person name 1 2 J.&O’Hara",
    "person name 2 1 Bo&Ek",
    "seal --new-key ebu.example --key k",
    "seal --key k",
    'ruling add 1/1 --weighted 1/3&4SN=,2/3&4SN-1 --offender EW --facts "said:&\\\\♠\\\\" --sign-with a.key',
    "person erase Bo&Ek --yes --sign-with a.key",
    "witness --new-key w1.example --key w1",
    "seal --since 0 --key k > a.ask",
    "witness a.ask --key w1 --seen w1.json --office k.pub > a.seal",
    "seal --witness a.seal",
    "export sealed.zip",
    "result add 2/1 3NTN= --ns 1 --ew 2",
    "export open.zip",
    "export wordless.zip --without-names --without-texts",
    "--db taken.db init -q",
    "--db taken.db import sealed.zip",
    "--db taken.db import open.zip --consent --yes --sign-with a.key",
    "--db taken.db export taken.zip",
    "ruling withdraw R-0001 --yes --sign-with a.key",
    "publish --yes",
    "export signed.zip",
    "session open t --boards 1 --contestants 1-4",
    "result add 1/1 4SN= --ns 1 --ew 2 --session t",
    "result add 1/2 4SN-1 --ns 3 --ew 4 --session t",
    "person name 1 1 Zoë&Roe --session t",
    "tournament open spring",
    "tournament stage add only",
    "tournament add t --stage only --yes",
    "publish --session spring --yes",
    "seal --session spring --key k",
    "export congress.zip --session spring",
)
CONTENT = {"bundle-unsound", "bad-body", "unknown-event"}
"""What only the ledger can say of a bundle: that its events are none, or say what no office would have recorded."""
_POOL: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    1.0,
    10**30,
    "",
    "x",
    "\x7f",
    "\u202e",
    "\0",
    "s",
    "t",
    [],
    {},
    [1],
)
_TEXTS = ("events.jsonl", "seals.jsonl", "texts.jsonl")
_PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(32))
STRANGER = Key(PublicKey("stranger.example", _PRIVATE.public_key().public_bytes_raw()), _PRIVATE)
Contents = dict[str, bytes]


def make_bundles(folder: Path) -> dict[str, bytes]:
    """Real bundles: sealed, witnessed, unsealed at the end, without words, taken over, signed, of a tournament."""
    with chdir(folder):
        for line in EVENING:
            command, _, file = line.partition(" > ")
            with redirect_stdout(StringIO()) as printed:
                assert run([word.replace("&", " ").strip('"') for word in command.split()]) == 0, line
            if file:
                Path(file).write_text(printed.getvalue())
        return {name: Path(name).read_bytes() for name in (*NAMES, "k.pub")}


def keys(made: dict[str, bytes]) -> tuple[PublicKey, ...]:
    """The key of the office whose bundles they are, and a stranger's, who seals what he made of them."""
    return parse_public_key(made["k.pub"].decode()), STRANGER.public


# What a stranger makes of one


def contents_of(bundle: bytes) -> Contents:
    """The files of a bundle that is whole."""
    return dict(_contents(bundle))


@lru_cache(32)
def _contents(bundle: bytes) -> Contents:
    with zipfile.ZipFile(BytesIO(bundle)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def framed(contents: Contents) -> bytes:
    """A bundle of these files, with the right frame."""
    made, entries = b"", []
    for name, content in contents.items():
        entries.append((name, verifier.crc32(content), len(content), len(made)))
        made += verifier.local_header(name, *entries[-1][1:3]) + content
    return made + verifier.directory(entries)


def spoilt(rng: random.Random, right: bytes) -> bytes:
    """A right bundle, otherwise in one way or a few."""
    while (made := _spoilt(rng, right)) == right:
        pass
    return made


def _spoilt(rng: random.Random, right: bytes) -> bytes:
    match rng.randrange(12):
        case 0:
            return mutated(rng, right)
        case 1:
            at = rng.randrange(len(right))
            return right[:at] + bytes([right[at] ^ 1 << rng.randrange(8)]) + right[at + 1 :]
        case 2:
            return _reframed(rng, contents_of(right))
        case 3 | 4 | 5:
            return framed(_told_otherwise(rng, contents_of(right)))
        case _:
            contents = contents_of(right)
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                name = rng.choice(_TEXTS)
                contents[name] = _lines_spoilt(rng, contents[name])
            if contents["events.jsonl"] != contents_of(right)["events.jsonl"] and rng.random() < 0.9:
                contents["events.jsonl"] = rechained(contents["events.jsonl"])
                contents["seals.jsonl"] = rng.choice((contents["seals.jsonl"], b"", _resealed(rng, contents)))
            return framed(contents)


def _told_otherwise(rng: random.Random, contents: Contents) -> Contents:
    """One event says something else, and what is over it was made anew: the form alone tells nobody."""
    lines = contents["events.jsonl"].splitlines()
    at = rng.randrange(len(lines))
    said = json.loads(lines[at])
    said["record"][3] = json.loads(_retold(rng, verifier.written(said["record"][3]).encode()))
    lines[at] = verifier.written(said).encode()
    contents["events.jsonl"] = rechained(b"".join(line + b"\n" for line in lines))
    contents["seals.jsonl"] = _resealed(rng, contents)
    if rng.random() < 0.3:
        contents["texts.jsonl"] = b""
    return contents


def _lines_spoilt(rng: random.Random, content: bytes) -> bytes:
    """Lines of a file that are left out, doubled, moved, joined or cut, or say something else, or in another way."""
    lines = content.splitlines(keepends=True) or [b"{}\n"]
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(14):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = rng.choice((lines[at].rstrip(b"\n"), lines[at] + b"\n", lines[at].rstrip() + b"\r\n"))
        case 4:
            del lines[at:]
        case 5:
            lines[at] = mutated(rng, lines[at])
        case 6 | 7 | 8:
            lines[at] = _respelt(rng, lines[at])
        case _:
            lines[at] = _retold(rng, lines[at])
    return b"".join(lines)


def _respelt(rng: random.Random, line: bytes) -> bytes:
    """The same said in another way."""
    text = line.decode(errors="surrogateescape")
    ways: tuple[Callable[[], str], ...] = (
        lambda: json.dumps(json.loads(text)) + "\n",
        lambda: json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=True) + "\n",
        lambda: _turned(json.loads(text)) + "\n",
        lambda: text.replace(":", ": ", 1),
        lambda: " " + text,
        lambda: text.replace("/", "\\/", 1),
        lambda: text.replace("e", "\\u0065", 1),
        lambda: _with_digits(rng, text, lambda digits: digits + ".0"),
        lambda: _with_digits(rng, text, lambda digits: digits + "e0"),
        lambda: _with_digits(rng, text, lambda digits: "-" + digits),
        lambda: _with_digits(rng, text, lambda digits: "0" + digits),
        lambda: text.replace('":"', '":"' + text[2:10].upper(), 1),
        lambda: _in_hex(rng, text, str.upper),
        lambda: _in_hex(rng, text, lambda digits: " ".join((digits[:2], digits[2:]))),
        lambda: _in_hex(rng, text, lambda digits: digits + "00"),
        lambda: text.replace("{", '{"commitment":"",', 1),
        lambda: text.replace("—", "-", 1),
        lambda: text.replace("\\n\\n", "\\n\\n\\n", 1),
        lambda: text.replace("==", "", 1),
        lambda: text.replace('\\n"', '"', 1),
        lambda: "\ufeff" + text,
    )
    try:
        return rng.choice(ways)().encode(errors="surrogateescape")
    except (ValueError, RecursionError):
        return line


def _turned(value: Any) -> str:
    """An object with its keys in the other order."""
    if isinstance(value, dict):
        value = dict(reversed(value.items()))
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _with_digits(rng: random.Random, text: str, change: Callable[[str], str]) -> str:
    """One number of a line written otherwise."""
    found = [each for each in text.replace(",", " , ").replace("]", " ] ").split() if each.isdigit()]
    digits = rng.choice(found) if found else "1"
    return text.replace(f",{digits},", f",{change(digits)},", 1)


def _in_hex(rng: random.Random, text: str, change: Callable[[str], str]) -> str:
    """One value in hexadecimal digits written otherwise."""
    found = [each for each in text.split('"') if len(each) in (32, 64) and each.isalnum()]
    digits = rng.choice(found) if found else "x"
    return text.replace(digits, change(digits), 1)


def _retold(rng: random.Random, line: bytes) -> bytes:
    """A line that says something else in one place."""
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError):  # an earlier spoiling may have nested it too deep
        return line
    holder, key, _ = place_in(rng, [value], 0)
    match rng.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder["unheard_of"] = rng.choice(_POOL)
        case 2 if isinstance(holder[key], int):
            holder[key] = rng.choice((str(holder[key]), float(holder[key]), holder[key] + 1, -holder[key]))
        case 3 if isinstance(holder[key], str) and holder[key]:
            at = rng.randrange(len(holder[key]))
            holder[key] = (
                holder[key][:at] + rng.choice(("", "x", "\\", '"', "\n", "\u200b", "é")) + holder[key][at + 1 :]
            )
        case _:
            holder[key] = rng.choice(_POOL)
    return verifier.written(value).encode(errors="surrogatepass") + b"\n"


def rechained(content: bytes) -> bytes:
    """Events with the digests that their records have, each over the one before."""
    made, previous = [], chain.GENESIS
    for line in content.splitlines(keepends=True):
        record = line[86:].rstrip(b"\r\n")[:-1]
        if record[:1] == b"[" and b'",1,' in record[:70]:
            previous = chain.GENESIS
        previous = event_digest(previous, record)
        made.append(
            b'{"digest":"'
            + previous.hex().encode()
            + b'","record":'
            + record
            + b"}"
            + line[len(line.rstrip(b"\r\n")) :]
        )
    return b"".join(made)


def _resealed(rng: random.Random, contents: Contents) -> bytes:
    """Seals by a stranger over the events as they now are."""
    try:
        logs = verifier.logs(contents["events.jsonl"].splitlines())
    except verifier.Broken:
        return contents["seals.jsonl"]
    made = []
    for log in logs:
        size = rng.randrange(1, len(log.digests) + 1)
        made.append(STRANGER.sign(checkpoint(STRANGER.public.name, log.name, log.digests[:size])))
    return b"".join(sorted(verifier.written({"note": str(seal)}).encode() + b"\n" for seal in made))


def _reframed(rng: random.Random, contents: Contents) -> bytes:
    """The same files in another archive, or others beside them."""
    names = list(contents)
    at, other = rng.randrange(len(names)), rng.randrange(len(names))
    match rng.randrange(8):
        case 0:
            del contents[names[at]]
        case 1:
            names[at], names[other] = names[other], names[at]
            contents = {name: contents[name] for name in names}
        case 2:
            contents["more.txt"] = b"more\n"
        case 3:
            contents = {
                rng.choice((name.upper(), f"./{name}")) if name == names[at] else name: contents[name] for name in names
            }
        case 4:
            contents[rng.choice(names)] = b""
        case 5:
            return b"#!/usr/bin/env python3\n" + framed(contents)
        case 6:
            return framed(contents) + rng.choice((b"\n", b"\0", framed(contents)))
        case _:
            packed = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
            with zipfile.ZipFile(made := BytesIO(), "w", packed) as archive, catch_warnings(action="ignore"):
                for name in [*names, *([names[at]] if rng.random() < 0.3 else [])]:
                    archive.writestr(zipfile.ZipInfo(name), contents[name])
                archive.comment = rng.choice((b"", b"comment"))
            return made.getvalue()
    return framed(contents)


# What is said of it


class Answer(NamedTuple):
    """What `verify --bundle` refuses a bundle for, '' where it is sound; and where the others say something else."""

    said: str
    apart: str


def disagreement(path: Path) -> str:
    """Where those who check a bundle do not agree; '' where they do."""
    return answered(path).apart


def answered(path: Path, keys: Sequence[PublicKey] = ()) -> Answer:
    """What is said of a bundle by all who check one; of one that is as it was written, with these keys too."""
    own, bundle, said = _own(path), None, ""
    try:
        bundle = read_bundle(path)
        taking_over.require_sound(bundle)
    except Problem as error:
        said = error.code
    if own and said not in {3: {"bundle-broken"}, 2: {"bad-file"}}[own]:
        return Answer(said, f"the checker inside says {own}, `verify --bundle` {said or _SOUND}")
    if not own and said and said not in CONTENT:
        return Answer(said, f"the checker inside says {_SOUND}, `verify --bundle` {said}")
    if own or not bundle:
        return Answer(said, "")  # `import` begins with reading it, as `verify --bundle` does
    if apart := next(filter(None, (_apart_by(path, bundle, *asked) for asked in product(keys, (False, True)))), ""):
        return Answer(said, apart)
    with closing(emptied("import")) as store:
        copied(store)
        taken = _taken(store, bundle)
        if taken != said:
            return Answer(said, f"`import` says {taken or _SOUND}, `verify --bundle` {said or _SOUND}")
        return Answer(said, "" if said else _wrong_afterwards(store, path, bundle))


def _apart_by(path: Path, bundle: Bundle, key: PublicKey, unsealed: bool) -> str:
    """Where the two who check whose it is do not agree; '' where they do."""
    own, theirs = _own(path, str(key), unsealed=unsealed), 0
    try:
        bundle.signed(key)
        bundle.require_covered(key, bundle.heads(), unsealed=unsealed)
    except Problem as error:
        theirs = error.exit_code
    asked = f"--key {key.short}{' --unsealed' if unsealed else ''}"
    return f"with {asked} the checker inside says {own}, `verify --bundle` {theirs}" if own != theirs else ""


_SOUND = "that it is sound"


@cache
def _empty() -> sqlite3.Connection:
    """An empty ledger, to be copied: thousands are needed."""
    with closing(Store("sqlite://")) as store:
        migrate(store)
        made = sqlite3.connect(":memory:", check_same_thread=False)
        with store.connections.reading() as connection:
            connection.connection.driver_connection.backup(made)  # type: ignore[union-attr]
        return made


@cache
def _in_memory(of: str) -> Store:
    """A database in memory, opened only once: what its statements are in SQL is worked out only once too."""
    return Store("sqlite://")


def emptied(of: str) -> Store:
    """The same, closed and opened anew: nothing is left of what was in it."""
    store = _in_memory(of)
    store.close()
    store.log = Log(store.connections, store.texts)  # which knows the streams of before
    return store


def copied(store: Store) -> bool:
    """Make an open database in memory an empty ledger, as `migrate` does."""
    with store.connections.reading() as connection:
        _empty().backup(connection.connection.driver_connection)  # type: ignore[arg-type]
    return True


def _own(path: Path, key: str = "", *, unsealed: bool = False) -> int:
    """How the checker that a bundle carries ends."""
    try:
        list(verifier.check(str(path), key, unsealed=unsealed))
    except verifier.Broken as error:
        return error.code
    return 0


def verified(path: Path) -> str:
    """What `verify --bundle` refuses a bundle for; '' where it is sound."""
    return answered(path).said


def _taken(store: Store, bundle: Bundle) -> str:
    """What `import` refuses a bundle for, and then it writes nothing; '' where it takes it."""
    try:
        Office(store, "Ahlborn").restore(bundle)
    except Problem as error:
        assert not store.log.streams(), "it was refused, and something of it is here"
        return error.code
    return ""


def _wrong_afterwards(store: Store, path: Path, bundle: Bundle) -> str:
    """What `verify --strict` finds of what was let in; or that it is not written again as it came."""
    names = list(bundle.heads())
    for name in names:
        if wrong := [each.text for check in audit(store, name, strict=True).checks.values() for each in check]:
            return f"`import` let it in, and `verify --strict` says: {wrong[0]}"
    again = path.with_name("again.zip")
    again.unlink(missing_ok=True)
    export(store, names[0], again)
    came, went = contents_of(path.read_bytes()), contents_of(again.read_bytes())
    parted = [name for name in _TEXTS if came[name] != went[name]]
    return f"{parted[0]} is not written again as it came" if parted else ""


class _Once:
    """The same question asked of the same bundle by those who check it: what comes of it is worked out once a case."""

    def __init__(self, ask: Callable[..., Any], of: Callable[..., Hashable]) -> None:
        self._ask, self._of = ask, of
        self.said: dict[Hashable, Any] = {}

    def __call__(self, *asked: Any) -> Any:
        what = self._of(*asked)
        if what not in self.said:
            try:
                self.said[what] = self._ask(*asked)
            except Exception as error:
                self.said[what] = error
        if isinstance(said := self.said[what], Exception):
            raise said
        return said


def fuzz_checkers(seconds: float, seed: int, keep: Path) -> bool:
    """Hold all who check a bundle against each other for so long; say what came of it; whether they agree."""
    taking_over.migrate, taking_over.Store = copied, emptied  # a thousand times, so the quicker way
    audits = taking_over.audits = _Once(  # type: ignore[assignment]
        taking_over.audits, lambda bundle, key=None: (id(bundle), key)
    )
    contents = verifier.contents = _Once(  # type: ignore[assignment]
        verifier.contents, lambda file, listed, key="": (file.name, key)
    )
    apart, said, number, began = 0, Counter[str](), 0, time.monotonic()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        bundles, path = make_bundles(folder), folder / "b.zip"
        while time.monotonic() - began < seconds:
            number += 1
            audits.said.clear(), contents.said.clear()
            rng = random.Random(f"checkers {seed} {number}")
            path.write_bytes(spoilt(rng, bundles[rng.choice(NAMES)]))
            answer = answered(path, keys(bundles))
            if answer.apart:
                apart += 1
                keep.mkdir(parents=True, exist_ok=True)
                kept = shutil.copy(path, keep / f"checkers-{seed}-{number}.zip")
                print(f"checkers case {number}, in {kept}: {answer.apart}", flush=True)
            said[answer.said or "sound"] += 1
            if number % 10_000 == 0:
                took = time.monotonic() - began
                print(f"checkers: {number} cases in {took:.0f} s, {dict(said)}; apart {apart}", flush=True)
    print(f"checkers: {number} cases, {dict(said)}; apart {apart}", flush=True)
    return not apart
