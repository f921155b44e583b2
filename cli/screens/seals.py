"""Make keys, seals and signatures; write, compare and verify logs as tiles."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.pages.folder import SESSIONS, lock_at, require_writable, write_all_or_none
from cli.terminal import keys
from cli.terminal.progress import show_progress
from cli.terminal.screen import put_on_stderr
from cli.views.trust import seal_json, signature_text, tiled_json
from cli.words.vocabulary import counted
from ledger.bounds.files import TILE
from ledger.errors import Corrupt, Misuse, Problem, Refusal, Unavailable
from ledger.files import is_address, read_file, require_no_link
from ledger.subjects.tournaments.state import Tournament
from ledger.trust.keys import Key, new_key, require_extended
from ledger.trust.policy import Policy
from ledger.trust.seal import ED25519, PublicKey, Roots, Seal
from ledger.trust.seals import (
    CHECKPOINT,
    RECORDS,
    TILES,
    Fetch,
    ReceiptProof,
    Seals,
    TiledLog,
    fetch_at,
    read_checkpoint,
    read_tiles,
    require_one_history,
    sessions_of,
)
from ledger.trust.witnessing import Request, Witness, parse_request, shown_by_witness


def make_key(out: Output, path: Path, name: str, kind: bytes = ED25519, *, second: bool = True) -> None:
    """Create the key of an office or witness (`kind`), or an official's, which has no `second`; print its public half.

    Misuse (usage) in a trial run.
    """
    if out.settings.dry_run:
        raise Misuse("usage", "a trial run makes no key", "leave -n out")
    key = new_key(path, name, kind, second=second)
    if out.settings.json:
        out.json("key/1", {"file": str(path), "public_key": str(key.public)})
        return
    out.say(*_note_lines(key.public))
    lines = "the two lines of output" if second else "the one line of output"
    kept = f"Its public half is {lines}, also kept in {path}.pub: give that to everybody."
    put_on_stderr(f"The key is in {path}: keep a copy where no ledger is.", kept)


def _seal_as_json(desk: Desk, seal: Seal, value: dict[str, object], tiles: TileFolders | None) -> None:
    sealed, more = seal.checkpoint, dict[str, object]()
    try:
        if tiles:
            more["tiles"] = [each.as_json() for each in _write_tiles(desk, tiles, seal)]
    finally:
        desk.json("seal/1", {"session": sealed.session, "as_of": sealed.size, **value, **more})


def seal_session(desk: Desk, key: Key, policy: Policy | None, tiles: Path | None) -> None:
    """Seal the current session, ask a policy's witnesses to sign, write tiles, and print the seal.

    Errors of witnesses or tiles, and a missing quorum, are raised at the end: the seal is kept in any case.
    """
    if policy and policy.logs and not {*policy.office(key.public.name).each} & {*key.public.each}:
        raise Misuse("bad-policy", f"no log line of the policy is the key {key.public.short}", "--key FILE, or mend it")
    folders = TileFolders(desk, desk.session_id, tiles, key) if tiles else None
    failed: list[Problem] = []
    addresses = dict[str, list[PublicKey]]()
    for each in policy.witnesses.values() if policy else ():
        if is_address(each.address):
            addresses.setdefault(each.address, []).append(each.key)
    seal = desk.office.seals.give(desk.session_id, key, keep=not desk.settings.dry_run)
    for address, asked in addresses.items() if not desk.settings.dry_run else ():
        try:
            with show_progress(f"asking {address}"):
                seal = desk.office.seals.ask(seal, address, asked)
        except Problem as error:
            failed.append(error)
    try:
        if policy and not desk.settings.dry_run:
            policy.require_quorum(seal)
            desk.aside(*(f"note: {each.message}" for each in failed if isinstance(each, Unavailable)))
            failed = [each for each in failed if not isinstance(each, Unavailable)]  # enough others have signed
    except Corrupt as error:
        failed.append(error)
    try:
        if desk.settings.json:
            _seal_as_json(desk, seal, seal_json(seal, key.public), folders)
        else:
            desk.say(*str(seal).rstrip("\n").split("\n"))
            unkept = " Nothing was kept of it." if desk.settings.dry_run else ""
            desk.aside(f"Sealed up to #{seal.checkpoint.size}. Give it away: kept only here it proves nothing.{unkept}")
            witnessed = list(dict.fromkeys(each.told for each in seal.cosignatures))
            desk.aside(*([f"Signed by {', '.join(witnessed)} too."] if witnessed else []))
            desk.aside(*map(str, _write_tiles(desk, folders, seal)))
    except Problem as error:
        failed.append(error)
    for problem in failed[1:]:
        put_on_stderr(f"error[{problem.code}]: {problem.message}")
    if failed:
        raise failed[0]


def take_signatures(desk: Desk, files: Sequence[Path], named: str | None, tiles: Path | None) -> None:
    """Store seals that witnesses signed and returned as files, write tiles, and print each seal."""
    returned, keep = list(map(keys.read_seal, files)), not desk.settings.dry_run
    folders = TileFolders(desk, desk.session_id, tiles, keys.sealing_key(named)) if tiles else None
    for seal in returned:
        joined = desk.office.seals.join(desk.session_id, seal, keep=keep)
        if desk.settings.json:
            _seal_as_json(desk, joined, {"note": str(joined)}, folders)
        else:
            desk.say(*_note_lines(joined))
            kept = f"{'Would be kept' if desk.settings.dry_run else 'Kept'} with {len(joined.signatures)} signatures"
            desk.hint_aside(f"{kept}. Whose they are: `verify --seal FILE --policy FILE`.")
            desk.aside(*map(str, _write_tiles(desk, folders, joined)))


def _write_tiles(desk: Desk, tiles: TileFolders | None, seal: Seal) -> list[WrittenTiles]:
    return tiles.write(seal) if tiles and not desk.settings.dry_run else []


def list_seals(desk: Desk, key: PublicKey | None) -> None:
    """Print the seals of the current session; their signers are named only if `key` checks them."""
    session = desk.session_id
    seals = desk.office.seals.of(session)
    if desk.settings.json:
        values = [seal_json(each, key) for each in seals]
        desk.json("seals/1", {"session": session, "seals": values, "strange": desk.office.seals.strange(session)})
        return
    rows = [[str(each.checkpoint.size), each.checkpoint.root_text, signature_text(each, key)] for each in seals]
    malformed = [[str(size), "", "FORGED: it is no seal"] for size in desk.office.seals.strange(session)]
    rows = sorted([*rows, *malformed], key=lambda row: int(row[0]))
    desk.table_or("no seals were given out", [">size", "root", "signed by"], rows)
    if seals and key is None:
        desk.aside("note: whose signatures these are was not checked: --key KEY")


def sign(out: Output, file: Path, named: str | None, office: str | None, seen: Path | None) -> None:
    """Sign the seal in a file as a witness, if it extends the last one this witness signed; print it signed."""
    request = parse_request(keys.read_short_text(file, "a seal"))
    witness = Witness(keys.witness_key(named), seen or keys.own_file("witness.json"))
    signed = witness.sign(request, keys.public_key_named_or_own(office) if office else None, int(time.time()))
    sealed, key = signed.checkpoint, witness.key.public
    if out.settings.json:
        witnessed = {"origin": sealed.origin, "root": sealed.root_text, "witness": key.short, "note": str(signed)}
        out.json("witness/1", {"session": sealed.session, "as_of": sealed.size, **witnessed})
        return
    out.say(*_note_lines(signed))
    out.aside(f"Signed as {key.told}: the log of {sealed.origin} up to #{sealed.size}.")


def check_quorum(out: Output, seals: Iterable[Seal], policy: Policy) -> None:
    """Print which witnesses of a policy signed each seal; Corrupt (no-quorum) if they are not its quorum."""
    for seal in seals:
        signers, sealed = policy.require_quorum(seal), seal.checkpoint
        out.aside(f"the seal of {sealed.session} up to #{sealed.size} is witnessed by {', '.join(signers) or 'nobody'}")


def print_request(desk: Desk, request: Request) -> None:
    """Print a request for a witness's signature, to be mailed; on stderr, how to use it."""
    if desk.settings.json:
        sealed = request.seal.checkpoint
        value = {"session": sealed.session, "as_of": sealed.size, "old": request.old, "body": str(request)}
        desk.json("request/1", value)
        return
    desk.say(*_note_lines(request))
    how = "`witness FILE`, and `seal --witness FILE` takes it."
    desk.hint_aside(f"For a witness who has signed up to #{request.old}: {how}")


