"""Builds wheels with the program for five platforms, and checks them.

    python wheels.py FOLDER [PLATFORM ...]

PLATFORM is one of PLATFORMS, or host for the one that this runs on; without any, all are built.
Needs Go, and the packages build, hatchling, twine and auditwheel. The environment variable STAMP
holds flags of the linker that set the version of the program.
"""

from __future__ import annotations

import os
import platform as machine
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

#: GOOS, GOARCH and the tag of each platform. The program is static, so that it needs
#: neither glibc nor musl.
PLATFORMS = {
    "linux-x86_64": ("linux", "amd64", "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_2_x86_64"),
    "linux-aarch64": ("linux", "arm64", "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_2_aarch64"),
    "macos-arm64": ("darwin", "arm64", "macosx_11_0_arm64"),
    "macos-x86_64": ("darwin", "amd64", "macosx_10_12_x86_64"),
    "windows-x86_64": ("windows", "amd64", "win_amd64"),
}

#: What a wheel takes at most, in bytes.
LIMIT = 15 << 20


def version() -> str:
    """Return the version of the wheels: the tag of the commit, else 0.0.0.dev0 with the commit."""

    def git(*args: str) -> str:
        command = ["git", "-C", str(HERE), *args]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    tag = git("describe", "--tags", "--exact-match", "--match", "v[0-9]*")
    commit = git("rev-parse", "--short=12", "HEAD")
    return tag.removeprefix("v") or (f"0.0.0.dev0+{commit}" if commit else "0.0.0.dev0")


def host() -> str:
    """Return the platform that this runs on."""
    system = {"Darwin": "macos"}.get(machine.system(), machine.system().lower())
    return f"{system}-{machine.machine().lower().replace('amd64', 'x86_64')}"


def build(folder: Path, platform: str) -> Path:
    """Build the wheel of a platform, check it, and return its path."""
    goos, goarch, tag = PLATFORMS[platform]
    binary = folder / "programs" / platform / ("settle.exe" if goos == "windows" else "settle")
    env = {**os.environ, "CGO_ENABLED": "0", "GOOS": goos, "GOARCH": goarch}
    flags = f"-s -w {os.environ.get('STAMP', '')}"
    go = ["go", "build", "-trimpath", "-ldflags", flags, "-o", str(binary), "./cmd/settle"]
    subprocess.run(go, cwd=HERE.parent, env=env, check=True)
    binary.chmod(0o755)

    place = folder / platform  # a wheel alone, so that its name need not be known
    env = {**os.environ, "SETTLE_BINARY": str(binary), "SETTLE_TAG": f"py3-none-{tag}"}
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(place), str(HERE)]
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = place.glob("*.whl")
    wheel = wheel.replace(folder / wheel.name)
    place.rmdir()
    if wheel.stat().st_size > LIMIT:
        raise SystemExit(f"{wheel.name} has {wheel.stat().st_size} bytes, more than {LIMIT}")
    return wheel


def check(wheel: Path) -> None:
    """Check a wheel as the package index does, and that its tag is no promise too much."""
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", str(wheel)], check=True)
    if "manylinux" in wheel.name:
        subprocess.run([sys.executable, "-m", "auditwheel", "show", str(wheel)], check=True)


def main() -> None:
    """Build and check the wheels of all platforms, or of those that are named."""
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.whl"):
        old.unlink()
    for platform in sys.argv[2:] or PLATFORMS:
        platform = host() if platform == "host" else platform
        wheel = build(folder, platform)
        check(wheel)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB", flush=True)


if __name__ == "__main__":
    main()
