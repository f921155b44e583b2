"""Tables as people keep them, as CSV or .xlsx, in any common encoding; and the headings of columns of results.

Headings are compared without case, accents, spaces and signs: 'Pair N/S', 'Paar NS' and 'pair_ns' are one. A cell that
a spreadsheet would take for a formula is written with an apostrophe before it; numbers stay numbers.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from io import BytesIO, StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zipfile import BadZipFile, ZipFile

from ledger.bounds.files import CHARACTERS, COLUMNS, LINES, MIB, UNPACKED
from ledger.errors import Misuse, Unavailable, hint_to_install_extra
from ledger.exchange.sheet import read_bytes, shorten

if TYPE_CHECKING:
    from _csv import Reader


_SEPARATORS = ",;\t|"
_MOST_ABOVE = 20  # the headings are searched in so many lines
_HEAD = 1 << 16
_BLANK = ' \t\r\n"' + _SEPARATORS
_CONTROL = frozenset(map(chr, range(32))) - frozenset("\t\r\n\f\v")


class Table(NamedTuple):
    """A table that was read from a file."""

    columns: list[str]
    rows: list[tuple[int, list[str] | str]]  # with line numbers; a text is the reason why a row is invalid
    encoding: str = "utf-8"
    whole: bool = True  # the last line ends with a line end
    above: tuple[str, ...] = ()  # the lines above the headings


Heads = Callable[[Sequence[str]], int]
"""A function that counts the known headings in a line."""


def read_table(path: Path, heads: Heads, most: int = LINES.most) -> Table:
    """Read the table in a file, up to one row more than `most`. Misuse (bad-file): the file holds no table.

    The headings are the line, among the first twenty, with most known headings; lines above are titles. Unavailable
    (tool-missing): the reader of spreadsheets is not installed.
    """
    return _read_xlsx(path, heads, most) if path.suffix.lower() == ".xlsx" else _read_text(path, heads, most)


def _read_text(path: Path, heads: Heads, most: int) -> Table:
    text, encoding = _decode(path, read_bytes(path))
    above, separator = _split_title(text, heads)
    try:
        reader = csv.reader(StringIO(text[sum(map(len, above)) :], newline=""), delimiter=separator, strict=True)
        columns = [name.strip() for name in next(reader, [])]
    except csv.Error as error:
        raise Misuse("bad-file", f"{path} is no CSV: {error}", "every line has the columns of the first") from error
    line = reader.line_num + len(above)
    if len(columns) > COLUMNS.most:
        many = f"{path} line {line}: it names {len(columns)} columns, and no table has more than {COLUMNS.most}"
        raise Misuse("bad-file", many, "is it the file you meant?")
    if problem := _find_long_cell(columns):
        raise Misuse("bad-file", f"{path} line {line}: {problem}", "is a quotation mark not closed?")
    rows = [(number + len(above), row) for number, row in islice(_iterate_rows(reader, len(columns)), most + 1)]
    titles = tuple(title for each in above if (title := each.strip(_BLANK)) and not each.lower().startswith("sep="))
    return Table(columns, rows, encoding, text.endswith(("\n", "\r")), titles)


def _find_long_cell(cells: Sequence[str]) -> str:
    long = (at for at, cell in enumerate(cells, start=1) if len(cell) > CHARACTERS.most)
    return "".join(f"its column {at} has more than {CHARACTERS.most} characters" for at in islice(long, 1))


def _split_title(text: str, heads: Heads) -> tuple[list[str], str]:
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n|$)", text[:_HEAD])[:_MOST_ABOVE]
    stated = re.fullmatch(r"sep=(.)\s*", lines[0], re.IGNORECASE)  # Excel's own mark of the separator
    separators = stated[1] if stated else _SEPARATORS

    def looks(choice: tuple[int, str]) -> tuple[int, bool, int, int]:
        line, separator = lines[choice[0]], choice[1]
        cells = [cell.strip(_BLANK) for cell in line.split(separator, COLUMNS.most)]
        return heads(cells), any(cells) and not line.lower().startswith("sep="), -choice[0], len(cells)

    at, separator = max(((at, each) for at in range(len(lines)) for each in separators), key=looks)
    return lines[:at], separator


def _decode(path: Path, data: bytes) -> tuple[str, str]:
    wide = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}.get(data[:2])
    wide = wide or ("utf-16-le" if data[1:4:2] == b"\0\0" else "utf-16-be" if data[:3:2] == b"\0\0" else None)
    for encoding in (wide,) if wide else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            place = error.start
            continue
        barred = _CONTROL if encoding == "cp1252" else {"\0"}
        control = next((at for at, letter in enumerate(text) if letter in barred), None)
        if control is None:
            return text, encoding.removesuffix("-sig")
        place = control
    raise Misuse("bad-file", f"{path} is no text file (byte {place})", "save it as CSV in UTF-8")


def _iterate_rows(reader: Reader, columns: int) -> Iterator[tuple[int, list[str] | str]]:
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield reader.line_num, f"it is no line of CSV: {error}"
            continue
        if problem := _find_long_cell(cells):
            yield reader.line_num, problem
        elif not any(cell.strip() for cell in cells):
            continue
        elif len(cells) == columns:
            yield reader.line_num, [_without_guard(cell.strip()) for cell in cells]
        else:
            yield reader.line_num, "it has more or fewer cells than the first line names"


def _without_guard(cell: str) -> str:
    """Remove the apostrophe that a spreadsheet puts before text that looks like a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def _read_xlsx(path: Path, heads: Heads, most: int) -> Table:
    data = read_bytes(path)
    try:
        with ZipFile(BytesIO(data)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except (BadZipFile, ValueError, RuntimeError) as error:
        raise _no_spreadsheet(path, str(error)) from error
    if unpacked > UNPACKED.most:
        raise _no_spreadsheet(path, f"it unpacks to more than {UNPACKED.most // MIB} MiB")
    try:
        from openpyxl import load_workbook
    except ModuleNotFoundError:
        missing = f"{path} is a spreadsheet, and the reader of spreadsheets is not installed"
        raise Unavailable("tool-missing", missing, f"{hint_to_install_extra('xlsx')}; or save it as CSV") from None
    try:
        book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        values = islice(book.worksheets[0].iter_rows(values_only=True), most + _MOST_ABOVE)
        cells = [[_cell_text(value) for value in line[: COLUMNS.most]] for line in values]
    except Exception as error:  # whatever a stranger's spreadsheet makes of the library
        raise _no_spreadsheet(path, str(error) or type(error).__name__) from error
    first = max(range(min(len(cells), _MOST_ABOVE)), key=lambda at: (heads(cells[at]), any(cells[at])), default=0)
    columns = list(cells[first]) if cells else []
    while columns and not columns[-1]:
        columns.pop()
    width = len(columns)
    rows: list[tuple[int, list[str] | str]] = []
    for at, line in enumerate(cells[first + 1 :], start=first + 2):
        if any(line[width:]):
            rows.append((at, "it has more cells than the first line names"))
        elif any(line):
            rows.append((at, [*line, *[""] * width][:width]))
    titles = (" ".join(filter(None, line)) for line in cells[:first])
    return Table(columns, rows, above=tuple(filter(None, titles)))


def _no_spreadsheet(path: Path, why: str) -> Misuse:
    return Misuse("bad-file", f"{path} cannot be read as a spreadsheet: {why[:120]}", "save it as CSV")


def _cell_text(value: object) -> str:
    """Return the value of a spreadsheet's cell as text: 10.0 is '10', and None is ''."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else _without_guard(str(value).strip())


NEEDED = ("board", "ns", "ew")

KNOWN = (
    *NEEDED,
    *("section", "round", "table", "contract", "declarer", "tricks", "over", "lead", "score"),
    *("score_ns", "score_ew", "names_ns", "names_ew"),
)
"""Our names of the columns, as `--map` takes them."""

SCORES = frozenset({"score", "score_ns", "score_ew"})
_SHORT = 3
_PAIR_OF = "pair"

_WORDS = {
    "board": "boardno boardnr boardnumber bd bdno brd boardn donne etui mano estuche spel spelnr spil spill spillnr "
    "bricka bricknr rozdanie rozd spiel spielnr brett brettnr boardid",
    "section": "sect sec sektion seccion sezione secteur sektor sectionletter lijn linia",
    "round": "rd runde tour ronda turno rond omgang runda roundno roundnumber roundnr",
    "table": "tbl tisch mesa tavolo tafel stol stolik bord tableno tablenumber tablenr tischnr",
    "contract": "kontrakt contrat contrato contratto finalcontract",
    "declarer": "decl dec by von par por da door av playedby alleinspieler "
    "declarant declarante dichiarante leider rozgrywajacy "
    "spelforare spilforer spillforer carteador declarerdirection",
    "tricks": "result trickstaken made stiche levees bazas prese slagen lewy stick stik resultat resultaat "
    "resultado risultato wynik ergebnis overunder vazas",
    "lead": "openinglead leadcard ausspiel entame salida attacco uitkomst wist utspel udspil utspill opening saida",
    "score": "points punkte puntos punti zapis poang poeng marque",
}

_SIDES = {
    "ns": "northsouth nordsud noordzuid nortesur nordsyd nordsor nz ns",
    "ew": "eastwest estouest ostwest oostwest esteoeste ostvast ostvest estovest eo ow ov we ew",
}

_PAIR = "pair paar paire pareja coppia par para pairid pairno pairnr pairnumber id no nr number num contestant team"
_SCORE = "score scores points plus pkt punkte puntos punti zapis poang poeng marque"
_NAMES = "names name players player spieler joueurs jugadores giocatori spelers gracze spelare spillere "
_NAMES += "nom noms namen nombres nazwiska"

_EARNED = "mp mps matchpoints matchpunkte percent percentage pct imp imps butler ximp ximps top pro"
_OF_HUNDRED = ("percent", "percentage", "pct", "top")
_ENDS = {"": "{}", **dict.fromkeys(_PAIR.split(), "{}"), **dict.fromkeys(_SCORE.split(), "score_{}")}
_ENDS |= dict.fromkeys(_NAMES.split(), "names_{}") | dict.fromkeys(_EARNED.split(), "")

_PLAIN = {word: ours for ours, words in _WORDS.items() for word in (ours, *words.split())}
_PLAIN |= {"nsminus": "score_ew", "ewminus": "score_ns"}
_PLAIN |= {ours.replace("_", ""): ours for ours in KNOWN}


def plain(name: str) -> str:
    """Return a heading for comparison: without case, accents, spaces and punctuation.

    >>> plain("Pair N/S"), plain("Öst-Väst"), plain("NS +")
    ('pairns', 'ostvast', 'nsplus')
    """
    tidy = unicodedata.normalize("NFKD", name.strip().replace("ø", "o").replace("Ø", "O").replace("ł", "l"))
    signs = re.sub(r"(?<=[NSEWnsew])[ ]*-$", "minus", re.sub(r"\+$", "plus", tidy.strip()))
    return re.sub(r"[^a-z0-9]", "", signs.casefold())


def find_column(name: str) -> str:
    """Return the column of ours that a heading names: 'ns' for 'Paar NS'; '' if the heading is unknown.

    >>> find_column("Paar NS"), find_column("Score E/W"), find_column("Étui"), find_column("MP NS"), find_column("Zeit")
    ('ns', 'score_ew', 'board', '', '')
    """
    tidy = plain(name)
    return _PLAIN.get(tidy) or next(_by_side(tidy), "")


def is_contestant_heading(name: str) -> bool:
    """Return whether a heading names a column of contestants: 'Pair', 'Nr', 'Team'."""
    return plain(name) in _PAIR.split()


def is_name_heading(name: str) -> bool:
    """Return whether a heading names a column of players' names: 'Player', 'Spieler'."""
    return plain(name) in _NAMES.split()


def is_score_heading(name: str) -> bool:
    """Return whether a heading names a column of matchpoints or IMPs, which the ledger computes anew: 'MP NS'."""
    return plain(name) in _EARNED.split() or "" in _by_side(plain(name))


def find_earned(columns: Sequence[str]) -> tuple[int, int] | None:
    """Return the columns of the matchpoints or IMPs printed for North–South and East–West; None if there are none.

    >>> find_earned(["board", "MP EW", "MP NS"]), find_earned(["board", "score"])
    ((2, 1), None)
    """
    tidy = {plain(name): at for at, name in enumerate(columns)}
    for word in _EARNED.split():
        names = [[each for words in _SIDES[side].split() for each in (word + words, words + word)] for side in _SIDES]
        ns, ew = (next((tidy[each] for each in side if each in tidy), None) for side in names)
        if ns is not None and ew is not None and word not in _OF_HUNDRED:
            return ns, ew
    return None


def _by_side(tidy: str) -> Iterator[str]:
    for ours, words in _SIDES.items():
        for word in words.split():
            for remainder in (tidy.removeprefix(word), tidy.removesuffix(word)):
                if remainder != tidy and remainder in _ENDS:
                    yield _ENDS[remainder].format(ours)


def count_known_headings(columns: Sequence[str], desk_headings: Mapping[str, str]) -> int:
    """Return how many headings in a line are known; `desk_headings` are those the user declared."""
    theirs = {name.strip().casefold() for name in desk_headings.values()}
    return len({find_column(name) for name in columns} - {""}) + sum(name.casefold() in theirs for name in columns)


def find_columns(file: str, columns: Sequence[str], desk_headings: Mapping[str, str]) -> dict[str, int]:
    """Return which column of the table (from 0) holds each of our columns; the user's `desk_headings` have priority.

    Misuse (bad-file): the table is empty, lacks a needed column or a heading of the user's, or has a column twice.
    """
    if not any(columns):
        raise Misuse("bad-file", f"{file} is empty", "is it the file you meant?")
    positions: dict[str, int] = {}
    listed = ", ".join(shorten(name) for name in columns[:20])
    for ours, theirs in desk_headings.items():
        at = next((at for at, name in enumerate(columns) if name.strip().casefold() == theirs.strip().casefold()), -1)
        if at < 0:
            raise Misuse("bad-file", f"{file} has no column {shorten(theirs)!r}", f"its columns are {listed}")
        positions[ours] = at
    for at, name in enumerate(columns):
        ours = find_column(name)
        if not ours or at in positions.values() or ours in desk_headings:
            continue
        if ours in positions and plain(columns[positions[ours]]) != ours.replace("_", ""):
            message = f"{file} has two columns for {ours}: {shorten(columns[positions[ours]])!r} and {shorten(name)!r}"
            raise Misuse("bad-file", message, f'say which: --map {ours}="{columns[positions[ours]]}"')
        positions.setdefault(ours, at)
    missing = [name for name in NEEDED if name not in positions]
    if not ({"contract"} | SCORES) & positions.keys():
        missing.append("contract")
    if missing:
        free = [name for at, name in enumerate(columns) if name and at not in positions.values()]
        tidy, likely = {plain(name): name for name in free}, {}
        for ours in missing:
            pairs = [f"{_PAIR_OF}{word}" for word in _SIDES.get(ours, "").split()]
            words = [ours, *_WORDS.get(ours, "").split(), *pairs]
            inside = [each for each in tidy if any(len(word) > _SHORT and word in each for word in words)]
            alike = [*inside, *(each for word in words for each in get_close_matches(word, tidy, 1))]
            likely[ours] = tidy[alike[0]] if alike else "NAME"
        quoted = {ours: name if re.fullmatch(r"\w+", name) else f'"{name}"' for ours, name in likely.items()}
        maps = " ".join(f"--map {ours}={name}" for ours, name in quoted.items())
        wanted = ", ".join(missing) + (" (or score)" if "contract" in missing else "")
        hint = f"its columns are {listed}; say which is which: {maps}"
        raise Misuse("bad-file", f"{file} has no column {wanted}", hint)
    return positions


BLANKS = ("", "-", "–", "?")
"""Cells without information."""


_BETWEEN = (r"\s+[-–]\s+", r"\s*[;&]\s*", r"\s*/\s*", r"\s+(?:and|und|et|y|e|en|och|og|i)\s+")
"""Separators of partners' names; the first one found applies."""


def split_partners(text: str) -> list[str]:
    """Split a text into the names of partners, whatever separates them.

    >>> split_partners("Jane Roe & Joe Doe"), split_partners("Roe, Jane / Doe, Joe")
    (['Jane Roe', 'Joe Doe'], ['Roe, Jane', 'Doe, Joe'])
    """
    between = next((each for each in _BETWEEN if re.search(each, text)), _BETWEEN[0])
    return [name.strip() for name in re.split(between, text) if name.strip() not in BLANKS]


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?%?")


def guard_cell(cell: str) -> str:
    """Return a cell with an apostrophe before it if a spreadsheet would take it for a formula.

    >>> guard_cell("=1+2"), guard_cell("-50"), guard_cell("+620"), guard_cell("-2+3")
    ("'=1+2", '-50', '+620', "'-2+3")
    """
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


def write_table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as CSV text (RFC 4180); lines end in CR LF."""
    text = StringIO()
    csv.writer(text).writerows([guard_cell(cell) for cell in row] for row in rows)
    return text.getvalue()
