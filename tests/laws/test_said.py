"""What is refused of a citation, a penalty, a profile, and in which words; which calls and scores are meant."""

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from cli.screens.manual import page
from ledger.bridge import Unreadable
from ledger.errors import Misuse
from ledger.laws import profile_loader
from ledger.laws.advice import mentions_severity
from ledger.laws.citation import JUDGED, SUBJECTS, is_under
from ledger.laws.edition import load_edition
from ledger.laws.penalty_amount import parse_amount
from ledger.laws.profile_loader import describe_regulations, value_text
from ledger.laws.regulations import CarryRules, StageRules, Standings, usual_rules
from ledger.laws.rounding import Rounding, decimal_text, read_decimal, read_fraction, round_to, short_text, stated_text

DEFAULT = profile_loader.load_profile("default")

EDITION = load_edition("2017")
LAWS, parse_law, subjects_of = EDITION.laws, EDITION.parse, EDITION.subjects_of


def unreadable(read, text):
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert (caught.value.text, caught.value.marks) == (text, ((0, len(text)),))
    return caught.value.code, caught.value.message, caught.value.hint


def misuse(call, *given):
    with pytest.raises(Misuse) as caught:
        call(*given)
    return caught.value.code, caught.value.message, caught.value.hint


# Penalties and citations


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("25%", 25, "%"),
        (" 10 per cent ", 10, "%"),
        ("10percent", 10, "%"),
        ("5pct", 5, "%"),
        ("0.5MP", Fraction(1, 2), "MP"),
        ("3 mps", 3, "MP"),
        ("6 imps", 6, "IMP"),
        ("1.25vp", Fraction(5, 4), "VP"),
        ("2 points", 2, "points"),
        ("1POINT", 1, "points"),
        ("0%", 0, "%"),
    ],
)
def test_a_penalty_is_an_amount_in_a_unit(text, amount, unit):
    assert parse_amount(text) == (amount, unit)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("25", "25 of what? 25%, 25MP"),
        (" 3 ", "3 of what? 3%, 3MP"),
        ("much", "write 25%, 3MP, 6IMP, 1VP"),
        ("-1VP", "write 25%, 3MP, 6IMP, 1VP"),
        ("12345%", "write 25%, 3MP, 6IMP, 1VP"),
        ("", "write 25%, 3MP, 6IMP, 1VP"),
    ],
)
def test_what_is_no_penalty_is_told_what_is(text, hint):
    assert unreadable(parse_amount, text) == ("bad-penalty", f"{text!r} is no penalty", hint)


@pytest.mark.parametrize(
    ("text", "citation"),
    [("law 12c1c", "12C1(c)"), ("§ 16 B", "16B"), ("12C1(e)(ii)", "12C1(e)(ii)"), ("1", "1"), ("93c3", "93C3")],
)
def test_a_citation_has_one_form(text, citation):
    assert parse_law(text) == citation


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (" 94 ", "the Laws run from 1 to 93: see `bridge-ledger help laws`"),
        ("twelve", "the Laws run from 1 to 93: see `bridge-ledger help laws`"),
        ("12D", "Law 12 (Director's discretionary powers) has A, B and C: see `bridge-ledger help laws 12`"),
        ("0", "the Laws run from 1 to 93: see `bridge-ledger help laws`"),
        ("1D", "Law 1 (The pack) has A, B and C: see `bridge-ledger help laws 1`"),
        ("2A", "Law 2 (The duplicate boards) has no lettered sections: see `bridge-ledger help laws 2`"),
        ("12C5", "Law 12C has no paragraph 5"),
        ("12C4(a)", "12C4 has no lettered sections"),
        ("16B1(k)", "16B1 has a, b, c, d, e, f, g, h, i and j"),
    ],
)
def test_a_law_that_there_is_not_is_marked(text, hint):
    assert unreadable(parse_law, text) == ("no-such-law", f"there is no Law {text.strip()}", hint)


