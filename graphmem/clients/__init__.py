"""Configuration files of coding clients: an entry of ours put in, shown as a difference, taken out again."""
