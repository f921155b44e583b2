"""A session, or a tournament with its sessions, in a file that checks itself: written, read, the verifier inside."""
