"""What the log holds of each push, and what a defect takes away from it."""
import dataclasses
import math
import random
import zlib
from typing import Callable, Iterator

from population import DAY, App, Device
from traffic import Push

NEW_SYSTEM = "19.0"


@dataclasses.dataclass
class Defect:
    """- name, size: as in `DEFECTS`; `level` of the size counts from 0.
    - app: whose it is; None where it is all apps'.
    - begins, ends: seconds.
    - touched: receipts that it changed.
    """

    name: str
    size: str
    app: App | None
    begins: float
    ends: float = math.inf
    touched: int = 0

    @property
    def level(self) -> int:
        return SIZES.index(self.size)

    def holds(self, app: App, moment: float) -> bool:
        return (self.app is None or self.app is app) and self.begins <= moment < self.ends


SIZES = ["faint", "medium", "gross"]
# The share of acks, arrivals or lines that a defect of each size takes; hours where it takes all.
LOST_OF_BUILD = {"timeouts": [.25, .5, .85], "losses": [.2, .4, .6], "silence": [1, 1, 1]}
LATE_OF_BUILD = [.45, .75, .97]
HOURS_OF_OUTAGE = {"outage": [2, 4, 8], "missing_acks": [2, 4, 8], "missing_app": [3, 6, 12]}
BLOCKED = [.3, .6, 1]
THROTTLED = [.3, .6, .9]
EVERY_LINE = [24, 12, 5]
# What each is called by: codes that name it.
DEFECTS = {
    "timeouts": ["extension_timeouts"], "losses": ["version_regression", "ack_rate_fall", "handler_called_early"],
    "silence": ["extension_silent"], "changed_secret": ["extension_silent", "ack_outage", "ack_rate_fall"],
    "outage": ["ack_outage"], "missing_acks": ["ack_outage", "quiet_hours"], "missing_app": ["quiet_hours", "app_key_quiet"],
    "blocked_network": ["extension_timeouts"], "throttled_vendor": ["arrival_rate_fall"], "missing_shard": ["export_gap"],
}


