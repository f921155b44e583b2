"""A session in one file that checks itself: written, read, and the verifier inside."""
