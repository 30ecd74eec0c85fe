"""What can be wrong in a log of the other generator, and by which codes `check` should name it."""
import dataclasses
import math

from population import App

SIZES = ["faint", "medium", "gross"]
# The share of acks, arrivals, sends or lines that a defect of each size takes, and of devices it touches.
LOST_OF_BUILD = {"timeouts": [.25, .5, .85], "losses": [.2, .4, .6], "silence": [1, 1, 1], "early_handler": [.1, .25, .5]}
LATE_OF_BUILD = [.45, .75, .97]
ALWAYS = [1, 1, 1]
# Of acks under another AppKey most servers keep none.
NOT_LEAKED = [.98, .9, .5]
BELOW_MINIMUM = [.15, .3, .5]
BLOCKED = [.3, .6, 1]
THROTTLED = [.3, .6, .9]
OVER_QUOTA = [.1, .3, .8]
CUT_LINES = [.005, .03, .2]
# One line of so many is missing.
EVERY_LINE = [24, 12, 5]
# The hours in which it takes all.
HOURS_OF_OUTAGE = {
    "outage": [2, 4, 8], "missing_acks": [2, 4, 8], "missing_app": [3, 6, 12], "gap": [3, 6, 12], "certificate": [1, 4, 24]}
# Seconds by which the sender's clock is ahead.
AHEAD = [30, 600, 7_200]
# One campaign of so many.
WITHOUT_MUTABLE_CONTENT = [6, 3, 1]

# Those that come with a new version, and those that every AppKey has.
OF_BUILD = [*LOST_OF_BUILD, "minimum_ios", "leaking_key"]
OF_ALL = ["outage", "missing_acks", "missing_shard", "blocked_network", "throttled_vendor", "quota", "gap", "cut_lines"]
DEFECTS = {
    "timeouts": ["extension_timeouts"], "losses": ["version_regression", "ack_rate_fall", "handler_called_early"],
    "silence": ["extension_silent"], "changed_secret": ["extension_silent", "ack_outage", "ack_rate_fall"],
    "outage": ["ack_outage"], "missing_acks": ["ack_outage", "quiet_hours"], "missing_app": ["quiet_hours", "app_key_quiet"],
    "blocked_network": ["extension_timeouts"], "throttled_vendor": ["arrival_rate_fall"], "missing_shard": ["export_gap"],
    "early_handler": ["handler_called_early"], "minimum_ios": ["extension_silent"], "leaking_key": ["app_key_mismatch"],
    "no_mutable_content": ["message_silent"], "certificate": ["credentials_refused"], "quota": ["quota_exceeded"],
    "gap": ["quiet_hours", "export_gap"], "fast_clock": ["clock_skew"], "cut_lines": ["refused_lines"],
}
# What is true besides.
CONSEQUENCES = {
    "leaking_key": ["extension_silent", "app_key_unknown"], "no_mutable_content": ["ack_rate_fall"], "cut_lines": ["export_gap"],
    "fast_clock": ["quiet_hours"]}


@dataclasses.dataclass
class Defect:
    """- name, size: as in `DEFECTS` and `SIZES`; `level` of the size counts from 0.
    - app: whose it is; None where it is all apps'.
    - begins, ends: seconds; and `shows`, from which on the log can show it.
    - systems: those that are below the extension's minimum.
    - touched: receipts that it changed.
    """

    name: str
    size: str
    app: App | None
    begins: float
    ends: float = math.inf
    shows: float = math.inf
    systems: frozenset[str] = frozenset()
    touched: int = 0

    @property
    def level(self) -> int:
        return SIZES.index(self.size)

    @property
    def app_keys(self) -> list[str]:
        """Its own, and the foreign one under which an extension may answer."""
        return [self.app.key, str(int(self.app.key) + 5)] if self.app else []

    def holds(self, app: App | None, moment: float) -> bool:
        return (self.app is None or self.app is app) and self.begins <= moment < self.ends

    def touch(self, moment: float) -> None:
        self.touched += 1
        self.shows = min(self.shows, moment)
