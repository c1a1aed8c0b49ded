"""What becomes of memories with time: dreams as plans that are shown, carried out and taken back, one step a file."""
