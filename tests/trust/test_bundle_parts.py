"""The verifier inside a bundle, part by part: what it lets through to the last number, and what it says of the rest."""

import io
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from zlib import crc32

import pytest

from ledger.digests import event_digest
from ledger.trust.bundle import verifier
from ledger.trust.bundle.verifier import FILES, Broken, Chain
from ledger.trust.keys import new_key
from ledger.trust.seal import checkpoint, tree_root
from tests.pages.made_receipts import OFFICE, STRANGER, with_signatures

F64 = "f" * 64


def said(number=1, kind="x/1", body=None, session="s", **other):
    """What a record says, in its order."""
    usual = {"command": "c", "part": 0, "occurred": 1, "recorded": 2, "by": "A", "because": [], "program": "0"}
    return [session, number, kind, body if body is not None else {}, *{**usual, **other}.values()]


def line_of(previous, what):
    record = verifier.written(what).encode()
    digest = event_digest(previous, record)
    return digest, b'{"digest":"%b","record":%b}' % (digest.hex().encode(), record)


def chain(*records, name="s", at=0):
    """A log of these records."""
    log = Chain(name, at)
    for each in records:
        _, line = line_of(log.digests[-1] if log.digests else bytes(32), each)
        log.add(line, each)
    return log


def refused(call, *given, **more):
    with pytest.raises(Broken) as caught:
        call(*given, **more)
    return str(caught.value), caught.value.code


# Events


def test_a_log_has_the_digests_of_its_records_each_from_the_one_before():
    log = chain(said(1), said(2, body={"text": F64}), said(3, "text-erased/1", {"texts": ["a" * 64]}))
    digests = []
    for each in (said(1), said(2, body={"text": F64}), said(3, "text-erased/1", {"texts": ["a" * 64]})):
        digests.append(line_of(digests[-1] if digests else bytes(32), each)[0])
    assert log.digests == digests
    assert (log.committed, log.erased, str(log)) == ({F64}, {"a" * 64}, "s")
    assert [log.root(size) for size in (1, 2, 3)] == [tree_root(digests[:size]) for size in (1, 2, 3)]


def test_what_is_hashed_has_the_parts_of_its_kind():
    assert verifier.hashed("NODE", bytes(32), bytes(32)) == sha256(b"\1" + bytes(64)).digest()
    for parts in ((bytes(32), bytes(31)), (bytes(31), bytes(32)), (bytes(32),), (bytes(32), bytes(32), b"")):
        with pytest.raises(ValueError):
            verifier.hashed("NODE", *parts)


# What an event says of other logs


def test_a_tournament_needs_its_sessions_and_whatever_it_rests_on():
    heads = [{"session": "s", "number": 4, "digest": "ab"}, {"session": "sun", "number": 2, "digest": "cd"}]
    log = chain(
        said(1, "tournament-opened/1"),
        said(2, "session-added/1", {"session": "fri"}),
        said(3, "session-added/1", {"session": "sat"}),
        said(4, "taken-back/1", {"kind": "session-added", "of": 3}),
        said(5, "standing-published/1", {"heads": heads}),
    )
    assert (log.is_tournament, log.sessions, log.needed) == (True, {"fri"}, {"fri", "sun"})
    assert log.heads == [(5, "s", 4, "ab"), (5, "sun", 2, "cd")]
    session = chain(said(1), said(2, "session-added/1", {"session": "fri"}), said(3, "y/1", {"heads": [{}]}))
    assert (session.needed, session.heads) == (set(), [])
    assert chain(said(1, "evidence-filed/1", {"file": F64, "size": 7})).filed == {F64: 7}


def tournament(*heads, sessions=("fri",)):
    added = [said(at, "session-added/1", {"session": name}) for at, name in enumerate(sessions, start=2)]
    rests = [{"session": name, "number": number, "digest": digest} for name, number, digest in heads]
    published = [said(len(added) + 2, "standing-published/1", {"heads": rests})] if heads else []
    return chain(said(1, "tournament-opened/1"), *added, *published)


def session(name):
    return chain(said(1, session=name), said(2, session=name), name=name)


