"""Editions of the Laws: a new one is a folder of data, and no code is changed for it."""

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.main import run
from ledger.bridge import Unreadable
from ledger.errors import Misuse
from ledger.laws.edition import edition_faults, edition_of, editions, load_edition, parse_any

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "ledger" / "laws" / "editions" / "2017"
DROPPED = 33


def moved(cited):
    """Return a citation of 2017 as the mock edition has it: Law 33 is gone, two paragraphs changed places."""
    cited = {"12C1(d)": "12C1(e)", "12C1(e)": "12C1(d)"}.get(cited, cited)
    return re.sub(r"^\d+|(?<=-)\d+", lambda law: str(int(law[0]) - (int(law[0]) > DROPPED)), cited)


def mock_tables():
    tables = tomllib.loads((SHIPPED / "laws.toml").read_text())
    was = {str(law - 1): [str(law)] for law in range(DROPPED + 1, 94)}
    was |= {"12C1(d)": ["12C1(e)"], "12C1(e)": ["12C1(d)"], "93": [], "": [str(DROPPED)]}
    laws = {moved(law): row for law, row in tables["laws"].items() if law != str(DROPPED)}
    return {
        "title": "the Laws of 2027",
        "before": "2017",
        "thresholds": {"most-outcomes": 2},
        "laws": laws | {"93": ["Electronic play", "AB"]},
        **{name: {moved(cited): row for cited, row in tables[name].items()} for name in ("numbered", "lettered")},
        **{name: {moved(cited): row for cited, row in tables[name].items()} for name in ("subjects", "scores")},
        "matters": {matter: list(map(moved, cited)) for matter, cited in tables["matters"].items()},
        "was": was,
    }


def write(folder, tables):
    folder.mkdir(parents=True)
    lines = [f"{key} = {json.dumps(value)}" for key, value in tables.items() if not isinstance(value, dict)]
    for name, rows in tables.items():
        if isinstance(rows, dict):
            lines += [f"[{name}]", *(f"{json.dumps(key)} = {json.dumps(value)}" for key, value in rows.items())]
    (folder / "laws.toml").write_text("\n".join(lines))


def install(tables, folder, monkeypatch):
    """Install the mock edition in a folder of the office, with a profile under it."""
    write(folder / "editions" / "2027", tables)
    monkeypatch.setenv("BRIDGE_LEDGER_EDITIONS", str(folder / "editions"))
    (folder / "new.toml").write_text('profile = "new"\ntitle = "New Laws"\nlaws = "2027"\n')


@pytest.fixture
def mock(tmp_path, monkeypatch):
    """The mock edition, with notes and words of its own."""
    install(mock_tables(), tmp_path, monkeypatch)
    notes = tomllib.loads((SHIPPED / "notes.toml").read_text())
    texts = {moved(cited): "".join(f"\n{key} = {json.dumps(row[key])}" for key in row) for cited, row in notes.items()}
    noted = [f"[{json.dumps(cited)}]{text}" for cited, text in texts.items()]
    (tmp_path / "editions" / "2027" / "notes.toml").write_text("\n".join(noted))
    (tmp_path / "editions" / "2027" / "words.toml").write_text('"93A" = "robot"\n"72C" = "break in tempo"\n')
    return load_edition("2027")


def evening(typed, name, profile):
    typed(f"session open {name} --boards 1-2 --winners 2 --profile {profile}")
    for table, made in ("1", "4SN="), ("2", "4SN-1"), ("3", "5HE-1"):
        typed(f"result add 1/{table} {made} --ns {table}NS --ew {table}EW --session {name}")


def test_the_program_speaks_of_a_new_edition_with_no_code_changed(mock, typed):
    typed("init")
    evening(typed, "new", "new.toml")
    out = typed('ruling add 1/1 --self-inflicted "B: 4SN-1; C: 4SN-1" --offender NS --law 12C1d --session new')
    assert ("12C1(d)" in out, "12C1(e)" in out) == (True, False)
    assert "LAW_AND_SCORE" not in out
    out = typed('ruling add 1/2 --weighted "50% 4SN=, 30% 4SN-1, 20% 4SN-2" --offender NS --law 16B --session new')
    assert "CONSIDER_ARTIFICIAL" in out
    assert "LAW_AND_SCORE" in typed("ruling add 1/3 --result 4SN= --offender EW --law 12C1d --session new")
    assert "12C1(d)" in typed("explain 1/1 --session new")
    assert "(Law 91B)" in typed("publish --yes --session new")
    assert "12C1(d)" in (typed("report slip R-0001 --session new -o slip.html"), Path("slip.html").read_text())[1]
    refused = typed("ruling add 1/3 --stands --law 94 --session new", 2)
    assert "the Laws run from 1 to 93" in refused


