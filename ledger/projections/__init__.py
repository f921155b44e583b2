"""Views computed from sessions and their logs: scores, standings, cases, concerns, finality."""
