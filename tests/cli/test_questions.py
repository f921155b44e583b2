"""What scorers, directors and players ask, in their own words: `help WORDS` names the page that answers first."""

import click
import pytest

from cli.desk.commands import root
from cli.screens import manual

CONTEXT = click.Context(root)

ASKED = """
taking-part: I lost a board; lost board; a board is missing; board not played; no time for the last board
taking-part: late pair; pair arrives late; a team came late; player left; a pair went home; pair leaves early
taking-part: somebody is ill; pair did not come; no show; sit out; who sits out; substitute; sub for one round
taking-part: board played later
standings: who leads; who is leading; who is winning; who won; current ranking; show the standings; final result
correcting: wrong score; score is wrong; I typed the wrong result; wrong contract entered; mistake on a slip
correcting: change a result; correct a score after publication; fix a typing error; result on the wrong board
seating: wrong pair number; wrong pair on the slip; pairs sat the wrong way; who really sat there
reversal: take back a ruling; delete a result; how do I delete something; cancel the last entry; I made a mistake
entering: enter results; how do I enter scores; type in the slips; quick entry
checking: which results are missing; missing slips; is everything in; what is still missing; find errors
checking: check the scores
entries: names of players; add a name; change a player's name; misspelled name; membership numbers
movements: odd number of pairs; half table; guide cards; which movement; set up a Mitchell; print table cards
bridgemate: import from Bridgemates; bws file; read the Bridgemate file
devices: Bridgemates do not connect; start the Bridgemates
csv: Excel file; import a spreadsheet
exporting: send results to the federation; masterpoints; upload the results
pages: print results; print the results; print the ranking for the wall; results on the website
pages: print the appeal form; make a PDF
serve: results on phones; live results; QR code
a-swiss: Swiss teams; run a Swiss; how does a Swiss work
draws: draw the next round; who plays whom; next opponents; they met before; wrong opponents in a Swiss
a-knockout: knockout; run a knockout; cup match
brackets: who is out; semifinal; walkover
cuts: who qualifies; who goes on to the final; reserve for the final
carrying: carry over; carry forward; carryover points
stages: tie break; split a tie; equal scores; two pairs with the same score
a-congress: several sessions; run a congress; add up two sessions
a-ruling: make a ruling; give a ruling; the director was called
rulings: average plus; average minus; adjust the score; change the score by a ruling; kinds of ruling
an-appeal: they want to appeal; lodge an appeal; how do I appeal
cases: how long can they appeal; how long may they appeal; deadline for appeals; can I still correct it
polls: poll players; ask other players
penalty add: give a penalty; fine a pair; penalise a player
evidence: photo of the bidding cards; attach a picture
searching: similar case; have we had this before; precedent; old rulings
explain: why did my score change; why is our score so low; how is this score calculated
log: who changed a result
scorecard: how did we do; my results; my boards
publishing: publish the scores; when are results final; give out the scores
concepts: glossary; what is an event; what does provisional mean; what is a session; terms
a-shared-office: two computers; several desks; second scorer
backups: computer crashed; make a backup; back up; move to another computer; restore
personal-data: what do you know about me; delete my name; gdpr; how do I erase a player; the right to be forgotten
personal-data: data protection; how long do you keep names; what is held about a player
trust: has somebody changed a score; prove nothing was changed; tampering
signing: password; who may record
options: wrong time; clock is wrong
installing: install; set up a new computer; update the program
errors: error message; what does this error mean
first-evening: how do I start; getting started; tutorial; beginner
scoring: Butler scoring; how are matchpoints calculated; which forms of scoring
61: revoke; he revoked; a defender revoked
90B2: slow play; slow pair
16B: West hesitated; he thought a long time before he passed, a hesitation
53: lead out of turn
70: claim; disputed claim
21B: wrong explanation; they explained it wrongly, misinformation
27: insufficient bid
87: fouled board
"""
"""The page, and what somebody types who looks for it."""

ROWS = [
    (phrase.strip(), page)
    for line in ASKED.strip().splitlines()
    for page, _, phrases in [line.partition(": ")]
    for phrase in phrases.split(";")
]


@pytest.mark.parametrize(("phrase", "page"), ROWS, ids=[phrase for phrase, _ in ROWS])
def test_a_question_finds_its_page_first(phrase, page):
    assert manual.search(CONTEXT, phrase)[0].name == page


def test_there_are_many_ways_to_ask():
    assert len(ROWS) >= 100


@pytest.mark.parametrize("word", ["undo", "standings", "appeal", "16B", "notation"])
def test_a_name_is_the_page_itself(word):
    assert manual.page(CONTEXT, (word,))


def test_every_question_of_the_list_is_about_a_page_there_is():
    commands = {path for path, _ in manual.commands(CONTEXT, root)}
    assert {name for name in manual.questions() if name not in manual.topics()} <= commands


def test_what_answers_a_question_stands_first_on_the_screen(capsys):
    from cli.main import run

    assert run(["help", "who", "leads"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "## Commands: `COMMAND --help`"
    assert lines[4].split()[0] == "standings"
    assert run(["help", "my", "xylophone", "is", "late", "pair"]) == 0
    assert "taking-part" in capsys.readouterr().out
