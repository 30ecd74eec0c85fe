"""What the log holds of each push, and what a defect takes away from it."""
import json
import random
import zlib
from typing import Iterator

from defects import (
    AHEAD, ALWAYS, BLOCKED, CUT_LINES, EVERY_LINE, LATE_OF_BUILD, LOST_OF_BUILD, NOT_LEAKED, OVER_QUOTA, THROTTLED,
    WITHOUT_MUTABLE_CONTENT, Defect)
from population import DAY, App, Device
from traffic import Push

NEW_SYSTEM = "19.0"


class Receipts:
    """Lines of a log, by when they came in.

    - systems: the second from which people move to a new iOS, if they do.
    """

    def __init__(self, rng: random.Random, start: float, days: int, systems: float | None, defect: Defect | None) -> None:
        self.rng, self.end, self.systems, self.defect = rng, start + days * DAY, systems, defect
        # Logs differ in what they hold.
        self.has_arrivals, self.has_facts, self.has_opens = rng.random() < .5, rng.random() < .5, rng.random() < .75
        if defect is not None and defect.name == "no_mutable_content":
            # Without opens it looks like a silent push.
            self.has_opens = True
        self.lines: list[tuple[float, dict[str, str]]] = []

    def add(self, push: Push) -> None:
        app, one, moment, rng = push.app, push.device, push.moment, self.rng
        if one.is_dead:
            self._line(push, "sent_fail", moment, reason="Unregistered" if one.is_ios else "907100000#invalid token")
            return
        if (reason := self._refusal(app, one, moment)) is not None:
            self._line(push, "sent_fail", moment, reason=reason)
            return
        self._line(push, "sent", moment)
        reached = self._reached(one, moment)
        if reached is None or rng.random() > (.97 if one.is_ios else .9):
            return
        if not one.is_ios:
            if one.channel == "huawei" and self._takes("throttled_vendor", app, moment, THROTTLED):
                return
            self._line(push, "arrive", reached + rng.expovariate(1))
        elif self.has_arrivals:
            # On iOS it says that the vendor took the push.
            self._line(push, "arrive", moment + .3)
        acked = one.is_ios and not push.is_silent and rng.random() < one.ack_rate * push.appeal
        wait = self._wait(push, reached) if acked else None
        if wait is not None:
            self._line(push, "ext_ack", reached + wait, has_facts=self.has_facts, app_key=self._answers_under(push, reached))
        interest = .1 * one.activity * (1.5 if acked or not one.is_ios else .4) * min(1, push.appeal)
        if self.has_opens and not push.is_silent and rng.random() < interest:
            self._line(push, "open", reached + 20 + rng.expovariate(1 / 500))

    def _refusal(self, app: App, one: Device, moment: float) -> str | None:
        """The reason for which a defect lets the vendor refuse the push."""
        if one.is_ios and self._takes("certificate", app, moment):
            return "ExpiredProviderToken"
        if one.channel == "xiaomi" and self._takes("quota", app, moment, OVER_QUOTA):
            return "10034#over quota"
        return None

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
        app, one, moment = push.app, push.device, push.moment
        if self._has_newest(push, reached):
            for name, shares in LOST_OF_BUILD.items():
                if self._takes(name, app, reached, shares):
                    return None
            if self._is("timeouts", app, reached) and self.rng.random() < LATE_OF_BUILD[self.defect.level]:
                wait = self.rng.choice(tries[1:])
            if (wait != tries[0] and self._takes("early_handler", app, reached)
                    or self._is_below(one, reached) and self._takes("minimum_ios", app, reached)
                    # What is lost does not show the other key.
                    or self._is("leaking_key", app, reached) and self.rng.random() < NOT_LEAKED[self.defect.level]):
                return None
        if push.job.startswith("campaign") and self._is_one_of(
                WITHOUT_MUTABLE_CONTENT, f"{push.message}", "no_mutable_content", app, moment):
            return None
        if one.network == "5g" and self._takes("blocked_network", app, reached, BLOCKED):
            return None
        if any(self._takes(name, app, reached) for name in ("changed_secret", "outage")):
            return None
        return wait

    def _is(self, name: str, app: App | None, moment: float) -> bool:
        return self.defect is not None and self.defect.name == name and self.defect.holds(app, moment)

    def _takes(self, name: str, app: App | None, moment: float, shares: list[float] = ALWAYS) -> bool:
        if not self._is(name, app, moment) or self.rng.random() >= shares[self.defect.level]:
            return False
        self.defect.touch(moment)
        return True

    def _is_one_of(self, numbers: list[int], text: str, name: str, app: App | None, moment: float) -> bool:
        """Whether a defect takes what the text names: one of so many, whatever their order."""
        if not self._is(name, app, moment) or zlib.crc32(text.encode()) % numbers[self.defect.level] != 0:
            return False
        self.defect.touch(moment)
        return True

    def _answers_under(self, push: Push, reached: float) -> str:
        if self._has_newest(push, reached) and self._takes("leaking_key", push.app, reached):
            return self.defect.app_keys[-1]
        return push.app.key

    @staticmethod
    def _has_newest(push: Push, moment: float) -> bool:
        """Whether the device has the app's last release by then."""
        return push.device.version_at(moment) in push.app.releases[-1:]

    def _is_below(self, one: Device, moment: float) -> bool:
        return self.defect is not None and self._system(one, moment) in self.defect.systems

    def _line(self, push: Push, kind: str, moment: float, reason: str = "", has_facts: bool = True,
              app_key: str = "") -> None:
        """- app_key: where it is not the sender's."""
        app, one, rng = push.app, push.device, self.rng
        came = moment + abs(rng.gauss(0, 2)) + (rng.random() * 3_600 if rng.random() < .01 else 0)
        if self._is_missing(app, one, kind, came) or came >= self.end:
            return
        stamp = moment + (one.skew if kind in ("open", "ext_ack") else 0)
        if kind == "sent" and self._takes("fast_clock", app, moment):
            stamp += AHEAD[self.defect.level]
        facts = {
            "app_version": one.version_at(moment), "brand": one.brand,
            "network_type": one.network, "os_version": self._system(one, moment), "isp": one.provider,
            "last_active_time": str(int((moment - 3_600 / one.activity) * 1_000))}
        record = {
            "__time__": str(int(came)), "__topic__": "cps_callback_event", "__source__": "log_service",
            "owner_id": "1234567890123456", "app_key": app_key or app.key, "message_id": str(push.message),
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
        return (self._takes("missing_app", app, came) or self._takes("gap", app, came)
                or kind == "ext_ack" and self._takes("missing_acks", app, came)
                or self._is_one_of(EVERY_LINE, f"{one.name} {came // 97} {kind}", "missing_shard", app, came))

    def _system(self, one: Device, moment: float) -> str:
        if not one.is_ios or self.systems is None:
            return one.system
        moved = .6 * min(1, max(0, (moment - self.systems) / (10 * DAY)))
        return NEW_SYSTEM if int(one.name[:4], 16) / 65_536 < moved else one.system

    def in_order(self) -> Iterator[str]:
        for came, record in sorted(self.lines, key=lambda line: line[0]):
            line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            if self._takes("cut_lines", None, came, CUT_LINES):
                line = line[:self.rng.randrange(40, len(line) - 1)]
            yield line
