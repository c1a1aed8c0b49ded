"""The write path: message → filters → formation → gate → relations → one transaction."""
