"""A bundle as it is written and read again: what is counted, what seals cover of it, what is refused and how."""

import os
from contextlib import closing

import pytest
from msgspec import structs

from ledger.bounds import Bounds
from ledger.errors import Problem
from ledger.kernel.fact import Envelope, StreamHead
from ledger.kernel.free_text import commitment
from ledger.laws.adjustment import Stands
from ledger.recording.taking_over import audits, require_sound
from ledger.store import record
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.people.facts import Player, PlayersNamed
from ledger.subjects.play.facts import ContestantsEntered
from ledger.subjects.publications.facts import PublishedStage, ScoresPublished, StandingPublished
from ledger.subjects.rulings.facts import GiveRuling, Grounds, RulingWithdrawn
from ledger.subjects.tournaments.facts import AddSession
from ledger.trust.bundle import verifier
from ledger.trust.bundle.reader import describe_uncovered, read_bundle
from ledger.trust.bundle.verifier import Chain
from ledger.trust.bundle.writer import export
from ledger.trust.seal import COSIGNATURE, PublicKey, checkpoint
from ledger.trust.verification import audit
from tests.core.congress import Congress, evening
from tests.core.spec import Evening, blank
from tests.exchange.fuzzed_bundles import contents_of, framed
from tests.kept import kept, salts
from tests.pages.made_receipts import OFFICE, STRANGER
from tests.trust.test_bundle_parts import line_of, said

LAST = 6


def in_memory(*more):
    """A store with an evening of two results and a ruling with its facts, and whatever else was put in."""
    evening, salt = Evening(), salts()
    evening.play(1, ["4SN=", "4SN-1"])
    evening.do(GiveRuling(evening.where(1, 1), Stands(), Grounds(**{**blank(), "facts": "W hesitated"})))
    store = Store("sqlite://")
    migrate(store)
    for envelope in [*evening.log, *more]:
        store.append([structs.replace(envelope, event=kept(envelope.event, salt))])
    return store


@pytest.fixture
def store():
    with closing(in_memory()) as store:
        yield store


def seal(store, size, key=OFFICE):
    digests = list(store.log.digests("evening", LAST))
    made = key.sign(checkpoint("ebu.example", "evening", digests[:size]))
    store.seals.put("evening", size, str(made))
    return made


def exported(store, tmp_path, name="evening.zip", **how):
    path = tmp_path / name
    return export(store, "evening", path, **how), read_bundle(path)


def refused(call, *given, **more):
    with pytest.raises(Problem) as caught:
        call(*given, **more)
    return caught.value.code, caught.value.message


def hinted(call, *given, **more):
    with pytest.raises(Problem) as caught:
        call(*given, **more)
    return caught.value.hint


def test_what_is_written_is_counted_and_read_again(store, tmp_path):
    made = seal(store, 4)
    report, bundle = exported(store, tmp_path)
    assert (report.size, report.seals, report.left, report.people, report.texts) == (LAST, 1, 0, 0, 1)
    assert (report.files, report.files_left) == (0, 0)
    (log,) = report.logs
    assert (log.session, log.digest) == ("evening", store.log.digest_at("evening", LAST).hex())
    assert (bundle.session.id, bundle.session.number, bundle.seals, bundle.notes) == ("evening", LAST, [made], ())
    assert bundle.heads() == {"evening": LAST}
    assert bundle.named("evening") is bundle.logs[0]
    assert bundle.named("monday") is None
    assert [str(each.event.facts) for each in store.log.read("evening") if hasattr(each.event, "facts")] == [
        "W hesitated"
    ]
    assert [row[1] for row in bundle.logs[0].rows()] == list(store.log.digests("evening", LAST))
    assert [each.ok for each in audits(bundle)] == [True]
    require_sound(bundle)


def test_texts_may_stay_at_home_and_that_is_noted(store, tmp_path):
    report, bundle = exported(store, tmp_path, texts=False)
    assert (report.texts, report.people) == (0, 0)
    assert bundle.notes == ("texts about people that were left out of the bundle: 1",)