def test_a_bundle_is_one_session_or_a_tournament_with_just_what_it_needs():
    fri, sat = session("fri"), session("sat")
    first, last = (each.hex() for each in fri.digests)
    many = [f"s{number:02}" for number in range(20)]
    for whole in (
        [fri],
        [tournament(), fri],
        [tournament(("fri", 2, last)), fri],
        [tournament(("fri", 1, first)), fri],
        [tournament(sessions=("fri", "sat")), fri, sat],
    ):
        verifier.check_together(whole)
    for wrong, words in (
        ([], "the bundle has no events"),
        ([fri, sat], "sat does not belong to fri, and is in the bundle with it"),
        ([fri, fri, session("fri")], "fri is in the bundle twice"),
        ([tournament(), fri, sat], "sat does not belong to s, and is in the bundle with it"),
        ([tournament(sessions=("fri", "sat", "sun")), fri], "left out of the bundle of s: sat, sun"),
        ([tournament(sessions=many)], f"left out of the bundle of s: {', '.join(many)}"),
        ([tournament(sessions=("fri", "sat")), sat, fri], "the sessions of s are not in the order of their names"),
        ([tournament(("fri", 1, last)), fri], "#3 of s rests on #1 of fri, but the bundle has another event"),
        ([tournament(("fri", 3, last)), fri], "#3 of s rests on #3 of fri, but the bundle has another event"),
        ([tournament(("fri", 0, last)), fri], "#3 of s rests on #0 of fri, but the bundle has another event"),
        ([tournament(("fri", -1, first)), fri], "#3 of s rests on #-1 of fri, but the bundle has another event"),
    ):
        assert refused(verifier.check_together, wrong) == (words, 3)


def test_logs_stand_one_after_the_other_and_each_begins_with_its_first_event():
    one, two = line_of(bytes(32), said(1)), line_of(bytes(32), said(1, session="t"))
    second = line_of(one[0], said(2))
    found = verifier.logs([one[1], second[1], two[1]])
    assert [(log.name, log.at, len(log.digests)) for log in found] == [
        ("s", 0, 2),
        ("t", len(one[1]) + len(second[1]) + 2, 1),
    ]
    assert refused(verifier.logs, [one[1], two[1], second[1]]) == (
        "event #2 of t (line 3 of events.jsonl) was changed",
        3,
    )
    assert refused(verifier.logs, [b"{}"]) == ("event #1 of the bundle (line 1 of events.jsonl) was changed", 3)


# Texts, files, seals


def test_a_text_is_what_stands_behind_its_commitment_in_an_event():
    salt = bytes(range(16))

    def check(words, salt=salt, spelt="", **given):
        digest = sha256(b"bridge-ledger text 1\n" + salt + words.encode()).hexdigest()
        committed = given.get("committed", {digest, F64})
        return verifier.check_text(given.get("digest", digest), spelt or salt.hex(), words, committed)

    longest = "é" * 4000
    for words in ("", "Ann", longest):
        assert check(words)[1:] == (salt, words)
    said = ("the text 'Ann' is not what was recorded, or was erased", 3)
    assert refused(check, "Ann", committed=set()) == refused(check, "Ann", digest=F64) == said
    assert refused(check, "Ann", spelt=salt.hex().upper()) == refused(check, "Ann", spelt=(salt + b"x").hex()) == said
    for length in (15, 17):
        assert refused(check, "Ann", bytes(length)) == said
    assert refused(check, f"{longest}x")[0].startswith(f"the text {'é' * 40!a} is not")


def part(content, number="0001", of=F64):
    return verifier.check_part(of, number, b64encode(content).decode())


def test_a_part_of_a_file_has_at_least_a_byte_and_at_most_so_many():
    assert part(b"x") == (F64, "0001", b"x")
    assert len(part(bytes(1 << 18))[2]) == 1 << 18
    for wrong in (b"", bytes((1 << 18) + 1)):
        with pytest.raises(ValueError):
            part(wrong)
    for respelt in ("eA", "eB==", "eA==\n", "e A=="):
        with pytest.raises(ValueError):
            verifier.check_part(F64, "0001", respelt)


