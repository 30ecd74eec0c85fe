"""A log of another kind than `pushledger simulate` makes, with at most one defect."""
import collections
import dataclasses
import random

from defects import BELOW_MINIMUM, HOURS_OF_OUTAGE, OF_ALL, OF_BUILD, Defect
from population import DAY, App, app, device, release
from receipts import Receipts
from traffic import SPECIAL, Traffic

# What worlds have besides apps, audiences and single pushes; `all` has most of it at once.
SHAPES = ["holiday", "dull", "burst", "win-back", "new-app", "stopped-app", "releases", "newcomers", "silent", "test-app"]
ALL = [shape for shape in SHAPES if shape not in ("stopped-app",)]
# The day on which a defect begins, at noon UTC.
DEFECT_DAY = 9


@dataclasses.dataclass(frozen=True)
class World:
    """- sends: a day, of all apps.
    - defect: name and size.
    """

    seed: int
    shapes: tuple[str, ...]
    days: int
    sends: int = 12_000
    defect: tuple[str, str] | None = None

    def write(self, path: str, start: float) -> tuple[list[App], Defect | None]:
        """Writes the log, and returns the truth about it."""
        rng = random.Random(f"{self.seed} {self.shapes} {self.sends}")
        shapes = set(ALL if self.shapes == ("all",) else self.shapes)
        apps = self._apps(rng, shapes, start)
        defect = self._defect(apps, start, rng)
        systems = start + 4 * DAY if "releases" in shapes else None
        receipts = Receipts(rng, start, self.days, systems, defect)
        for push in Traffic(rng, apps, shapes, start, self.days).pushes():
            receipts.add(push)
        with open(path, "w", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in receipts.in_order())
        return apps, defect

    def _apps(self, rng: random.Random, shapes: set[str], start: float) -> list[App]:
        weights = [1 / (place + 1) ** rng.uniform(.7, 1.4) for place in range(rng.randrange(4, 8))]
        apps = [app(rng, self.sends * weight / sum(weights), .55 if place == 0 else rng.choice([1, 1, .55]))
                for place, weight in enumerate(weights)]
        if "new-app" in shapes:
            apps[-1].begin = SPECIAL + .4
        if "stopped-app" in shapes:
            apps[-2].end = SPECIAL + .6
        if "test-app" in shapes:
            test = app(rng, 60, 1)
            test.singles, test.pushes_a_day = .95, 10
            apps.append(test)
        for place, one in enumerate(apps):
            count = max(8 if one.daily == 60 else 60, int(one.daily / one.pushes_a_day))
            one.devices = [device(rng, one, start, self.days) for _ in range(count)]
            if "newcomers" in shapes and place == 0:
                one.newcomers = [device(rng, one, start, self.days, .35) for _ in range(count // 2)]
            if "releases" in shapes or rng.random() < .35:
                release(rng, one, start + (5 + rng.random()) * DAY)
        return apps

    def _defect(self, apps: list[App], start: float, rng: random.Random) -> Defect | None:
        if self.defect is None:
            return None
        name, size = self.defect
        defect = Defect(name, size, None if name in OF_ALL else apps[0], start + (DEFECT_DAY + .5) * DAY)
        if name in OF_BUILD:
            defect.begins -= DAY
            release(rng, apps[0], defect.begins)
        if name in HOURS_OF_OUTAGE:
            defect.ends = defect.begins + HOURS_OF_OUTAGE[name][defect.level] * 3_600
        if name == "minimum_ios":
            defect.systems = _oldest(apps[0], BELOW_MINIMUM[defect.level])
        return defect


def _oldest(app: App, share: float) -> frozenset[str]:
    """The oldest systems that a share of the app's devices have, or a little more."""
    have = collections.Counter(one.system for one in app.devices if one.is_ios)
    oldest, devices = [], 0
    for system in reversed(app.systems):
        if devices < share * have.total():
            oldest.append(system)
            devices += have[system]
    return frozenset(oldest)
