"""`python -m graphmem` is `graphmem`."""

from graphmem.cli.entry import main

main()
