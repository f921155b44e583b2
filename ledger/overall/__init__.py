"""The standing of a tournament: what the scores of its sessions come to, by the rules of each stage.

    scores = TournamentScores(stream, scoreboards)   what the tournament's own log says, and its sessions' scoreboards
    overall(scores, stage)                           the standing of a stage, every total with its derivation

Nothing here waits for anything: all is worked out of the heads of the streams at one moment, which `scores.heads`
names. Where to look:

    At one moment
      scores           the tournament and the scoreboards of its sessions; its fields of play, heads and digest
      field_of_play    who was scored together: a session by itself, or its sections across the field, as one session
      windows          what an award under Law 12C2(c) is worth over all sessions of a match or a stage
      stage_matches    every match of a stage, and the two as the tournament calls them: the one walk over them

    The standing of a stage
      stage_standing   the rows by place, and what is to be said of them
      standing         from figures to places: `overall`
      figures          what a contestant brings from one session
      rounds           the rounds of a stage over all its sessions, who met whom in each, and what a round is worth:
                       matches, half matches, byes; the figures of all sessions, or up to a round
      totals           what figures come to: the best of them, added up or averaged, rounded
      marking          who has no place and why: by the rules, not qualified, withdrawn from the tournament; and who has
                       two scores of one sitting, as nobody can
      ties             how equal totals are split, and what the tied have of each other
      percentages      the percentages of a matchpoint stage that carries
      rankings         the same standing by section, direction or stratum
      substitutes      who sat in whose stead
      penalised        what a contestant was warned and penalised for before, over all sessions
      people           who its people are, session by session: others under one number, the same under two
      telling          what a figure scored across the sections is made of, board by board

    From stage to stage
      qualifying       who goes on by place (`select`), what speaks against a cut now, whom it would name by now
      carry            what is carried forward (`carried_into`), a function for each regulation: by place, or what was
                       scored against those who go on

    A Swiss
      before_a_draw    what the draw of a round rests on: order, who met, who is gone, what is missing; and what each
                       had before a round that its session does not know: mismatches rest on it
      drawing          the draw by the rule; whether everybody can be paired, and the first way
      swiss            who was drawn wrongly, as the scores are now and by who was there at the time
      drawn_movement   the draw of a Swiss or a bracket as the movement of a session: tables, rooms, boards
      undrawn          matches that nobody drew, or that are in no bracket, at the first of their slips

    A knockout
      knockout         the bracket as it stands, match by match; places, matches that turned
      knockout_match   a match of it: who plays, who is first
      knockout_meetings  what two have against each other: their segments as one match

    All play all
      cross_table      everybody against everybody; its matches, and who left

    What moves
      aspects          everything that may move, fact by fact: one more thing that hangs on scores is a function here
      ripple           two moments compared; stakes: what each outcome of a ruling would move
      history          a tournament at an earlier moment, and what single events moved
      publication      what is given out, its digest, and when it is final"""
