"""A congress in one file: its own log and those of its sessions, whole or not at all, and what strangers make of it."""

import json
import random
import shutil
from pathlib import Path

import pytest

from cli.main import run
from ledger.digests import event_digest
from ledger.errors import Unavailable
from ledger.office import Office
from ledger.overall.aspects import overall_digest
from ledger.recording import taking_over
from ledger.store import chain
from ledger.store.backup import RestorePlan, restore
from ledger.store.store import KeptSeals
from ledger.subjects.tournaments.facts import AddSession
from ledger.trust.bundle import verifier
from ledger.trust.bundle.reader import read_bundle
from ledger.trust.keys import notes
from tests.exchange.fuzzed_logs import rearranged
from tests.exchange.test_bundle import own, product, standalone, written
from tests.promises import promise
from tests.store.conftest import new_database, postgresql, store, template  # noqa: F401

CONGRESS = (
    "init -q",
    "seal --new-key ebu.example --key k",
    "session open friday --boards 1 --contestants 1-4",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "result add 1/2 4SN-1 --ns 3 --ew 4",
    "session open saturday --boards 1 --contestants 1-4",
    "result add 1/1 3NTN= --ns 1 --ew 3 --session saturday",
    "result add 1/2 3NTN+1 --ns 2 --ew 4 --session saturday",
    "session open sunday --boards 1 --contestants 1-4",
    "tournament open spring",
    "tournament stage add only",
    "tournament add friday --stage only",
    "tournament add saturday --stage only",
    "publish --session spring --yes",
    "seal --session spring --key k",
    "ruling add 1/1 --artificial A+/A- --offender EW --facts slow --session friday --yes",
    "tournament open autumn",
    "tournament stage add only --tournament autumn",
    "tournament add sunday --stage only --tournament autumn",
    "export spring.zip --session spring",
    "export autumn.zip --session autumn",
)


@pytest.fixture(scope="module")
def congress(tmp_path_factory):
    """A folder with a ledger of two tournaments, and a bundle of each; one was published, then ruled in."""
    folder = tmp_path_factory.mktemp("congress")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for line in CONGRESS:
            assert run(line.split()) == 0, line
    return folder


