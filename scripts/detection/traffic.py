"""Which pushes go out: campaigns to audiences of all kinds, and single pushes through the day."""
import dataclasses
import random
from typing import Callable, Iterator

from population import DAY, App, Device, device

# By local hour, at UTC+8, and by weekday from Monday.
HOURS = [.25, .15, .1, .08, .08, .15, .4, .9, 1.3, 1.5, 1.4, 1.3, 1.5, 1.2, 1.1, 1.1, 1.2, 1.4, 1.7, 2, 2.1, 1.7, 1, .5]
WEEK = [1, 1, 1.05, 1, 1.1, .8, .75]
AUDIENCES: dict[str, Callable[[Device], bool]] = {
    "all": lambda one: True, "active": lambda one: one.activity > .4, "idle": lambda one: one.activity < .2,
    "paying": lambda one: int(one.name[:2], 16) < 60,
}
# The day on which what makes a world special happens.
SPECIAL = 6


@dataclasses.dataclass(frozen=True, slots=True)
class Push:
    """- appeal: how often it is acked and opened, as a share of the usual."""

    app: App
    device: Device
    message: int
    job: str
    moment: float
    appeal: float = 1
    is_silent: bool = False


@dataclasses.dataclass(frozen=True)
class Campaign:
    job: str
    hour: int
    devices: list[Device]
    appeal: float
    is_silent: bool = False


class Traffic:
    """The pushes of a log, AppKey by AppKey and day by day."""

    def __init__(self, rng: random.Random, apps: list[App], shapes: set[str], start: float, days: int) -> None:
        self.rng, self.apps, self.shapes, self.start, self.days = rng, apps, shapes, start, days
        self.message = 18_700_000_000_000_000

    def pushes(self) -> Iterator[Push]:
        for place, app in enumerate(self.apps):
            for day in range(self.days):
                if day == SPECIAL - 1:
                    app.devices += app.newcomers
                yield from self._day(place, app, day)

    def _day(self, place: int, app: App, day: int) -> Iterator[Push]:
        is_holiday = "holiday" in self.shapes and day == SPECIAL
        sends = app.daily * WEEK[day % 7] * self.rng.uniform(.8, 1.2) * (.3 if is_holiday else 1)
        mood = .75 if is_holiday else 1
        for campaign in self._campaigns(place, app, day, sends * (1 - app.singles)):
            moment = self._moment(day, campaign.hour, 3_000)
            for number, one in enumerate(campaign.devices):
                if number % 1_000 == 0:
                    self.message += self.rng.randrange(1, 50)
                if self._is_on(app, moment):
                    yield Push(app, one, self.message, campaign.job, moment + number * .02 + self.rng.random() * 20,
                               campaign.appeal * mood, campaign.is_silent)
        for _ in range(int(sends * app.singles)):
            one, moment = self.rng.choice(app.devices), self._moment(day, self._hour(), 3_600)
            # Who hardly uses an app is seldom written to.
            if self._is_on(app, moment) and self.rng.random() < one.activity + .25:
                self.message += self.rng.randrange(1, 9)
                yield Push(app, one, self.message, "order-status", moment, mood)

    def _campaigns(self, place: int, app: App, day: int, sends: float) -> list[Campaign]:
        count = self.rng.randrange(1, 6)
        campaigns = []
        for _ in range(count if app.singles < .9 else 0):
            audience = self.rng.choice(["all", *AUDIENCES])
            campaigns.append(Campaign(
                f"campaign-{self.rng.randrange(20)}", self._hour(),
                self._some(app, AUDIENCES[audience], sends / count * self.rng.uniform(.5, 1.5)), self.rng.uniform(.85, 1.05)))
        if "silent" in self.shapes and self.rng.random() < .6:
            campaigns.append(Campaign("sync", self.rng.randrange(24), self._some(app, AUDIENCES["all"], sends * .3 + 20), 1, True))
        if "dull" in self.shapes and day in (SPECIAL - 1, SPECIAL + 1):
            campaigns.append(Campaign("survey", 10, self._some(app, lambda one: one.activity < .25, len(app.devices) * .4), .6))
        if "burst" in self.shapes and day == SPECIAL and place == 0:
            campaigns.append(Campaign("burst", 12, list(app.devices), .95))
        if "win-back" in self.shapes and day == SPECIAL and place < 2:
            campaigns.append(Campaign("win-back", 11, self._lapsed(app), .7))
        return campaigns

    def _lapsed(self, app: App) -> list[Device]:
        """Devices that nothing was sent to for months: two in five have no app any more."""
        lapsed = [device(self.rng, app, self.start, self.days, .2) for _ in range(max(60, len(app.devices) // 3))]
        for one in lapsed:
            one.is_dead = self.rng.random() < .4
            one.ack_rate *= .5
        return lapsed

    def _some(self, app: App, belongs: Callable[[Device], bool], count: float) -> list[Device]:
        audience = [one for one in app.devices if belongs(one)] or app.devices
        return self.rng.sample(audience, min(len(audience), int(count)))

    def _hour(self) -> int:
        return self.rng.choices(range(24), HOURS)[0]

    def _moment(self, day: int, local_hour: int, within: float) -> float:
        return self.start + day * DAY + (local_hour - 8) % 24 * 3_600 + self.rng.random() * within

    def _is_on(self, app: App, moment: float) -> bool:
        return self.start + app.begin * DAY <= moment < self.start + app.end * DAY