def test_a_citation_has_the_title_of_its_law():
    expected = ["Director's discretionary powers", "The pack", "Procedures of appeal"]
    assert [EDITION.law_title(each) for each in ("12C1(c)", "1", "93B3")] == expected
    with pytest.raises(AssertionError):
        EDITION.law_title("C12")


# Which scores and calls are meant


def test_which_laws_mislead_and_which_move_tricks():
    misled, others = ("20F5", "21B3", "40B", "47E2", "73D2", "73E2", "75"), ("73C", "2", "16B")
    assert tuple(law for law in (*misled, *others) if EDITION.deals_with(law, "misleading")) == misled
    assert [EDITION.deals_with(law, "tricks-transferred") for law in ("64A", "64A1", "64B", "64C", "6")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    expected = [True, True, False, False, False]
    assert [mentions_severity(text) for text in ("unduly lenient", "TOO  harsh", "too late", "harsh", "")] == expected


# Profiles


def own(tmp_path, text):
    path = tmp_path / "club.toml"
    path.write_text(f'profile = "club"\ntitle = "Our club"\n{text}')
    return str(path)


def test_a_profile_that_is_not_there_is_told_which_there_are(tmp_path):
    shipped = ", ".join(profile_loader.list_shipped_profiles())
    ways = f"shipped: {shipped}; or a file of your own: --profile FILE.toml"
    expected = ("no-such-profile", "there is no profile wfb", f"did you mean wbf? {ways}")
    assert misuse(profile_loader.load_profile, "wfb") == expected
    assert misuse(profile_loader.load_profile, "Thursday")[2] == ways
    gone = str(tmp_path / "x.toml")
    expected = (
        "no-such-file",
        f"{gone} is not there",
        f"shipped: {shipped}; or a file of your own: --profile FILE.toml",
    )
    assert misuse(profile_loader.load_profile, gone) == expected
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    expected = ("bad-profile", f"{folder} cannot be read: Is a directory")
    assert misuse(profile_loader.load_profile, str(folder))[:2] == expected
    (tmp_path / "bytes.toml").write_bytes(b"ab\xff")
    no_text = misuse(profile_loader.load_profile, str(tmp_path / "bytes.toml"))
    assert no_text[:2] == ("bad-profile", f"{tmp_path / 'bytes.toml'} is no text (byte 2)")


STEERS = "has a character that steers a screen, or is not seen"
NAMED = 'penalties.named: lines ["standard", ["25%", "6IMP"]], each name once, in small letters'
EACH_UNIT = "penalties.named: late wants one amount in each unit, as in 25%, 6IMP, 1VP"
SHARE = "standings.least_boards is a number of boards or a share of them: '101%'"
ONCE = "artificial.further: lines [award, boards, then], each award only once for so many boards"
MARGINS = "lines [largest margin, winner's VPs, loser's VPs], margins rising, with vp = 'table' only"
CONVERTED = "matches.percent_full: the percentages of matches of pairs, with pairs = 'converted' only"
RISING = "matches.percent_half: lines [most boards, [percentages]], both rising, as many percentages in each"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"sources = {'[' * 2000}", "it is nested too deeply"),
        ("[cross_imps]\nmost = 25", "cross_imps.most is at most 24"),
        ("[cross_imps]\nmost = 0", "cross_imps.most is at least 1"),
        ('[total]\nunit = "0"', "total.unit: a rounding unit must be more than nothing: '0'"),
        ('[total]\nunit = "third"', "total.unit: 'third' is no number"),
        ('[butler]\nunit = "exact"', "butler.unit: 'exact' is no number"),
        ('[sources]\n"butler.trim" = "a\\u0007b"', f"'a\\x07b' {STEERS}"),
        ('[sources]\n"butler.trims" = "x"', "sources: there is no regulation butler.trims"),
        ('[penalties]\nnamed = [["a\\u202eb", ["1VP"]]]', f"'a\\u202eb' {STEERS}"),
        ('[penalties]\nnamed = [["late", ["1VP"]], ["late", ["2VP"]]]', NAMED),
        ('[penalties]\nnamed = [["late", []]]', EACH_UNIT),
        ('[standings]\nleast_boards = "101%"', SHARE),
        ('[artificial]\nfurther = [["A+", 1, "A"], ["A+", 1, "A-"]]', ONCE),
        ('[matches]\nvp = "table"', f"matches.table: {MARGINS}"),
        ('[matches]\nvp = "table"\ntable = [[5, "9", "11"]]', "matches.table: the winner has 9 and the loser 11"),
        ('[matches]\npairs = "converted"', CONVERTED),
        ('[matches]\npercent_half = [[4, ["51"]], [8, ["51", "60"]]]', RISING),
        ('[matches]\npercent_half = [[4, ["101"]]]', RISING),
    ],
)
def test_what_is_wrong_in_a_profile_is_said(tmp_path, text, said):
    path = own(tmp_path, text)
    code, message, hint = misuse(profile_loader.load_profile, path)
    assert (code, message) == ("bad-profile", f"{path}: {said}")
    assert hint


