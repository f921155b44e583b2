"""Forms, slips and notices: what they say of every kind of case, whom they tell of, and what they are on paper."""

import re
import shlex
from pathlib import Path

import pytest

from cli.main import run
from cli.pages import folder
from ledger.errors import Unavailable
from tests.needs import needs
from tests.pages.browser import Tab
from tests.pages.test_browser import CONTRAST
from tests.pages.test_hostile import HEBREW, LONG, QUOTES, SCRIPT, TEAMS
from tests.pages.test_pages import require_golden, require_whole

KINDS = """
person name 2NS 1 "Jane Roe"
person name 2NS 2 "J. O'Hara"
call add 1/3 "a slow double" --caller N --stage play --trick 3 --law 16B
call facts C-0001 "about ten seconds" --disputed --statement "W: five, at most" --evidence "a system card"
call poll C-0001 "your call over 4S?" --answer "Pass; considered 5H" --answer "5H" --among "peers"
call answer C-0001 --play-on
ruling add 1/3 --split "NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1" --offender EW --law 16B --call C-0001 --alternative Pass
penalty add 3EW 10% --law 90B2 --case R-0003 --reason "and late"
ruling add 1/1 --self-inflicted "B: 4SN+1; C: 4SN=" --offender EW --law 12C1e --facts "Rue du Bac" --told-of-appeal
ruling add 2/1 --stands --infraction --no-damage --law 21B --offender NS
ruling add 2/2 --claim 3NTE-1 --law 70A
ruling add 3/1 --awarded 4/2 --field keep --reason "by the organiser"
ruling add 3/2 --result 1NTW+1 --provisional
ruling add 3/3 --result 2SS= --law 47B --offender none
ruling withdraw R-0009 --reason "wrong board"
appeal lodge R-0003 --by-side NS --signed N,S --grounds "too little" --deposit "20 GBP"
appeal lodge R-0004 --by-side EW --signed E,W --grounds "no error" --deposit "20 GBP"
appeal withdraw A-0003 --reason "slept on it" --leave Berg
appeal lodge R-0006 --by-side NS --signed N,S --grounds "a trick"
appeal hear A-0004 --committee "Berg, Dahl"
appeal decide A-0004 --upheld --merit without --deposit forfeited --dissent "one trick" --reason "clear" --yes
appeal further A-0004 --by-side NS --signed N,S --to "the National Authority" --grounds "principle" --deposit "75 GBP"
text erase 32 --field facts --yes
"""
RULINGS = [f"R-{number:04}" for number in range(1, 10)]
PAPERS = (
    *(f"report form {case}" for case in [*RULINGS, "P-0001", "P-0002", *(f"A-{number:04}" for number in range(1, 5))]),
    *(f"report slip {case}" for case in [*RULINGS, "P-0001"]),
    *(f"report notice {seats}{side}" for seats in range(1, 5) for side in ("NS", "EW")),
)
GOLDEN = {"form": "report form A-0001", "slip": "report slip R-0001", "notice": "report notice 2NS"}


def written(command: str, name: str = "page.html") -> str:
    """The page of a command."""
    assert run(["-q", *shlex.split(command), "-o", name]) == 0
    return Path(name).read_text()


