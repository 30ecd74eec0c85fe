"""Kills at any instant (P1, P25): the same command again leaves what an undisturbed run leaves."""
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
from typing import Iterator

import recording
import scenes
import tracing
from proof import Broken, Place, Proof, spread
from scenes import Left, Scene

# What makes, moves and removes folders and links, too.
CALLS = (*tracing.WRITING, "mkdir", "rmdir", "symlink")
# Commands that are started for each that is to be killed.
TRIES = 3
Point = tuple[Scene, str, int]


def at_calls(place: Place, count: int) -> Iterator[str]:
    """Kills imports, prunes and runs at each of their calls that change files."""
    yield from _killed_at_calls(place, scenes.imports(place) + scenes.others(place), count)


def loads_at_calls(place: Place, count: int) -> Iterator[str]:
    """Kills loads of sums likewise, and their removal."""
    yield from _killed_at_calls(place, scenes.loads(place), count)


def rollups_at_calls(place: Place, count: int) -> Iterator[str]:
    """Kills the making of sums: a folder of the name that was asked for is whole, or not there."""
    logs = place.fresh("logs to sum")
    place.program.simulate(logs / "log.jsonl", 600, seed=8)
    rollup = ("rollup", "--quiet", "--engine", "sqlite", "--input", str(logs / "log.jsonl"), "--days", scenes.SUMMED,
              "--output", "sums", "--no-load")
    scene = Scene("a rollup", place.fresh("nothing"), rollup)
    load = ("load-rollups", "--quiet", "sums")
    folder = scene.copy(place)
    for words in (rollup, load):
        place.program.run(*words, folder=folder)
    wanted = scenes.left(place.program, folder).shown
    shutil.rmtree(folder)
    for _, call, number in spread(_points(place, scene), count):
        where = f"a rollup, killed at {call} {number}"
        folder = scene.copy(place)
        if not tracing.is_killed(place.program, rollup, folder, call, number):
            shutil.rmtree(folder)
            continue
        if not (folder / "sums").exists() and (again := place.program.run(*rollup, folder=folder)).code != 0:
            raise Broken(f"{where}: the next one ended with {again.code}: {again.said.splitlines()[:1]}")
        if strange := [name for name in os.listdir(folder) if not re.fullmatch(r"sums(\.unfinished-\w{6})?", name)]:
            raise Broken(f"{where}: the folder holds {strange}")
        if (loaded := place.program.run(*load, folder=folder)).code != 0:
            raise Broken(f"{where}: its sums are not whole: {loaded.said.splitlines()[:1]}")
        if scenes.left(place.program, folder).shown != wanted:
            raise Broken(f"{where}: its sums differ")
        shutil.rmtree(folder)
        yield where


def _killed_at_calls(place: Place, all_scenes: list[Scene], count: int) -> Iterator[str]:
    wanted = _wanted(place, all_scenes)
    for scene, call, number in scenes.shared([_points(place, scene) for scene in all_scenes], count):
        where = f"{scene.name}, killed at {call} {number}"
        folder = scene.copy(place)
        if not tracing.is_killed(place.program, scene.words, folder, call, number):
            # Threads share work as it comes, so a run may make fewer calls than another.
            shutil.rmtree(folder)
            continue
        scene.completed(place, folder, wanted[scene.name], where)
        yield where


