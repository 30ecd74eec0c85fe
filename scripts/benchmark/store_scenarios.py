"""A store that is there already gets more events: what happens every day but the first."""
from answers import DAILY, DAILY_COUNTS, Shape
from results import Contest, Result
from scenario import Bench
from timing import Contender, Row, contest

# Units that the store has before.
LARGE = 10


def increment(bench: Bench) -> list[Result]:
    """The next unit in time."""
    fresh, duckdb = _fresh(bench, LARGE), []
    if "duckdb" in bench.peers:
        log = bench.ledgers.next_log(LARGE)
        duckdb = [bench.ledgers.merging(lambda: bench.ledgers.duckdb(LARGE), log)]
    return [_measure(bench, "increment", [fresh, *duckdb])]


def duplicates(bench: Bench) -> list[Result]:
    """The same unit again, read from its start: nothing changes."""
    ledgers, log = bench.ledgers, bench.ledgers.next_log(LARGE)
    again = ledgers.importing("pushledger", "PushLedger, again", lambda: ledgers.next_ledger(LARGE), log)
    duckdb = [ledgers.merging(lambda: ledgers.next_duckdb(LARGE), log)] if "duckdb" in bench.peers else []
    return [_measure(bench, "duplicates", [again, _fresh(bench, LARGE), *duckdb])]


def late(bench: Bench) -> list[Result]:
    """A unit of new events that all change deliveries the store has."""
    ledgers = bench.ledgers
    log = bench.logs.late(LARGE, ledgers.ledger(LARGE))
    late_ones = ledgers.importing("pushledger", "PushLedger, late events", lambda: ledgers.ledger(LARGE), log)
    duckdb = [ledgers.merging(lambda: ledgers.duckdb(LARGE), log)] if "duckdb" in bench.peers else []
    # The unit that is fresh gives another answer, so it is not compared with these.
    return [_measure(bench, "late", [late_ones, *duckdb, _silent(_fresh(bench, LARGE))], DAILY_COUNTS)]


def growth(bench: Bench) -> list[Result]:
    """The next unit into smaller and larger stores."""
    sizes = [1, LARGE, 50] if bench.large else [1, LARGE]
    contenders = [
        _silent(_fresh(bench, units, key=f"{units}", title=f"into {units * bench.unit:,} events")) for units in sizes]
    rows = contest(contenders, bench.rounds, DAILY)
    return [bench.result("growth", bench.unit, [Contest("", rows)], {})]


def memory(bench: Bench) -> list[Result]:
    """What an import takes as the log grows. Large logs come out of a pipe, and so do all of these."""
    sizes = [LARGE, 100] if bench.large else [1, LARGE]
    rows = [Row(f"{units}", f"{units * bench.unit:,} events", [bench.ledgers.poured(units)]) for units in sizes]
    return [bench.result("memory", bench.unit, [Contest("", rows)], {}, rounds=1)]


def _fresh(bench: Bench, units: int, key: str = "fresh", title: str = "PushLedger, the next events") -> Contender:
    log = bench.ledgers.next_log(units)
    return bench.ledgers.importing(key, title, lambda: bench.ledgers.ledger(units), log)


def _silent(contender: Contender) -> Contender:
    """The same without an answer to compare."""
    return Contender(contender.key, contender.title, contender.commands, prepare=contender.prepare)


def _measure(bench: Bench, scenario: str, contenders: list[Contender], shape: Shape = DAILY) -> Result:
    rows = contest(contenders, bench.rounds, shape)
    return bench.result(scenario, LARGE * bench.unit, [Contest("", rows)], {})