def words(page: str) -> str:
    """What a page says, its tags taken away."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page[page.index("<body>") :]))


@pytest.mark.parametrize("name", GOLDEN)
def test_a_paper_is_the_same_byte_for_byte(name, evening):
    for _ in range(2):
        page = written(GOLDEN[name])
        require_golden(f"paper-{name}.html", page)
    require_whole(page)


def test_a_paper_of_every_kind_of_case_is_whole(evening, typed):
    typed(KINDS)
    for command in PAPERS:
        page = written(command)
        require_whole(page)
        said = words(page)
        assert not re.search(r"\bNone\b(?! )|\bTrue\b|Fraction|KeptText|&lt;", said.replace("Vulnerable None", "")), (
            command
        )
        assert "Rue du Bac" not in said, "what was erased is on no paper"


def test_a_form_says_what_the_log_knows_and_leaves_lines_for_the_rest(evening, typed):
    typed(KINDS)
    said = words(written("report form R-0003"))
    for known in (
        "Called By North Stage in the play, trick 3",
        "Alleged a slow double",
        "disputed; as the director finds them Facts found about ten seconds",
        "West: five, at most",
        "2 of peers: your call over 4S? Pass 1, 5H 1 (considered by 1 more)",
        "16B Authorized and unauthorized information",
        "State under appeal",
        "North–South 4 ♠ N= +420 East–West 60% 4 ♠ N= +420 40% 4 ♠ N-1 -50",
        "P-0002 Contestant 3EW Penalty a penalty of 10% of a top",
        "3NS: 2.40 → 4.20 MP (+1.80)",
    ):
        assert known in re.sub(r"Called \d+ \w{3} \d{4}, [\d:]+ By", "Called By", said).replace("♠", " ♠ ").replace(
            "  ", " "
        ), known
    assert written("report form R-0005").count('<p class="line">') > 20, "the log knows little of it"


def test_a_form_after_a_decision_says_which_score_is_which_and_that_the_appeal_is_over(evening):
    said = words(written("report form R-0001"))
    assert "Appeal until" not in said
    assert re.search(r"Appealed and decided A-0001, \d+ \w{3} \d{4}", said)
    assert re.search(r"As ruled: Outcomes.* 60% .*In force, by A-0001: Outcomes.* 80% ", said)
    assert "4SN" not in said, "one notation throughout"
    assert "Appeal until" in words(written("report form R-0002"))


def test_a_weighting_is_in_the_order_of_the_protocol(evening, typed):
    typed('ruling add 1/3 --weighted "10% 4SN-1, 30% 4SN+1, 60% 4SN=" --offender EW --law 16B')
    said = words(written("report form R-0003"))
    assert said.index("30%") < said.index("60%") < said.index("10%")


def test_an_appeal_s_form_has_lines_for_the_hearing_while_there_is_one_to_come(evening, typed):
    typed(KINDS)
    pending, withdrawn, further = (words(written(f"report form A-000{number}")) for number in (2, 3, 4))
    assert "Score for North–South" in pending
    assert "Chairman" in pending
    assert "Hearing" not in withdrawn
    assert "Chairman" not in withdrawn
    assert "slept on it Permission given by Berg" in withdrawn
    assert "without merit" in further
    assert "Dissent one trick Taken further To the National Authority Deposit 75 GBP Deposit now held" in further


def test_a_slip_has_the_score_and_until_when_it_may_be_appealed(evening, typed):
    said = words(written("report slip R-0002"))
    assert "The result cannot stand: each side gets an average score." in said
    assert "North–South A+ (60%), East–West A- (40%)" in re.sub(r" +([,)])", r"\1", said)
    assert "Outcomes" not in said, "an average is no result"
    assert re.search(r"You may appeal until \d+ \w{3} \d{4}, \d\d:\d\d\. An appeal goes through the director", said)
    typed(KINDS)
    assert "It is under appeal" in words(written("report slip R-0003"))
    assert "This is a score for now." in words(written("report slip R-0008"))
    assert "It counts no longer" in words(written("report slip R-0009"))


def test_after_a_decision_the_slip_is_the_committee_s_and_names_what_was_appealed(evening):
    said = words(written("report slip R-0001"))
    assert "By decision A-0001 Decided by the committee Committee Berg, Dahl, Ek" in said
    assert "Reason the field What was appealed R-0001, Ahlborn" in said
    assert "Chairman Berg" in said
    assert "three pass" not in said, "that was the director's"
    assert " Director " not in said
    assert "By decision" not in words(written("report slip R-0002"))


def test_before_the_scores_are_published_no_period_runs(evening):
    said = words(written("report slip R-0001 --as-of 11"))
    assert "The scores are not published yet; from then on you may appeal for 30 minutes." in said


def test_a_notice_tells_one_pair_what_changed_and_nothing_of_others(evening):
    own, other, none = (words(written(f"report notice {whom}")) for whom in ("2NS", "1EW", "4ns"))
    assert "Law 16B Authorized and unauthorized information Reason: three pass" in own
    assert "Your score on board 1: 0.00 before, 3.00 now (+3.00)" in own
    assert "Your total after it: 5.00 MP, place 3 of 4, North–South (before: 2.00 MP, place 4)." in own
    assert "It was decided on appeal." in own
    assert "A score at another table was changed, and yours is compared with it." in other
    for of_others in ("three pass", "2NS", "2EW", "hesitated", "Berg", "16B", "late"):
        assert of_others not in other, of_others
    assert "You are given a penalty of 25% of a top . Reason: again" in none
    assert "You may appeal until" in none


def test_where_nothing_changed_the_notice_says_so(typed):
    typed("init\nsession open club --boards 1 --contestants 1-4\nresult add 1 --table 1 --ns 1 --ew 2 4SN=")
    assert "No ruling and no correction has changed" in words(written("report notice 1"))
    assert "You have no score yet." in words(written("report notice 4"))


def test_a_team_and_an_individual_have_a_notice(typed):
    typed("""