def test_help_and_search_are_of_the_newest_edition_and_say_what_was_before(mock, typed):
    out = typed("help 12C1d")
    assert "Today's 12C1(d) was 12C1(e) in the Laws of 2017." in out
    assert "Law 12C1(d) of 2017 (Director's discretionary powers): Law 12C1(e) now" in out
    assert "Law 33 of 2017 (Simultaneous calls): gone since" in typed("help 33")
    assert "Electronic play" in typed("help 93")
    assert "93A" in typed("help robot")
    assert "93 now" not in typed("help laws")


CITED = re.compile(
    r"\b[1-9]\d?[A-F](?:\d(?:\([a-z]\)|[a-z])?(?:\([ivx]+\))?)?(?![=+\w-])|(?<=\bLaw )[1-9]\d?\b(?![A-F])"
)
TYPED = """
call add 1/1 "a slow pass" --caller E --stage auction --law {73D}
ruling add 1/1 --result 4SN-1 --offender NS --law {73D} --law 16B --reason tempo --call C-0001 --notified
ruling add 1/2 --self-inflicted "B: 4SN=; C: 5HE-1" --offender EW --law {12C1(e)} --infraction --damage
ruling add 1/3 --artificial A+/A- --offender EW --law {12C1(d)}
penalty add 1NS 10% --law {90B2} --reason late
publish --yes
appeal lodge R-0001 --by-side NS --signed N,S --grounds "no tempo" --deposit "20 GBP"
appeal hear A-0001 --committee Ann,Bea,Cy
appeal decide A-0001 --weighted "50% 4SN=, 50% 4SN-1" --law {73D} --findings "some tempo" --yes
contestant disqualify 3EW --law {91B} --approved-by Ann --yes
ruling add 2/1 --stands --law {92B}
"""
SCREENS = """
explain 1/1; explain 1/3; show R-0001; show A-0001; show P-0001; ruling list; penalty list; log; standings
scorecard 1NS; check; report register; report docket; report statistics; cases; explain 1/2 --json; ruling list --json
penalty list --json; cases --json; cases --law {73D}; cases --law {12C1(e)} --json; log --law {73D}; show R-0002 --json
report statistics --json; call list --json
"""
PAGES = """
form R-0001; form A-0001; form P-0001; form R-0002; form R-0003; slip R-0001; slip P-0001; notice 1NS; register; docket
casebook; audit; scorecard 1NS --why; board 1 --why; standings --why; statistics
"""


def as_printed(typed, move):
    """Type an evening with the paragraphs moved, and yield what each screen, page and receipt says, by its command."""
    typed("init")
    evening(typed, "tonight", "tonight.toml")
    typed("result add 2/1 4SN= --ns 1NS --ew 1EW")

    def fill(line):
        return re.sub(r"\{(.+?)\}", lambda law: move(law[1]), line)

    for line in filter(None, TYPED.splitlines()):
        # each is judged by the Laws: what is refused names a paragraph too
        yield line, "".join(answered(typed, fill(line)))
    for line in re.split("; |\n", SCREENS.strip()):
        yield line, typed(fill(line))
    for at, line in enumerate(re.split("; |\n", PAGES.strip())):
        typed(f"report {line} -o page-{at}.html --language de")
        yield line, re.sub(r"(?s)<style.*?</style>|<script.*?</script>", "", Path(f"page-{at}.html").read_text())


def answered(typed, line):
    try:
        yield typed(line)
    except AssertionError as refused:
        yield str(refused)


def test_every_list_paper_and_figure_speaks_of_the_edition_of_its_session(typed, mock, tmp_path, monkeypatch):
    found = []
    for name, move in ("2017", str), ("2027", moved):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        Path("tonight.toml").write_text(f'profile = "tonight"\ntitle = "Tonight"\nlaws = "{name}"\n')
        with monkeypatch.context() as patch:
            if name == "2017":
                patch.delenv("BRIDGE_LEDGER_EDITIONS")
            found.append({line: CITED.findall(text) for line, text in as_printed(typed, move)})
    old, new = found
    assert sum(map(len, old.values())) > 200
    for line, cited in old.items():
        assert sorted(map(moved, cited)) == sorted(new[line]), line