def test_percentages_of_matches_are_of_a_match_won():
    fifty = {"matches.pairs": "converted", "matches.percent_full": '[[4, ["50", "100"]], [8, ["51", "60"]]]'}
    assert profile_loader.change_regulations(DEFAULT, fifty).matches.percent_full == (
        (4, ("50", "100")),
        (8, ("51", "60")),
    )
    for wrong in ('[[4, ["49"]]]', '[[8, ["51"]], [4, ["52"]]]', '[[4, ["51", "51"]]]', "[[4, []]]"):
        assert (
            misuse(profile_loader.change_regulations, DEFAULT, {**fifty, "matches.percent_full": wrong})[0]
            == "bad-profile"
        )


def test_a_wrong_value_is_told_what_stands_there_now():
    code, message, hint = misuse(profile_loader.change_regulations, DEFAULT, {"cross_imps.most": "25"})
    assert (code, message) == ("bad-profile", "cross_imps.most = 25: cross_imps.most is at most 24")
    assert hint.startswith("cross_imps.most is 24 now, and may be ")
    assert hint.endswith(": `help cross_imps.most` says what each is")
    words = misuse(profile_loader.change_regulations, DEFAULT, {"cross_imps.most": "all there are"})[1]
    assert words.startswith("cross_imps.most = all there are: Expected `int`, got `str`")
    unknown = misuse(profile_loader.change_regulations, DEFAULT, {"cross_imps.least": "1"})
    assert unknown == ("bad-profile", "there is no regulation cross_imps.least", "did you mean cross_imps.most?")


def test_what_no_longer_makes_sense_goes_with_what_it_was_for():
    swiss = profile_loader.load_profile("ebu-swiss-pairs")
    none = {"matches.pairs": "none"}
    gone = {"matches.percent_full": "[]", "matches.percent_half": "[]"}
    assert profile_loader.clear_dependent_tables(swiss, none) == {**none, **gone}
    assert profile_loader.clear_dependent_tables(DEFAULT, none) == none
    for other in ({"total.unit": "1"}, {"matches.pairs": "converted"}):
        assert profile_loader.clear_dependent_tables(swiss, other) == other
    mine = {**none, "matches.percent_full": '[[4, ["51"]]]'}
    assert profile_loader.clear_dependent_tables(swiss, mine) == {**mine, "matches.percent_half": "[]"}


def test_a_profile_is_written_with_its_tables_a_line_each_and_its_sources():
    table = {"matches.vp": "table", "matches.table": '[[10, "15", "5"], [100, "20", "0"]]'}
    regulations = structs.replace(
        profile_loader.change_regulations(DEFAULT, table), title="Łódź", unverified=("total.unit",)
    )
    profile = profile_loader.Profile(regulations, {"matches.table": "Our club's"})
    assert profile_loader.format_profile(profile).splitlines()[1:] == [
        'title = "Łódź"',
        "# Nobody has read these in a text of the organiser:",
        "unverified = [",
        '    "total.unit",',
        "]",
        "",
        "[matches]",
        'vp = "table"',
        "table = [",
        '    [10, "15", "5"],',
        '    [100, "20", "0"],',
        "]",
        "",
        "[sources]",
        '"matches.table" = "Our club\'s"',
    ]


