"""What is refused of a citation, a penalty, a profile, and in which words; which calls and scores are meant."""

from fractions import Fraction

import pytest
from msgspec import structs

from ledger.bridge import Result, Side, Unreadable
from ledger.errors import Misuse
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Claim, Grade, SelfInflicted, Split, Stands, certain
from ledger.laws.advice import fits, of_misleading, says_severity, transfers_tricks
from ledger.laws.citation import law_title, parse_law
from ledger.laws.disallowed import DisallowedCall, contains_call, disallowed_call, is_play
from ledger.laws.penalty_amount import parse_amount
from ledger.laws.regulation_names import described, value_text
from ledger.laws.regulations import Standings
from ledger.laws.rounding import Rounding, read_decimal, read_fraction, round_to, short_text, stated_text
from ledger.laws.stage_rules import CarryRules, StageRules, usual_rules

DEFAULT = profile_loader.load_profile("default")


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
        ("2A", "Law 2 (The duplicate boards) has no lettered sections: see `bridge-ledger help laws 2`"),
        ("12C5", "Law 12C has no paragraph 5"),
        ("12C4(a)", "12C4 has no lettered sections"),
        ("16B1(k)", "16B1 has a, b, c, d, e, f, g, h, i and j"),
    ],
)
def test_a_law_that_there_is_not_is_marked(text, hint):
    assert unreadable(parse_law, text) == ("no-such-law", f"there is no Law {text.strip()}", hint)


def test_a_citation_has_the_title_of_its_law():
    assert [law_title(each) for each in ("12C1(c)", "1", "93B3")] == [
        "Director's discretionary powers",
        "The pack",
        "Procedures of appeal",
    ]
    with pytest.raises(AssertionError):
        law_title("C12")


# Which scores and calls are meant

MADE = Result("4SN=")
ASSIGNED, ARTIFICIAL = Assigned(MADE), Artificial(Grade("A+"), Grade("A-"))
SPLIT, OWN_FAULT = Split(certain(MADE), certain(MADE)), SelfInflicted("NS", certain(MADE), certain(MADE))
KINDS = (ASSIGNED, SPLIT, ARTIFICIAL, OWN_FAULT, Claim(MADE))


@pytest.mark.parametrize(
    ("law", "kinds"),
    [
        ("12C1(d)", (ARTIFICIAL,)),
        ("12C1(e)", (SPLIT, OWN_FAULT)),
        ("12C1(e)(i)", (SPLIT, OWN_FAULT)),
        ("12C2", (ARTIFICIAL,)),
        ("12C2(a)", (ARTIFICIAL,)),
        ("86B1", (ASSIGNED, SPLIT)),
        ("88", (ARTIFICIAL,)),
        ("12", (ASSIGNED, SPLIT, ARTIFICIAL, OWN_FAULT)),
        ("12B1", (ASSIGNED, SPLIT, ARTIFICIAL, OWN_FAULT)),
        ("16B", KINDS),
        ("1", KINDS),
    ],
)
def test_a_law_gives_some_kinds_of_score(law, kinds):
    assert tuple(each for each in KINDS if fits(law, each)) == kinds
    assert fits(law, Stands()) is fits(law, Awarded(Fraction(1), Fraction(0), "keep")) is True


def test_which_laws_mislead_and_which_move_tricks():
    misled, others = ("20F5", "21B3", "40B", "47E2", "73D2", "73E2", "75"), ("73C", "2", "16B")
    assert tuple(law for law in (*misled, *others) if of_misleading(law)) == misled
    assert [transfers_tricks(law) for law in ("64A", "64A1", "64B", "64C", "6")] == [True, True, False, False, False]
    assert [says_severity(text) for text in ("unduly lenient", "TOO  harsh", "too late", "harsh", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "notation", "side"),
    [
        ("4♠", "4S", None),
        ("4sn-1", "4SN-1", None),
        ("pass out", None, None),
        ("Pass", "PASS", None),
        ("East's 4 hearts over slow 3S", "4H", Side.EW),
        ("South's 5 hearts over slow 4S", "5H", Side.NS),
        ("the hesitation", None, None),
        ("4S and 5H", None, None),
        ("lead of the HK", None, None),
        ("the lead-directing 3H", "3H", None),
        ("4 S", "4S", None),
        ("pulled to 5H", "5H", None),
        ("West 4H", "4H", Side.EW),
        ("the 5H, after a slow 4S", "5H", None),
        ("the 5H, after 4S", "5H", None),
    ],
)
def test_which_call_words_are_about(text, notation, side):
    assert disallowed_call(text) == (DisallowedCall(notation, side) if notation else None)


