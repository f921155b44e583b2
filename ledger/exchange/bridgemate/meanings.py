"""What the numbers of the Data Connector mean, both ways: strains, seats, stakes, cards, averages (ResultDTO)."""

BOTH_SIDES, NS_ALONE, EW_ALONE = 3, 1, 2
"""For whom a result is (ScoringDirection)."""

NOT_PLAYED, WORST = -10, -9
"""Levels that are no contract: -1 to -9 are two averages."""

GRADES = ("A-", "A", "A+")

STRAINS = {1: "C", 2: "D", 3: "H", 4: "S", 5: "N"}
SEATS = {1: "N", 2: "E", 3: "S", 4: "W"}
STAKES = {0: "", 1: "X", 2: "XX"}
RANKS = {**{rank: str(rank) for rank in range(2, 10)}, 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}

HANDS = {"N": "North", "E": "East", "S": "South", "W": "West"}
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
"""A hand record has a field for each hand's suit, NorthSpades; so has the table of a .bws."""