init
session open cup --scoring teams --boards 1-2 --contestants Home,Away
result add 1 --table open --ns Home --ew Away 4SN=
result add 1 --table closed --ns Away --ew Home 4SN-1
ruling add 1/open --result 4SN-1 --offender NS --law 16B --reason slow
session open singles --boards 1-2 --contestants 1-8 --winners 1
result add 1 --table 1 --ns 1+2 --ew 3+4 4SN= --session singles
result add 1 --table 2 --ns 5+6 --ew 7+8 4SN-1 --session singles
ruling add 1/1 --artificial A+/A- --offender EW --law 12C2 --session singles
""")
    assert "Your score on board 1: 10.00 before, 0.00 now" in words(written("report notice home --session cup"))
    said = words(written("report notice 4 --session singles"))
    assert "Board 1, 1+2 v 3+4" in said
    assert "East–West A- " in said


def test_there_is_no_paper_of_what_is_no_case(evening, typed, capsys):
    typed('call add 1/3 "a slow double" --caller N --stage play')
    for command in ("form C-0001", "slip A-0001", "slip C-0001", "form R-0077", "form A-0077", "slip P-0077"):
        assert run(["report", *command.split(), "-o", "no.html"]) == 1
        assert "error[no-such-case]" in capsys.readouterr().err
    assert run(["report", "notice", "9NS", "-o", "no.html"]) == 1
    assert "error[no-such-contestant]" in capsys.readouterr().err
    assert not Path("no.html").exists()


# In the browser, and on paper


def test_papers_fit_their_screen_whatever_was_written(typed, chromium):
    typed(TEAMS)
    names = re.findall(r'--contestants "(.*)"', TEAMS)[0].split(",")
    for at, said in enumerate((SCRIPT, QUOTES, HEBREW, LONG)):
        case = "add 1/open --result 4SN+1" if at == 0 else "amend R-0001"
        words_ = shlex.quote(said)
        typed(f"ruling {case} --offender EW --facts {words_} --reason {words_}")
    typed(f"appeal lodge R-0001 --by-side NS --captain --grounds {shlex.quote(SCRIPT)} --deposit {shlex.quote(QUOTES)}")
    for command in ("form R-0001", "form A-0001", "slip R-0001", f"notice {shlex.quote(names[0])}"):
        page = written(f"report {command}")
        require_whole(page)
        assert "<script>alert" not in page
        assert LONG in page or "A-0001" in command, "kept whole"
        for width, scheme in ((1280, "light"), (390, "dark")):
            with Tab(chromium, Path("page.html"), width=width, color_scheme=scheme) as tab:
                tab.require_sound()
                assert tab.page.evaluate(CONTRAST) == [], command


@needs("chromium", "pypdf")
@pytest.mark.parametrize("command", ["report standings", "report board 1", "report scorecard 2NS"])
def test_what_is_for_the_wall_is_one_page_and_its_arithmetic_more(command, evening):
    import pypdf

    assert run(["-q", *shlex.split(command), "-o", "short.pdf"]) == 0
    assert run(["-q", *shlex.split(command), "--why", "-o", "why.pdf"]) == 0
    short, why = (pypdf.PdfReader(name) for name in ("short.pdf", "why.pdf"))
    assert len(short.pages) == 1
    assert len(why.pages) > 1
    assert "comes about" not in short.pages[0].extract_text()


@needs("chromium", "pypdf")
def test_a_pdf_has_page_numbers_and_headings_and_the_same_bytes(evening):
    import pypdf

    for name in ("one.pdf", "two.pdf"):
        assert run(["-q", "report", "audit", "-o", name]) == 0
    assert Path("one.pdf").read_bytes() == Path("two.pdf").read_bytes()
    pages = pypdf.PdfReader("one.pdf").pages
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        said = page.extract_text()
        assert f"{number} / {len(pages)}" in said
        assert "Audit · Thursday" in said
    assert run(["-q", "report", "slip", "R-0001", "-o", "one.pdf"]) == 0, "a PDF of ours is written over"
    (slip,) = pypdf.PdfReader("one.pdf").pages
    assert (round(slip.mediabox.width), round(slip.mediabox.height)) == (298, 420), "A6"


def test_another_s_pdf_is_left_alone_and_without_a_browser_it_is_said(evening, monkeypatch, capsys):
    monkeypatch.setattr(folder.shutil, "which", lambda name: None)
    assert run(["report", "audit", "-o", "audit.pdf"]) == 5
    said = capsys.readouterr().err
    assert "error[tool-missing]" in said
    assert "apt install chromium" in said
    monkeypatch.setattr(folder.shutil, "which", lambda name: "/bin/true")
    assert run(["report", "audit", "-o", "audit.pdf"]) == 5
    assert "error[tool-failed]" in capsys.readouterr().err
    monkeypatch.setattr("cli.pages.desk_reports.page_pdf", lambda page, moment: b"%PDF-1.4")
    Path("audit.pdf").write_bytes(b"%PDF-1.4 somebody's")
    assert run(["report", "audit", "-o", "audit.pdf"]) == 1
    assert "error[file-exists]" in capsys.readouterr().err
    assert Path("audit.pdf").read_bytes() == b"%PDF-1.4 somebody's"


def test_a_browser_that_takes_too_long_is_stopped(monkeypatch, tmp_path):
    slow = tmp_path / "chromium"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setattr(folder.shutil, "which", lambda name: str(slow))
    monkeypatch.setattr(folder, "_LONGEST_SECONDS", 0.2)
    with pytest.raises(Unavailable) as caught:
        folder.page_pdf("<p>", 0)
    assert caught.value.code == "tool-failed"


def test_the_auction_and_the_play_that_were_recorded_are_on_the_form(evening, typed):
    typed('auction add 1/2 "N: 1S P 2S P 4S P P P"')
    page = written("report form R-0001")
    assert re.findall(r"<td>(.*?)</td>", page[page.index('class="auction"') :])[:3] == ["1♠", "Pass", "2♠"]


def fields(page: str) -> dict[str, tuple[str, int]]:
    """What each field of a form says, and how many lines it leaves to write on."""
    found = re.findall(r"<div[^>]*><dt>(.*?)</dt><dd>(.*?)</dd></div>", page, re.S)
    return {
        label: (" ".join(re.sub("<[^>]+>", " ", said).split()), said.count('class="line"')) for label, said in found
    }


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("", dict.fromkeys(("Laws", "Infraction", "Damage", "Directors consulted", "Facts found", "Findings"), "")),
        (
            "--law 16B --infraction --no-damage --consulted Berg --facts slow --findings none",
            {
                "Laws": "16B Authorized and unauthorized information",
                "Infraction": "yes",
                "Damage": "no",
                "Directors consulted": "Berg",
                "Facts found": "slow",
                "Findings": "none",
            },
        ),
    ],
    ids=["nothing", "all"],
)
def test_a_field_has_lines_to_write_on_where_the_log_says_nothing_and_only_there(evening, typed, said, known):
    typed(f"ruling add 1/1 --stands {said}")
    found = fields(written("report form R-0003"))
    assert {label: found[label][0] for label in known} == known
    assert all(bool(lines) == (not text) for text, lines in (found[label] for label in known))
    assert found["Table result"] == ("4♠N= NS +420", 0)


@pytest.mark.parametrize(
    ("scoring", "ruled", "told"),
    [
        ("matchpoints", "--awarded 1.5/0.5", "North–South 1.5 , East–West 0.5"),
        ("cross-imps", "--awarded 5/-3", "North–South 5 , East–West -3"),
        ("matchpoints", "--artificial A+/A-", "North–South A+ (60%), East–West A- (40%)"),
        ("matchpoints", "--artificial A-/55", "North–South A- (40%), East–West 55%"),
        ("board-a-match", "--artificial A/A+", "North–South A (50%), East–West A+ (60%)"),
        ("butler", "--artificial A/A+", "North–South A (+0 IMP), East–West A+ (+3 IMP)"),
        ("teams", "--artificial A-/A+", "North–South A- (-3 IMP), East–West A+ (+3 IMP)"),
        ("knockout", "--artificial A-/A+", "North–South A- (-3 IMP), East–West A+ (+3 IMP)"),
    ],
)
def test_what_each_side_is_given_is_told_and_what_it_is(typed, scoring, ruled, told):
    typed(f"init\nsession open t --scoring {scoring} --boards 1-2 --contestants 1-4 --winners 1")
    second = "--ns 2 --ew 1" if scoring in ("teams", "knockout", "board-a-match") else "--ns 3 --ew 4"
    typed(f"result add 1/1 --ns 1 --ew 2 4SN=\nresult add 1/2 {second} 4SN=")
    typed(f"ruling add 1/1 {ruled}")
    assert f"As ruled: {told}" in words(written("report form R-0001")).replace(" )", ")")