def test_a_session_keeps_its_edition_and_cases_are_found_over_both(mock, typed):
    typed("init")
    evening(typed, "old", "default")
    evening(typed, "new", "new.toml")
    typed("ruling add 1/1 --result 4SN-1 --offender NS --law 73D --session old")
    typed("ruling add 1/1 --result 4SN-1 --offender NS --law 72D --session new")
    assert "Law 73D of 2017" in typed("show R-0001 --session old")
    assert "Law 72D: Communication" in typed("show R-0001 --session new")
    found = typed("cases --law 72D")
    assert ("old" in found, "new" in found) == (True, True)
    statistics = typed("report statistics --of old --of new")
    assert "72D  Communication, tempo and deception" in statistics
    assert "73D" not in statistics
    assert "it is" not in typed("ruling add 1/2 --stands --law 92B --session old")
    assert "73E2" in typed("ruling add 1/2 --stands --law 73F --session old", 2)


def test_who_follows_every_log_sees_what_each_session_cites_by_its_own_edition(mock, typed, monkeypatch, capsys):
    typed("init")
    evening(typed, "old", "default")
    evening(typed, "new", "new.toml")
    typed("ruling add 1/1 --result 4SN-1 --offender NS --law 73D --session old")  # 72D now
    typed("ruling add 1/2 --result 4SN= --offender NS --law 72D --session new")

    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.terminal.progress.time.sleep", interrupted)
    for law in "72D", "73D of 2017":
        capsys.readouterr()
        run(["log", "--follow", "--all", "--after", "0", "--law", law, "--plain"])
        followed = re.findall(r"^(old|new)\b.*?(R-\d{4})", capsys.readouterr().out, re.M)
        assert sorted(followed) == [("new", "R-0001"), ("old", "R-0001")]


def test_a_session_whose_edition_is_gone_is_read_and_scored_and_not_ruled_on(mock, typed, monkeypatch):
    typed("init")
    evening(typed, "new", "new.toml")
    typed('ruling add 1/1 --weighted "50% 4SN=, 50% 4SN-1" --offender NS --law 72D --session new')
    before = typed("standings --session new")
    monkeypatch.delenv("BRIDGE_LEDGER_EDITIONS")
    assert typed("standings --session new") == before
    assert "72D of 2027" in typed("show R-0001 --session new")
    assert "R-0001" in typed('log --law "72D of 2027" --session new')
    assert "72D of 2027" in typed('cases --law "72D of 2027"')
    assert "(Law 72D of 2027, #" in typed("explain 1/1 --session new")
    refused = typed('cases --law "16B of 2071"', 2)
    assert "there is no Law 16B of 2071" in refused
    assert "the editions installed here are 2007, 2017" in refused
    assert typed('log --law "16B of 2071" --session new', 2) == refused
    assert "edition-not-installed" in typed("penalty add 1NS 10% --session new", 1)
    refused = typed("ruling add 1/2 --stands --session new", 1)
    assert "the Laws of 2027, and that edition is not installed here" in refused
    assert "2027 is not installed" in typed("session open other --boards 1 --profile new.toml", 2)


def test_figures_rest_on_what_was_recorded_where_an_edition_that_renumbered_is_gone(mock, typed, monkeypatch):
    """Claims (67 to 70 in the mock edition) and the result of the other room (85B2(b)) have other numbers in 2017."""
    typed("init")
    typed("session open teams --boards 1-5 --scoring teams --contestants X,Y,Z --profile new.toml")
    for board, ns, ew, made in (
        (1, "X", "Y", "2SN+1"),
        (2, "X", "Y", "2SN+2"),
        (3, "Y", "Z", "6SN="),
        (4, "Y", "Z", "6SN="),
    ):
        typed(f"result add {board}/open {made} --ns {ns} --ew {ew} --session teams")
        typed(f"result add {board}/closed PASS --ns {ew} --ew {ns} --session teams")
    typed("result add 5/closed PASS --ns Y --ew X --session teams")
    typed("ruling add 5/open --artificial A+/A- --unless 2SN+1 --offender EW --law 85B2b --ns X --ew Y --session teams")
    evening(typed, "pairs", "new.toml")
    typed("ruling add 1/1 --result 4SN-2 --law 67A --session pairs")
    typed("ruling add 1/1 --transfer 1 --offender NS --law 63A1 --session pairs")
    typed("appeal lodge R-0001 --by-side NS --signed N,S --grounds more --session pairs")
    typed("appeal decide A-0001 --varied --result 4SN+2 --law 69A --session pairs --yes")
    logged = (
        each for name in ("teams", "pairs") for each in json.loads(typed(f"log --session {name} --json"))["events"]
    )
    matters = [each["body"]["matters"] for each in logged if "matters" in each["body"]]
    assert matters == [["result-of-other-room"], ["claim"], ["claim"]]
    scorecards = "scorecard Y --session teams", "scorecard 1NS --session pairs"
    shown = [*scorecards, "standings --session teams --json", "standings --session pairs --json"]
    before = [typed(each).partition("Rulings")[0] for each in shown]
    monkeypatch.delenv("BRIDGE_LEDGER_EDITIONS")
    assert [typed(each).partition("Rulings")[0] for each in shown] == before


