"""The command ``chupai``. Its commands are in `chupai.commands`, which needs the extra ``cli``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line, or say in one line what is missing for it."""
    try:
        from chupai.commands import run  # noqa: PLC0415 - the extra may not be installed

        sys.exit(run())
    except KeyboardInterrupt:  # while the extra was being imported, too
        sys.exit(130)
    except ModuleNotFoundError as missing:
        if missing.name not in {"click", "rich"}:
            raise
        if sys.stderr is not None:
            sys.stderr.write(
                f"chupai: the command line needs {missing.name}: install the extra `cli`, "
                "from a clone with pip install '.[cli]'\n"
            )
        sys.exit(2)


if __name__ == "__main__":
    main()