def readme(path):
    return contents_of(path.read_bytes())["README.txt"].decode()


@pytest.mark.parametrize(
    ("how", "people", "texts"),
    [({}, 1, 1), ({"names": False}, 0, 1), ({"texts": False}, 1, 0), ({"names": False, "texts": False}, 0, 0)],
)
def test_names_and_other_texts_stay_at_home_each_by_itself(tmp_path, how, people, texts):
    named = PlayersNamed((Player("1NS", 1, "Jane Roe"),))
    with closing(
        in_memory(Envelope("evening", LAST + 1, record.name_of(named), named, "x", 0, 0, 0, "spec", ()))
    ) as store:
        report, bundle = exported(store, tmp_path, **how)
    assert (report.people, report.texts) == (people, texts)
    left = 2 - people - texts
    assert bundle.notes == ((f"texts about people that were left out of the bundle: {left}",) if left else ())


def test_a_bundle_says_what_it_is_and_what_is_in_it(store, tmp_path):
    _, bundle = exported(store, tmp_path)
    behind = """texts.jsonl    the texts that stand behind commitments in the events, each with its salt:
               SHA-256("bridge-ledger text 1\\n" || salt || text). What was erased is in no bundle."""
    none = "evidence.jsonl empty: what was filed as evidence was left out, or there is none.\n"
    said = readme(bundle.path)
    assert said.startswith("This is session evening of a bridge ledger: every result, call, ruling and appeal,")
    assert "bridge-ledger import evening.zip   restores it" in said
    assert f"commitment\n               stands there: {SHA}\nseals.jsonl " in said
    assert f"{behind}\n{none}__main__.py " in said
    _, bundle = exported(store, tmp_path, "wordless.zip", texts=False)
    assert f"{behind}\n               Left out of this one: 1.\n{none}" in readme(bundle.path)


SHA = 'SHA-256 over the line "bridge-ledger text 1", 16 random bytes (its salt) and the text.'


def test_the_longest_event_of_a_session_is_as_long_as_a_line_may_be(store, tmp_path, monkeypatch):
    exported(store, tmp_path, "first.zip")
    events = contents_of((tmp_path / "first.zip").read_bytes())["events.jsonl"]
    longest = max(map(len, events.splitlines(keepends=True)))
    monkeypatch.setattr(verifier, "LONGEST_LINE", longest)
    assert exported(store, tmp_path)[1].session.number == LAST
    monkeypatch.setattr(verifier, "LONGEST_LINE", longest - 1)
    assert refused(export, store, "evening", tmp_path / "odd.zip")[0] == "bundle-too-large"


def test_who_may_not_read_the_texts_is_not_asked_for_evidence(store, tmp_path, monkeypatch):
    monkeypatch.setattr(store.texts, "may_be_read", lambda: False)
    monkeypatch.setattr(store.files, "of", lambda _: pytest.fail("he may not read the files"))
    assert exported(store, tmp_path)[0].files == 0


def test_a_seal_that_does_not_fit_stays_at_home(store, tmp_path):
    good = seal(store, 4)
    forked = OFFICE.sign(checkpoint("ebu.example", "evening", [bytes(32)] * 5))
    store.seals.put("evening", 5, str(forked))
    report, bundle = exported(store, tmp_path)
    assert (report.seals, report.left, report.logs[0].left) == (1, 1, (5,))
    assert bundle.seals == [good]