def test_what_nothing_replaces_is_found_by_its_edition_and_not_as_its_namesake(typed, tmp_path):
    (tmp_path / "old.toml").write_text('profile = "2008"\ntitle = "Beijing"\nlaws = "2007"\n')
    typed("init")
    evening(typed, "beijing", "old.toml")
    typed("ruling add 1/1 --result 4SN-1 --offender NS --law 12C1e --session beijing")
    typed("ruling add 1/2 --result 4SN-2 --offender NS --law 23 --session beijing")
    for law, cases in {
        "12C1e": [],
        "12C": ["R-0002", "R-0001"],
        "12C1a": ["R-0002", "R-0001"],
        "12C1d": [],
        "12C1e of 2007": ["R-0001"],
        "72C": ["R-0002"],
        "23": [],
    }.items():
        found = json.loads(typed(f'cases --law "{law}" --json'))["cases"]
        assert [each["case"] for each in found] == cases, law
        logged = json.loads(typed(f'log --law "{law}" --json'))["events"]
        assert [each["body"]["case"] for each in logged] == cases, law


def test_a_booklet_of_2008_is_typed_as_it_is_printed(typed, tmp_path):
    (tmp_path / "old.toml").write_text('profile = "2008"\ntitle = "Beijing"\nlaws = "2007"\n')
    typed("init")
    evening(typed, "beijing", "old.toml")
    out = typed(
        'ruling add 1/1 --self-inflicted "B: 4SN-1; C: 4SN-1" --offender NS --law 12C1b --law 73F --session beijing'
    )
    assert "12C1(b) of 2007" in out
    assert "(Law 12C1(b) of 2007, #" in typed("explain 1/1 --session beijing")
    assert "Awareness of potential damage" in typed("help 23")
    refused = typed("ruling add 1/3 --stands --law 72C --session beijing", 2)
    assert "72C of the Laws of 2017 was 23 then" in refused
    assert typed("help 73F").strip() == "Law 73F of 2007 (Communication): Law 73E2 now"


