"""Translation of a table's cells from its language into our own notation.

A letter is interpreted by all cells of its column, the headings, and the desk's options; an ambiguous column is
refused, never guessed.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ledger.errors import Misuse
from ledger.exchange.sheet import shorten


class Language(NamedTuple):
    """A language of tables: its letters for clubs to spades, in one or more sets, and the seat that O means.

    `headings`: column headings by which the language is recognised.
    """

    name: str
    suits: tuple[str, ...]
    o: str
    headings: str


LANGUAGES = {
    "en": Language("English", ("CDHS",), "", ""),
    "de": Language(
        "German",
        ("TKCP", "TKHP", "CDHS"),
        "E",
        "spiel spielnr kontrakt alleinspieler von stiche ergebnis ausspiel tisch paar paare namen punkte runde",
    ),
    "fr": Language(
        "French",
        ("TKCP",),
        "W",
        "donne donnes etui contrat declarant par levees resultat entame paire paires noms joueurs nom tour marque",
    ),
    "es": Language(
        "Spanish",
        ("TDCP",),
        "W",
        "mano estuche contrato declarante por bazas resultado salida mesa pareja jugadores puntos ronda nombres",
    ),
    "it": Language(
        "Italian",
        ("FQCP",),
        "W",
        "mano contratto dichiarante da prese risultato attacco tavolo coppia giocatori punti turno nomi",
    ),
    "pt": Language(
        "Portuguese",
        ("POCE",),
        "W",
        "mao estojo contrato carteador vazas resultado saida mesa par jogadores pontos ronda nomes",
    ),
    "nl": Language(
        "Dutch", ("KRHS",), "E", "spel spelnr leider door slagen resultaat uitkomst tafel paar spelers namen ronde"
    ),
    "pl": Language(
        "Polish",
        ("TKCP",),
        "",
        "rozdanie rozd kontrakt rozgrywajacy lew lewy wynik wist stol stolik para gracze zapis runda nazwiska",
    ),
    "sv": Language("Swedish", ("KRHS",), "", "bricka kontrakt spelforare av stick utspel bord par spelare poang rond"),
    "da": Language("Danish", ("KRHS",), "", "spil kontrakt spilforer af stik udspil bord par spillere resultat runde"),
    "no": Language("Norwegian", ("KRHS",), "", "spill kontrakt spillforer stikk utspill bord par spillere poeng runde"),
}

STRAIN_WORDS = {
    "C": "CLUB CLUBS TREFF TREFLE TREFLES TREBOL TREBOLES TREFL FIORI KREUZ KLAVER KLAVEREN KLAVERS PAUS KLOVER KLØVER "
    "KLOR KLØR ♣ ♧",
    "D": "DIAMOND DIAMONDS KARO CARREAU CARREAUX DIAMANTE DIAMANTES QUADRI OUROS RUIT RUITEN RUTER RUDER ♦ ♢",
    "H": "HEART HEARTS COEUR COEURS HERZ CORAZON CORAZONES CUORI COPAS HART HARTEN HJARTER HJERTER KIER KIERY ♥ ♡",
    "S": "SPADE SPADES PIK PIQUE PIQUES PICA PICAS PICCHE ESPADA ESPADAS SCHOPPEN SPADER SPAR ♠ ♤",
    "NT": "NT N SA ST BA ZT UT OHNE OHNE_TRUMPF SANS SANS_ATOUT SENZA SENZA_ATOUT SIN_TRIUNFO SEM_TRUNFO BEZ_ATU "
    "SANG GRAND NO_TRUMP NO_TRUMPS ZONDER_TROEF UDEN_TRUMF",
}
"""Words for strains; '_' stands for a space, a hyphen or nothing."""

DOUBLE_WORDS = {
    "X": "X × * ! D DBL DOUBLED CONTRA CONTRE KONTRA CONTRADO KTR",
    "XX": "XX ×× ** !! RDBL REDOUBLED RECONTRA RECONTRE SURCONTRE REKONTRA RECONTRADO RKTR",
}

SEAT_WORDS = {
    "N": "N NORTH NORD NOORD NORTE NORR",
    "E": "E Ø EAST OST OOST EST ESTE LESTE ØST ØSTEN",
    "S": "S Z SOUTH SUD ZUID SUR SUL SYD SODER",
    "W": "W V WEST OUEST OESTE OVEST VEST VAST",
}

BY_WORDS = "BY VON PAR POR PER DA DOOR AV AF PRZEZ"

HONOURS = {
    "TKCP": {"R": "K", "D": "Q", "V": "J", "B": "J", "W": "J"},
    "TKHP": {"D": "Q", "B": "J"},
    "TDCP": {"R": "K", "D": "Q", "V": "J"},
    "FQCP": {"R": "K", "D": "Q", "F": "J"},
    "POCE": {"R": "K", "D": "Q", "V": "J"},
    "KRHS": {"H": "K", "V": "Q", "B": "J", "D": "Q"},
}
"""The letters of king, queen and jack where they differ from K, Q, J, by the letters of the suits."""


def plain_capitals(text: str) -> str:
    """Return a text in capitals without accents; Ø and Ö, which mean East, become Ø.

    >>> plain_capitals("Cœur"), plain_capitals("Väst"), plain_capitals("Öst"), plain_capitals("♠︎")
    ('COEUR', 'VAST', 'ØST', '♠')
    """
    text = re.sub("[öÖø]", "Ø", text).replace("œ", "oe").replace("Œ", "OE").replace("ł", "l").replace("Ł", "L")
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return plain.replace("\ufe0e", "").replace("\ufe0f", "").strip().upper()


def languages_of(headings: Sequence[str]) -> list[str]:
    """Return the codes of the languages to which most headings belong; [] if no heading is a known foreign word.

    >>> languages_of(["Donne", "Contrat", "Déclarant"]), languages_of(["board", "ns", "contract"])
    (['fr'], [])
    """
    words = {word for name in headings for word in re.split(r"[^A-Z]+", plain_capitals(name).replace("Ø", "O")) if word}
    known = {code: len(words & set(each.headings.upper().split())) for code, each in LANGUAGES.items()}
    most = max(known.values())
    return [code for code, count in known.items() if count == most] if most else []


_OURS = "CDHS"
_ALPHABETS = tuple(dict.fromkeys(suits for each in LANGUAGES.values() for suits in each.suits))


def _meanings(words: Mapping[str, str]) -> dict[str, str]:
    return {word.replace("_", ""): ours for ours, several in words.items() for word in several.split()}


_STRAINS, _SEATS = _meanings(STRAIN_WORDS), _meanings(SEAT_WORDS)
_DOUBLES = _meanings(DOUBLE_WORDS) | {"R": "XX"}


def _alternatives(*words: str) -> str:
    several = sorted((word for text in words for word in text.split()), key=len, reverse=True)
    return "|".join(re.escape(word).replace("_", r"[\s-]*") for word in several)


_CONTRACT = re.compile(
    rf"(?P<level>[1-7])\s*(?P<strain>{_alternatives(*STRAIN_WORDS.values())}|[A-Z])"
    rf"\s*(?P<double>(?<![TK])R|{_alternatives(*DOUBLE_WORDS.values())})?"
    rf"\s*(?:(?:{_alternatives(BY_WORDS)})\s+)?(?P<seat>{_alternatives(*SEAT_WORDS.values(), 'O')})?"
    r"\s*(?P<tricks>=|[+−–-]\s*[0-9]{1,2}|[7-9]|1[0-3])?(?:\s*TRICKS)?"
)
"""4S, 4 Pik x, 3 SA O +1, 4♠ by N 10. Not 4TR, which may be Treff, or clubs redoubled."""


class Cells(NamedTuple):
    """A reader for a table's cells: its letters for the suits, and the seat called O ('' if O is no seat).

    `alphabet`: the letters of clubs, diamonds, hearts and spades.
    """

    alphabet: str = _OURS
    o: str = ""

    def in_ours(self, cells: Mapping[str, str]) -> dict[str, str]:
        """Return a row in our own notation; ValueError if its contract names a suit outside the alphabet."""
        ways = {"contract": self.contract, "declarer": self.seat, "lead": self.card}
        return {name: ways[name](text) if name in ways else text for name, text in cells.items()}

    def seat(self, text: str) -> str:
        """Return the declarer's seat as N, E, S or W; a text that names no seat is returned unchanged.

        >>> Cells(o="W").seat("O"), Cells().seat("Süd"), Cells().seat("O")
        ('W', 'S', 'O')
        """
        return _SEATS.get(plain_capitals(text)) or (self.o if plain_capitals(text) == "O" and self.o else text)

    def contract(self, text: str) -> str:
        """Return a contract, with declarer and tricks from the same cell, in our notation; return other text unchanged.

        >>> Cells("TKCP", "W").contract("3 Piques x par O +1"), Cells().contract("3SA"), Cells("KRHS").contract("2H*")
        ('3SX W +1', '3NT', '2HX')
        """
        match = _CONTRACT.fullmatch(plain_capitals(text))
        if not match:
            return text
        double, seat, tricks = (match[name] or "" for name in ("double", "seat", "tricks"))
        strain = match["strain"]
        ours = _STRAINS.get(_without_blanks(strain))
        if not ours:
            if strain not in self.alphabet:
                raise ValueError(f"{shorten(strain)} is no suit where they are called {' '.join(self.alphabet)}")
            ours = _OURS[self.alphabet.index(strain)]
        whole = f"{match['level']}{ours}{_DOUBLES.get(double, '')}"
        behind = (self.seat(seat), f"{tricks} tricks" if tricks.isdigit() else re.sub(r"\s", "", tricks))
        return " ".join(filter(None, (whole, *behind)))

    def notes(self) -> Iterator[str]:
        """Yield notes for the user about letters that do not mean what they mean in English."""
        if self.alphabet != _OURS:
            yield f"clubs, diamonds, hearts and spades are read as {' '.join(self.alphabet)}"
        if self.o:
            yield f"O is read as {'East' if self.o == 'E' else 'West'}"

    def card(self, text: str) -> str:
        """Return a card with the suit first; a text that names no card is returned unchanged.

        >>> Cells("TKCP").card("CR"), Cells("TKCP").card("10P"), Cells().card("7D"), Cells().card("Pik 5")
        ('HK', 'S10', 'D7', 'S5')
        """
        return _read_card(self.alphabet, text) or text


_SUIT_WORDS = _alternatives(*(words for ours, words in STRAIN_WORDS.items() if ours in _OURS))


def _read_card(alphabet: str, text: str) -> str:
    honours = HONOURS.get(alphabet, {})
    suit, rank = rf"(?P<suit>[{alphabet}]|{_SUIT_WORDS})", rf"(?P<rank>10|[2-9TAKQJ{''.join(honours)}])"
    tidy = _without_blanks(plain_capitals(text))
    match = re.fullmatch(suit + rank, tidy) or re.fullmatch(rank + suit, tidy)
    if not match:
        return ""
    ours = _STRAINS.get(match["suit"]) or _OURS[alphabet.index(match["suit"])]
    return f"{ours}{honours.get(match['rank'], match['rank'])}"


def _without_blanks(text: str) -> str:
    return re.sub(r"[\s-]", "", text)


def interpret_cells(
    file: str,
    headings: Sequence[str],
    contracts: Sequence[str],
    declarers: Iterable[str],
    language: str | None,
    leads: Iterable[str] = (),
) -> Cells:
    """Find the meaning of a table's letters and return a reader for its cells; `language`: the user's option.

    Misuse (bad-file): the suits, or O, are ambiguous.
    """
    contracts_read = [match for text in contracts if (match := _CONTRACT.fullmatch(plain_capitals(text)))]
    letters = Counter(match["strain"] for match in contracts_read if _without_blanks(match["strain"]) not in _STRAINS)
    seats = {plain_capitals(text) for text in declarers} | {match["seat"] or "" for match in contracts_read}
    languages = [language] if language else languages_of(headings)
    leads_read = Counter(lead for lead in leads if any(_read_card(each, lead) for each in _ALPHABETS))
    alphabet = _find_alphabet(file, _Letters(letters, leads_read), languages, by_desk=bool(language))
    return Cells(alphabet, _seat_of_o(file, seats, headings, language) if "O" in seats else "")


class _Letters(NamedTuple):
    """The suit letters of a table's contracts, and the opening leads, with the number of times each occurs."""

    strains: Counter[str]
    leads: Counter[str]

    def fitting(self, alphabets: Iterable[str]) -> list[str]:
        """Return the alphabets that can read most contracts, and among equally good ones those that read most leads."""
        by_contracts = _best(alphabets, lambda each: sum(self.strains[letter] for letter in each))
        return _best(by_contracts, lambda each: sum(n for lead, n in self.leads.items() if _read_card(each, lead)))

    def unclear(self, alphabets: Sequence[str]) -> str:
        """Return the first letter or lead that the alphabets read differently; '' if they all agree."""
        strains = (each for each in self.strains if len({_suit(suits, each) for suits in alphabets}) > 1)
        leads = (each for each in self.leads if len({_read_card(suits, each) for suits in alphabets}) > 1)
        return next(chain(strains, leads), "")