def test_files_are_whole_in_the_order_of_their_parts_and_what_was_filed(monkeypatch):
    whole, rest = bytes(1 << 18), b"rest"
    digest = sha256(whole + rest).hexdigest()

    def checked(*parts, size=(1 << 18) + 4, erased=False, digest=digest):
        log = Chain("s")
        log.filed = {F64: size}
        log.erased = {F64} if erased else set()
        return verifier.check_files(enumerate(parts), [log], [(F64, b"", digest)])

    assert checked(part(whole), part(rest, "0002")) == {F64: 0}
    assert verifier.check_files([], [Chain("s")], []) == {}
    not_filed = (f"the file '{F64}' is not what was filed, or was erased", 3)
    for wrong in ({"size": 1}, {"digest": "0" * 64}, {"erased": True}):
        assert refused(checked, part(whole), part(rest, "0002"), **wrong) == not_filed
    assert refused(checked, part(whole)) == not_filed
    place = "part {!a} of the file '" + F64 + "' is not in its place, or too long"
    assert refused(checked, part(whole), part(rest, "0003")) == (place.format("0003"), 3)
    assert refused(checked, part(whole, "1")) == (place.format("1"), 3)
    assert refused(checked, part(rest), part(whole, "0002")) == (place.format("0002"), 3)
    monkeypatch.setattr(verifier, "EVIDENCE", (1 << 18) + 4)
    assert checked(part(whole), part(rest, "0002")) == {F64: 0}
    monkeypatch.setattr(verifier, "EVIDENCE", (1 << 18) + 3)
    assert refused(checked, part(whole), part(rest, "0002")) == (place.format("0002"), 3)


def sealed(log, size, key=OFFICE, name="ebu.example"):
    return str(key.sign(checkpoint(name, log.name, log.digests[:size])))


def test_a_seal_is_over_just_what_stands_in_the_log():
    log = chain(*(said(number) for number in range(1, 6)))
    note, key = sealed(log, 3), str(OFFICE.public)
    assert verifier.check_seal(note, [log], "") == ("s", 3, False, note)
    assert verifier.check_seal(note, [log], key) == ("s", 3, True, note)
    assert verifier.check_seal(note, [log], str(STRANGER.public)) == ("s", 3, False, note)
    assert verifier.check_seal(note, [log], " ") == ("s", 3, False, note)
    origin, size, root, *_ = note.split("\n")
    fits = "the seal of {} up to #{} does not fit: something there is not what was sealed"
    other = chain(*(said(number, by="B") for number in range(1, 6)))
    assert refused(verifier.check_seal, note, [other], "") == (fits.format("s", 3), 3)
    assert refused(verifier.check_seal, note, [session("t")], "") == (fits.format("s", 3), 3)
    assert refused(verifier.check_seal, sealed(log, 5), [chain(said(1), said(2))], "") == (fits.format("s", 5), 3)
    forged = note.replace(origin, "fbu/s")
    assert refused(verifier.check_seal, forged, [log], key) == ("the seal's signature by ebu.example is forged", 3)
    for wrong in (
        note + "\n",
        note[:-1],
        note.replace(root, root[:-4] + "!!!!"),
        note.replace("\n\n", "\n"),
        note.replace("\n\n", "\na line more\n\n"),
        "— a AAAA\n",
    ):
        with pytest.raises(ValueError):
            verifier.check_seal(wrong, [log], "")
    for short in (f"{origin}\n{size}\n{root}\n\n— a AAAAAA==\n", f"{note}— a AAAAAA==\n"):
        with pytest.raises(ValueError):
            verifier.check_seal(short, [log], "")
    shortest = f"{note}— a AAAAAAA=\n"
    assert verifier.check_seal(shortest, [log], key) == ("s", 3, True, shortest)


def test_a_key_of_two_lines_has_signed_with_both(tmp_path):
    log, key = chain(said(1), said(2)), new_key(tmp_path / "k", "ebu.example", second=True)
    seal = key.sign(checkpoint("ebu.example", "s", log.digests))
    one, two = seal.signatures

    def check(*signatures):
        return verifier.check_seal(str(with_signatures(seal, *signatures)), [log], str(key.public))[2]

    assert check(one, two) is check(two, one) is True
    assert check(*OFFICE.sign(seal.checkpoint).signatures) is False
    for alone in (one, two):
        assert refused(check, alone) == ("the seal has only one of the two signatures of that key", 3)
    for wrong in (bytes(2428), two.signature[:-1] + bytes([two.signature[-1] ^ 1]), bytes(8) + two.signature[8:]):
        assert refused(check, one, replace(two, signature=wrong)) == (
            "the seal's signature by ebu.example is forged",
            3,
        )
    later = chain(said(1, session="t"), said(2, session="t"), name="t")
    moved = with_signatures(key.sign(checkpoint("ebu.example", "t", later.digests)), two)
    forged = refused(verifier.check_seal, str(moved), [later], str(key.public.second))
    assert forged == ("the seal's signature by ebu.example is forged", 3)


