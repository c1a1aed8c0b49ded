"""The write path: message → observer → formation → gate → importance → relations → one transaction."""
