"""Configuration files of coding clients: insert an entry of ours, show the difference, remove it."""
