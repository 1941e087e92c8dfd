"""The command settle: the program of the wheel, with the same arguments."""

from __future__ import annotations

import os
import subprocess
import sys

from . import _program


def main() -> int:
    """Run the program in the place of this process, and return its exit code elsewhere."""
    program = _program.path()
    if os.name != "nt":
        os.execv(program, ["settle", *sys.argv[1:]])
    try:
        return subprocess.call([program, *sys.argv[1:]])
    except KeyboardInterrupt:  # the program got it, too, and has ended
        return 130


if __name__ == "__main__":
    sys.exit(main())
