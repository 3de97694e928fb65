"""`python -m backproof` is the command `backproof`."""

from backproof.cli import main

main()
