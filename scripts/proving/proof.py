"""What a proof is: cases that may each show that a promise does not hold."""
import dataclasses
import pathlib
import random
from typing import Callable, Iterable, Iterator

from program import Program


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a proof does its work.

    - folder: empty, on a real disk, and removed afterwards.
    - seed: of everything that is drawn by lot.
    """

    program: Program
    folder: pathlib.Path
    seed: int

    def random(self, *words: object) -> random.Random:
        """Chances that depend on the seed and on what they are for, not on what ran before."""
        return random.Random(f"{self.seed} {words}")

    def fresh(self, name: str) -> pathlib.Path:
        """A new folder for one case."""
        folder = self.folder / name
        folder.mkdir()
        return folder


class Broken(Exception):
    """A case in which the promise did not hold; the text says how, without ids."""


@dataclasses.dataclass(frozen=True)
class Proof:
    """- promises: their numbers in docs/promises.md.
    - sampled, full: how many cases of `unit` the ordinary and the full run try.
    - cases: yields one word for each case that held and raises `Broken` for one that did not; it may be asked for more
      cases than there are, and ends then.
    - mutant: the name of a patch in `mutants` which breaks the program so that this proof has to notice.
    - alone: whether cases take the time, so that no other proof may run beside this one.
    """

    name: str
    promises: list[str]
    title: str
    unit: str
    sampled: int
    full: int
    cases: Callable[[Place, int], Iterator[str]]
    mutant: str
    alone: bool = False


def spread(cases: Iterable, count: int) -> list:
    """At most `count` of the cases, evenly over all of them."""
    every = list(cases)
    if count >= len(every):
        return every
    return [every[index * len(every) // count] for index in range(count)]