BAD = {
    "a hole": (lambda it: it["laws"].pop("40"), "laws: 40 is missing"),
    "a paragraph of nowhere": (
        lambda it: it["matters"].update({"damage": ["12B7"]}),
        "matters.damage: there is no 12B7",
    ),
    "no matter": (lambda it: it["matters"].pop("damage"), "matters: damage is missing"),
    "a strange matter": (lambda it: it["matters"].update({"weather": []}), "matters: the program knows no weather"),
    "a map to nowhere": (lambda it: it["was"].update({"93": ["99"]}), "was: there is no 99 in the Laws of 2017"),
    "a map from nowhere": (lambda it: it["was"].update({"12Z": ["5"]}), "was: there is no 12Z in the Laws of 2027"),
    "a doubled paragraph": (lambda it: it["was"].update({"93": ["34"]}), "was: 34 is replaced twice"),
    "another spelling": (lambda it: it["scores"].update({"12c1c": []}), "scores: 12c1c is written 12C1(c)"),
    "no letters": (lambda it: it["laws"].update({"1": ["The pack", "AC"]}), "laws.1: sections are A, B, C"),
    "no edition before": (lambda it: it.update({"before": "2016"}), "before: no edition 2016 is installed"),
    "another edition before the shipped one": (
        lambda it: it.update({"before": "2007", "was": {}}),
        "before: it is '2007'; 2017, or an edition after it, comes before 2027",
    ),
    "a copied title": (lambda it: it.update({"title": "the Laws of 2017"}), "title: the Laws of 2017 is the title of"),
    "no such kind": (lambda it: it["scores"].update({"88": ["free"]}), "Invalid enum value 'free'"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_edition_is_refused_with_its_file_and_place(what, tmp_path, monkeypatch):
    tables, (spoil, says) = mock_tables(), BAD[what]
    spoil(tables)
    write(tmp_path / "2027", tables)
    monkeypatch.setenv("BRIDGE_LEDGER_EDITIONS", str(tmp_path))
    with pytest.raises(Misuse) as caught:
        load_edition("2027")
    assert caught.value.code == "bad-edition"
    assert caught.value.message.startswith(f"2027/laws.toml: {says}")


def test_a_doubled_line_of_an_edition_is_shown_with_the_place_of_the_shipped_file(tmp_path, monkeypatch):
    write(tmp_path / "2027", mock_tables())
    file = tmp_path / "2027" / "laws.toml"
    file.write_text(file.read_text().replace('"40" =', '"39" =', 1))
    monkeypatch.setenv("BRIDGE_LEDGER_EDITIONS", str(tmp_path))
    with pytest.raises(Misuse) as caught:
        load_edition("2027")
    assert '\'"39" = ["' in caught.value.message
    assert str(SHIPPED / "laws.toml") in caught.value.hint


def test_a_folder_without_editions_is_named_and_stops_nothing(tmp_path, monkeypatch):
    write(tmp_path / "2027", mock_tables())
    for folder in "2027", "2028":
        monkeypatch.setenv("BRIDGE_LEDGER_EDITIONS", str(tmp_path / folder))
        assert editions() == ("2007", "2017")
        assert "no folder in it has a laws.toml" in edition_faults()[""].message


def test_a_broken_edition_is_as_one_that_is_gone_and_its_fault_is_named(mock, typed, tmp_path):
    typed("init")
    evening(typed, "new", "new.toml")
    typed('ruling add 1/1 --weighted "50% 4SN=, 50% 4SN-1" --offender NS --law 72D --session new')
    before = typed("standings --session new")
    tables = mock_tables()
    del tables["laws"]["40"]
    write(tmp_path / "broken" / "2027", tables)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIDGE_LEDGER_EDITIONS", str(tmp_path / "broken"))
        out = typed("standings --session new")
        assert (before in out, out.count("note: 2027/laws.toml: laws: 40 is missing; compare")) == (True, 1)
        assert "72D of 2027" in typed("explain 1/1 --session new")
        assert "and 2027/laws.toml: laws: 40 is missing" in typed("ruling add 1/2 --stands --session new", 1)
        assert "2027/laws.toml: laws: 40" in typed("session open other --boards 1 --profile new.toml", 2)
        signs = json.loads(typed("doctor --json", 1))["signs"]
        assert [each["says"] for each in signs if each["about"] == "laws"] == ["2027/laws.toml: laws: 40 is missing"]


def test_a_session_with_a_ruling_keeps_its_edition(mock, typed):
    typed("init")
    evening(typed, "old", "default")
    typed("ruling add 1/1 --result 4SN-1 --offender NS --law 73D --session old")
    typed("undo R-0001 --reason mistyped --session old --yes")
    refused = typed("session amend --profile new.toml --reason wrong --session old --yes", 1)
    assert "R-0001 is under the Laws of 2017, and the profile under 2027" in refused
    evening(typed, "other", "default")
    typed("session amend --profile new.toml --reason wrong --session other --yes")
    assert "under the Laws of 2027" in typed("session show --session other")
    typed("ruling add 1/1 --result 4SN-1 --offender NS --law 72D --session other")
    assert "R-0001 is under the Laws of 2027" in typed("undo 8 --reason right --session other --yes", 1)
    evening(typed, "third", "default")
    typed("contestant disqualify 3EW --law 91B --approved-by Ann --session third --yes")
    typed("undo 8 --reason mistyped --session third --yes")
    refused = typed("session amend --profile new.toml --reason wrong --session third --yes", 1)
    assert "#8 is under the Laws of 2017, and the profile under 2027" in refused


def test_the_edition_of_a_profile_is_shown_and_compared(mock, typed):
    Path("fed.toml").write_text(
        'profile = "fed"\ntitle = "Fed"\nfrom = 2020-01-01\n[[changes]]\nfrom = 2027-08-01\nlaws = "2027"\n'
    )
    assert "under the Laws of 2017" in typed("regulations show fed.toml --on 2027-07-31")
    assert "under the Laws of 2027" in typed("regulations show fed.toml --on 2027-08-01")
    out = typed("regulations diff fed.toml --from 2027-07-31 --to 2027-08-01")
    assert "laws: the edition of the Laws\n  A  2017\n  B  2027" in out
    refused = typed("regulations show fed.toml --on 2019-12-31", 2)
    assert "fed.toml@2020-01-01 is its oldest" in refused
    assert "as in force from 2020-01-01" in typed("regulations show fed.toml@2020-01-01")


def test_a_form_and_the_book_say_once_of_which_edition_the_law_of_a_score_is(typed):
    Path("old.toml").write_text('profile = "2008"\ntitle = "Beijing"\nlaws = "2007"\n')
    typed("init")
    evening(typed, "beijing", "old.toml")
    typed("ruling add 1/1 --result 4SN-1 --offender NS --law 73F")
    typed("report form R-0001 -o form.html")
    typed("report casebook -o book.html")
    for page in ("form.html", "book.html"):
        assert "12C1(a) of 2007" in Path(page).read_text(), page
        assert "of 2007 of 2007" not in Path(page).read_text(), page
    for page in "form R-0001", "slip R-0001", "notice 1NS", "register", "casebook", "scorecard 1NS --why":
        typed(f"report {page} -o page.html --language de")
        assert "of 2007" not in Path("page.html").read_text(), page
    assert "73F von 2007" in (typed("report register -o page.html --language de"), Path("page.html").read_text())[1]


def test_citations_of_an_edition_that_is_gone_are_found_and_have_no_title(mock, typed, monkeypatch):
    typed("init")
    evening(typed, "new", "new.toml")
    typed("ruling add 1/1 --result 4SN-1 --offender NS --law 93B --session new")
    monkeypatch.delenv("BRIDGE_LEDGER_EDITIONS")
    assert re.search("Law 93B of 2027$", typed("show R-0001 --session new"), re.MULTILINE)
    assert "R-0001" in typed('log --law "93B of 2027" --session new')
    assert "R-0001" not in typed('log --law "99 of 2027" --session new')
    refused = typed("regulations show new.toml", 2)
    assert "set BRIDGE_LEDGER_EDITIONS" in refused


def test_the_manual_is_found_by_the_paragraphs_it_is_written_by(mock, typed):
    assert "help rulings" in typed("help 12C1d")
    assert "These are of the Laws of 2027" in typed("help laws")


@pytest.mark.parametrize("name", editions())
def test_maps_and_matters_hold_in_every_edition(name):
    edition = load_edition(name)
    assert {*edition.notes} <= {each for each in edition.notes if edition.has(each)}
    assert all(edition.has(law) for laws in edition.phrases.values() for law in laws)
    assert all(edition.paragraph(matter) in (None, *cited) for matter, cited in edition.matters.items())
    for new, olds in edition.was.items():
        for old in olds if new else ():
            assert load_edition(edition.before).became(old, edition) == new
            assert edition.became(new, load_edition(edition.before)) == olds[0]


@given(
    st.sampled_from([f"{law}{letter}" for law, (_, letters) in load_edition("2017").laws.items() for letter in letters])
)
def test_there_and_back_is_the_same_paragraph_or_none(cited):
    old, new = load_edition("2007"), load_edition("2017")
    before = new.became(cited, old)
    assert before is None or (old.has(before) and new.has(old.became(before, new)))
    assert new.became(cited, new) == cited


def test_what_no_edition_has_is_refused_and_what_is_absent_has_no_paragraph():
    with pytest.raises(Unreadable):
        parse_any("12Z")
    absent = edition_of("1997")
    assert (absent.paragraph("damage"), absent.cite("16B")) == (None, "16B of 1997")
    assert absent.fault == "that edition is not installed here"


_PARAGRAPH = re.compile(r"\b[1-9]\d?[A-F](?:\d[a-z]?(?:\([ivx]+\))?)?(?![=+\w-])|\bLaws? \d")
_NO_LAWS = {"ledger/bridge/auction.py", "ledger/errors/__init__.py", "ledger/store/database_errors.py"}
"""Files with calls (1C, 2H) or with codes of a database (3D) that look like paragraphs."""


def literals(path):
    tree = ast.parse(path.read_text())
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_no_string_in_code_names_a_paragraph_and_every_matter_in_code_is_one():
    matters, named = {*load_edition("2017").matters}, []
    for path in (path for room in ("ledger", "cli") for path in (ROOT / room).rglob("*.py")):
        source, where = path.read_text(), str(path.relative_to(ROOT))
        named += [(where, text) for text in literals(path) if _PARAGRAPH.search(text) and where not in _NO_LAWS]
        for matter in re.findall(r"""\b(?:paragraph|law|cites|cited)\((?:[\w.]+, )?["']([a-z-]+)["']""", source):
            assert matter in matters, (where, matter)
    assert named == []
