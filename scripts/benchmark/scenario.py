"""What every scenario gets."""
import dataclasses
import datetime
from typing import Any

from ledgers import Ledgers
from logs import Logs
from results import Contest, Result


@dataclasses.dataclass(frozen=True)
class Bench:
    """- events: sizes of raw logs.
    - large: with stores that only PushLedger is asked to fill.
    - machine, command: what the page says about where figures come from.
    """

    logs: Logs
    ledgers: Ledgers
    events: list[int]
    rounds: int
    peers: list[str]
    large: bool
    machine: dict[str, str]
    command: str

    @property
    def unit(self) -> int:
        return self.logs.unit

    def result(
        self, scenario: str, events: int, contests: list[Contest], facts: dict[str, Any], rounds: int | None = None
    ) -> Result:
        """- rounds: of a scenario that takes others than it was asked for."""
        today = datetime.date.today().isoformat()
        return Result(scenario, events, contests, facts, self.machine, today, self.command, rounds or self.rounds)
