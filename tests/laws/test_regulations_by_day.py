"""Regulations by day: a profile's changes, the values in force on a day, and what a session opened for a day keeps."""

import json
import tomllib
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.main import run
from ledger.errors import Misuse
from ledger.laws import profile_loader
from ledger.laws.profile_loader import load_profile, read_profile, read_versions, split_day, values
from ledger.laws.regulations import Regulations

HEAD = 'profile = "our"\ntitle = "Ours"\n'


def change(day, *lines):
    return "\n".join(["[[changes]]", f"from = {day}", *lines, ""])


def flat(tables, before=""):
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        elif before:
            yield f"{before}{key}", value


def plain(of):
    return json.loads(json.dumps(of))


def days_around(stated):
    days = [each["from"] for each in [stated, *stated.get("changes", [])] if "from" in each]
    return [day + timedelta(days=by) for day in days for by in (-1, 0, 1)]


@pytest.mark.parametrize("name", profile_loader.list_shipped_profiles())
def test_on_every_day_a_shipped_profile_has_what_was_changed_until_then(name):
    stated = tomllib.loads((profile_loader._SHIPPED / f"{name}.toml").read_text("utf-8"))
    changes = stated.pop("changes", [])
    for day in [*days_around({**stated, "changes": changes}), date(2999, 1, 1)]:
        expected = dict(values(Regulations("", "")))
        for each in [stated, *(each for each in changes if each["from"] <= day)]:
            tables = {key: value for key, value in each.items() if key != "sources"}
            expected |= dict(flat(tables))
        if day < stated.get("from", date.min):
            with pytest.raises(Misuse, match=f"known from {stated['from']}"):
                load_profile(name, f"{day}")
            continue
        profile = read_profile(name, f"{day}")
        assert plain(values(profile.regulations)) == plain(expected)
        assert not {*profile.sources} & {*profile.regulations.unverified}
    for each in changes:
        assert each.get("source") or each.get("sources"), "a change says where it is from"


WAYS = {"butler.trim": ["0", "1", "2"], "total.unit": ["exact", "0.01", "1"], "knockout.rounded": ["before", "after"]}
STATED = st.fixed_dictionaries({}, optional={name: st.sampled_from(ways) for name, ways in WAYS.items()})
CHANGES = st.dictionaries(st.dates(date(1990, 1, 1), date(1990, 3, 1)), STATED.filter(bool), max_size=5)


@given(STATED, CHANGES, st.dates(date(1989, 12, 31), date(1990, 3, 2)))
def test_a_day_has_the_changes_up_to_it_folded(tmp_path_factory, first, changes, day):
    def lines(stated, under=""):
        return [f'{under}{name} = "{value}"' for name, value in stated.items()]

    file = tmp_path_factory.mktemp("own") / "our.toml"
    later = [change(each, *lines(stated)) for each, stated in sorted(changes.items())]
    file.write_text(HEAD + "\n".join([*lines(first), *later]))
    expected = {**values(Regulations("", "")), **first}
    for each in sorted(each for each in changes if each <= day):
        expected |= changes[each]
    found = load_profile(str(file), f"{day}")
    assert values(found) == expected
    since = max((each for each in changes if each <= day), default="")
    assert split_day(found.profile) == ("our", f"{since}")
    assert load_profile(str(file)) == read_versions(str(file))[-1].regulations


def test_who_states_a_value_or_its_source_has_read_it_and_a_new_value_has_no_old_source(tmp_path):
    file = tmp_path / "our.toml"
    file.write_text(
        f'{HEAD}source = "Book 1"\nunverified = ["butler.unit", "matches.vp", "rulings.skewed"]\nbutler.trim = "1"\n'
        + change("2020-01-01", 'source = "Book 2"', 'butler.unit = "1"', 'unverified = ["total.unit"]')
        + change("2021-01-01", 'butler.trim = "2"', "[changes.sources]", '"matches.vp" = "Book 3"')
    )
    first, second, third = read_versions(str(file))
    assert first.sources == {"butler.trim": "Book 1"}
    assert second.sources == {"butler.trim": "Book 1", "butler.unit": "Book 2"}
    assert second.regulations.unverified == ("matches.vp", "rulings.skewed", "total.unit")
    assert third.sources == {"butler.unit": "Book 2", "matches.vp": "Book 3"}
    assert third.regulations.unverified == ("rulings.skewed", "total.unit")


