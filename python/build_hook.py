"""Puts the program into the wheel, and names the platforms that it runs on."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the file SETTLE_BINARY under the tag SETTLE_TAG; wheels.py sets both."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the program and the tag of the wheel."""
        if version == "editable":
            return
        try:
            binary, tag = os.environ["SETTLE_BINARY"], os.environ["SETTLE_TAG"]
        except KeyError:
            raise SystemExit("the wheel holds a program in Go: build it with 'make wheels'") from None
        name = "settle.exe" if Path(binary).suffix == ".exe" else "settle"
        build_data["force_include"][binary] = f"settle_evals/bin/{name}"
        build_data["tag"] = tag
        build_data["pure_python"] = False
