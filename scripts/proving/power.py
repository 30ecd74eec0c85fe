"""Power loss at any instant (P2): at worst the last batch is read again, and what a command ended with stays."""
import shutil
from typing import Iterator

import recording
import scenes
from proof import Broken, Place, Proof, spread
from scenes import Left, Scene

KINDS = ("whole", "none", "ordered", "some", "torn")


def losses(place: Place, count: int) -> Iterator[str]:
    """Rebuilds the folder as it may stand on the disk at each call of a command, and runs the command again."""
    all_scenes = scenes.imports(place) + scenes.others(place)
    if count < len(KINDS) * len(all_scenes):
        all_scenes = all_scenes[::3]
    yield from _lost(place, all_scenes, count)


def load_losses(place: Place, count: int) -> Iterator[str]:
    """The same of loads of sums and their removal."""
    yield from _lost(place, scenes.loads(place), count)


def _lost(place: Place, all_scenes: list[Scene], count: int) -> Iterator[str]:
    for number, scene in enumerate(all_scenes):
        wanted = scene.undisturbed(place)
        folder = scene.copy(place, "recorded")
        steps = recording.recorded(place.program, scene.words, folder)
        shutil.rmtree(folder)
        yield from _ended(place, scene, steps, wanted)
        yield from _at_steps(place, scene, steps, wanted, (count - 1) * (number + 1) // len(all_scenes)
                             - (count - 1) * number // len(all_scenes))


def _at_steps(place: Place, scene: Scene, steps: list[recording.Step], wanted: Left, count: int) -> Iterator[str]:
    # After a call that writes, what is lost differs; a sync only makes less of it.
    cases = [(number, kind) for number, step in enumerate(steps) if step.kind != "sync" for kind in KINDS]
    lot = place.random("cases", scene.name)
    chosen: dict[int, list[str]] = {}
    for number, kind in lot.sample(cases, min(count, len(cases))):
        chosen.setdefault(number, []).append(kind)
    disk = recording.Disk(scene.before)
    for number, step in enumerate(steps):
        disk.take(step)
        for kind in chosen.get(number, []):
            where = f"{scene.name}, power lost after call {number} ({step.kind} {step.path}), unsynced: {kind}"
            folder = place.folder / "case"
            disk.write_after_loss(folder, kind, place.random(scene.name, number, kind))
            scene.completed(place, folder, wanted, where)
            yield where


def _ended(place: Place, scene: Scene, steps: list[recording.Step], wanted: Left) -> Iterator[str]:
    """A command that has ended has nothing left to lose."""
    disk = recording.Disk(scene.before)
    for step in steps:
        disk.take(step)
    where = f"{scene.name}, power lost when it had ended"
    folder = place.folder / "case"
    disk.write_after_loss(folder, "none", place.random())
    if scenes.readable(lambda: place.program.fingerprint(folder), where) != wanted.fingerprint:
        raise Broken(f"{where}: the ledger differs")
    scene.completed(place, folder, wanted, where)
    yield where


PROOFS = [
    Proof("power-loss", ["P2"], "power loss at every call, with unsynced changes whole, lost, in part and torn",
          "losses", 60, 3000, losses, "synchronous-off"),
    Proof("load-power-loss", ["P27"], "power loss at every call of loads and of their removal", "losses", 30, 600,
          load_losses, "synchronous-off"),
]
