"""The seals that are kept with a log: given, joined, strange; what `verify` says by them; and receipts under them."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from msgspec import structs

from ledger.digests import event_digest
from ledger.errors import Corrupt, Problem
from ledger.kernel.fact import Envelope, TakenBack
from ledger.laws.adjustment import Stands
from ledger.store import record
from ledger.store.guards import CLOCK_MINUTES
from ledger.store.log import Origin
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.clocks.facts import SECOND, ClockCorrected
from ledger.subjects.evolving import replay
from ledger.subjects.office.facts import BundleImported, OfficialAppointed
from ledger.subjects.play.facts import ContestantsEntered
from ledger.subjects.rulings.facts import GiveRuling, Grounds, WithdrawRuling
from ledger.trust.keys import kept_seals, signed_by
from ledger.trust.receipt import check_receipt, require_signed_by
from ledger.trust.seal import COSIGNATURE, PublicKey, Seal, checkpoint
from ledger.trust.seals import Seals
from ledger.trust.verification import audit, sound_digests
from tests.core.spec import Evening
from tests.kept import kept
from tests.pages.made_receipts import OFFICE, OFFICIAL, STRANGER
from tests.store.unguarded import unguarded

WITNESS = replace(OFFICIAL, public=PublicKey("w1", OFFICIAL.public.key, COSIGNATURE))
BESIDE = "somebody wrote to the database with another program"
RULING, WITHDRAWN = 6, 7


@pytest.fixture
def store(tmp_path):
    """An evening in a file: two results, R-0001 is #6 and its withdrawal #7."""
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    evening.do(GiveRuling(evening.where(1, 1), Stands(), Grounds()))
    evening.do(WithdrawRuling("R-0001", "a mistake"))
    store = Store(f"sqlite:///{tmp_path}/ledger.db")
    migrate(store)
    for envelope in evening.log:
        store.append([structs.replace(envelope, event=kept(envelope.event))])
    yield store
    store.close()


def stream(store):
    return replay(store.log.read("evening"), "evening")


def digests(store, size=WITHDRAWN):
    return list(store.log.digests("evening", size))


def sealed(store, size, key=OFFICE, name="ebu.example"):
    """A seal of the first events, as an office gave it out then."""
    return key.sign(checkpoint(name, "evening", digests(store, size)))


def keep(store, *seals, size=0):
    for seal in seals:
        store.seals.put("evening", size or seal.checkpoint.size, str(seal))


def refused(call, *given, **more):
    with pytest.raises(Problem) as caught:
        call(*given, **more)
    return caught.value.code, caught.value.message, caught.value.hint


def told(found):
    return [(each.code, each.number, each.text, each.hint) for each in found]


# Giving them out


def test_a_seal_is_kept_unless_it_is_only_tried(store):
    seals = Seals(store)
    tried = seals.give("evening", OFFICE, keep=False)
    assert (tried.checkpoint, seals.of("evening")) == (checkpoint("ebu.example", "evening", digests(store)), [])
    assert (seals.for_witness("evening", OFFICE, 5, keep=False).seal, seals.of("evening")) == (tried, [])
    assert seals.give("evening", OFFICE) == tried
    assert seals.of("evening") == [tried]
    asked = seals.for_witness("evening", OFFICE, 5, keep=False)
    assert (asked.old, asked.seal) == (5, tried)
    nobody = ("no-such-session", "there is no session monday", "`session list` shows those there are")
    assert refused(seals.give, "monday", OFFICE) == nobody


def test_a_log_that_parts_from_a_seal_of_the_key_is_not_sealed_and_of_another_key_it_is(store):
    other = [bytes(32), *digests(store)[1:5]]
    forked = [key.sign(checkpoint("ebu.example", "evening", other)) for key in (STRANGER, OFFICE)]
    keep(store, forked[0])
    Seals(store).give("evening", OFFICE, keep=False)
    keep(store, forked[1])
    code, message, _ = refused(Seals(store).give, "evening", OFFICE)
    assert (code, message) == (
        "seal-broken",
        "session evening: an event from #1 to #5 is the first that is not what was sealed",
    )


