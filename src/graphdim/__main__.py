"""The command, also as `python -m graphdim`: an interrupt ends it with 130 and one line even while it is loaded."""

import sys

__all__ = ["main"]


def main() -> None:
    """Load the command line and run it."""
    try:
        from graphdim.tuning import tune

        tune()
        from graphdim.cli import main as run

        run()
    except KeyboardInterrupt:
        exec("")  # noqa: S102 - takes away a mark of the interrupt, as in graphdim.cli
        sys.stderr.write("Error: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