def write_proofs(desk: Desk, folder: Path, receipt: ReceiptProof) -> None:
    """Write a proof (C2SP tlog-proof) of each event of a case to a file of its own."""
    from cli.pages.folder import write_atomically

    session, files = receipt.seal.checkpoint.session, dict[int, Path]()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in receipt.tlog_proofs().items():
            files[number] = folder / f"{session}-{number}.tlog-proof"
            write_atomically(files[number], text.encode())
    except OSError as error:
        message = f"{folder} cannot be written: {error.strerror}"
        raise Misuse("output-lost", message, "name another folder: --tlog-proof DIR") from None
    if desk.settings.json:
        values = [{"number": number, "file": str(path)} for number, path in files.items()]
        desk.json("proofs/1", {"session": session, "as_of": receipt.seal.checkpoint.size, "proofs": values})
        return
    desk.say(*(f"#{number}: {path}" for number, path in files.items()))
    desk.hint_aside("The words about people are not in them: `receipt` has those. `verify --receipt FILE` takes both.")


def _note_lines(note: object) -> list[str]:
    return str(note).rstrip("\n").split("\n")


class WrittenTiles(NamedTuple):
    """The tiles written of a log: the folder, the seal they fit, and the number of new files."""

    folder: Path
    seal: Seal
    written: int

    def as_json(self) -> dict[str, object]:
        """Return the folder, the session and the counts as JSON."""
        sealed = self.seal.checkpoint
        return {"folder": str(self.folder), "session": sealed.session, "as_of": sealed.size, "written": self.written}

    def __str__(self) -> str:
        sealed = self.seal.checkpoint
        return f"{self.folder}: tiles of {sealed.origin} up to #{sealed.size}, {counted(self.written, 'new file')}"