def test_a_regulation_that_is_so_or_not_is_typed_as_true_or_false():
    assert describe_regulations()["rulings.skewed"].default == "false"
    assert value_text([["späte", ["1VP"]]]) == '[["späte", ["1VP"]]]'


def test_more_boards_than_anybody_has_are_told():
    assert [Standings("12").beyond(most) for most in (0, 12, 13)] == [""] * 3
    for most in (1, 11):
        told = f"12 boards are wanted for a place, and nobody has more than {most}: so {most} will do"
        assert Standings("12").beyond(most) == told


# Numbers


def test_half_a_unit_that_is_the_average_itself_is_neither_away_from_it_nor_toward_it():
    half = Fraction(1, 2)
    for mode in (Rounding.HALF_AWAY_FROM_AVERAGE, Rounding.HALF_TOWARD_AVERAGE, Rounding.TOWARD_NOS):
        assert round_to(half, Fraction(1), mode, half) == 0


def test_numbers_as_they_are_typed_and_stated():
    expected = [Fraction(17, 2), Fraction(-1, 3), Fraction(17, 2), 0]
    assert [read_fraction(text) for text in (" 17/2 ", "-1/3", "8.5", "0")] == expected
    for text in ("1/0", "1/01", "1234567", "1.1234567", "", "1,5", "٣"):
        with pytest.raises(ValueError, match="is no number"):
            read_fraction(text)
    with pytest.raises(ValueError, match="'xxxxxxxxxxxxxxxxxxxx' is no number"):
        read_decimal("x" * 30)
    stated = [stated_text(Fraction(text)) for text in ("0.123456", "0.1234567", "200/3", "7")]
    assert stated == ["0.123456", "1234567/10000000", "200/3", "7"]
    assert [short_text(Fraction(text)) for text in ("10", "0.10", "100")] == ["10", "0.1", "100"]


def test_what_is_carried_where_nothing_else_is_said():
    parts = [(by, CarryRules(by=by).part) for by in ("matches", "share")]
    assert parts == [("matches", 1), ("share", Fraction(1, 2))]
    assert CarryRules(by="matches", share=Fraction(1, 3)).part == Fraction(1, 3)


def test_the_usual_rules_of_a_swiss_add_up_victory_points():
    assert usual_rules("swiss") == StageRules("victory-points")
    assert usual_rules("sessions") == usual_rules("bracket") == StageRules()
    assert [StageRules(unit=unit).places for unit in ("exact", "0.1", "0.01", "0.001")] == [2, 2, 2, 3]
    assert [StageRules(adds=adds).bye_worth for adds in ("wins", "victory-points")] == [1, 12]


# Rounding: golden D31 and D32, and what no rounding may do


units = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 4), Fraction(1, 100)])
values = st.fractions(-1000, 1000)


@given(values, units, st.sampled_from(Rounding), st.integers(-5, 5))
def test_rounding_moves_by_at_most_half_a_unit_and_lands_on_one(value, unit, mode, average):
    rounded = round_to(value, unit, mode, Fraction(average))
    assert abs(rounded - value) <= unit / 2
    assert (rounded / unit).denominator == 1
    assert round_to(rounded, unit, mode, Fraction(average)) == rounded


