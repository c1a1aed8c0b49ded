"""Names in a text: words, gazetteers, and what the words beside a name tell of its type."""