BUTLER = 'butler.trim = "1"'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (change("2024-01-01", BUTLER) + change("2023-01-01", BUTLER), "change 2 (2023-01-01): it is not after 2024-01"),
        (change("2024-01-01", BUTLER) + change("2024-01-01", BUTLER), "change 2 (2024-01-01): it is not after 2024-01"),
        ("from = 2024-01-01\n" + change("2024-01-01", BUTLER), "change 1 (2024-01-01): it is not after 2024-01-01"),
        (change("2024-02-30", BUTLER), "'from = 2024-02-30'"),
        (change('"in May"', BUTLER), "change 1 (in May)"),
        (change("2024-01-01T10:00:00", BUTLER), "change 1 (2024-01-01 10:00:00)"),
        (f"[[changes]]\n{BUTLER}\n", "change 1 (without a day): it must say from when it holds: from = 2023-08-01"),
        (f"[changes]\nfrom = 2024-01-01\n{BUTLER}\n", "changes"),
        ("changes = [1]\n", "changes"),
        (
            change("2024-01-01", "[butler]", 'trim = "1"'),
            "change 1 (2024-01-01): it states no value under [changes.TABLE]",
        ),
        (change("2024-01-01", 'profile = "x"'), "change 1 (2024-01-01): it states no value under"),
        (
            change("2024-01-01", 'butler.trimmed = "1"'),
            "change 1 (2024-01-01): Object contains unknown field `trimmed`",
        ),
        (
            change("2024-01-01", 'matchpoint.scale = "1"'),
            "change 1 (2024-01-01): Object contains unknown field `matchpoint`",
        ),
        (change("2024-01-01", 'source = "x"', 'butler.trimmed = "1"'), "Object contains unknown field `trimmed`"),
        (change("2024-01-01", 'butler.trim = "7"'), "change 1 (2024-01-01): Invalid enum value '7'"),
        (change("2024-01-01", "butler = 1"), "change 1 (2024-01-01): Expected `object`, got `int`"),
        (change("2024-01-01", 'matches.vp = "table"'), "change 1 (2024-01-01): matches.table"),
        (change("2024-01-01", 'sources."butler.time" = "x"'), "change 1 (2024-01-01): sources: there is no regulation"),
        (change("2024-01-01", BUTLER, 'source = "a\u202eb"'), "change 1 (2024-01-01): 'a\\u202eb' has a character"),
        # The whole is illegal only with a value of the change before
        (
            change("2023-01-01", 'matches.vp = "table"', 'matches.table = [[9, "12", "8"]]')
            + change("2024-01-01", 'matches.vp = "discrete"'),
            "change 2 (2024-01-01): matches.table",
        ),
    ],
)
def test_a_wrong_change_is_refused_by_its_file_its_day_and_what_to_type(tmp_path, capsys, text, said):
    file = tmp_path / "our.toml"
    file.write_text(HEAD + text)
    # the wrong change is found whatever day is asked for
    assert run(["regulations", "show", str(file), "--on", "1990-01-01"]) == 2
    error = capsys.readouterr().err
    assert f"error[bad-profile]: {file}" in error
    assert said in error
    assert "hint: " in error


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (
            "show ebl-1999 --on 1998-12-31",
            "no-such-profile",
            "ebl-1999 is known from 1999-01-01, and not of 1998-12-31",
        ),
        ("show ebl-1999 --on 1998-12-31", "no-such-profile", "hint: ebl-1999@1999-01-01 is its oldest"),
        ("show ebl-1999@1998-12-31", "no-such-profile", "known from 1999-01-01"),
        ("show ebu --on 2023-13-01", "bad-time", "'2023-13-01' is no day"),
        ("show ebu@2018-08-01 --on 2020-01-01", "usage", "ebu@2018-08-01 names a day already"),
        ("show ebu@yesterday", "no-such-profile", "did you mean ebu?"),
        ("diff ebu --from 2023-13-01", "bad-time", "'2023-13-01' is no day"),
        ("diff ebl-1999 --from 1990-01-01 --to 2000-01-01", "no-such-profile", "known from 1999-01-01"),
    ],
)
def test_a_day_that_cannot_be_shown_is_refused(capsys, typed, code, said):
    assert run(["regulations", *typed.split()]) == 2
    error = capsys.readouterr().err
    assert f"error[{code}]" in error
    assert said in error


@pytest.fixture
def desk(tmp_path, capsys):
    def typed(line, code=0):
        assert run(["--db", str(tmp_path / "l.db"), *line.split(), "--no-input"]) == code
        return "".join(capsys.readouterr())

    typed("init")
    return typed