@given(values, units, st.integers(-5, 5))
def test_halves_away_from_average_stay_balanced(value, unit, average):
    """The two sides of a balanced score round to a balanced score."""
    mode, around = Rounding.HALF_AWAY_FROM_AVERAGE, Fraction(average) * unit
    assert round_to(value, unit, mode, around) + round_to(2 * around - value, unit, mode, around) == 2 * around


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (Rounding.HALF_AWAY_FROM_AVERAGE, [-2, 3, -3, 0]),
        (Rounding.HALF_TOWARD_AVERAGE, [-2, 2, -2, 0]),
        (Rounding.HALF_EVEN, [-2, 2, -2, 0]),
        (Rounding.HALF_UP, [-2, 3, -2, 0]),
    ],
)
def test_golden_d31_rounding_directions(mode, expected):
    values = [Fraction(-17, 10), Fraction(5, 2), Fraction(-5, 2), Fraction(9, 20)]
    assert [round_to(value, Fraction(1), mode) for value in values] == expected


@pytest.mark.parametrize(
    ("mode", "expected"),
    [(Rounding.HALF_AWAY_FROM_AVERAGE, ["6.2", "7.8"]), (Rounding.HALF_TOWARD_AVERAGE, ["6.3", "7.7"])],
)
def test_golden_d32_rounding_around_the_average(mode, expected):
    assert [round_to(Fraction(text), Fraction(1, 10), mode, Fraction(7)) for text in ("6.25", "7.75")] == list(
        map(Fraction, expected)
    )


@given(values)
def test_text_has_as_many_decimals_as_asked(value):
    assert Fraction(decimal_text(value)) == round_to(value, Fraction(1, 100), Rounding.HALF_AWAY_FROM_AVERAGE)
    assert decimal_text(-value) in (f"-{decimal_text(value)}", decimal_text(value).removeprefix("-"))
    assert decimal_text(value).rpartition(".")[2].isdigit()
    assert Fraction(short_text(value)) == Fraction(decimal_text(value))
    assert not decimal_text(value).startswith("-0.00")


@pytest.mark.parametrize(("value", "places", "told"), [("-1/1000", 2, "0.00"), ("-1/3", 0, "0"), ("-1/2", 0, "-1")])
def test_what_is_rounded_to_nothing_has_no_sign(value, places, told):
    assert decimal_text(Fraction(value), places) == told


# Every paragraph of the Laws that the program cites is there, and `help laws` says what it is about


ROOT = Path(__file__).parents[2]
PLACES = [*(ROOT / "ledger").rglob("*.py"), *(ROOT / "cli").rglob("*.py"), *(ROOT / "cli" / "help").glob("*.md")]
TEXTS = tomllib.loads((ROOT / "ledger" / "laws" / "editions" / "2017" / "notes.toml").read_text("utf-8"))
_PARAGRAPH = r"[1-9][0-9](?:[A-E](?:[1-9](?:\([a-e]\))?)?)?"
_CITED = re.compile(rf"\bLaws? ({_PARAGRAPH}(?:(?:, | and | or |–){_PARAGRAPH})*)")
_NAMED = re.compile(r"(?<![\w#.-])([1-9][0-9][A-E](?:[1-9](?:\([a-e]\))?)?)(?![\w-])")


def cited() -> dict[str, str]:
    """Every citation in what is printed or helped with, and a file it stands in."""
    found = {}
    for place in PLACES:
        text = place.read_text("utf-8")
        several = (re.findall(_PARAGRAPH, group) for group in _CITED.findall(text))
        named = (each for each in _NAMED.findall(text) if each[2] in LAWS.get(int(each[:2]), ("", ""))[1])  # no 10D
        for citation in [*(each for group in several for each in group), *named]:
            found.setdefault(citation, str(place.relative_to(ROOT)))
    return found


@pytest.mark.parametrize(("citation", "place"), sorted(cited().items()))
def test_what_is_cited_has_a_text(citation, place):
    assert parse_law(citation) == citation, place
    assert "The ledger: " in page(None, ("laws", citation)), f"{citation}, cited in {place}, has no text"


@pytest.mark.parametrize("citation", TEXTS)
def test_every_text_is_of_a_paragraph_there_is(citation):
    assert parse_law(citation) == citation
    assert TEXTS[citation].keys() == {"says", "does"}
    assert all(text.strip() for text in TEXTS[citation].values())


