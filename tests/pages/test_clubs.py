"""A club's own file: its name, colour and logo on its pages, its number in the federation's file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.main import run
from cli.terminal.clubs import read_club
from ledger.errors import Misuse

CLUB = 'name = "Acol <b> & Sons"\nnumber = "4680"\nurl = "https://acol.example.org"\ncolour = "{colour}"\n'
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'


def of_club(more: str = "", colour: str = "#0a5c36") -> Path:
    path = Path("club.toml")
    path.write_text(CLUB.format(colour=colour) + more)
    return path


def policy_of(page: str) -> str:
    return page.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0]


def test_its_name_its_colour_and_its_logo_stand_on_every_page_of_its_site(evening):
    Path("logo.svg").write_text(LOGO)
    of_club('logo = "logo.svg"\n')
    assert run(["-q", "report", "site", "site", "--club", "club.toml"]) == 0
    for path in Path("site").rglob("*.html"):
        page = path.read_text()
        assert '<a href="https://acol.example.org"><bdi>Acol &lt;b&gt; &amp; Sons</bdi></a>' in page
        assert "--club: #0a5c36; --onclub: #ffffff;" in page
        assert '<img src="data:image/svg+xml;base64,' in page
        assert policy_of(page).endswith("; img-src data:")


def test_it_is_named_once_for_all(evening, monkeypatch):
    monkeypatch.setenv("BRIDGE_LEDGER_CLUB", str(of_club()))
    assert run(["-q", "report", "standings", "-o", "standings.html"]) == 0
    page = Path("standings.html").read_text()
    assert "Acol &lt;b&gt; &amp; Sons" in page
    assert "img-src" not in policy_of(page), "there is no picture"
    assert run(["-q", "export", "evening.xml"]) == 0
    assert "<CLUB_ID_NUMBER>4680</CLUB_ID_NUMBER>" in Path("evening.xml").read_text()


def test_without_one_a_page_is_of_no_club(evening):
    assert run(["-q", "report", "standings", "-o", "standings.html"]) == 0
    page = Path("standings.html").read_text()
    assert 'class="club' not in page
    assert "img-src" not in policy_of(page)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            'nam = "Acol"\n',
            "'nam' is no key of a club's file; its keys are name, number, event, charge, scale, keep_days, url, colour",
        ),
        ("logo = 3\n", "logo is no text"),
        ('logo = "picture.gif"\n', "picture.gif is no PNG, JPEG or SVG"),
        ("logo\n", "it is no TOML"),
    ],
)
def test_a_file_that_is_none_says_what_is_wrong_and_writes_nothing(evening, capsys, more, why):
    Path("picture.gif").write_bytes(b"GIF89a")
    of_club(more)
    assert run(["-q", "report", "site", "site", "--club", "club.toml"]) == 2
    told = capsys.readouterr().err
    assert "error[bad-file]" in told
    assert why in told
    assert not Path("site").exists()


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("url", "javascript:alert(1)", "url is no address"),
        ("colour", "green", "'green' is no colour"),
        ("name", "Acol\u202e", "name: 'Acol\\\\u202e' has a line break or another character"),
        ("name", "Aco\u0301\u0301\u0301\u0301\u0301\u0301l", "has 5 combining marks on one letter"),
        ("name", "A" * 201, "name: it is longer than 200 characters"),
    ],
)
def test_what_no_page_could_show_is_refused(tmp_path, key, value, why):
    path = tmp_path / "club.toml"
    path.write_text(f'{key} = "{value}"\n')
    with pytest.raises(Misuse, match=why):
        read_club(path)


def test_a_logo_or_a_file_that_is_not_there_or_too_large_is_refused(tmp_path):
    path = tmp_path / "club.toml"
    with pytest.raises(Misuse, match="cannot be read"):
        read_club(path)
    path.write_text('logo = "logo.png"\n')
    with pytest.raises(Misuse, match=r"the logo .* cannot be read: No such file"):
        read_club(path)
    (tmp_path / "logo.png").write_bytes(b"\x89PNG" + bytes(48 << 10))
    with pytest.raises(Misuse, match="longer than 48 KiB"):
        read_club(path)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@given(st.integers(0, 0xFFFFFF))
def test_what_stands_on_a_colour_can_be_read_whatever_it_is(tmp_path_factory, number):
    path = tmp_path_factory.getbasetemp() / "coloured.toml"
    path.write_text(f'colour = "#{number:06x}"\n')
    club = read_club(path)
    dark, light = sorted((_luminance(club.colour), _luminance(club.ink)))
    assert (light + 0.05) / (dark + 0.05) >= 4.5
