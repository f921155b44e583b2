"""The kernel: events, their envelopes, and which stated facts are in force."""
