"""Folds over the log: the scoreboard and the standings, the register of rulings, the timeline. Pure."""
