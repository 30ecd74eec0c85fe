"""What figures were measured on, without naming the machine."""
import os
import platform
import re
import subprocess

from raw_scenarios import version


def machine(peers: list[str]) -> dict[str, str]:
    """Words for the page; figures with other words are not from the same machine or program."""
    return {
        "processor": f"{_processor()}, {len(os.sched_getaffinity(0))} cores",
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB",
        "system": f"Linux {platform.release()}, {_distribution()}, {platform.machine()}",
        "swift": re.search(r"Swift version (\S+)", _output(["swift", "--version"])).group(1),
        "pushledger": _commit(),
        "peers": ", ".join(f"{name} {version(name)}" for name in peers),
    }


def _processor() -> str:
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def _distribution() -> str:
    return platform.freedesktop_os_release().get("PRETTY_NAME", "")


def _commit() -> str:
    """The commit, and whether the program had changes beside it."""
    words = ["Sources", "Package.swift", "queries", "reports"]
    changed = _output(["git", "status", "--porcelain", "--", *words])
    return _output(["git", "rev-parse", "--short", "HEAD"]) + (" with changes" if changed else "")


def _output(command: list[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