class TileFolders:
    """The folders to write tiles into: one for the log, and one for each session of a tournament.

    A folder that cannot be written is refused before anything is sealed or recorded.
    """

    def __init__(self, desk: Desk, name: str, path: Path, key: Key) -> None:
        self.path, self._name, self._key, self._seals = path, name, key, desk.office.seals
        stream = desk.office.stream(name)
        opened = set(desk.office.sessions()) if isinstance(stream, Tournament) else set()
        sessions = [each for each in stream.sessions if each in opened] if isinstance(stream, Tournament) else []
        self._folders = {name: path, **{each: path / SESSIONS / each for each in sessions}}
        for log, folder in self._folders.items():
            require_no_link(folder, path)
            _require_room(folder, f"{key.public.name}/{log}", self._seals)

    def write(self, made: Seal) -> list[WrittenTiles]:
        """Write the tiles missing up to a seal; seal a tournament's sessions as they are now, and write theirs."""
        try:
            with show_progress(f"writing {self.path}"):
                return [self._write_log(each, made) for each in self._folders]
        except Problem as problem:
            again = f"`seal --tiles {quote(str(self.path))} --session {quote(self._name)}`"
            message = f"the seal stands; the tiles are not written: {problem.message}"
            raise type(problem)(problem.code, message, f"{problem.hint.partition('; then')[0]}, then {again}") from None

    def _write_log(self, name: str, made: Seal) -> WrittenTiles:
        seal = made if name == made.checkpoint.session else self._seals.give(name, self._key)
        for kept in self._seals.of(name):  # a stored seal has the signatures of its witnesses, a new one has not
            seal = kept if kept.checkpoint == seal.checkpoint else seal
        folder = self._folders[name]
        require_no_link(folder, self.path)
        folder.mkdir(parents=True, exist_ok=True)
        with lock_at(folder):
            # checked again under the lock: another program may have written since
            _require_room(folder, seal.checkpoint.origin, self._seals, seal.checkpoint.size)
            files = ((str(file), content) for file, content in self._seals.tiles(seal))
            return WrittenTiles(folder, seal, write_all_or_none(folder, files, (CHECKPOINT, str(seal).encode())))