@pytest.fixture
def desk(congress, tmp_path, monkeypatch, capsys):
    """A function that types a command in a folder with the bundles, the ledger they are from, and an empty one."""
    for name in ("bridge-ledger.db", "spring.zip", "autumn.zip", "k", "k.pub"):
        shutil.copy(congress / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run(["--db", "new.db", "init", "-q"]) == 0

    def type_(line):
        capsys.readouterr()
        code = run(line.split())
        return code, "".join(capsys.readouterr())

    return type_


def streams_of(database):
    with Office.open(database) as office:
        return office.store.log.heads()


def standing(office):
    scores = office.tournaments.scores("spring")
    return [overall_digest(scores, each) for each in scores.tournament.stages.values()]


def test_it_is_restored_to_the_digit_on_every_database(congress, store):  # noqa: F811
    bundle = read_bundle(congress / "spring.zip")
    coming = [RestorePlan(log.session.id, list(log.rows()), notes(log.seals), log.texts) for log in bundle.logs]
    assert [each.events for each in restore(store, *coming, keep=False)] == [5, 5, 4]
    assert store.log.streams() == []
    assert [each.events for each in restore(store, *coming)] == [5, 5, 4]
    assert [each.events for each in restore(store, *coming)] == [0, 0, 0]
    with Office.open(str(congress / "bridge-ledger.db")) as original:
        assert standing(Office(store)) == standing(original)
        for log in bundle.logs:
            name = log.session.id
            assert store.log.digests(name) == original.store.log.digests(name)
            assert store.seals.of(name) == original.store.seals.of(name)
            assert sorted(store.texts.of(name)) == sorted(original.store.texts.of(name))


@promise("T21")
def test_the_whole_of_it_is_taken_in_and_verified(desk):
    code, said = desk("--db new.db import spring.zip --key k.pub")
    assert (code, "error[not-covered]" in said, "covers #5 of friday\n" in said) == (3, True, True)
    code, said = desk("--db new.db import spring.zip --key k.pub --unsealed")
    assert (code, [line.split(";")[0] for line in said.splitlines()[:3]]) == (
        0,
        [
            "Restored 5 events of tournament spring, up to #5",
            "Restored 5 events of session friday, up to #5",
            "Restored 1 text about people: `bridge-ledger --db new.db person list`, "
            "`bridge-ledger --db new.db text list`",
        ],
    )
    assert desk("--db new.db verify --strict")[0] == 0
    (there, told), (here, said) = (
        desk("--db new.db --plain tournament standings"),
        desk("--plain tournament standings --tournament spring"),
    )
    assert (there, told) == (here, said)
    assert desk("--db new.db export again.zip --session spring")[0] == 0
    assert events(Path("again.zip")) == events(Path("spring.zip"))


@promise("T21")
def test_what_is_recorded_while_it_is_written_is_not_in_it(desk, monkeypatch):
    """All logs are as they were at one moment, and so are the seals and the words."""
    from ledger.trust.bundle import writer

    real = writer.own_file

    def meanwhile(path):
        assert desk("ruling withdraw R-0001 --reason late --session friday --yes")[0] == 0
        assert desk("seal --session friday --key k")[0] == 0
        return real(path)

    monkeypatch.setattr(writer, "own_file", meanwhile)
    with Office.open("bridge-ledger.db") as office:
        made = office.export("spring", Path("then.zip"))
    expected = [("spring", 5, 1), ("friday", 5, 0), ("saturday", 4, 0)]
    assert [(log.session, log.size, log.seals) for log in made.logs] == expected
    assert events(Path("then.zip")) == events(Path("spring.zip"))
    assert own("then.zip") == ""


@promise("T23")
def test_a_log_that_nobody_signed_anything_of_is_named_by_both(desk):
    """What was published under a seal covers its sessions; what was only added since does not."""
    key = Path("k.pub").read_text().strip()
    assert desk("verify --bundle spring.zip --key k.pub --unsealed")[0] == 0
    code, said = desk("verify --bundle spring.zip --key k.pub")
    assert (code, "covers #5 of friday\n" in said) == (3, True)
    assert standalone("spring.zip", "--key", key)[0] == 2  # all holds; signatures want a library
    for line in (
        "tournament remove sunday --tournament autumn",
        "tournament add sunday --stage only --tournament spring --yes",
        "export more.zip --session spring",
    ):
        assert desk(line)[0] == 0
    code, said = desk("verify --bundle more.zip --key k.pub --unsealed")
    assert (code, "error[seal-forged]" in said, "for sunday\n" in said) == (3, True, True)
    assert desk("verify --bundle more.zip")[0] == 0


def test_a_seal_of_any_of_its_logs_is_held_against_it(desk):
    assert desk("seal --session friday --key k")[0] == 0
    Path("friday.seal").write_text(desk("seal --session friday --key k")[1].partition("Sealed")[0])
    Path("sunday.seal").write_text(desk("seal --session sunday --key k")[1].partition("Sealed")[0])
    code, said = desk("verify --bundle spring.zip --seal friday.seal --key k.pub --unsealed")
    assert (code, "it extends the seal of friday up to #5" in said) == (0, True)
    code, said = desk("verify --bundle spring.zip --seal sunday.seal --key k.pub --unsealed")
    assert (code, "the bundle of spring, friday, saturday" in said) == (2, True)


@promise("T11")
def test_a_publication_of_a_standing_is_proved_by_a_receipt_however_its_number_is_typed(desk):
    for typed in ("5", "#5", "005"):
        code, said = desk(f"receipt {typed} --session spring --key k.pub")
        Path("p.receipt").write_text(said)
        code, said = desk("verify --receipt p.receipt --key k.pub")
        assert (code, said.startswith("#5 stood in the log of spring, word for word")) == (0, True), said
        assert "standing published over 2 sessions: only" in said


def test_the_registers_of_a_tournament_are_over_all_of_its_sessions(desk):
    for line in (
        "ruling add 1/2 --artificial A/A --law 12C2 --facts slow --session saturday --yes",
        "appeal lodge R-0001 --by-side EW --signed E,W --grounds why --session friday",
        "export spring-too.zip --session spring",
        "--db new.db import spring-too.zip",
    ):
        code, said = desk(line)
        assert code == 0, said
    for database in ("bridge-ledger.db", "new.db"):
        code, said = desk(f"--db {database} report register --session spring --plain")
        rows = [line.split("\t") for line in said.splitlines()]
        expected = [["friday", "R-0001", "1"], ["saturday", "R-0001", "1"]]
        assert [row[:3] for row in rows if row[0] in ("friday", "saturday")] == expected
        found = json.loads(desk(f"--db {database} report docket --session spring --json")[1])
        assert [(each["session"], each["case"]) for each in found["appeals"]] == [("friday", "A-0001")]
        assert found["session"] == "spring"


# A ledger that has some of it already


def test_sessions_that_are_here_already_are_not_taken_twice(desk):
    for line in (
        "export friday.zip --session friday",
        "--db new.db import friday.zip",
        "--db new.db import spring.zip",
    ):
        assert desk(line)[0] == 0
    assert streams_of("new.db") == {"spring": 5, "friday": 5, "saturday": 4}
    code, said = desk("--db new.db --json import spring.zip")
    assert (code, [each["events"] for each in json.loads(said)["logs"]]) == (0, [0, 0, 0])
    assert desk("--db new.db verify --strict")[0] == 0


@promise("T24")
def test_a_session_with_another_history_here_refuses_all_of_it(desk):
    for line in ("session open saturday --boards 1 --contestants 1-4", "result add 1/1 PASS --ns 1 --ew 3"):
        assert desk(f"--db new.db {line}")[0] == 0
    code, said = desk("--db new.db import spring.zip")
    assert (code, "error[forked]: session saturday has another history here" in said) == (3, True)
    assert streams_of("new.db") == {"saturday": 3}


@promise("T24")
def test_a_session_that_belongs_to_another_event_here_refuses_all_of_it(desk):
    for line in (
        "export friday.zip --session friday",
        "--db new.db import friday.zip",
        "--db new.db tournament open club",
        "--db new.db tournament stage add league",
        "--db new.db tournament add friday --stage league",
    ):
        assert desk(line)[0] == 0
    code, said = desk("--db new.db import spring.zip")
    actual = (code, "error[in-another-tournament]: session friday belongs to club here, and to spring" in said)
    assert actual == (1, True)
    assert streams_of("new.db") == {"friday": 5, "club": 3}


def test_a_session_that_another_desk_adds_to_another_event_meanwhile_refuses_all_of_it(desk, monkeypatch):
    for line in (
        "export friday.zip --session friday",
        "--db new.db import friday.zip",
        "--db new.db tournament open club",
        "--db new.db tournament stage add league",
    ):
        assert desk(line)[0] == 0

    def after_another_desk(into, *coming, **how):
        if how.get("keep") is not False and into.url != "sqlite://":  # in memory it is only tried
            with Office.open("new.db", by="the other desk") as other:
                other.submit("club", AddSession("league", "friday"))
        return restore(into, *coming, **how)

    monkeypatch.setattr(taking_over, "restore", after_another_desk)
    code, said = desk("--db new.db import spring.zip")
    actual = (code, "error[in-another-tournament]: session friday belongs to club here, and to spring" in said)
    assert actual == (1, True)
    assert streams_of("new.db") == {"friday": 5, "club": 3}


@promise("T24")
def test_what_is_new_in_each_log_needs_the_offices_seal_or_none_of_it_comes(desk):
    assert desk("--db new.db import spring.zip")[0] == 0
    for line in (
        "ruling withdraw R-0001 --session friday --yes",
        "tournament stage amend only --adds matchpoints --tournament spring --yes",
        "seal --session spring --key k",
        "export more.zip --session spring",
    ):
        code, said = desk(line)
        assert code == 0, said
    before = streams_of("new.db")
    code, said = desk("--db new.db import more.zip --key k.pub")
    assert (code, "error[not-sealed]" in said, "friday" in said) == (1, True, True)
    assert streams_of("new.db") == before
    for line in (
        "seal --session friday --key k",
        "export sealed.zip --session spring",
        "--db new.db import sealed.zip --key k.pub",
        "--db new.db verify --strict --session spring",
        "--db new.db verify --strict --session friday",
    ):
        code, said = desk(line)
        assert code == 0, said
    assert streams_of("new.db") == {"spring": 7, "friday": 7, "saturday": 4}


def test_a_consent_is_asked_of_the_chief_director_of_each_log_that_has_something_new(desk):
    assert desk("official add Ahlborn --as chief-director --session friday")[0] == 0
    assert desk("export spring-too.zip --session spring")[0] == 0
    assert desk("--db new.db import spring-too.zip")[0] == 0
    for line in (
        "ruling withdraw R-0001 --session friday --by Ahlborn --yes",
        "tournament stage amend only --adds matchpoints --tournament spring --yes",
        "export more.zip --session spring",
    ):
        assert desk(line)[0] == 0
    code, said = desk("--db new.db import more.zip --consent --by Dahl --yes")
    assert (code, "error[not-your-office]" in said) == (1, True)
    assert streams_of("new.db") == {"spring": 5, "friday": 6, "saturday": 4}
    code, said = desk("--db new.db import more.zip --consent --by Ahlborn --yes")
    assert (code, said.count("taken over from more.zip, by consent")) == (0, 2), said
    assert streams_of("new.db") == {"spring": 7, "friday": 8, "saturday": 4}
    for name in ("spring", "friday"):
        assert desk(f"--db new.db verify --strict --session {name}")[0] == 0


def test_a_fault_in_the_middle_of_it_leaves_nothing(desk, monkeypatch):
    real = KeptSeals.write

    def fails(self, connection, session, seals):
        if session == "saturday":
            raise Unavailable("database-unusable", "the disk is full", "")
        real(self, connection, session, seals)

    monkeypatch.setattr(KeptSeals, "write", fails)
    assert desk("--db new.db import spring.zip")[0] == 5
    assert streams_of("new.db") == {}


def test_there_is_no_bundle_of_a_session_that_goes_less_far_than_the_standing_given_out_over_it(desk):
    """Only the tournament came here, and an older copy of a session."""
    with Office.open("new.db") as office:
        (own_log, friday, _) = read_bundle(Path("spring.zip")).logs
        restore(office.store, RestorePlan("spring", own_log.rows()), RestorePlan("friday", list(friday.rows())[:2]))
    code, said = desk("--db new.db export again.zip --session spring")
    assert (code, "friday is here up to #2; spring rests on #4 of it" in said) == (1, True), said
    assert not list(Path().glob("*.part"))


# What strangers make of it


def events(path):
    """The lines of each log of a bundle, by its name."""
    found = {}
    for log in read_bundle(path).logs:
        found[log.session.id] = [chain.line_of(row) + b"\n" for row in log.rows()]
    return found


def renamed(lines, name, change=lambda record: record):
    """A log under another name, chained anew."""
    made, previous = [], chain.GENESIS
    for line in lines:
        record = change([name, *json.loads(line)["record"][1:]])
        text = json.dumps(record, separators=(",", ":"), ensure_ascii=False, sort_keys=True).encode()
        previous = event_digest(previous, text)
        made.append(chain.line_of((text, previous)) + b"\n")
    return made


def lower(record):
    """Another result in the place of one that was recorded."""
    return json.loads(json.dumps(record).replace("3NTN+1", "3NTN="))


def counted_back(log, name):
    """The event a tournament rests on said by a number that counts from the end of its log, with its digest."""

    def change(record):
        for each in record[3].get("heads", []):
            each |= {"number": -1, "digest": json.loads(log[-2])["digest"]} if each["session"] == name else {}
        return record

    return change


def without(found, *names):
    return [line for name, lines in found.items() if name not in names for line in lines]


def forged(spring, autumn):
    """Bundles whole in every byte that are not what the office wrote, and what both verifiers say of each."""
    friday, saturday = spring["friday"], spring["saturday"]
    head = spring["spring"]
    sunday = autumn["sunday"]
    every = head + friday + saturday
    return {
        "swapped": (head + saturday + friday, "are not in the order of their names"),
        "sessions first": (friday + saturday + head, "saturday does not belong to friday"),
        "left out": (head + friday, "left out of the bundle of spring: saturday"),
        "all left out": (head, "left out of the bundle of spring: friday, saturday"),
        "twice": (every + friday, "friday is in the bundle twice"),
        "twice in a row": (every + saturday, "event #"),
        "the tournament twice": (every + head, "spring is in the bundle twice"),
        "another event's session": (every + sunday, "sunday does not belong to spring"),
        "another event": (every + autumn["autumn"] + sunday, "autumn does not belong to spring"),
        "two sessions": (friday + saturday, "saturday does not belong to friday"),
        "renamed": (head + friday + renamed(saturday, "sunday"), "sunday does not belong to spring"),
        "another under its name": (head + friday + renamed(sunday, "saturday"), "rests on #4 of saturday"),
        "a result exchanged": (head + friday + renamed(saturday, "saturday", lower), "rests on #4 of saturday"),
        "an event in its place": (head + friday + renamed(head, "saturday"), "saturday does not belong to spring"),
        "cut before it was published": (head + friday[:3] + saturday, "rests on #4 of friday"),
        "the tournament cut": (head[:3] + friday + saturday, "saturday does not belong to spring"),
        "its last event missing": (head + friday + saturday[:-1], "rests on #4 of saturday"),
        "its first event missing": (head + friday + saturday[1:], "event #"),
        "dovetailed": (head + friday[:1] + saturday[:1] + friday[1:] + saturday[1:], "event #"),
        "counted back": (renamed(head, "spring", counted_back(friday, "friday")) + friday + saturday, "#-1 of friday"),
        "nothing": ([], "no events"),
    }


KINDS = list(forged({"spring": [], "friday": [], "saturday": []}, {"autumn": [], "sunday": []}))


@promise("A5", "T22")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_the_congress_as_it_was_is_refused_by_both(desk, kind):
    spring, autumn = events(Path("spring.zip")), events(Path("autumn.zip"))
    lines, complaint = forged(spring, autumn)[kind]
    written("odd.zip", **{"events.jsonl": b"".join(lines)})
    complaints = own("odd.zip"), product("odd.zip")
    assert all(complaint in each for each in complaints), complaints
    for line in ("--db new.db import odd.zip", "verify --bundle odd.zip"):
        code, said = desk(line)
        assert (code, complaint in said) == (3, True), said
    assert streams_of("new.db") == {}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"session":"saturday"', '"session":' + "[" * 3000 + "]" * 3000),
        ('"session":"saturday"', '"session":["saturday"]'),
        ('"session":"saturday"', '"session":7'),
        ('"session":"saturday"', '"session":"\\u001b[2J"'),
        ('"session":"saturday"', '"session":"../saturday"'),
        ('"number":4', '"number":' + "9" * 300),
        ('"number":4', '"number":-1'),
        ('"number":4', '"number":0'),
        ('"number":4', '"number":true'),
    ],
)
def test_a_tournament_that_says_nonsense_of_its_sessions_is_refused_by_both(desk, old, new):
    spring = events(Path("spring.zip"))
    head, previous = [], chain.GENESIS
    for line in spring["spring"]:
        text = chain.parse_line(line[:-1])[0].replace(old.encode(), new.encode())
        previous = event_digest(previous, text)
        head.append(b'{"digest":"' + previous.hex().encode() + b'","record":' + text + b"}\n")
    written("odd.zip", **{"events.jsonl": b"".join(head) + b"".join(without(spring, "spring"))})
    assert own("odd.zip")
    assert product("odd.zip")
    for line in ("--db new.db import odd.zip", "verify --bundle odd.zip"):
        code, said = desk(line)
        assert (code, said.startswith("error[")) == (3, True), said
        assert "\x1b" not in said
    assert streams_of("new.db") == {}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "utf-7", "cp037"])