def _find_alphabet(file: str, letters: _Letters, languages: Sequence[str], *, by_desk: bool) -> str:
    national = [suits for code in languages for suits in LANGUAGES[code].suits]
    if not (letters.strains or letters.leads):
        return national[0] if len(set(national)) == 1 else _OURS
    fitting = letters.fitting([*national, _OURS] if by_desk else _ALPHABETS)
    if letters.unclear(fitting):
        fitting = [each for each in fitting if each in (*national, _OURS)] or fitting
    unclear = letters.unclear(fitting)
    if _OURS in fitting and (not languages or (not by_desk and not unclear)):
        return _OURS
    if by_desk or not unclear:
        return next((each for each in national if each in fitting), fitting[0])
    if unclear in letters.strains:
        clash = f"{unclear} in its contracts is {_readings(fitting, lambda suits: _suit(suits, unclear))}"
    else:
        clash = f"{shorten(unclear)} among its leads is {_readings(fitting, lambda suits: _read_card(suits, unclear))}"
    raise Misuse("bad-file", f"{file}: {clash}", f"say its language: --language {'|'.join(LANGUAGES)}")


def _best(alphabets: Iterable[str], count: Callable[[str], int]) -> list[str]:
    counted = {each: count(each) for each in alphabets}
    return [each for each, number in counted.items() if number == max(counted.values())]


