"""What contestants and tables are called: what such a label may look like, and in which order they are listed. Pure."""
