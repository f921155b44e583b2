"""The kernel: what an event is, and what holds of what was stated."""