def _require_room(folder: Path, origin: str, seals: Seals, size: int | None = None) -> None:
    """Refuse a folder with tiles of another log, another history or a later state; Misuse if it cannot be written."""
    try:
        require_writable(folder, 1)
    except OSError as error:
        message = f"{folder} cannot be written: {error.strerror}"
        raise Misuse("output-lost", message, "name another: --tiles DIR") from None
    fetch = fetch_from(folder)
    if fetch(CHECKPOINT) is None:
        return
    try:
        seal = read_checkpoint(fetch)
    except Corrupt as error:
        hint = "keep this folder aside, and name another: the whole log is written to the new one"
        raise Corrupt(error.code, f"{folder}: {error.message}", hint) from None
    present = seal.checkpoint
    if present.origin != origin:
        other = f"{folder} holds the tiles of {present.origin}, not of {origin}"
        raise Refusal("folder-taken", other, "name another folder")
    if size is not None and present.size > size:
        longer = f"{folder} holds tiles up to #{present.size}, and the seal is up to #{size}"
        raise Refusal("folder-taken", longer, "`seal --tiles DIR` seals what is here now")
    try:
        seals.require_continued(seal)
    except Corrupt as error:
        message = f"{folder} holds tiles of another history, or of later events than this ledger has: {error.message}"
        hint = "keep the folder, because its tiles were given out; a seal kept elsewhere shows which history is true"
        raise Corrupt("forked", message, hint, error.number) from None


def fetch_from(folder: Path) -> Fetch:
    """Return a function that reads a file in a folder of tiles: None if the file is missing, Misuse if unreadable."""

    def fetch(name: str) -> bytes | None:
        try:
            return read_file(folder / name, TILE)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise Misuse("bad-file", f"{folder / name} cannot be read: {error.strerror}", "copy it again") from None

    return fetch


def _file_names(folder: Path) -> Iterator[str]:
    for top in (TILES, RECORDS):
        for path in sorted((folder / top).rglob("*")):
            if not (path.is_dir() or path.name.startswith(".")):
                yield path.relative_to(folder).as_posix()


def verify_tiles(
    out: Output, places: Sequence[str], given: Seal | None, key: PublicKey | None, policy: Policy | None
) -> None:
    """Verify folders of tiles, local or at addresses, including a tournament's sessions, and print their contents.

    Of two folders, one must be the beginning of the other; each must extend a seal `given`. The seals must fulfil a
    policy, and the logs continue what its witnesses show at their addresses.
    """
    if len(places) > 2:
        raise Misuse("usage", "two folders of tiles are compared, and no more", "verify --tiles OLD --tiles NEW")
    folders = [_read_all(place, key) for place in places]
    for logs in folders:
        if given:
            sealed = given.checkpoint
            mine = [log for log in logs.values() if log.seal.checkpoint.origin == sealed.origin]
            if not mine:
                raise Misuse("other-seal", f"the seal is of {sealed.origin}, and the tiles are not", "leave --seal out")
            require_extended(given, Roots(mine[0].digests))
    witnesses = [each.key for each in policy.witnesses.values()] if policy else []
    both = zip(places, folders, strict=True)
    lines = [line for place, logs in both for line in _tiled_lines(place, logs, key, witnesses)]
    lines += _comparison_lines(*folders) if len(folders) == 2 else []
    if policy:
        check_quorum(out, [log.seal for logs in folders for log in logs.values()], policy)
        lines += [line for logs in folders for log in logs.values() for line in _shown_lines(log, policy)]
    if out.settings.json:
        out.json("verify/1", tiled_json([log for logs in folders for log in logs.values()], key, given))
    else:
        out.say(*lines)
        if key is None:
            out.aside("note: whose signatures these are was not checked: --key KEY")


Logs = Mapping[str, TiledLog]
"""The logs of a folder by their path in it: '' is its own log, the sessions of a tournament lie below."""