def test_words_about_a_play_are_about_no_call():
    assert [is_play(text) for text in ("lead H", "10 of spades", "the discard", "3H", "")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert disallowed_call("4S, and the ruff that followed") is None


@pytest.mark.parametrize(
    ("result", "within"),
    [
        ("4SN=", ["4S", "4SN", "4SN="]),
        ("4SE=", ["4S", "4SE"]),
        ("4SN-1", ["4S", "4SN", "4SN-1"]),
        ("4SNX=", ["4S", "4SN", "4SX"]),
        ("3NTN=", ["3NT", "3N", "3NTN="]),
        ("4HN=", []),
        ("5SN=", []),
        ("PASS", ["PASS"]),
        ("+420", []),
    ],
)
def test_which_results_contain_a_call(result, within):
    calls = ["4S", "4SN", "4SE", "4SX", "4SN=", "4SN-1", "3NT", "3N", "3NTN=", "PASS"]
    found = {call: contains_call(Result(result), DisallowedCall(call)) for call in calls}
    assert found == {call: call in within for call in calls}


def test_a_call_of_one_side_is_not_in_the_contract_of_the_other():
    assert contains_call(Result("4SS="), DisallowedCall("4S", Side.NS)) is True
    assert contains_call(Result("4SE="), DisallowedCall("4S", Side.NS)) is False


# Profiles


def own(tmp_path, text):
    path = tmp_path / "club.toml"
    path.write_text(f'profile = "club"\ntitle = "Our club"\n{text}')
    return str(path)


def test_a_profile_that_is_not_there_is_told_which_there_are(tmp_path):
    shipped = ", ".join(profile_loader.shipped())
    ways = f"shipped: {shipped}; or a file of your own: --profile FILE.toml"
    assert misuse(profile_loader.load_profile, "wfb") == (
        "no-such-profile",
        "there is no profile wfb",
        f"did you mean wbf? {ways}",
    )
    assert misuse(profile_loader.load_profile, "Thursday")[2] == ways
    gone = str(tmp_path / "x.toml")
    assert misuse(profile_loader.load_profile, gone) == (
        "no-such-file",
        f"{gone} is not there",
        f"shipped profiles: {shipped}",
    )
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert misuse(profile_loader.load_profile, str(folder))[:2] == (
        "bad-profile",
        f"{folder} cannot be read: Is a directory",
    )
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
    assert profile_loader.changed(DEFAULT, fifty).matches.percent_full == ((4, ("50", "100")), (8, ("51", "60")))
    for wrong in ('[[4, ["49"]]]', '[[8, ["51"]], [4, ["52"]]]', '[[4, ["51", "51"]]]', "[[4, []]]"):
        assert misuse(profile_loader.changed, DEFAULT, {**fifty, "matches.percent_full": wrong})[0] == "bad-profile"


def test_a_wrong_value_is_told_what_stands_there_now():
    code, message, hint = misuse(profile_loader.changed, DEFAULT, {"cross_imps.most": "25"})
    assert (code, message) == ("bad-profile", "cross_imps.most = 25: cross_imps.most is at most 24")
    assert hint.startswith("cross_imps.most is 24 now, and may be ")
    assert hint.endswith(": `help cross_imps.most` says what each is")
    words = misuse(profile_loader.changed, DEFAULT, {"cross_imps.most": "all there are"})[1]
    assert words.startswith("cross_imps.most = all there are: Expected `int`, got `str`")
    unknown = misuse(profile_loader.changed, DEFAULT, {"cross_imps.least": "1"})
    assert unknown == ("bad-profile", "there is no regulation cross_imps.least", "did you mean cross_imps.most?")


def test_what_no_longer_makes_sense_goes_with_what_it_was_for():
    swiss = profile_loader.load_profile("ebu-swiss-pairs")
    none = {"matches.pairs": "none"}
    gone = {"matches.percent_full": "[]", "matches.percent_half": "[]"}
    assert profile_loader.with_what_goes(swiss, none) == {**none, **gone}
    assert profile_loader.with_what_goes(DEFAULT, none) == none
    for other in ({"total.unit": "1"}, {"matches.pairs": "converted"}):
        assert profile_loader.with_what_goes(swiss, other) == other
    mine = {**none, "matches.percent_full": '[[4, ["51"]]]'}
    assert profile_loader.with_what_goes(swiss, mine) == {**mine, "matches.percent_half": "[]"}


def test_a_profile_is_written_with_its_tables_a_line_each_and_its_sources():
    table = {"matches.vp": "table", "matches.table": '[[10, "15", "5"], [100, "20", "0"]]'}
    regulations = structs.replace(profile_loader.changed(DEFAULT, table), title="Łódź", unverified=("total.unit",))
    profile = profile_loader.Profile(regulations, {"matches.table": "Our club's"})
    assert profile_loader.written(profile).splitlines()[1:] == [
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
    assert (described()["rulings.skewed"].choices, described()["rulings.skewed"].default) == (
        ("false", "true"),
        "false",
    )
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
    assert [read_fraction(text) for text in (" 17/2 ", "-1/3", "8.5", "0")] == [
        Fraction(17, 2),
        Fraction(-1, 3),
        Fraction(17, 2),
        0,
    ]
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
