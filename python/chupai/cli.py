"""The command ``chupai``. Its commands are in `chupai.commands`, which needs the extra ``cli``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line, or say in one line what is missing for it."""
    try:
        from chupai.commands import run  # noqa: PLC0415 - the extra may not be installed
    except ModuleNotFoundError as missing:
        if missing.name not in {"click", "rich"}:
            raise
        sys.stderr.write(
            f"chupai: the command line needs {missing.name}: pip install 'chupai[cli]'\n"
        )
        sys.exit(2)
    sys.exit(run())


if __name__ == "__main__":
    main()