class Receipts:
    """Lines of a log, by when they came in.

    - systems: the second from which people move to a new iOS, if they do.
    """

    def __init__(self, rng: random.Random, start: float, days: int, systems: float | None, defect: Defect | None) -> None:
        self.rng, self.end, self.systems, self.defect = rng, start + days * DAY, systems, defect
        # Logs differ in what they hold.
        self.has_arrivals, self.has_facts, self.has_opens = rng.random() < .5, rng.random() < .5, rng.random() < .75
        self.lines: list[tuple[float, dict[str, str]]] = []

    def add(self, push: Push) -> None:
        app, one, moment, rng = push.app, push.device, push.moment, self.rng
        if one.is_dead:
            self._line(push, "sent_fail", moment, reason="Unregistered" if one.is_ios else "907100000#invalid token")
            return
        self._line(push, "sent", moment)
        reached = self._reached(one, moment)
        if reached is None or rng.random() > (.97 if one.is_ios else .9):
            return
        if not one.is_ios:
            if one.channel == "huawei" and self._takes("throttled_vendor", app, moment, lambda level: THROTTLED[level]):
                return
            self._line(push, "arrive", reached + rng.expovariate(1))
        elif self.has_arrivals:
            # On iOS it says that the vendor took the push.
            self._line(push, "arrive", moment + .3)
        acked = one.is_ios and not push.is_silent and rng.random() < one.ack_rate * push.appeal
        wait = self._wait(push, reached) if acked else None
        if wait is not None:
            self._line(push, "ext_ack", reached + wait, has_facts=self.has_facts)
        interest = .1 * one.activity * (1.5 if acked or not one.is_ios else .4) * min(1, push.appeal)
        if self.has_opens and not push.is_silent and rng.random() < interest:
            self._line(push, "open", reached + 20 + rng.expovariate(1 / 500))

    def _reached(self, one: Device, moment: float) -> float | None:
        """When the push reaches the device; vendors keep one for a while, and none where a newer one comes."""
        for leaves, returns in one.away:
            if leaves <= moment < returns:
                is_kept = self.rng.random() > .45 and returns - moment <= 3 * DAY
                return returns + self.rng.random() * 600 if is_kept else None
        return moment

    def _wait(self, push: Push, reached: float) -> float | None:
        """Seconds until the ack; None where it is lost."""
        tries = [self.rng.uniform(.2, 5), self.rng.uniform(6, 11), self.rng.uniform(12, 17)]
        wait = self.rng.choices(tries, [.7, .22, .08])[0]
        app, one = push.app, push.device
        if reached >= one.updates:
            for name, shares in LOST_OF_BUILD.items():
                if self._takes(name, app, reached, lambda level: shares[level]):
                    return None
            if self._is("timeouts", app, reached) and self.rng.random() < LATE_OF_BUILD[self.defect.level]:
                wait = self.rng.choice(tries[1:])
        if one.network == "5g" and self._takes("blocked_network", app, reached, lambda level: BLOCKED[level]):
            return None
        if any(self._takes(name, app, reached, lambda level: 1) for name in ("changed_secret", "outage")):
            return None
        return wait

    def _is(self, name: str, app: App, moment: float) -> bool:
        return self.defect is not None and self.defect.name == name and self.defect.holds(app, moment)

    def _takes(self, name: str, app: App, moment: float, share: Callable[[int], float]) -> bool:
        if not self._is(name, app, moment) or self.rng.random() >= share(self.defect.level):
            return False
        self.defect.touched += 1
        return True

    def _line(self, push: Push, kind: str, moment: float, reason: str = "", has_facts: bool = True) -> None:
        app, one, rng = push.app, push.device, self.rng
        came = moment + abs(rng.gauss(0, 2)) + (rng.random() * 3_600 if rng.random() < .01 else 0)
        if self._is_missing(app, one, kind, came) or came >= self.end:
            return
        stamp = moment + (one.skew if kind in ("open", "ext_ack") else 0)
        facts = {
            "app_version": app.release[0] if moment >= one.updates else one.version, "brand": one.brand,
            "network_type": one.network, "os_version": self._system(one, moment), "isp": one.provider,
            "last_active_time": str(int((moment - 3_600 / one.activity) * 1_000))}
        record = {
            "__time__": str(int(came)), "__topic__": "cps_callback_event", "__source__": "log_service",
            "owner_id": "1234567890123456", "app_key": app.key, "message_id": str(push.message),
            "event_time": str(int(stamp * 1_000)), "event_type": kind, "device_id": one.name,
            "device_type": "iOS" if one.is_ios else "ANDROID", "client_ip": "192.0.2.1",
            "os": "iOS" if one.is_ios else "Android", "job_key": push.job, "event_channel": one.channel,
            "vendor_message_id": "", "reason": reason, **(facts if has_facts else dict.fromkeys(facts, ""))}
        if rng.random() < .004:
            record[rng.choice(list(facts))] = ""
        self.lines.append((came, record))
        if rng.random() < .02:
            again = came + rng.random() * 60
            self.lines.append((again, {**record, "__time__": str(int(again))}))

    def _is_missing(self, app: App, one: Device, kind: str, came: float) -> bool:
        """Whether the log lacks the line."""
        shard = zlib.crc32(f"{one.name} {came // 97} {kind}".encode())
        return (self._takes("missing_app", app, came, lambda level: 1)
                or kind == "ext_ack" and self._takes("missing_acks", app, came, lambda level: 1)
                or self._takes("missing_shard", app, came, lambda level: shard % EVERY_LINE[level] == 0))

    def _system(self, one: Device, moment: float) -> str:
        if not one.is_ios or self.systems is None:
            return one.system
        moved = .6 * min(1, max(0, (moment - self.systems) / (10 * DAY)))
        return NEW_SYSTEM if int(one.name[:4], 16) / 65_536 < moved else one.system

    def in_order(self) -> Iterator[tuple[float, dict[str, str]]]:
        return iter(sorted(self.lines, key=lambda line: line[0]))