def test_another_encoding_is_none_that_is_read(desk, encoding):
    lines = b"".join(without(events(Path("spring.zip")))).decode()
    written("odd.zip", **{"events.jsonl": lines.encode(encoding)})
    assert own("odd.zip")
    assert desk("--db new.db import odd.zip")[0] == 3
    assert streams_of("new.db") == {}


def test_very_many_sessions_that_nobody_named_are_refused_at_the_first(desk):
    spring = events(Path("spring.zip"))
    lines = without(spring) + [line for at in range(2000) for line in renamed(spring["saturday"][:1], f"s{at}")]
    written("odd.zip", **{"events.jsonl": b"".join(lines)})
    assert "s0 does not belong to spring" in own("odd.zip")
    assert "s0 does not belong to spring" in product("odd.zip")


def test_the_verifier_inside_says_of_what_was_given_out_that_it_rests_on_the_logs_that_are_there(congress):
    rests = "the decisions and published standings of {} rest on exactly these logs"
    for name, published in (("spring", True), ("autumn", False)):
        assert (rests.format(name) in verifier.check(str(congress / f"{name}.zip"))) == published


def test_what_the_verifier_inside_refuses_the_ledger_refuses_too(desk):
    """Logs cut, renamed, spoilt, in another order, at random, and every byte of the file whole."""
    right, refused = Path("spring.zip").read_bytes(), 0
    for seed in range(150):
        Path("odd.zip").write_bytes(rearranged(random.Random(seed), right))
        complaint = own("odd.zip")
        assert not complaint or product("odd.zip"), (seed, complaint)
        refused += bool(complaint)
    assert 75 < refused < 150  # some are as good: a log in its own place, or cut where nothing says how far it goes


