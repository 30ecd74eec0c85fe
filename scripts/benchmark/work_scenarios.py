"""What is done with a store every day, on logs of every world: no peer has such commands."""
import datetime
import os
import sqlite3

from ledgers import Ledgers, remove
from logs import START, WORLDS
from results import Contest, Result
from scenario import Bench
from timing import Command, Contender, contest, run

# The end of the simulated week, so that its last day is judged.
END = f"{datetime.date.fromisoformat(START) + datetime.timedelta(days=7)}T00:00:00Z"


def work(bench: Bench) -> list[Result]:
    """Reports, judgement, data sets and verification of stores of the sizes that were asked for."""
    return [_work(bench, world, events) for events in bench.events for world in ("", *WORLDS)]


def _work(bench: Bench, world: str, events: int) -> Result:
    ledger = bench.ledgers.path("work.db")
    run([bench.ledgers.import_command(bench.logs.week(events, world=world), ledger)])
    commands = _commands(bench.ledgers, ledger)
    rows = contest([Contender(title, title, [command]) for title, command in commands.items()], bench.rounds, {})
    facts = {"store_bytes": os.path.getsize(ledger)}
    remove(ledger)
    return bench.result(f"work-{world}" if world else "work", events, [Contest("", rows)], facts)


def _commands(ledgers: Ledgers, ledger: str) -> dict[str, Command]:
    def command(*words: str) -> Command:
        return [ledgers.pushledger, *words, "--db", ledger]

    return {
        "report daily": command("report", "daily", "--as-of", END),
        "report weekly": command("report", "weekly", "--as-of", END),
        "check": command("check", "--as-of", END, "--fail-on", "never"),
        "export": command("export", "--as-of", END, "--output", f"{ledger}.csv"),
        "explain": command("explain", "--message", _largest_message(ledger), "--as-of", END),
        "verify": command("verify"),
    }


def _largest_message(ledger: str) -> str:
    with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True) as connection:
        return connection.execute("SELECT message_id FROM messages ORDER BY sent DESC LIMIT 1").fetchone()[0]
