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
# One long value or name, beside which every other row is padded, or which stands in every row.
BESIDE = f"{LONG} SELECT iif(n.key = 0, a, 'b') AS x, n.key FROM t, deliveries, json_each('[1,2]') n"
NAMED = f"""SELECT a.at_ms AS "{'n' * 60_000}" FROM events a"""
FORMATS = ["table", "csv", "json", "jsonl", "md"]
PADDED, KEYED = ["table", "md"], ["json", "jsonl"]
# A format's limit on output, and a little more of what stands around the rows.
OUTPUT = (64 << 20) + 1024
# Seconds, a question, the limits of which one ends it, and the format.
EVERY_FORMAT = [
    *((1, TIMED[number % 2], ["time"], form) for number, form in enumerate(FORMATS)),
    *((20, MANY[0], ["row"], form) for form in FORMATS), *((20, WIDE[1], ["output"], form) for form in FORMATS),
    *((20, BESIDE, ["output"], form) for form in PADDED), *((20, NAMED, ["output"], form) for form in PADDED + KEYED),
]
CASES = [
    *((1, sql, ["time"], "csv") for sql in TIMED), *((6, sql, ["memory", "time"], "csv") for sql in STORED),
    *((12, sql, ["memory", "time"], "csv") for sql in SMALL),
    *((20, sql, ["memory"], "csv") for sql in LARGE), *((20, sql, ["row"], "csv") for sql in MANY),
    *((20, sql, ["output"], "csv") for sql in WIDE), *EVERY_FORMAT,
]


def questions(place: Place, count: int) -> Iterator[str]:
    """Asks each of a ledger of a few thousand deliveries."""
    folder = place.fresh("ledger")
    place.program.simulate(folder / "log.jsonl", 10_000, seed=place.seed)
    place.program.run("import", "--quiet", "log.jsonl", folder=folder)
    for seconds, sql, limits, form in spread(CASES, count):
        what = f"{sql[:300]!r} as {form}"
        for left in reversed(range(TRIES)):
            run = measured(place.program, "query", "--sql", sql, "--timeout", f"{seconds}s", "--format", form,
                           folder=folder, limit=seconds + PATIENCE)
            if run.seconds <= seconds + GRACE or run.answer.code < 0 or not left:
                break
        said = run.answer.said
        if run.answer.code != 69 or not any(f"{limit} limit" in said for limit in limits):
            raise Broken(f"{what} ended with {run.answer.code}: {said}")
        if len(run.answer.output) > OUTPUT:
            raise Broken(f"{what} gave {len(run.answer.output) >> 20} MiB")
        if run.seconds > seconds + GRACE:
            raise Broken(f"{what} ended after {run.seconds:.1f} s, with a limit of {seconds} s")
        if run.peak > MEMORY:
            raise Broken(f"{what} took {run.peak >> 20} MiB")
        yield f"{what}: {run.seconds:.1f} s, {run.peak >> 20} MiB"


PROOFS = [
    Proof("query-limits", ["P15"], "hostile questions end at a limit of time, memory, rows or output", "questions", 24,
          len(CASES), questions, mutant="time-limit-ignored", alone=True),
]
