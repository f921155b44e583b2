"""Bridgemates: their scoring file, an Access database, and the JSON of their Data Connector."""
