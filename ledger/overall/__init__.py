"""The standing of a tournament: the scores of its sessions, combined by the rules of each stage.

    scores = TournamentScores(stream, scoreboards)   the tournament's own log, and its sessions' scoreboards
    overall(scores, stage)                           the standing of a stage, every total with its derivation

Everything is computed from the heads of the streams at one moment, `scores.heads`.

    At one moment
      scores             the tournament and its sessions' scoreboards; awards under Law 12C2(c) over several sessions
      field_of_play      contestants scored together: one session, or its sections across the field
      people             the people behind the contestants: others under one number, the same under two

    The standing of a stage
      stage_standing     the rows by place, with notes; sections, directions and strata ranked apart
      standing           computes it: `overall`; also scores across sections, percentages, substitutes, penalties
      figures            a contestant's figure of one session, and totals: best, added up or averaged, rounded
      rounds             the rounds of a stage and their worth: matches, half matches, byes; figures up to a round
      places             contestants without a place, duplicate scores of a sitting, tie-breaking

    From stage to stage
      qualifying         cuts: `select`, concerns about cutting now, the cut compared with today's standing
      carry              carry-forward (`carried_into`), a function for each regulation

    Swiss
      before_a_draw      the basis of a draw; the draw of a Swiss or bracket as a movement; matches nobody drew
      swiss              the draw by the rule; draws that are wrong by the current scores

    Knockout
      knockout           the bracket as it stands: matches, places, matches whose winner was reversed
      knockout_meetings  the segments of two sides as one match

    All play all
      cross_table        every contestant against every other, and withdrawals

    Changes
      aspects            every value that may move: ripple between two moments, stakes, published digest, finality
      history            a tournament at an earlier moment, and the values moved by single events
"""
