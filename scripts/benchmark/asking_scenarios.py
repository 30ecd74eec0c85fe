"""Questions in SQL, those of the program and those nobody prepared for, to stores of logs of every world."""
import csv
import os
import subprocess

from answers import DAILY, Answer, named, plain
from ledgers import DUCKDB, duckdb_start, remove
from logs import WORLDS
from questions import DASHBOARDS, QUESTIONS, Question
from raw_scenarios import LIMITS
from results import Contest, Result
from scenario import Bench
from timing import Contender, contest, run
from work_scenarios import END

# What DuckDB's store has beside the columns of the daily question.
ATTRIBUTES = ["app_version", "job_key"]
# What a question has put in.
Place = dict[str, str]


def queries(bench: Bench) -> list[Result]:
    """Each question to ledgers of the sizes that were asked for, with equal rows from all that are asked."""
    return [_queries(bench, world, events) for events in bench.events for world in ("", *WORLDS)]


def _queries(bench: Bench, world: str, events: int) -> Result:
    log, ledger = bench.logs.week(events, world=world), bench.ledgers.path("asked.db")
    run([bench.ledgers.import_command(log, ledger)])
    snapshot = bench.ledgers.path("asked-snapshot.db")
    run([[bench.ledgers.pushledger, "export", "--sqlite", snapshot, "--as-of", END, "--db", ledger]])
    store = bench.ledgers.path("asked.duckdb")
    if "duckdb" in bench.peers:
        run([[*DUCKDB, "build", store, log, *ATTRIBUTES]])
    place = _any_delivery(bench, ledger)
    contests = [
        Contest(question.title, contest(_asked(bench, question, place, events), bench.rounds, question.shape))
        for question in QUESTIONS]
    contests += [
        Contest(f"dashboards/{path.name}", contest([_shell("snapshot", snapshot, path, os.devnull)], bench.rounds, DAILY))
        for path in DASHBOARDS]
    if "duckdb" in bench.peers:
        contests.append(Contest("nothing", contest([duckdb_start()], bench.rounds, DAILY)))
    for path in (ledger, snapshot, store):
        remove(path)
    return bench.result(f"queries-{world}" if world else "queries", events, contests, {})


def _asked(bench: Bench, question: Question, place: Place, events: int) -> list[Contender]:
    ledger, sql = bench.ledgers.path("asked.db"), bench.ledgers.path("asked.sql")
    # A percent sign or brace of a stored question is not ours to read.
    text = question.sql if question.is_stored else question.sql.format_map(place)
    with open(sql, "w", encoding="utf-8") as out:
        out.write(text.rstrip(";\n") + ";\n")
    ours, shell, theirs = (bench.ledgers.path(f"asked.{name}.csv") for name in ("ours", "shell", "duckdb"))

    def answer(path: str) -> Answer:
        return named(path, question.columns, question.shape)

    command = [bench.ledgers.pushledger, "query", "--file", sql, "--format", "csv", "--max-rows", "10000000",
               "--timeout", "10m", "--output", ours, "--db", ledger]
    contenders = [Contender("pushledger", "PushLedger", [command], answer=lambda: answer(ours))]
    if "sqlite3" in bench.peers and events <= LIMITS["sqlite3"]:
        contenders.append(_shell("sqlite3", ledger, sql, shell, answer=lambda: answer(shell)))
    if "duckdb" in bench.peers and question.theirs:
        contenders.append(Contender(
            "duckdb", "DuckDB", [[*DUCKDB, "query", bench.ledgers.path("asked.duckdb"), theirs, question.theirs.format_map(place)]],
            answer=lambda: plain(theirs, question.shape)))
    return contenders


def _shell(key: str, database: str, sql: object, output: str, **answer: object) -> Contender:
    """The `sqlite3` shell. Parameters without a value are NULL there, which is how a question knows them as unset."""
    return Contender(
        key, "sqlite3 shell",
        [["sqlite3", "-readonly", "-csv", "-header", "-cmd", f".output {output}", database, f".read {sql}"]], **answer)


def _any_delivery(bench: Bench, ledger: str) -> Place:
    """A device that got one of the largest messages, of the AppKey that sent the most."""
    def asked(sql: str) -> dict[str, str]:
        command = [bench.ledgers.pushledger, "query", "--sql", sql, "--format", "csv", "--db", ledger]
        return next(csv.DictReader(subprocess.check_output(command, text=True).splitlines()))

    app = asked("SELECT app_key FROM hourly GROUP BY 1 ORDER BY sum(sent) DESC, 1 LIMIT 1")
    message = asked(f"SELECT message_id AS message FROM messages WHERE app_key = '{app['app_key']}' "
                    "ORDER BY sent DESC, 1 LIMIT 1 OFFSET 8")
    device = asked(f"SELECT min(device_id) AS device FROM deliveries WHERE message_id = '{message['message']}'")
    return app | message | device
