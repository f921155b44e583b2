"""The standing of a tournament: what the scores of its sessions come to, by the rules of each stage.

    tournament = Stream of the tournament (Session.tournament), as its own log says it
    scores     = the scoreboards of its sessions, each as its own log says it
    overall(scores, "qualifying") → the standing, every total with its derivation

What a contestant carries forward from another stage (`carry`) is a part of its total, worked out of that stage's
standing at the same moment; who has no place because it did not qualify or left is told by `going_on`; who would go on
as things stand, by `qualifying`.

Nothing here waits for anything: it is worked out of the heads of the streams at one moment, and names them.
"""