def test_the_paragraphs_stand_in_the_order_of_the_laws():
    assert [int(re.match("[0-9]+", each)[0]) for each in TEXTS] == sorted(
        int(re.match("[0-9]+", each)[0]) for each in TEXTS
    )
    assert LAWS.keys() >= {int(re.match("[0-9]+", each)[0]) for each in TEXTS}


LAST = ("12A3", "12B2", "12C4", "79A2", "79B3", "79C2", "86B3", "87A0", "87B0", "16B9", "12C1(e)", "12C2(d)", "12C4")


@pytest.mark.parametrize("last", LAST)
def test_the_last_paragraph_of_a_section_is_cited_and_none_after_it(last):
    section, number, letter = re.fullmatch(r"(\d+[A-E])(\d)(?:\((\w)\))?", last).groups()
    if number != "0":
        assert parse_law(last) == last
    after = f"{section}{number}({chr(ord(letter) + 1)})" if letter else f"{section}{int(number) + 1}"
    for none in (after, f"{section}0"):
        with pytest.raises(Unreadable) as caught:
            parse_law(none)
        assert caught.value.code == "no-such-law"


@pytest.mark.parametrize("older", ["73F", "73f2"])
def test_what_an_older_booklet_cites_is_told_where_it_stands_now(older):
    with pytest.raises(Unreadable) as caught:
        parse_law(older)
    assert "73E2" in caught.value.hint
    assert parse_law("73E2") == "73E2"


# What the Laws that a ruling cites say it is about


@pytest.mark.parametrize(
    ("law", "subject"),
    [
        ("16B1(a)", "unauthorised-information"),
        ("73C", "unauthorised-information"),
        ("73D1", "hesitation"),
        ("20F", "misinformation"),
        ("21B", "misinformation"),
        ("40B4", "misinformation"),
        ("40C1", "deviation"),
        ("47E2", "misinformation"),
        ("47C", "played-card"),
        ("27B1", "insufficient-bid"),
        ("30A", "call-out-of-turn"),
        ("25A", "changed-call"),
        ("54", "lead-out-of-turn"),
        ("50D1", "exposed-card"),
        ("43A1", "dummy"),
        ("64A2", "revoke"),
        ("70C", "claim"),
        ("15B", "wrong-board"),
        ("87", "wrong-board"),
        ("79C1", "scoring"),
        ("90B1", "late"),
        ("90B2", "slow-play"),
        ("90B8", "procedure"),
        ("74A2", "conduct"),
        ("91A", "conduct"),
        ("82C", "director-error"),
    ],
)
def test_a_law_says_what_a_ruling_is_about(law, subject):
    assert subjects_of((parse_law(law),)) == (subject,)


@pytest.mark.parametrize("law", ["12C1(c)", "9B1", "81C3", "92B", "41A"])
def test_laws_of_procedure_say_nothing_of_it(law):
    assert subjects_of((parse_law(law),)) == ()


def test_several_are_each_told_once_in_the_order_of_the_list():
    assert subjects_of(("70C", "16B", "73C", "73D1")) == ("hesitation", "unauthorised-information", "claim")
    assert set(SUBJECTS) >= JUDGED


def test_a_part_of_a_law_is_under_it_and_another_number_is_not():
    assert [is_under(law, "12") for law in ("12", "12C1(c)", "1", "120")] == [True, True, False, False]
    assert is_under("90B1", "90B")
    assert not is_under("90B12", "90B1")


def test_a_paragraph_whose_number_only_begins_so_is_of_its_section_and_not_of_that_paragraph():
    """90B1 is late; a 90B12 would be of procedure, as all else of 90."""
    assert subjects_of(("90B1",)) == ("late",)
    assert subjects_of(("90B12",)) == subjects_of(("90B12(a)",)) == subjects_of(("90B",)) == ("procedure",)
