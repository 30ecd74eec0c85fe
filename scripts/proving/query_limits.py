"""Questions that would never end, or need all memory: they end at a limit that is named (P15)."""
from typing import Iterator

from measuring import measured
from proof import Broken, Place, Proof, spread

# Seconds that a process may go on after its question's time is over.
GRACE = 1.5
# Seconds more until one that does not end is ended.
PATIENCE = 20
MEMORY = 400 << 20
# A busy machine makes anything slow; only what is slow each time is.
TRIES = 3

# 229,376 times `a`, made without the functions that make long values.
LONG = """WITH t(a) AS (SELECT substr(replace(replace(replace(replace(replace('aaaaaaaa', 'a', 'aaaaaaaa'), 'a', 'aaaaaaaa'),
  'a', 'aaaaaaaa'), 'a', 'aaaaaaaa'), 'a', 'aaaaaaa'), 1, 229376))"""
CROSS = "FROM deliveries a, deliveries b, deliveries c"
TIMED = [
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT (i * 7 + 1) % 1000000007 FROM n) SELECT i FROM n WHERE i < 0",
    f"SELECT count(*) {CROSS}", f"SELECT count(*) {CROSS} WHERE a.device_id || b.device_id = c.device_id || '-'",
    f"SELECT sum(a.sent_at * b.sent_at % 7) {CROSS}", f"SELECT max(length(a.device_id || b.device_id)) {CROSS}",
    f"SELECT DISTINCT (a.sent_at + b.sent_at + c.sent_at) % 3 {CROSS}",
    f"SELECT count(*) {CROSS} GROUP BY a.channel, b.channel", f"SELECT 1 {CROSS} WHERE a.device_id || b.device_id = 'x'",
    "SELECT 1 FROM deliveries a WHERE EXISTS (SELECT 1 FROM deliveries b, deliveries c WHERE b.sent_at + c.sent_at < 0)",
    "SELECT count(*) FROM events a, events b, events c WHERE a.kind LIKE '%e%n%' AND b.kind GLOB '*a*c*k*'",
    "SELECT count(*) FROM json_each('[1,2,3,4,5,6,7,8,9]') n, deliveries a, deliveries b, deliveries c",
    "SELECT count(*) FROM messages a, messages b, messages c, messages d, messages e, messages f",
    # A single call of these cannot be interrupted.
    f"{LONG} SELECT sum(instr(a, substr(a, 1, 114688) || 'b')) FROM t, deliveries",
    f"{LONG} SELECT max(length(replace(a, substr(a, 1, 99) || 'b', 'x'))) FROM t, deliveries a, deliveries b",
]
STORED = [
    f"SELECT a.device_id, b.device_id, c.device_id {CROSS} ORDER BY a.sent_at + b.sent_at, c.device_id",
    f"SELECT DISTINCT a.device_id || b.device_id || c.device_id {CROSS} LIMIT 1 OFFSET 100000000",
    "SELECT row_number() OVER (ORDER BY a.device_id || b.device_id || a.device_id) FROM deliveries a, events b LIMIT 1",
    "SELECT count(*) FROM events a, events b GROUP BY a.device_id || b.device_id || a.at_ms ORDER BY 1",
    "SELECT 1 FROM (SELECT a.device_id || b.device_id AS x FROM events a, events b UNION SELECT 'y') LIMIT 1 OFFSET 90000000",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n) SELECT count(*) FROM n",
]
# Small blocks of memory, each of which takes more than what is in it.
SMALL = ["SELECT count(*) FROM (SELECT row_number() OVER (PARTITION BY a.kind) AS n FROM events a, events b) WHERE n < 0"]
LARGE = [
    "SELECT length(group_concat(device_id)) FROM events, json_each('[1,2,3]')",
    f"{LONG} SELECT length(replace(a, 'a', 'aa')) FROM t", f"{LONG} SELECT length(a || a) FROM t",
    f"{LONG} SELECT length(hex(a)) FROM t", f"{LONG} SELECT length(json_array(a, a)) FROM t",
    "SELECT length(json_group_array(device_id)) FROM events, json_each('[1,2,3]')",
]
MANY = ["SELECT 1 FROM deliveries a, deliveries b", "SELECT * FROM events a, json_each('[1,2,3,4,5,6,7,8,9]')"]
WIDE = [f"{LONG} SELECT a FROM t, deliveries", f"{LONG} SELECT a, a, a FROM t, deliveries"]
# Seconds, a question, and the limits of which one ends it.
CASES = [
    *((1, sql, ["time"]) for sql in TIMED), *((6, sql, ["memory", "time"]) for sql in STORED),
    *((12, sql, ["memory", "time"]) for sql in SMALL),
    *((20, sql, ["memory"]) for sql in LARGE), *((20, sql, ["row"]) for sql in MANY),
    *((20, sql, ["output"]) for sql in WIDE),
]


def questions(place: Place, count: int) -> Iterator[str]:
    """Asks each of a ledger of a few thousand deliveries."""
    folder = place.fresh("ledger")
    place.program.simulate(folder / "log.jsonl", 10_000, seed=place.seed)
    place.program.run("import", "--quiet", "log.jsonl", folder=folder)
    for seconds, sql, limits in spread(CASES, count):
        for left in reversed(range(TRIES)):
            run = measured(place.program, "query", "--sql", sql, "--timeout", f"{seconds}s", "--format", "csv",
                           folder=folder, limit=seconds + PATIENCE)
            if run.seconds <= seconds + GRACE or run.answer.code < 0 or not left:
                break
        said = run.answer.said
        if run.answer.code != 69 or not any(f"{limit} limit" in said for limit in limits):
            raise Broken(f"{sql!r} ended with {run.answer.code}: {said}")
        if run.seconds > seconds + GRACE:
            raise Broken(f"{sql!r} ended after {run.seconds:.1f} s, with a limit of {seconds} s")
        if run.peak > MEMORY:
            raise Broken(f"{sql!r} took {run.peak >> 20} MiB")
        yield f"{sql!r}: {run.seconds:.1f} s, {run.peak >> 20} MiB"


PROOFS = [
    Proof("query-limits", ["P15"], "hostile questions end at a limit of time, memory, rows or output", "questions", 12,
          len(CASES), questions, mutant="time-limit-ignored", alone=True),
]