def test_a_seal_stands_once_with_all_that_signed_it(store):
    seals, first = Seals(store), sealed(store, 5)
    (cosigned,) = WITNESS.cosign(first.checkpoint, 1)
    keep(store, sealed(store, WITHDRAWN), first)
    joined = seals.join("evening", Seal(first.checkpoint, (cosigned,)), keep=False)
    assert joined == Seal(first.checkpoint, (*first.signatures, cosigned))
    assert seals.of("evening") == [first, sealed(store, WITHDRAWN)]
    assert seals.join("evening", joined) == joined
    assert seals.of("evening") == [joined, sealed(store, WITHDRAWN)]
    assert [seals.last(replay(store.log.read("evening", upto), "evening")) for upto in (4, 5, 7)] == [
        None,
        joined,
        sealed(store, WITHDRAWN),
    ]


def test_what_is_kept_and_is_no_seal_of_the_session_is_strange(store):
    good = sealed(store, 3)
    monday = OFFICE.sign(checkpoint("ebu.example", "monday", digests(store, 2)))
    keep(store, good)
    keep(store, monday)
    keep(store, sealed(store, 4), size=5)
    store.seals.put("evening", 6, "nonsense")
    kept_ones = kept_seals(store, "evening")
    assert kept_ones.seals == [good]
    assert [(size, error.code, error.message, error.hint) for (size, _), error in kept_ones.strange] == [
        (size, "seal-broken", message, BESIDE)
        for size, message in (
            (2, "a seal stored for 2 events of session evening covers 2 of monday"),
            (5, "a seal stored for 5 events of session evening covers 4 of evening"),
            (
                6,
                "a seal that is kept with session evening cannot be read: this is no seal: a seal has an origin, "
                "a size, a root, and a signature after an empty line",
            ),
        )
    ]
    assert Seals(store).strange("evening") == [2, 5, 6]


# What `verify` says by them


def test_a_log_is_held_against_its_seals(store):
    keep(store, sealed(store, 5))
    found = audit(store, "evening", strict=True, seal=sealed(store, 3), key=OFFICE.public, by_key=True)
    assert (found.session, found.events, found.digest) == ("evening", WITHDRAWN, digests(store)[-1].hex())
    assert (found.ok, found.notes, found.warnings) == (True, [], [])
    assert {"chain", "codec", "seal", "seals", "texts", "sums", "totals", "derivations"} <= set(found.checks)
    of_each = {"opening", "answers", "weights", "cases", "replay", "in-force", "published", "offices", "periods"}
    assert set(audit(store, "evening").checks) == {"chain", "codec", "seals", "texts"} | of_each
    assert "seals" not in audit(Store(store.url), "monday").checks


def test_a_log_without_evidence_or_logins_is_not_asked_for_them(store):
    assert not {"evidence", "logins", "imports", "signatures"} & set(audit(store, "evening", strict=True).checks)


def test_who_is_tied_to_a_login_cannot_be_checked_in_a_file(store):
    tied = OfficialAppointed("Berg", "chief-director", login="berg_login")
    store.append([structs.replace(_envelope(8), name=record.name_of(tied), event=tied)])
    store.append([structs.replace(_envelope(9), by="Berg")])
    found = audit(store, "evening")
    assert found.notes == ["the logins of officials cannot be checked in a file"]
    assert found.checks["logins"] == []