def test_what_is_under_no_seal_of_the_key_is_refused_by_name(store, tmp_path):
    logs, key = {"evening"}, OFFICE.public
    _, bare = exported(store, tmp_path)
    assert refused(bare.require_covered, key, logs) == (
        "not-covered",
        "the bundle has no seal: nothing in it says whose it is",
    )
    bare.require_covered(key, {"monday"})
    seal(store, 4, STRANGER)
    _, another = exported(store, tmp_path, "another.zip")
    none = f"no seal in the bundle has a signature of {key.short} for evening"
    assert refused(another.require_covered, key, logs) == ("seal-forged", none)
    assert another.signed(key) == []
    seal(store, 4)
    _, part = exported(store, tmp_path, "part.zip")
    covers = f"no seal of {key.short} covers #5 to #6 of evening"
    assert refused(part.require_covered, key, logs) == ("not-covered", covers)
    part.require_covered(key, logs, unsealed=True)
    seal(store, LAST)
    _, whole = exported(store, tmp_path, "whole.zip")
    whole.require_covered(key, logs)
    assert [each.checkpoint.size for each in whole.signed(key)] == [4, LAST]
    log = Chain("fri")
    log.digests += [bytes(32)] * 3
    assert describe_uncovered([(log, 3), (log, 2)]) == "#3 of fri, #2 to #3 of fri"


def test_what_is_no_bundle_is_refused_by_what_is_wrong(tmp_path, store):
    gone, folder, odd = tmp_path / "gone.zip", tmp_path / "folder", tmp_path / "odd.zip"
    folder.mkdir()
    odd.write_bytes(b"no archive")
    assert refused(read_bundle, gone) == ("no-such-file", f"{gone} is not there")
    assert refused(read_bundle, folder) == ("bad-file", f"{folder} cannot be read: Is a directory")
    end = "the end of the bundle, the list of its files, was changed or is missing"
    assert refused(read_bundle, odd) == ("bad-file", f"{odd}: {end}")
    wrote = "name the file that `export` wrote"
    hints = [wrote, "is it a file, and may you read it?", f"{wrote}, whole"]
    assert [hinted(read_bundle, path) for path in (gone, folder, odd)] == hints
    exported(store, tmp_path)
    whole = (tmp_path / "evening.zip").read_bytes()
    odd.write_bytes(whole[:-1])
    assert refused(read_bundle, odd) == ("bundle-broken", f"{odd}: {end}")
    assert hinted(read_bundle, odd) == "take another copy of the bundle; nothing was restored"
    odd.write_bytes(whole.replace(b"4SN=", b"4SN+"))
    code, message = refused(read_bundle, odd)
    assert code == "bundle-broken"
    assert message.startswith(f"{odd}: event #")
    odd.write_bytes(whole.replace(b"every result, call,", b"every result, coll,"))
    assert refused(read_bundle, odd) == ("bundle-broken", f"{odd}: README.txt is not as it was written")
    contents = contents_of(whole)
    odd.write_bytes(framed({**contents, "events.jsonl": b'{"body":{}}\n'}))
    early = "its events have the format of a bridge-ledger that was never released; this program cannot read them"
    assert refused(read_bundle, odd) == ("bad-file", early)


def test_another_program_inside_is_noted_and_a_text_of_no_event_refused(store, tmp_path):
    exported(store, tmp_path)
    contents = contents_of((tmp_path / "evening.zip").read_bytes())
    path = tmp_path / "odd.zip"
    path.write_bytes(framed({**contents, "__main__.py": b"print('all is well')\n"}))
    assert read_bundle(path).notes == ("the verifier inside is not that of this version of bridge-ledger",)


def test_a_text_under_what_is_no_commitment_is_refused(tmp_path):
    """Whoever writes a log himself may have any digest stand in it."""
    of = commitment(bytes(16), "W hesitated")
    event = ScoresPublished(of)
    odd = Envelope("evening", LAST + 1, record.name_of(event), event, "x", 0, 0, 0, "spec", ())
    with closing(in_memory(odd)) as store:
        exported(store, tmp_path)
    contents = contents_of((tmp_path / "evening.zip").read_bytes())
    line = verifier.written({"commitment": of, "salt": bytes(16).hex(), "text": "W hesitated"}).encode() + b"\n"
    texts = sorted([*contents["texts.jsonl"].splitlines(keepends=True), line])
    path = tmp_path / "odd.zip"
    path.write_bytes(framed({**contents, "texts.jsonl": b"".join(texts)}))
    assert refused(read_bundle, path) == ("bundle-unsound", f"{path}: 1 of its texts belong to no event")