def test_a_seal_of_another_event_and_a_text_of_none_are_refused_by_both(desk):
    spring = b"".join(without(events(Path("spring.zip"))))
    assert desk("seal --session autumn --key k")[0] == 0
    with Office.open("bridge-ledger.db") as office:
        ((size, note),) = office.store.seals.of("autumn")
        text = next(row for row in office.store.texts.of("friday"))
    seal = f"{verifier.written({'note': note})}\n".encode()
    written("odd.zip", **{"events.jsonl": spring, "seals.jsonl": seal})
    assert f"the seal of autumn up to #{size} does not fit" in own("odd.zip")
    assert f"the seal of autumn up to #{size} does not fit" in product("odd.zip")
    kept = {"commitment": text.commitment, "salt": text.salt.hex(), "text": text.text}
    for changed in ({**kept, "text": "quick"}, {**kept, "commitment": "0" * 64}):
        line = f"{verifier.written(changed)}\n".encode()
        written("odd.zip", **{"events.jsonl": spring, "texts.jsonl": line})
        assert own("odd.zip")
        assert product("odd.zip")


def test_a_standing_that_does_not_come_out_of_its_sessions_is_refused(desk):
    """The chain holds, the heads are right; the numbers were never those."""
    spring = events(Path("spring.zip"))

    def other(record):
        return [*record[:3], {**record[3], "stages": [{"numbers": 64 * "0", "stage": "only"}]}, *record[4:]]

    head = renamed(spring["spring"], "spring", lambda record: other(record) if record[1] == 5 else record)
    written("odd.zip", **{"events.jsonl": b"".join([*head, *without(spring, "spring")])})
    code, said = desk("--db new.db import odd.zip")
    assert (code, "error[bundle-unsound]" in said) == (3, True)
    assert "the standing of only published at #5 no longer follows" in said
    assert desk("verify --bundle odd.zip")[0] == 3
    assert streams_of("new.db") == {}


@promise("T21")
def test_a_publication_that_was_removed_from_brings_its_session_along(desk):
    """Without it nobody could work out again what was given out; where it plays now is no matter to it."""
    for line in (
        "tournament remove saturday --tournament spring --reason club --yes",
        "tournament add saturday --stage only --tournament autumn",
        "export less.zip --session spring",
        "export autumn-too.zip --session autumn",
        "verify --bundle less.zip",
        "--db new.db import less.zip",
        "--db new.db import autumn-too.zip",
        "--db new.db verify --strict",
    ):
        code, said = desk(line)
        assert code == 0, said
    assert list(events(Path("less.zip"))) == ["spring", "friday", "saturday"]
    assert standalone("less.zip")[0] == 0