def test_a_seal_that_parts_from_the_log_is_named_by_who_is_known_to_have_signed_it(store):
    forked = [bytes(32), *digests(store)[1:5]]
    part = "session evening: an event from #1 to #5 is the first that is not what was sealed"
    hint = "is it of another ledger? compare with an export"
    mine, other = (key.sign(checkpoint("ebu.example", "evening", forked)) for key in (OFFICE, STRANGER))
    assert told(audit(store, "evening", seal=mine, key=OFFICE.public).checks["seal"]) == [
        ("seal-broken", 1, part, hint)
    ]
    keep(store, other)
    says = f"the seal, kept with the log, says it is signed by {STRANGER.public.short}: that was not checked"
    either = "the log was changed, or somebody wrote the seal: `verify --key KEY` of the office tells"
    assert told(audit(store, "evening", key=OFFICE.public).checks["seals"]) == [
        ("seal-broken", 1, f"{part}; {says}", f"{either}; {hint}")
    ]
    keep(store, mine)
    found = told(audit(store, "evening", key=OFFICE.public).checks["seals"])
    assert found[0] == ("seal-broken", 1, part, hint)
    assert len(found) == 2


def test_what_is_no_seal_is_named_though_the_log_does_not_hold(store):
    store.seals.put("evening", 6, "nonsense")
    (sound,) = audit(store, "evening").checks["seals"]
    assert (sound.code, sound.hint) == ("seal-broken", BESIDE)
    store.append([structs.replace(_envelope(8), because=(99,))])
    found = audit(store, "evening")
    assert told(found.checks["answers"])[0][0] == "answers"
    assert told(found.checks["seals"]) == told([sound])
    code, message, hint = refused(sound_digests, store, "evening")
    assert (code, message) == ("bad-log", "#8 answers (99,), which are not before it")
    assert hint == "`verify` says all that is wrong with it"


def _envelope(number, at=0, event=None):
    event = event or ContestantsEntered((str(number),))
    return Envelope("evening", number, record.name_of(event), event, f"e{number}", 0, at, at, "spec", ())


