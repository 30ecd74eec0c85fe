"""DuckDB with a store of its own: a table of deliveries that logs are merged into, and that is asked.

build STORE LOG [NAME...]
                       a new store from a log, with further attributes
merge STORE LOG        a log into the store; events that are there change nothing
answer STORE OUTPUT    the question, as CSV
query STORE OUTPUT SQL one query, as CSV
start                  nothing: what it costs to start Python and load DuckDB
"""
import sys

import duckdb
from duckdb_question import THREADS, answer, deliveries

KEY = ["app_key", "message_id", "device_id"]
TIMES = ["sent", "failed", "acked", "opened", "arrived"]


def build(connection: duckdb.DuckDBPyConnection, log: str, attributes: list[str]) -> None:
    """Makes the table. Without an index: a key would slow the merge, which joins by hashing, and the store grow."""
    connection.execute(f"CREATE TABLE delivery AS {deliveries(log, attributes)}")


def merge(connection: duckdb.DuckDBPyConnection, log: str) -> None:
    """Set union with what is there: the earliest time of each kind wins, as in the ledger."""
    # least() passes over NULL, which is what is wanted where a side has no time.
    earliest = ", ".join(f"{name} = least(old.{name}, new.{name})" for name in ["channel", *TIMES])
    columns = [*KEY, "channel", *TIMES]
    connection.execute(f"""
    MERGE INTO delivery AS old USING ({deliveries(log)}) AS new
    ON {" AND ".join(f"old.{name} = new.{name}" for name in KEY)}
    WHEN MATCHED THEN UPDATE SET {earliest}
    WHEN NOT MATCHED THEN INSERT ({", ".join(columns)}) VALUES ({", ".join(f"new.{name}" for name in columns)})""")


def copy(connection: duckdb.DuckDBPyConnection, query: str, output: str) -> None:
    connection.execute(f"COPY ({query}) TO '{output}' (HEADER false)")


def main() -> None:
    verb, *words = sys.argv[1:]
    if verb == "start":
        return
    with duckdb.connect(words[0], read_only=verb in ("answer", "query")) as connection:
        connection.execute(f"SET threads = {THREADS}")
        match verb:
            case "build": build(connection, words[1], words[2:])
            case "merge": merge(connection, words[1])
            case "answer": copy(connection, answer("delivery"), words[1])
            case "query": copy(connection, words[2], words[1])
            case _: sys.exit(__doc__)


main()
