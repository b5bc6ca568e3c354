"""`python -m graphdim` is `graphdim`."""

from graphdim.cli import main

main()