def _suit(alphabet: str, letter: str) -> str:
    names = ("clubs", "diamonds", "hearts", "spades")
    return names[alphabet.index(letter)] if letter in alphabet else ""


def _readings(alphabets: Sequence[str], reading: Callable[[str], str]) -> str:
    """Return the meanings of a letter by language, as text: 'clubs (English), or hearts (French, Polish)'."""
    meanings: dict[str, dict[str, None]] = {}
    for language in LANGUAGES.values():
        for suits in set(language.suits) & set(alphabets):
            meanings.setdefault(reading(suits) or "none", {})[language.name] = None
    return ", or ".join(f"{suit} ({', '.join(names)})" for suit, names in meanings.items())


_HEADED = {"W": r"E[\s/-]*O|OUEST|OESTE|OVEST", "E": r"O[\s/-]*[WV]|OST|OOST|OEST"}


def _seat_of_o(file: str, seats: set[str], headings: Sequence[str], language: str | None) -> str:
    """Return the seat that O stands for, by the user's language, or by the other seats in the table and its headings.

    '' if both East and West occur in other letters, so that O is no seat. Misuse: no evidence, or contradictory
    evidence.
    """
    if language:
        return LANGUAGES[language].o
    known = {ours for text in seats if (ours := _SEATS.get(text)) in ("E", "W")}
    if len(known) == 2:
        return ""
    heads = [re.sub("_", " ", plain_capitals(name)).replace("Ø", "O") for name in headings]
    headed = ((seat, re.compile(rf"\b(?:{words})\b")) for seat, words in _HEADED.items())
    seats_found = {seat for seat, words in headed if any(map(words.search, heads))}
    seats_found |= {"W" if each == "E" else "E" for each in known}
    seats_found = seats_found or {LANGUAGES[code].o for code in languages_of(headings)} - {""}
    if len(seats_found) == 1:
        return seats_found.pop()
    message = f"{file}: O among its declarers is East (Ost, oost) or West (ouest, oeste, ovest)"
    raise Misuse("bad-file", message, "say its language: --language de, or --language fr")
