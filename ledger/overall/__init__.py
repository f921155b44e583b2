"""The standing of a tournament: what the scores of its sessions come to, by the rules of each stage.

    scores = TournamentScores(stream, scoreboards)   what the tournament's own log says, and its sessions' scoreboards
    overall(scores, stage)                           the standing of a stage, every total with its derivation

Nothing here waits for anything: all is worked out of the heads of the streams at one moment, which `scores.heads`
names. Where to look:

    At one moment
      scores           the tournament and the scoreboards of its sessions; its fields of play, heads and digest; what an
                       award under Law 12C2(c) is worth over all sessions of a match or a stage
      field_of_play    who was scored together: a session by itself, or its sections across the field, as one session
      people           who its people are, session by session: others under one number, the same under two

    The standing of a stage
      stage_standing   the rows by place, and what is to be said of them; the same by section, direction or stratum
      standing         from figures to places: `overall`; what a figure scored across the sections is made of, board by
                       board; the percentages of a matchpoint stage that carries; who sat in whose stead; who was
                       penalised before
      figures          what a contestant brings from one session, and what figures come to: the best of them, added up
                       or averaged, rounded
      rounds           the rounds of a stage over all its sessions, who met whom in each, and what a round is worth:
                       matches, half matches, byes; the figures of all sessions, or up to a round
      places           who has no place and why: by the rules, not qualified, withdrawn from the tournament; who has two
                       scores of one sitting, as nobody can; how equal totals are split, and what the tied have of each
                       other

    From stage to stage
      qualifying       who goes on by place (`select`), what speaks against a cut now, whom it would name by now
      carry            what is carried forward (`carried_into`), a function for each regulation: by place, or what was
                       scored against those who go on

    A Swiss
      before_a_draw    what the draw of a round rests on: order, who met, who is gone, what is missing; and what each
                       had before a round that its session does not know: mismatches rest on it. The draw of a Swiss or
                       a bracket as the movement of a session: tables, rooms, boards; matches that nobody drew, or that
                       are in no bracket, at the first of their slips
      swiss            the draw by the rule; whether everybody can be paired, and the first way; who was
                       drawn wrongly, as the scores are now and by who was there at the time

    A knockout
      knockout         the bracket as it stands, match by match: who plays, who is first; places, matches that turned
      knockout_meetings  what two have against each other: their segments as one match

    All play all
      cross_table      everybody against everybody; its matches, and who left

    What moves
      aspects          everything that may move, fact by fact: one more thing that hangs on scores is a function here;
                       two moments compared; stakes: what each outcome of a ruling would move; what is given out, its
                       digest, and when it is final
      history          a tournament at an earlier moment, and what single events moved
"""
