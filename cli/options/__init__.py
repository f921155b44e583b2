"""What is typed behind a command: its options and arguments as click knows them, and who reads them."""