def test_what_was_recorded_long_before_the_event_before_it_is_said(store):
    far = CLOCK_MINUTES * 60 * SECOND
    store.append([_envelope(8, 10 * far)])
    store.append([_envelope(9, 9 * far + SECOND)])
    assert audit(store, "evening").warnings == []
    store.append([_envelope(10, 8 * far + SECOND)])
    text = f"#10 of session evening has a time {CLOCK_MINUTES} minutes before that of #9"
    hint = "was a clock wrong? `session clock`; or somebody wrote it with another program"
    backwards = [("time-backwards", 10, text, hint)]
    assert told(audit(store, "evening").warnings) == backwards
    store.append([_envelope(11, 8 * far, ClockCorrected(8, 9, far // SECOND))])
    assert audit(store, "evening").warnings == []
    store.append([structs.replace(_envelope(12, 8 * far, TakenBack(11, "clock-corrected")), because=(11,))])
    assert told(audit(store, "evening").warnings) == backwards


def test_an_import_is_held_against_the_seals_that_are_kept_with_the_log(store):
    named = OFFICE.public.short
    taken = BundleImported("x.zip", 2, digests(store)[-1].hex(), named)
    store.append([_envelope(8, event=taken)])
    none = f"#8 says its events came under a seal of {named}, but no stored seal of it covers them"
    assert [each.text for each in audit(store, "evening").checks["imports"]] == [none]
    keep(store, sealed(store, WITHDRAWN))
    unchecked = f"#8 took events over under a seal of {named}, whose signature was not checked"
    found = audit(store, "evening")
    assert (found.checks["imports"], [each.text for each in found.warnings]) == ([], [unchecked])
    found = audit(store, "evening", key=OFFICE.public)
    assert (found.checks["imports"], found.warnings) == ([], [])


@pytest.mark.parametrize(("other", "forged"), [(False, []), (True, [9])])
def test_an_import_that_took_over_something_else_vouches_for_no_login(store, monkeypatch, other, forged):
    """Berg is tied to his login; #9, by him, came from Dahl's, with #10, which says that it was taken over."""
    store.append([_envelope(8, event=OfficialAppointed("Berg", "chief-director", login="berg_login"))])
    store.append([structs.replace(_envelope(9), by="Berg")])
    digest = digests(store, 8 if other else 9)[-1].hex()
    store.append([_envelope(10, event=BundleImported("x.zip", 1, digest))])
    own, came = (
        Origin(login, datetime(2026, 1, at, tzinfo=UTC)) for at, login in ((1, "berg_login"), (2, "dahl_login"))
    )
    monkeypatch.setattr(store.log, "origins", lambda _: [own] * 8 + [came] * 2)
    found = audit(store, "evening")
    assert [each.number for each in found.checks["logins"]] == forged
    brought = "#9: recorded elsewhere and brought in with a bundle; from which login is not known here"
    assert found.notes == ([] if forged else [brought])
    assert [each.number for each in found.checks["imports"]] == ([10] if other else [])


def test_what_follows_an_event_that_cannot_be_read_is_held_against_the_chain_all_the_same(store, monkeypatch):
    rows = list(store.log.with_columns("evening"))
    rows[4] = (rows[4][0].replace(b'"result-recorded/', b'"result-unheard-of/'), *rows[4][1:])
    for at in range(4, len(rows)):
        rows[at] = (rows[at][0], event_digest(rows[at - 1][1], rows[at][0]), *rows[at][2:])

    def found(last):
        monkeypatch.setattr(store.log, "with_columns", lambda _, after=0: iter([*rows[after:-1], last]))
        audited = audit(store, "evening")
        assert [(each.code, each.number) for each in audited.checks["codec"]] == [("unknown-event", 5)]
        assert (audited.ok, "replay" in audited.checks) == (False, False)
        assert audited.digest == ("" if audited.checks["chain"] else last[1].hex())
        return audited.events, [each[:3] for each in told(audited.checks["chain"])]

    assert found(rows[-1]) == (7, [])
    edited = (rows[-1][0].replace(b"spec", b"dahl"), *rows[-1][1:])
    changed = "event #7 of session evening was changed after it was recorded"
    assert found(edited) == (6, [("chain-broken", 7, changed)])
    beside = f"{changed}: its row has (7, 'another', 0)"
    assert found((*rows[-1][:3], "another", 0)) == (7, [("chain-broken", 7, beside)])
    keep(store, OFFICE.sign(checkpoint("ebu.example", "evening", [bytes(32)] * 3)))
    assert "seals" not in audit(store, "evening").checks  # what does not hold by itself is held against none
    store.seals.put("evening", 6, "nonsense")
    assert [each.code for each in audit(store, "evening").checks["seals"]] == ["seal-broken"]


def test_a_text_that_is_gone_is_named_with_its_event_though_the_log_cannot_be_read_to_its_end(store, monkeypatch):
    rows = list(store.log.with_columns("evening"))
    unheard_of = rows[-1][0].replace(b'"evening",7,"ruling-withdrawn/1"', b'"evening",8,"unheard-of/1"')
    after_it = [*rows, (unheard_of, event_digest(rows[-1][1], unheard_of), 8, "x", 0)]

    def texts(log):
        monkeypatch.setattr(store.log, "with_columns", lambda _, after=0: iter(log[after:]))
        found = audit(store, "evening")
        assert [each.code for each in found.checks["codec"]] == ["unknown-event"] * (len(log) - len(rows))
        return [(each.code, each.text) for each in found.checks.get("texts", [])]

    assert texts(rows) == texts(after_it) == []
    assert "texts" not in audit(store, "evening").checks
    with closing(sqlite3.connect(store.url.removeprefix("sqlite:///"))) as kept_ones, unguarded(kept_ones):
        kept_ones.execute("DELETE FROM text")
    lost = f"reason of event #{WITHDRAWN} of session evening is lost: nobody erased it"
    assert texts(rows) == texts(after_it) == [("text-lost", lost)]


def test_who_may_not_read_the_texts_is_told_that_they_were_not_checked(store, monkeypatch):
    monkeypatch.setattr(store.texts, "may_be_read", lambda: False)
    found = audit(store, "evening")
    assert found.notes == ["the texts about people were not checked: your role may not read them (--grant-names)"]
    assert found.ok
    assert "texts" not in found.checks


# Receipts under them


def receipt(store, case="R-0001", **how):
    return Seals(store).receipt(stream(store), case, **how)


def test_a_receipt_reaches_to_the_last_seal_and_says_what_came_after(store):
    unsealed = ("not-sealed", "R-0001 (#6) is not under a seal yet", "`seal` makes one")
    assert refused(receipt, store) == unsealed
    keep(store, sealed(store, 5))
    assert refused(receipt, store) == unsealed
    keep(store, sealed(store, RULING))
    proof = receipt(store)
    assert proof.left == (WITHDRAWN,)
    held = check_receipt(proof.text.encode())
    assert (held.case, [each.number for each in held.events], held.key, held.since) == ("R-0001", [RULING], "", None)
    keep(store, sealed(store, WITHDRAWN))
    whole = receipt(store, since=sealed(store, 3))
    assert whole.left == ()
    held = check_receipt(whole.text.encode())
    assert [each.number for each in held.events] == [RULING, WITHDRAWN]
    assert held.events[1].event.reason == "a mistake"
    assert (held.seal, held.since) == (sealed(store, WITHDRAWN), sealed(store, 3))
    for number in (1, 2, 3):
        held = check_receipt(receipt(store, f"#{number}").text.encode())
        assert [each.number for each in held.events] == [number]


def test_a_receipt_is_by_the_seal_of_the_key_where_there_is_one(store):
    keep(store, sealed(store, RULING), sealed(store, WITHDRAWN, STRANGER))
    for key, by_key, size, named in (
        (None, False, WITHDRAWN, ""),
        (OFFICE, False, RULING, str(OFFICE.public)),
        (OFFICIAL, False, WITHDRAWN, ""),
        (STRANGER, True, WITHDRAWN, str(STRANGER.public)),
    ):
        held = json.loads(receipt(store, key=key and key.public, by_key=by_key).text)
        assert (held["as_of"], held["key"]) == (size, named)
    assert refused(receipt, store, key=OFFICIAL.public, by_key=True)[0] == "not-sealed"


def test_there_is_no_receipt_under_a_seal_that_the_log_does_not_extend(store):
    forked = OFFICE.sign(checkpoint("ebu.example", "evening", [*digests(store)[:-1], bytes(32)]))
    keep(store, forked)
    gone = "session evening: an event from #1 to #7 is the first that is not what was sealed"
    assert refused(receipt, store)[:2] == ("seal-broken", gone)


def test_a_receipt_extends_an_earlier_seal_of_the_same_log_alone(store):
    keep(store, sealed(store, RULING))
    goes = "which goes up to #6"
    shows = "`seal --list` shows those of this session"
    for since, of in ((sealed(store, WITHDRAWN), "ebu.example"), (sealed(store, RULING, name="fbu"), "fbu")):
        earlier = (
            f"the seal of {of}/evening up to #{since.checkpoint.size} is not an earlier one of ebu.example/evening"
        )
        assert refused(receipt, store, since=since) == ("other-seal", f"{earlier}, {goes}", shows)
    forked = OFFICE.sign(checkpoint("ebu.example", "evening", [bytes(32)]))
    assert refused(receipt, store, since=forked)[0] == "seal-broken"
    assert signed_by(check_receipt(receipt(store, since=sealed(store, RULING)).text.encode()).since, OFFICE.public)


def test_whoever_did_not_sign_a_case_is_not_taken_for_it(store):
    keep(store, sealed(store, WITHDRAWN))
    held = check_receipt(receipt(store).text.encode())
    with pytest.raises(Corrupt) as caught:
        require_signed_by(held, [OFFICE.public, OFFICIAL.public])
    names = f"{OFFICE.public.short} or {OFFICIAL.public.short}"
    assert caught.value.code == "signature-forged"
    assert caught.value.message == f"R-0001 is not signed with {names}: no official signed anything in it"
    assert caught.value.hint == "ask the official for his key; and the office for the whole case"
