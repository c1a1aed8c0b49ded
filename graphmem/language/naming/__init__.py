"""Names in a text: words, gazetteers, and types by neighbouring words."""