def test_what_is_no_seal_to_the_ledger_is_refused_though_its_root_fits(store, tmp_path):
    exported(store, tmp_path)
    contents = contents_of((tmp_path / "evening.zip").read_bytes())
    steering = OFFICE.sign(checkpoint("e\u202ebu", "evening", list(store.log.digests("evening", LAST))))
    path = tmp_path / "odd.zip"
    path.write_bytes(framed({**contents, "seals.jsonl": f"{verifier.written({'note': str(steering)})}\n".encode()}))
    assert "evening" in "".join(verifier.check(str(path)))
    code, message = refused(read_bundle, path)
    assert code == "bundle-unsound"
    assert message.startswith("seals.jsonl holds something that is no seal: this is no seal: it has a character that")


def test_an_event_that_would_be_written_otherwise_is_refused_though_its_digest_fits(store, tmp_path):
    exported(store, tmp_path)
    contents = contents_of((tmp_path / "evening.zip").read_bytes())
    appointed = {"key": "", "name": "Berg", "office": "scorer"}  # a key is written where there is one
    _, line = line_of(
        store.log.digest_at("evening", LAST), said(LAST + 1, "official-appointed/1", appointed, "evening")
    )
    path = tmp_path / "odd.zip"
    path.write_bytes(framed({**contents, "events.jsonl": contents["events.jsonl"] + line + b"\n"}))
    assert len(list(verifier.check(str(path)))) == 2
    assert refused(read_bundle, path) == ("bad-body", "event #7 of session evening is not in canonical form")


def test_a_log_that_cannot_be_replayed_is_not_taken_from_a_bundle(tmp_path):
    event = RulingWithdrawn("R-0009")
    name = record.name_of(event)
    with closing(in_memory(Envelope("evening", LAST + 1, name, event, "x", 0, 0, 0, "spec", ()))) as store:
        export(store, "evening", tmp_path / "odd.zip")
    code, message = refused(read_bundle, tmp_path / "odd.zip")
    assert code == "bundle-unsound"
    assert message.startswith("the log in the bundle cannot be replayed: ")


def test_a_bundle_is_on_the_disk_whole_before_it_has_its_name(store, tmp_path, monkeypatch):
    path, synced = tmp_path / "evening.zip", []
    monkeypatch.setattr("os.fsync", lambda file: synced.append((path.exists(), os.fstat(file).st_size)))
    export(store, "evening", path)
    assert (False, path.stat().st_size) in synced


def test_no_file_that_is_there_is_written_over(store, tmp_path):
    path = tmp_path / "evening.zip"
    path.write_bytes(b"something else")
    code, message = refused(export, store, "evening", path)
    assert (code, message) == ("file-exists", f"{path} is there already")
    assert path.read_bytes() == b"something else"