def test_the_changes_of_the_ebu_are_shown_by_day_and_compared(desk):
    before = desk("regulations show ebu --on 2017-07-31")
    after = desk("regulations show ebu --on 1.8.2018")
    assert "ebu as in force from 2013-09-01" in before
    assert "ebu as in force from 2018-08-01" in after
    assert ("under the Laws of 2007" in before, "under the Laws of" in after) == (True, False)
    assert (
        "Its values or their sources are new from 2013-09-01, 2017-08-01, 2018-08-01, 2023-08-07, 2025-08-01" in after
    )
    assert "penalties.named  White Book 2018, by the EBU's news" in after
    row = json.loads(desk("regulations show ebu --on 2019-01-01 --json"))
    assert (row["profile"], row["laws"], row["days"][1:3]) == ("ebu@2018-08-01", "2017", ["2017-08-01", "2018-08-01"])
    same = desk("regulations diff ebu --from 2019-01-01 --to 2024-09-01")
    assert "ebu@2018-08-01 and ebu@2023-08-07 have the same values" in same
    diff = desk("regulations diff ebu --from 2018-07-31 --to 2018-08-01")
    assert 'A  [["standard", ["10%"]]]' in diff
    assert 'B  [["standard", ["25%", "6IMP", "1VP"]], ["disciplinary", ["50%", "12IMP", "2VP"]]]' in diff
    assert desk("regulations diff ebu@2018-07-31 ebu@2018-08-01") == diff
    assert "A  ebu@2013-09-01" in desk("regulations diff ebu wbf --from 2014-01-01")


def test_a_session_keeps_the_regulations_of_its_day(desk):
    desk("session open old --date 2018-07-31 --profile ebu --boards 1-4 --contestants 1-8")
    desk("session open now --profile ebu --boards 1-4 --contestants 1-8")
    shown = desk("session show --session old")
    assert "ebu as in force from 2017-08-01" in shown
    now = json.loads(desk("--session now session show --json"))["regulations"]["profile"]
    assert now == load_profile("ebu", f"{date.today()}").profile
    old = desk("penalty add 3 standard --session old --law 90B2")
    assert "10%" in old
    assert "25%" in desk("penalty add 3 standard --session now --law 90B2")
    assert "A  ebu@2017-08-01" in desk("regulations diff old now")
    assert "keeps its regulations" in desk("regulations diff old --to 2020-01-01", code=2)
    # An amendment too takes the values of the session's day, unless the name has another
    assert "is under ebu@2017-08-01 already" in desk("session amend --session old --profile ebu", code=1)
    assert "regulations amended: ebu@2018-08-01" in desk("session amend --session old --profile ebu@2018-08-01 --yes")


def test_a_congress_over_the_day_of_new_laws_has_both_and_an_amendment_keeps_the_edition(desk):
    for name, day in ("july", "2017-07-31"), ("august", "2017-08-01"):
        desk(f"session open {name} --date {day} --profile ebu --boards 1-4 --contestants 1-8")
    diff = desk("regulations diff july august")
    assert "laws: the edition of the Laws\n  A  2007\n  B  2017" in diff
    desk("penalty add 3 10% --session july --law 73F")
    desk("penalty add 3 10% --session august --law 73F", code=2)
    refused = desk("session amend --session july --profile ebu@2018-08-01 --yes", code=1)
    assert "P-0001 is under the Laws of 2007, and the profile under 2017" in refused


def test_a_file_that_is_imported_has_the_regulations_of_its_day(desk, tmp_path):
    desk("session open old --date 2018-07-31 --profile ebu --boards 1-2 --contestants 1-4")
    desk("result add 1/1 4SN= --ns 1 --ew 2 --session old")
    desk("result add 1/2 4SN-1 --ns 3 --ew 4 --session old")
    for kind in ("pbn", "xml"):
        file = tmp_path / f"old.{kind}"
        desk(f"export {file} --session old --event E1")
        desk(f"import {file} --session {kind}")
        shown = json.loads(desk(f"--session {kind} session show --json"))
        assert shown["regulations"]["profile"] == "ebu@2017-08-01"


def test_a_profile_of_the_office_is_made_of_the_values_of_a_day_and_may_have_changes(desk, tmp_path):
    file = tmp_path / "our.toml"
    desk(f"regulations new {file} --from ebu --on 2017-01-01 --set total.unit=exact")
    assert load_profile(str(file)).penalties.named == (("standard", ("10%",)),)
    with file.open("a") as more:
        more.write(change("2020-01-01", 'source = "our minutes"', 'penalties.named = [["standard", ["30%"]]]'))
    for day, share in ("2019-12-31", "10%"), ("2020-01-01", "30%"):
        desk(f"session open s{day} --date {day} --profile {file} --boards 1-4 --contestants 1-8")
        assert share in desk(f"penalty add 3 standard --session s{day} --law 90B2 -n")
    last = read_profile(str(file))
    assert last.sources["penalties.named"] == "our minutes"
    file.write_text(profile_loader.format_profile(last))
    assert read_profile(str(file)) == last
