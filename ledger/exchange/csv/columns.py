"""What the columns of somebody's table of results are called: in other words, in other languages, or as the desk says.

Names are compared without case, accents, spaces and signs: 'Pair N/S', 'Paar NS' and 'pair_ns' are one.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain

from ledger.errors import Misuse
from ledger.exchange.sheet import shortened

NEEDED = ("board", "ns", "ew")

KNOWN = (
    *NEEDED,
    *("section", "round", "table", "contract", "declarer", "tricks", "over", "lead", "score"),
    *("score_ns", "score_ew", "names_ns", "names_ew"),
)
"""Our own names of the columns, which `--map` takes."""

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

_ENDS = {"": "{}", **dict.fromkeys(_PAIR.split(), "{}"), **dict.fromkeys(_SCORE.split(), "score_{}")}

_ENDS |= dict.fromkeys(_NAMES.split(), "names_{}") | dict.fromkeys(_EARNED.split(), "")

_PLAIN = {word: ours for ours, words in _WORDS.items() for word in (ours, *words.split())}

_PLAIN |= {"nsminus": "score_ew", "ewminus": "score_ns"}

_PLAIN |= {ours.replace("_", ""): ours for ours in KNOWN}


def plain(name: str) -> str:
    """A name without case, accents, spaces and signs.

    >>> plain("Pair N/S"), plain("Öst-Väst"), plain("NS +")
    ('pairns', 'ostvast', 'nsplus')
    """
    tidy = unicodedata.normalize("NFKD", name.strip().replace("ø", "o").replace("Ø", "O").replace("ł", "l"))
    return re.sub(
        r"[^a-z0-9]", "", re.sub(r"(?<=[NSEWnsew])[ ]*-$", "minus", re.sub(r"\+$", "plus", tidy.strip())).casefold()
    )


def recognised(name: str) -> str:
    """Which of our columns a column is by its name; '' where it is none.

    >>> recognised("Paar NS"), recognised("Score E/W"), recognised("Étui"), recognised("MP NS"), recognised("Zeit")
    ('ns', 'score_ew', 'board', '', '')
    """
    tidy = plain(name)
    return _PLAIN.get(tidy) or next(_of_a_side(tidy), "")


def is_who(name: str) -> bool:
    """Whether a column of a list of names says whose they are: 'Pair', 'Nr', 'Team'."""
    return plain(name) in _PAIR.split()


def is_names(name: str) -> bool:
    """Whether a column is of names: 'Player', 'Spieler'."""
    return plain(name) in _NAMES.split()


def is_earned(name: str) -> bool:
    """Whether a column says what a line earned, which is worked out anew: 'MP NS'."""
    return plain(name) in _EARNED.split() or "" in _of_a_side(plain(name))


def _of_a_side(tidy: str) -> Iterator[str]:
    """What a column of one side is; '' where it is what the side earned."""
    for ours, words in _SIDES.items():
        for word in words.split():
            for rest in (tidy.removeprefix(word), tidy.removesuffix(word)):
                if rest != tidy and rest in _ENDS:
                    yield _ENDS[rest].format(ours)


def known(columns: Sequence[str], said: Mapping[str, str]) -> int:
    """How many of the cells of a line are names of columns."""
    theirs = {name.strip().casefold() for name in said.values()}
    return len({recognised(name) for name in columns} - {""}) + sum(name.casefold() in theirs for name in columns)


def understood(file: str, columns: Sequence[str], said: Mapping[str, str]) -> dict[str, int]:
    """Where each of our columns stands among those of a table; `said` names theirs by ours, and goes first.

    Misuse (bad-file) where a column that is needed is not there, or one is there twice.
    """
    if not any(columns):
        raise Misuse("bad-file", f"{file} is empty", "is it the file you meant?")
    found = {ours: _where(file, theirs, columns) for ours, theirs in said.items()}
    for at, name in enumerate(columns):
        ours = recognised(name)
        if not ours or at in found.values() or ours in said:
            continue
        if ours in found and plain(columns[found[ours]]) != ours.replace("_", ""):
            raise Misuse(
                "bad-file",
                f"{file} has two columns for {ours}: {shortened(columns[found[ours]])!r} and {shortened(name)!r}",
                f'say which: --map {ours}="{columns[found[ours]]}"',
            )
        found.setdefault(ours, at)
    _check(file, found, columns)
    return found


def _where(file: str, theirs: str, columns: Sequence[str]) -> int:
    at = next((at for at, name in enumerate(columns) if name.strip().casefold() == theirs.strip().casefold()), None)
    if at is None:
        there = ", ".join(shortened(name) for name in columns[:20])
        raise Misuse("bad-file", f"{file} has no column {shortened(theirs)!r}", f"its columns are {there}")
    return at


def _check(file: str, found: Mapping[str, int], columns: Sequence[str]) -> None:
    """Misuse (bad-file) where columns that are needed are not there: all at once, and what each may be called."""
    missing = [name for name in NEEDED if name not in found]
    if not ({"contract"} | SCORES) & found.keys():
        missing.append("contract")
    if not missing:
        return
    free = [name for at, name in enumerate(columns) if name and at not in found.values()]
    maps = " ".join(f"--map {ours}={_quoted(_likeliest(ours, free))}" for ours in missing)
    wanted = ", ".join(missing) + (" (or score)" if "contract" in missing else "")
    there = ", ".join(shortened(name) for name in columns[:20])
    raise Misuse("bad-file", f"{file} has no column {wanted}", f"its columns are {there}; say which is which: {maps}")


def _likeliest(ours: str, free: Sequence[str]) -> str:
    """The heading that is most like what the column is called anywhere; NAME where none is at all."""
    words = [ours, *_WORDS.get(ours, "").split(), *(f"{_PAIR_OF}{word}" for word in _SIDES.get(ours, "").split())]

    tidy = {plain(name): name for name in free}
    inside = (name for each, name in tidy.items() if any(len(word) > _SHORT and word in each for word in words))
    alike = (tidy[each] for word in words for each in get_close_matches(word, tidy, 1))
    return next(chain(inside, alike), "NAME")


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"\w+", name) else f'"{name}"'