def test_what_cannot_be_written_leaves_nothing_behind(store, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    path = tmp_path / "evening.zip"
    for fails in ("os.replace", "ledger.trust.bundle.writer.own_file"):
        with monkeypatch.context() as patched:
            patched.setattr(fails, full)
            said = f"{path} cannot be written: No space left on device"
            assert refused(export, store, "evening", path) == ("bad-file", said)
    with monkeypatch.context() as patched:
        patched.setattr("os.replace", full)
        assert hinted(export, store, "evening", path) == "name a file in a folder that you may write to: -o FILE"
        assert list(tmp_path.iterdir()) == []
    with monkeypatch.context() as patched:
        patched.setattr("ledger.trust.bundle.writer.BUNDLE", Bounds("the bytes of a bundle", 0, 500))
        much = "the bundle would be larger than 4 GB, the most it can hold"
        assert refused(export, store, "evening", path) == ("bundle-too-large", much)
        assert hinted(export, store, "evening", path) == "keep a backup of the database"
    with monkeypatch.context() as patched:
        patched.setattr(verifier, "LONGEST_LINE", 100)
        long = "an event of evening is too long for a line of a bundle"
        assert refused(export, store, "evening", path) == ("bundle-too-large", long)
        assert hinted(export, store, "evening", path) == "keep a backup of the database"
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_that_changes_while_it_is_read_is_noticed(store, tmp_path):
    _, bundle = exported(store, tmp_path)
    rows = bundle.logs[0].rows()
    next(rows)
    assert len(list(rows)) == LAST - 1
    with closing(in_memory()) as other:
        export(other, "evening", tmp_path / "other.zip")
    (tmp_path / "other.zip").replace(bundle.path)
    again = read_bundle(bundle.path)
    assert again.session.digest == bundle.session.digest
    shorter = contents_of(bundle.path.read_bytes())
    events = shorter["events.jsonl"].splitlines(keepends=True)
    bundle.path.write_bytes(framed({**shorter, "events.jsonl": b"".join(events[:-1])}))
    changed = ("bundle-broken", f"{bundle.path}: it was changed while it was read")
    assert refused(list, bundle.logs[0].rows()) == changed
    bundle.path.write_bytes(framed({**shorter, "events.jsonl": b"{}\n"}))
    none = "an event of evening: it is not in canonical form"
    assert refused(list, bundle.logs[0].rows()) == ("bundle-unsound", none)


def test_a_bundle_that_changes_between_its_two_readings_is_noticed(store, tmp_path, monkeypatch):
    _, bundle = exported(store, tmp_path)
    checked = verifier.contents

    def contents(*given):
        found = checked(*given)
        found[0][0].digests[-1] = bytes(32)  # as it was when the verifier read it
        return found

    monkeypatch.setattr(verifier, "contents", contents)
    assert refused(read_bundle, bundle.path) == ("bundle-broken", f"{bundle.path}: it was changed while it was read")


def test_a_bundle_of_a_log_that_does_not_bear_out_is_unsound(tmp_path):
    event = ContestantsEntered(("9",))
    odd = [
        Envelope(
            "evening",
            number,
            record.name_of(event),
            structs.replace(event, contestants=(str(number),)),
            f"x{number}",
            0,
            0,
            0,
            "spec",
            (99,),
        )
        for number in (LAST + 1, LAST + 2)
    ]
    for more, tail in ((odd[:1], ""), (odd, "; and 1 more")):
        with closing(in_memory(*more)) as store:
            _, bundle = exported(store, tmp_path, f"{len(more)}.zip")
        message = f"{bundle.path}: #7 answers (99,), which are not before it{tail}"
        assert refused(require_sound, bundle) == ("bundle-unsound", message)
        assert hinted(require_sound, bundle) == f"`verify --bundle {bundle.path}` says all; nothing was restored"


def test_the_program_in_a_bundle_says_what_holds(store, tmp_path, capsys):
    made = seal(store, 4)
    _, bundle = exported(store, tmp_path)
    digest, path = bundle.session.digest.hex(), str(bundle.path)
    holds = [f"evening: 6 events, each as it was recorded, digest {digest}"]
    fits = "the seal of evening up to #4 fits; signature not checked"
    every = "every byte of the bundle is as it was written, and each of its 1 texts as it was recorded"
    assert list(verifier.check(path)) == [*holds, fits, every]
    assert verifier.main(["program", path]) == 0
    assert capsys.readouterr().out.splitlines() == [*holds, fits, every]
    key = str(OFFICE.public)
    signed = fits.replace("signature not checked", "signed with that key")
    assert list(verifier.check(path, key, unsealed=True)) == [*holds, signed, every]
    assert verifier.main(["program", path, "--key", key, "--unsealed"]) == 0
    assert verifier.main([path, "--key", key, "--unsealed"]) == 0  # the program is in the bundle
    capsys.readouterr()
    assert verifier.main(["program", path, "--key", key]) == 3
    uncovered = "NOT SOUND: no seal in the bundle is signed with that key for evening from #5 on"
    assert capsys.readouterr().err.splitlines() == [uncovered]
    assert verifier.main(["program", path, "--key", str(STRANGER.public), "--unsealed"]) == 3
    assert verifier.main(["program", str(tmp_path / "gone.zip")]) == 2
    (tmp_path / "odd.zip").write_bytes(b"no archive")
    assert verifier.main([str(tmp_path / "odd.zip")]) == 2
    witness = str(PublicKey("w1", OFFICE.public.key, COSIGNATURE))
    for wrong in ("a+b", witness, f"{key[:-1]}!", f"{key[:-1]}", f"{key}\n{witness}"):
        with pytest.raises(SystemExit):
            verifier.main(["program", path, "--key", wrong])
        assert "--key takes NAME+12345678+AV… of an office, one line or both" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        verifier.main(["program", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    for words in (
        "Check a bundle of bridge-ledger.",
        "--key KEY the office's public key, NAME+12345678+AV…",
        "--unsealed with --key: accept events after its last seal, too",
    ):
        assert words in told
    assert made.checkpoint.size == 4


def test_without_the_library_the_program_in_a_bundle_says_that_no_signature_was_checked(
    store, tmp_path, capsys, monkeypatch
):
    seal(store, 4)
    _, bundle = exported(store, tmp_path)
    monkeypatch.setattr(verifier, "find_spec", lambda _: None)
    assert verifier.main(["program", str(bundle.path), "--key", str(OFFICE.public)]) == 2
    printed = capsys.readouterr()
    assert "the seal of evening up to #4 fits; signature not checked" in printed.out
    assert printed.err == "signatures were NOT checked: that needs the library `cryptography`\n"
    assert verifier.main(["program", str(bundle.path)]) == 0
    assert capsys.readouterr().err == ""


def tournament(tmp_path, *sessions, there=()):
    """A store with a tournament, which has these sessions, of which some are here."""
    congress = Congress("only")
    for name in sessions:
        congress.do(AddSession("only", name))
    store = Store("sqlite://")
    migrate(store)
    for name, log in (("spring", congress.log), *((each, evening("4SN=", "4SN-1").log) for each in there)):
        for envelope in log:
            store.append([structs.replace(envelope, session=name, event=kept(envelope.event))])
    return store, tmp_path / "spring.zip"


def test_a_tournament_is_written_with_all_its_sessions_or_not_at_all(tmp_path):
    for missing in (("fri",), ("fri", "sat")):
        store, path = tournament(tmp_path, "fri", "sat", there={"fri", "sat"} - {*missing})
        message = f"sessions of spring are missing here: {', '.join(missing)}"
        assert refused(export, store, "spring", path) == ("session-not-here", message)
        assert not path.exists()
        store.close()
    store, path = tournament(tmp_path, "fri", "sat", there=("sat", "fri"))
    report = export(store, "spring", path)
    store.close()
    assert [log.session for log in report.logs] == ["spring", "fri", "sat"]
    assert readme(path).startswith("This is tournament spring, with its 2 sessions, of a bridge ledger: ")
    own, *others = (f"               {log.session}, {log.size} events\n" for log in report.logs)
    assert f"by name:\n{own}{''.join(others)}               Its sessions are in its events session-added" in readme(
        path
    )
    assert list(verifier.check(str(path)))[3] == ("with spring, sessions: 2, exactly those that belong to it")
    assert [log.session.id for log in read_bundle(path).logs] == ["spring", "fri", "sat"]
    require_sound(read_bundle(path))


def test_a_tournament_is_written_only_with_the_logs_its_standing_was_given_out_over(tmp_path):
    friday = evening("4SN=", "4SN-1").log
    last = len(friday)

    def given_out_over(number, digest):
        """What comes of an export once a standing was given out over an event of Friday's."""
        store, path = tournament(tmp_path, "fri", there=("fri",))
        digest = digest or store.log.digest_at("fri", number).hex()
        event = StandingPublished((PublishedStage("only", "0" * 64),), (StreamHead("fri", number, digest),))
        at = len(list(store.log.stored("spring"))) + 1
        store.append([Envelope("spring", at, record.name_of(event), event, "x", 0, 0, 0, "spec", ())])
        try:
            return [log.session for log in export(store, "spring", path).logs]
        except Problem as error:
            return error.code, error.message.replace(f"#{at} of spring", "it"), error.hint
        finally:
            store.close()
            path.unlink(missing_ok=True)

    more, bring = "`verify --session fri` says more", "`import` a bundle of it first, from the ledger that has it"
    for number in (1, last):
        assert given_out_over(number, "") == ["spring", "fri"]
        parted = f"it rests on #{number} of fri, which has another digest here"
        assert given_out_over(number, "ab" * 32) == ("forked", parted, more)
    behind = f"fri is here up to #{last}; spring rests on #{last + 1} of it"
    assert given_out_over(last + 1, "ab" * 32) == ("session-not-here", behind, bring)


def test_of_a_tournament_the_session_that_is_unsound_is_named(tmp_path):
    store, path = tournament(tmp_path, "fri", there=("fri",))
    number, event = store.log.heads()["fri"] + 1, ContestantsEntered(("9",))
    store.append([Envelope("fri", number, record.name_of(event), event, "x", 0, 0, 0, "spec", (99,))])
    export(store, "spring", path)
    store.close()
    text = f"{path}: session fri: #{number} answers (99,), which are not before it"
    assert refused(require_sound, read_bundle(path)) == ("bundle-unsound", text)


def test_what_a_tournament_has_that_is_not_here_is_noted(tmp_path):
    store, _ = tournament(tmp_path, "fri", "sat", "sun", there=("sat",))
    with closing(store):
        assert audit(store, "spring").notes == []
        found = audit(store, "spring", strict=True)
        assert (found.notes, found.checks["standings"]) == (["not here, so not in its standings: fri, sun"], [])
        store.seals.put("spring", 2, "nonsense")
        found = audit(store, "spring", strict=True)  # one that does not hold is not held against its sessions
        assert (found.notes, "standings" in found.checks) == ([], False)


@pytest.mark.parametrize(
    ("rulings", "which", "what"),
    [
        (1, "#26", "2 texts are"),
        (2, "#26, #27", "4 texts are"),
        (10, ", ".join(f"#{number}" for number in range(26, 36)), "20 texts are"),
        (12, ", ".join(f"#{number}" for number in range(26, 36)) + " and 2 more", "24 texts are"),
    ],
)
def test_words_that_were_left_out_of_a_bundle_are_said_of_the_log_that_came_in_it(tmp_path, rulings, which, what):
    evening = Evening()
    evening.play(1, ["4SN="] * 12)
    for table in range(1, rulings + 1):
        said = Grounds(**{**blank(), "facts": "W hesitated", "reason": "no suggestion"})
        evening.do(GiveRuling(evening.where(1, table), Stands(), said))
    store, salt = Store("sqlite://"), salts()
    migrate(store)
    for envelope in evening.log:
        store.append([structs.replace(envelope, event=kept(envelope.event, salt))])
    _, bundle = exported(store, tmp_path, texts=False)
    store.close()
    (found,) = audits(bundle)
    text = f"{which}: {what} said to have been left out of a bundle; nobody can check that"
    hint = "a whole bundle brings them back; did none come without them? then somebody took them away"
    assert [(each.code, each.number, each.text, each.hint) for each in found.warnings] == [
        ("text-left-out", 26, text, hint)
    ]