def _read_all(place: str, key: PublicKey | None) -> Logs:
    """Return every log in a folder; from an address, which lists no files, only its log and those of its sessions."""
    if is_address(place):
        logs = {"": _read(place, fetch_at(place), (), key)}
        for name in sorted(sessions_of(logs[""])):
            fetch = fetch_at(_within(place, f"{SESSIONS}/{name}"))
            if fetch(CHECKPOINT) is not None:
                logs[f"{SESSIONS}/{name}"] = _read(_within(place, f"{SESSIONS}/{name}"), fetch, (), key)
        return logs
    if not Path(place).is_dir():
        hint = "the folder that has `checkpoint` beside `tile`, or its address: https://HOST/FOLDER"
        raise Misuse("no-such-file", f"{place} is no folder", hint)
    within = {path.parent for each in (CHECKPOINT, TILES, RECORDS) for path in Path(place, SESSIONS).glob(f"*/{each}")}
    below = sorted(path.relative_to(place).as_posix() for path in within)
    folders = {each: Path(place, each) for each in ("", *below)}
    return {each: _read(str(folder), fetch_from(folder), _file_names(folder), key) for each, folder in folders.items()}


def _within(place: str, name: str) -> str:
    return f"{place.rstrip('/')}/{name}" if name else place


def _read(place: str, fetch: Fetch, names: Iterable[str], key: PublicKey | None) -> TiledLog:
    try:
        with show_progress(f"reading {place}"):
            return read_tiles(fetch, names, key)
    except Corrupt as error:
        raise Corrupt(error.code, f"{place}: {error.message}", error.hint, error.number) from None
    except Misuse as error:
        raise Misuse(error.code, f"{place}: {error.message}", error.hint) from None


def _tiled_lines(place: str, logs: Logs, key: PublicKey | None, witnesses: Sequence[PublicKey]) -> Iterator[str]:
    for name, log in logs.items():
        sealed, where = log.seal.checkpoint, _within(place, name)
        yield f"{where}: {sealed.origin} up to #{sealed.size}; every tile, entry and record fits the seal"
        yield f"  root: {sealed.root_text}"
        yield f"  signed by: {signature_text(log.seal, key, witnesses)}"
    sessions = {log.seal.checkpoint.session for log in logs.values()}
    if away := [each for each in sessions_of(logs[""]) if each not in sessions]:
        yield f"  note: the tiles of these sessions are not here: {', '.join(away)}"


def _shown_lines(log: TiledLog, policy: Policy) -> Iterator[str]:
    """Yield how a log stands to what each witness shows at its address; Corrupt (forked) if that is another history."""
    sealed = log.seal.checkpoint
    for name, (key, address) in policy.witnesses.items():
        try:
            if not is_address(address) or not (shown := shown_by_witness(address, log.seal, key)):
                continue
            size = shown.checkpoint.size
            if size <= sealed.size:
                require_extended(shown, Roots(log.digests))
            older = f"note: {name} has signed {sealed.origin} up to #{size}: what is here is older"
            yield f"  {older if size > sealed.size else f'{name} shows its beginning up to #{size}'}"
        except Unavailable as error:
            yield f"  note: {error.message}"
        except Corrupt as error:
            hint = f"keep the tiles, and what {address} shows"
            raise Corrupt("forked", f"{name} shows another history of {sealed.origin}: {error.message}", hint) from None


def _comparison_lines(one: Logs, two: Logs) -> Iterator[str]:
    """Yield what two folders have in common, and which logs only one has; Corrupt (forked) if histories differ."""
    for name, log in one.items():
        if name in two:
            require_one_history(log, two[name])
            mine, theirs = log.seal.checkpoint, two[name].seal.checkpoint
            which, longer = ("first", mine) if mine.size > theirs.size else ("second", theirs)
            more = "and that is all of each" if mine.size == theirs.size else f"the {which} goes on to #{longer.size}"
            joint = "," if mine.size == theirs.size else ";"
            yield f"#1–#{min(mine.size, theirs.size)} of {mine.origin} are the same in both{joint} {more}"
    for name in one.keys() ^ two.keys():
        yield f"{name} is in the {'first' if name in one else 'second'} alone"