def test_what_no_seal_covers_is_named_from_which_event_on():
    fri = session("fri")
    over = tournament(("fri", 1, fri.digests[0].hex()))
    bare = [(str(log), number) for log, number in verifier.uncovered([over, fri], [])]
    assert bare == [("s", 1), ("fri", 1)]

    def left(*seals):
        return [(str(log), number) for log, number in verifier.uncovered([over, fri], seals)]

    assert left(("s", 3, True, "")) == [("fri", 2)]  # what it rests on is under its seal
    assert left(("s", 2, True, "")) == [("s", 3), ("fri", 1)]
    assert left(("s", 3, False, "")) == bare
    assert left(("s", 3, True, ""), ("fri", 2, True, "")) == []
    assert left(("s", 1, True, ""), ("s", 3, True, ""), ("fri", 2, True, "")) == []
    assert left(("s", 3, True, ""), ("s", 1, True, ""), ("fri", 2, True, "")) == []
    further = tournament(("fri", 2, fri.digests[1].hex()))
    seals = [("s", 3, True, ""), ("fri", 1, True, "")]
    assert list(verifier.uncovered([further, fri], seals)) == []  # covered by whatever goes furthest


# The file


def framed(*contents, files=FILES):
    """A bundle with these contents of its first files."""
    out, entries = b"", []
    for name, content in zip(files, contents, strict=False):
        entries.append((name, crc32(content), len(content), len(out)))
        out += verifier.local_header(name, crc32(content), len(content)) + content
    return out + verifier.directory(entries)


WHOLE = framed(b"program\n", b"words\n", b"a\nbc\n", b"", b"", b"")


def members(content):
    return verifier.members(io.BytesIO(content))


def test_a_bundle_has_its_files_in_their_places_and_not_a_byte_elsewhere():
    found = members(WHOLE)
    assert [(name, size) for name, _, size, _ in found] == list(zip(FILES, (8, 6, 5, 0, 0, 0), strict=True))
    end = "the end of the bundle, the list of its files, was changed or is missing"
    for wrong in (WHOLE + b"x", WHOLE[:-1], framed(b"program\n", b"words\n")):
        assert refused(members, wrong) == (end, 3)
    assert refused(members, b"no archive") == refused(members, b"") == (end, 2)
    swapped = WHOLE.replace(b"README.txt", b"READNE.txt", 1)
    place = "a bundle has no file {} here, or its header was changed"
    assert refused(members, swapped) == (place.format("'READNE.txt'"), 3)
    assert refused(members, WHOLE.replace(b"__main__.py", b"__mein__.py", 1)) == (place.format("'__mein__.py'"), 2)
    in_another_place = framed(b"", b"", b"", b"", b"", b"", files=[*FILES[:1], *FILES[2:], FILES[-1]])
    assert refused(members, in_another_place) == (place.format("'events.jsonl'"), 3)
    assert refused(members, framed(b"", files=["n" * 200])) == (place.format(f"'{'n' * 40}'"), 2)
    seventh = framed(*[b""] * 6)
    assert [name for name, *_ in members(seventh)] == list(FILES)


def lines(content, name="events.jsonl", after=0):
    file = io.BytesIO(content)
    return list(verifier.lines(file, verifier.members(file), name, after))


def test_the_lines_of_a_file_end_and_are_as_they_were_written():
    assert (lines(WHOLE), lines(WHOLE, "seals.jsonl"), lines(WHOLE, after=2)) == ([b"a", b"bc"], [], [b"bc"])
    file = io.BytesIO(WHOLE)
    found = [(name, crc ^ 1, *more) for name, crc, *more in verifier.members(file)]
    with pytest.raises(Broken, match=r"^events.jsonl is not as it was written$"):
        list(verifier.lines(file, found, "events.jsonl"))
    cut = framed(b"program\n", b"words\n", b"a\nbc", b"", b"", b"")
    assert refused(lines, cut) == (f"events.jsonl line 2 is cut off, or longer than {1 << 24} bytes", 3)


@pytest.mark.parametrize("text", [b"1.0", b"1e3", b"NaN", b"-0", b"01", b'{"b":1,"a":2}', b'"\\u00e9"', b"[1, 2]"])
def test_what_would_be_written_otherwise_is_not_read(text):
    with pytest.raises(ValueError):
        verifier.read(text)
    assert verifier.read('{"a":[1,-2,"é",null,true]}'.encode()) == {"a": [1, -2, "é", None, True]}