def in_writes(place: Place, count: int) -> Iterator[str]:
    """Ends imports in the middle of a write: what came before is in the file, and of the write only a part."""
    all_scenes = scenes.imports(place)[:3] + scenes.others(place)
    wanted = _wanted(place, all_scenes)
    share = -(-count // len(all_scenes))
    for scene in all_scenes:
        folder = scene.copy(place, "recorded")
        steps = recording.recorded(place.program, scene.words, folder)
        shutil.rmtree(folder)
        chosen = set(spread([number for number, step in enumerate(steps) if len(step.data) > 1], share))
        disk = recording.Disk(scene.before)
        for number, step in enumerate(steps):
            if number in chosen:
                cut = place.random(scene.name, number).randrange(1, len(step.data))
                where = f"{scene.name}, ended {cut} bytes into write {number} of {step.path}"
                torn = place.folder / "case"
                disk.copied().take(step.cut(cut)).write_all(torn)
                scene.completed(place, torn, wanted[scene.name], where)
                yield where
            disk.take(step)


def at_times(place: Place, count: int) -> Iterator[str]:
    """Kills commands at moments drawn by lot; one that has ended by then is no case."""
    all_scenes = scenes.imports(place) + scenes.others(place)
    wanted = _wanted(place, all_scenes)
    longest = {scene.name: scene.seconds(place) for scene in all_scenes}
    killed = 0
    for number in range(count * TRIES):
        if killed == count:
            return
        scene = all_scenes[number % len(all_scenes)]
        delay = place.random("time", number).uniform(0, longest[scene.name])
        folder = scene.copy(place)
        started = place.program.start(*scene.words, folder=folder)
        try:
            started.communicate(timeout=delay)
        except subprocess.TimeoutExpired:
            started.kill()
            started.communicate()
        where = f"{scene.name}, killed after {delay:.4f} s"
        scene.completed(place, folder, wanted[scene.name], where)
        if started.returncode == -signal.SIGKILL:
            killed += 1
            yield where


def twice(place: Place, count: int) -> Iterator[str]:
    """Kills a command, and then the one that is to complete it."""
    all_scenes = scenes.imports(place)[:3] + scenes.others(place)
    wanted = _wanted(place, all_scenes)
    points = [_points(place, scene) for scene in all_scenes]
    for scene, call, number in scenes.shared([_drawn(place, some, count) for some in points], count):
        lot = place.random("second", scene.name, call, number)
        folder = scene.copy(place)
        if not tracing.is_killed(place.program, scene.words, folder, call, number):
            shutil.rmtree(folder)
            continue
        second = _second(place, scene, folder, lot)
        scene.completed(place, folder, wanted[scene.name], f"{scene.name}, killed at {call} {number}, then at {second}")
        yield f"{scene.name} {call} {number} {second}"


def _wanted(place: Place, all_scenes: list[Scene]) -> dict[str, Left]:
    return {scene.name: scene.undisturbed(place) for scene in all_scenes}


def _points(place: Place, scene: Scene) -> list[Point]:
    folder = scene.copy(place, "counted")
    numbers = tracing.numbered(place.program, scene.words, folder, CALLS)
    shutil.rmtree(folder)
    return [(scene, call, number) for call in CALLS for number in numbers[call]]


def _drawn(place: Place, points: list[Point], count: int) -> list[Point]:
    return place.random("first", points[0][0].name).sample(points, min(count, len(points)))


def _second(place: Place, scene: Scene, folder: pathlib.Path, lot: random.Random) -> str:
    """Kills the command again, at one of the calls that it makes from where it stands now."""
    counted = place.folder / "counted"
    shutil.copytree(folder, counted, symlinks=True)
    numbers = tracing.numbered(place.program, scene.words, counted, CALLS)
    shutil.rmtree(counted)
    every = [(call, number) for call in CALLS for number in numbers[call]]
    if not every:
        return "no call that is left"
    call, number = lot.choice(every)
    tracing.is_killed(place.program, scene.words, folder, call, number)
    return f"{call} {number}"


PROOFS = [
    Proof("crashes", ["P1", "P25"], "kill -9 at every call of imports, prunes and runs that changes files", "kills", 28, 1200,
          at_calls, "offset-committed-apart"),
    Proof("load-crashes", ["P27"], "kill -9 at every call of loads, and of their removal, that changes files", "kills",
          12, 400, loads_at_calls, "load-in-steps"),
    Proof("rollup-crashes", ["P27"], "kill -9 at every call that makes a folder of sums", "kills", 8, 100,
          rollups_at_calls, "sums-named-first"),
    Proof("torn-writes", ["P1"], "a command ends in the middle of a write", "writes", 12, 300, in_writes,
          "journal-off"),
    Proof("random-kills", ["P1"], "kill -9 at moments drawn by lot", "kills", 12, 500, at_times,
          "offset-committed-apart"),
    Proof("double-kills", ["P1", "P25"], "kill -9, and again of the command that is to complete it", "pairs", 8, 200,
          twice, "offset-committed-apart"),
]
