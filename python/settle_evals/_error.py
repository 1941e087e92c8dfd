"""What the program refuses."""

from __future__ import annotations

import re


class Error(Exception):
    """The program refused the data or an option.

    Attributes:
        message: What it says, with options as Python spells them.
        code: Its exit code: 1 for an error, 2 for wrong usage.
    """

    def __init__(self, message: str, code: int = 1):
        super().__init__(message)
        self.message = message
        self.code = code


def in_python(message: str) -> str:
    """Return a message with flags spelled as keyword arguments."""
    message = re.sub(r" \(see settle [\w ]+ --help\)", "", message)
    message = re.sub(r"settle (\w+) \S*data\d*\.\w+ (--column (?:'.*'|\S+))$", r"settle_evals.\1(data, \2)", message)
    message = re.sub(r"--column (?:'([^']*=[^']*)'|((?:\w+=[^\s,;)]*,?)+))", _columns, message)
    message = re.sub(r"--([a-z][a-z-]*)[ =]([^\s,.;:()–-][^\s,;:()]*)", _option, message)
    return re.sub(r"--([a-z][a-z-]*[a-z])", lambda m: m[1].replace("-", "_"), message)


def _columns(match: re.Match[str]) -> str:
    pairs = (pair.split("=", 1) for pair in (match[1] or match[2]).strip(",").split(","))
    return "column={" + ", ".join(f'"{ours}": "{theirs}"' for ours, theirs in pairs) + "}"


def _option(match: re.Match[str]) -> str:
    name, value = match[1].replace("-", "_"), match[2]
    # A word that merely follows a flag is no value of it.
    if re.fullmatch(r"[-+]?\d[\d.]*", value):
        return f"{name}={value}"
    if re.fullmatch(r"[a-z]+", value) and value in _VALUES:
        return f'{name}="{value}"'
    return f"{name} {value}"


_VALUES = {"unequal", "common", "wrong", "refuse", "values", "population", "questions", "all", "board", "truth", "own"}
