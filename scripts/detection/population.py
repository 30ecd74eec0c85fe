"""Apps and their devices, made otherwise than `pushledger simulate` makes them."""
import dataclasses
import math
import random

DAY = 86_400
CHANNELS = {"huawei": .3, "xiaomi": .22, "oppo": .14, "vivo": .14, "honor": .1, "fcm": .05, "accs": .05}
NETWORKS = {"wifi": .5, "4g": .25, "5g": .2, "3g": .02, "unknown": .03}
PROVIDERS = {"中国移动": .5, "中国联通": .22, "中国电信": .24, "other": .04}


@dataclasses.dataclass
class App:
    """- ios: the share of its devices.
    - ack_rate: of a device of medium activity.
    - daily: sends, and `singles` the share of them that go to one device each.
    - begin, end: days from the log's start.
    - releases: new versions, of which the last may have a defect.
    - newcomers: devices that join the others after some days.
    """

    key: str
    ios: float
    versions: list[str]
    systems: list[str]
    ack_rate: float
    daily: float
    singles: float
    pushes_a_day: float
    begin: float = 0
    end: float = math.inf
    releases: list[str] = dataclasses.field(default_factory=list)
    devices: list["Device"] = dataclasses.field(default_factory=list)
    newcomers: list["Device"] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(slots=True)
class Device:
    """- activity: from 0, never looked at, to 1.
    - ack_rate: of pushes that reach it.
    - updates: the seconds at which it gets new versions, and those.
    - away: spans of seconds in which it is out of reach.
    - skew: seconds that its clock is wrong.
    """

    name: str
    is_ios: bool
    activity: float
    ack_rate: float
    version: str
    system: str
    network: str
    provider: str
    channel: str
    away: list[tuple[float, float]]
    is_dead: bool
    skew: int
    updates: list[tuple[float, str]] = dataclasses.field(default_factory=list)

    def version_at(self, moment: float) -> str:
        """The last one that it has got until then."""
        return max((update for update in self.updates if update[0] <= moment), default=(0, self.version))[1]

    @property
    def brand(self) -> str:
        return "apple" if self.is_ios else {"fcm": "samsung", "accs": "other"}.get(self.channel, self.channel).upper()


def app(rng: random.Random, daily: float, ios: float) -> App:
    versions, systems = rng.choice([5, 12, 40, 80]), rng.choice([8, 20, 40])
    return App(
        key=str(rng.randrange(23_000_000, 335_999_999)), ios=ios,
        versions=[f"{9 - number // 12}.{11 - number % 12}.{rng.randrange(4)}" for number in range(versions)],
        systems=[f"{18 - number // 6}.{5 - number % 6}" for number in range(systems)],
        ack_rate=rng.uniform(.25, .6) if rng.random() < .5 else rng.uniform(.5, .85), daily=daily,
        singles=rng.uniform(.1, .6), pushes_a_day=rng.uniform(.4, 2))


def device(rng: random.Random, of: App, start: float, days: int, activity: float = 1) -> Device:
    """- activity: of which the device's own is a part."""
    own = min(1, rng.betavariate(.8, 1.6) * activity + .02)
    version = _zipf(rng, len(of.versions), 1.3)
    if own < .15 and rng.random() < .5:
        # Those who hardly use the app do not update it either.
        version = min(len(of.versions) - 1, version + rng.randrange(1, 6))
    is_ios = rng.random() < of.ios
    return Device(
        name=f"{rng.getrandbits(128):032x}", is_ios=is_ios, activity=own,
        ack_rate=min(.98, max(.02, of.ack_rate * (.55 + .9 * own) * (1 if rng.random() < .9 else .25))),
        version=of.versions[version],
        system=of.systems[_zipf(rng, len(of.systems), 1)] if is_ios else str(rng.randrange(10, 16)),
        network=pick(rng, NETWORKS), provider=pick(rng, PROVIDERS), channel="apns" if is_ios else pick(rng, CHANNELS),
        away=_away(rng, own, start, days) if rng.random() < .35 else [], is_dead=rng.random() < .006,
        skew=rng.choice([-1, 1]) * rng.randrange(600, 90_000) if rng.random() < .002 else 0)


def release(rng: random.Random, of: App, moment: float) -> None:
    """A new version: three quarters of the devices get it over some days, those of people who use the app most first."""
    newest = f"10.{len(of.releases)}.{rng.randrange(9)}"
    of.releases.append(newest)
    for one in of.devices:
        if (wait := rng.random()) < .75:
            updated = moment - math.log(1 - wait * .8) * 6 * DAY * (1.6 - one.activity)
            # Who gets it does not go back to one before.
            one.updates = [update for update in one.updates if update[0] < updated] + [(updated, newest)]


def pick(rng: random.Random, shares: dict[str, float]) -> str:
    return rng.choices(list(shares), shares.values())[0]


def _zipf(rng: random.Random, count: int, exponent: float) -> int:
    return rng.choices(range(count), [1 / (number + 1) ** exponent for number in range(count)])[0]


def _away(rng: random.Random, activity: float, start: float, days: int) -> list[tuple[float, float]]:
    spans, day = [], 0.0
    while day < days:
        leaves = day + rng.expovariate(1 / (1.5 + 6 * activity))
        day = leaves + rng.lognormvariate(-.3, 1)
        spans.append((start + leaves * DAY, start + day * DAY))
    return spans
