"""How tournaments are told: what they are made of, and their standings over all sessions."""
