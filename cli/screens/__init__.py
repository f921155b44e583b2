"""How things are told: events, cases, ripples, times, in the words of the office."""
