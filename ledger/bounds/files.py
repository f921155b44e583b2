"""Bounds of strangers' files and of typed texts: a longer one is refused before all of it is read."""

from ledger.bounds import Bounds

MIB = 1 << 20

RESULTS = Bounds("the bytes of a result file", 0, 32 * MIB)  # 800,000 lines of CSV
ANSWER = Bounds("the bytes of an answer of the Data Connector", 0, 32 * MIB)  # 50,000 results, more than a session has
LINES = Bounds("the lines of a result file", 0, 200_000)  # a world-wide simultaneous of 5,000 tables has 120,000
COLUMNS = Bounds("the columns of a table in a file", 0, 200)  # the widest known export has 60
UNPACKED = Bounds("the bytes of a spreadsheet, unpacked", 0, 64 * MIB)  # 200,000 lines of twelve columns
# the longest sensible value is a board's play with its notes
CHARACTERS = Bounds("the characters of a value in a file", 0, 10_000)
TITLE = Bounds("the characters of a title in a file", 0, 200)
NAME = Bounds("the characters of a name in a file", 0, 100)
MARKS = Bounds("the combining marks on one letter of a text", 0, 4)  # Hebrew and Devanagari have three
POLL_ANSWER = Bounds("the characters of an answer to a poll by phone", 1, 100)
CONSIDERED = Bounds("the calls considered in an answer to a poll by phone", 0, 8)
NAMES = Bounds("the names of one contestant in a cell", 0, 8)
USEBIO = Bounds("the bytes of a USEBIO file", 0, 16 * MIB)
# 750 tables of 24 boards, with the deals, are 7 MiB and 400,000 tags
TAGS = Bounds("the tags of a USEBIO file", 0, 600_000)
# 40,000 results, or a national list of members
CELLS = Bounds("the cells of a table in a file of Access", 0, 1_000_000)
ACCESS_COLUMNS = Bounds("the columns of a table in a file of Access", 0, 255)  # the limit of Access itself
DEFINITION = Bounds("the pages of a table's definition in a file of Access", 1, 16)
NESTED = Bounds("the depth of nested lists in an answer of the Data Connector", 0, 4)
SUIT = Bounds("the characters of a suit in a USEBIO file", 0, 100)
WORDS = Bounds("the words of a section of PBN", 0, 700)
CALLS = Bounds("the calls or cards of a hand of LIN", 0, 400)
STATED = Bounds("the boards whose results stand at the head of a file of LIN", 0, 400)
NOTE = Bounds("the characters of a note to a call or card in a file", 0, 500)

PROFILE = Bounds("the bytes of a file of regulations", 0, 32 << 10)  # the shipped ones have 2,000
WORDING = Bounds("the bytes of a file of words for pages", 0, MIB)
CLUB = Bounds("the characters of a club's name, number or address", 0, 200)
LOGO = Bounds("the bytes of a club's file, or of its logo, which every page holds", 0, 48 << 10)
KEY = Bounds("the bytes of a file of a key", 0, 4 << 10)
POSITIONS = Bounds("the bytes of a file of positions", 0, 16 * MIB)  # more than a hundred thousand sessions
PROOF = Bounds("the lines of a proof for a witness", 0, 63)
POLICY = Bounds("the bytes of a policy of witnesses", 0, 256 << 10)  # 32 logs, 32 witnesses and 32 groups

TILE = Bounds("the bytes of a file of tiles", 0, 257 * MIB)  # 256 records of the greatest length
WITNESSED = Bounds("the bytes of an answer of a witness", 0, 64 << 10)  # a line a key; a witness has few
MEMBERS = Bounds("the lines of a list of members", 0, 200_000)  # the largest federation has 150,000
MEMBER_NUMBER = Bounds("the characters of a number of membership", 0, 40)

# a plain ZIP archive counts bytes in 32 bits, and ends with its list of files
BUNDLE = Bounds("the bytes of a bundle", 0, (1 << 32) - (1 << 20))
# a minute of video from a telephone, a scan of twenty pages
EVIDENCE = Bounds("the bytes of a piece of evidence", 1, 50_000_000)
EVIDENCE_PART = Bounds("the bytes of a part of a piece of evidence", 1, 1 << 18)
MOST_PARTS = -(-EVIDENCE.most // EVIDENCE_PART.most)  # the parts of the largest piece
PREFACE = Bounds("the bytes of the preface of a casebook", 0, 64 << 10)
PIECES = Bounds("the pieces of evidence of a call", 0, 20)

TYPED = Bounds("the characters of a text that is typed", 0, 2_000)
SLIP = Bounds("the characters of a slip on standard input", 0, 10_000)
TABLES = Bounds("the tables of a sitting at `enter`", 1, 500)
AUCTION = Bounds("the characters of an auction", 0, 2_000)
DEAL = Bounds("the characters of a deal", 0, 200)
PLAY = Bounds("the characters of the play of a board", 0, 400)
