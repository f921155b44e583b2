"""What every command uses: its options, notation, the way it prints and asks."""
