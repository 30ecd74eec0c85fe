"""The question in DuckDB, all cores, columns given: LOG OUTPUT.csv."""
import sys

import duckdb
from duckdb_question import THREADS, answer, deliveries

log, output = sys.argv[1:]
connection = duckdb.connect()
connection.execute(f"SET threads = {THREADS}")
connection.execute(f"COPY ({answer(f'({deliveries(log)})')}) TO '{output}' (HEADER false)")
