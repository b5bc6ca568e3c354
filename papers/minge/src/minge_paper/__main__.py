"""`python -m minge_paper`."""

from minge_paper.cli import main

main()
