"""Tries one bad input: an import that has to end so and not otherwise."""
import os
import pathlib
from typing import Callable

from catalogue_files import LINE, SECOND
from program import Answer
from proof import Broken, Place

Check = Callable[[Place, pathlib.Path], None]
# Somebody who owns nothing here.
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def imported(place: Place, folder: pathlib.Path, *words: str, code: int = 0, says: str = "", lines: int | None = None,
             **options) -> Answer:
    """Imports, and complains when that ends otherwise than it should."""
    answer = place.program.run("import", "--json", *words, folder=folder, **options)
    if answer.code != code or says not in answer.said:
        raise Broken(f"ended with {answer.code} instead of {code} {says}: {answer.said}")
    if lines is not None and answer.json["lines"] != lines:
        raise Broken(f"{answer.json['lines']} lines were read instead of {lines}")
    return answer


def ends(answer: Answer, *codes: int) -> None:
    if answer.code not in codes:
        raise Broken(f"ended with {answer.code} instead of {codes}: {answer.said}")


def log(folder: pathlib.Path, name: str = "log", content: bytes = LINE + SECOND) -> pathlib.Path:
    path = folder / name
    path.write_bytes(content)
    return path


def as_nobody(folder: pathlib.Path) -> list[str]:
    """Somebody without rights: another user when this one may be anybody."""
    if os.geteuid():
        return []
    for path in (folder, *folder.parents[:-2]):
        path.chmod(path.stat().st_mode | 0o055)
    return NOBODY
