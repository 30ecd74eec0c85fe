"""Writes docs/benchmarks.md out of all results there are."""
import statistics
import textwrap

from goals import MILLION, Goal, goals
from logs import WORLDS
from results import Contest, Result, Row, median, ratio
from stages import REST, STAGES

INTRODUCTION = [
    """What PushLedger takes for its work, beside what people would use instead. `scripts/bench` writes
    this page, never a hand; [scripts/benchmark](../scripts/benchmark/README.md) says how it calls the peers.""",
    """Answers are compared before anything is timed and again afterwards: counts are equal, percentiles within 2 %, or
    a little more where values are few. Whole processes run in turn, one of each in every round, and the tables show
    medians of the rounds. A ratio is the median of the ratios within each round, *row / first row*: above 1 the first row is
    faster, below 1 it is slower. Machines are noisy, so compare ratios rather than seconds. Peers are told their columns
    and get all cores. Files are in the page cache.""",
    """Logs of real apps differ in what they cost. Goals are judged by the worst world that was measured: the *ordinary*
    one, with a few versions of apps and systems; """
    + "; ".join(f"*{name}*, {text}" for name, text in WORLDS.items()) + ".",
]
QUICK = """**This page is a trial with a tenth of every size, against goals for the full size.** A figure of it says
    whether the script works, and nothing about speed."""

BOUNDS = "[What bounds the speed](design/speed.md) says where the time goes."

# Title and text of each section, in the order of the page; {n} is the size.
SECTIONS: dict[str, tuple[str, str]] = {
    "raw": ("A raw log to a CSV file", """\
        JSON Lines in; counts and percentiles by day, AppKey and channel out, as CSV. PushLedger also writes its store,
        which can be asked again and takes more logs; only *DuckDB, keeping a store* does so, too. All peers but the
        sqlite3 shell start Python first."""),
    **{f"raw-{name}": (f"The same from a log of the world {name}", f"A log with {text}.")
       for name, text in WORLDS.items()},
    "gzip": ("The same from gzip", """\
        The same lines after `gzip -6`. *zlib alone* decompresses and does nothing else, on one thread."""),
    "zstd": ("The same from zstd", "The same lines after `zstd -3`."),
    "csv": ("The same from CSV", "The same events with a header and one column for each field."),
    "increment": ("More events into a store", """\
        The next 1 M events in time, with the late receipts of what was sent before. DuckDB merges them into a table of
        deliveries in a file of its own."""),
    "duplicates": ("The same events again", """\
        What was just imported is read a second time from its start and changes nothing. (A file the ledger knows is not
        read at all unless `--rescan` is given.)"""),
    "late": ("Events that all change stored deliveries", """\
        Acks and opens up to a day late, scattered over all messages of the store: the worst late receipts can do."""),
    "growth": ("The same import into larger stores", """\
        The next 1 M events; the ratio is against the smallest store. A log grows by a week for every 1 M events."""),
    "memory": ("Memory as the log grows", """\
        An import of a log that a simulation writes into a pipe at the same time, so only its memory is to be compared."""),
    "report": ("Reports from the store", """\
        The daily data set of everything as CSV and the daily report, against the same question to DuckDB's own store.
        What Python's start adds to DuckDB's figures is a row of its own."""),
    "window": ("A fixed window as the store grows", """\
        One day of the first week; the ratio is against the smallest store."""),
}
ASKED = """\
    Questions of the program's folder `queries` stand in backticks; the others are as an analyst types them, and so are those
    to `devices`, `messages` and `campaigns`. All that are asked give equal rows. DuckDB has a table of deliveries of its own,
    and is asked what that can tell; to the `sqlite3` shell the ledger is plain tables and views. Dashboards ask the
    snapshot that `export --sqlite` wrote, by the `sqlite3` shell."""
# As an event meets them.
STAGE_ORDER = ["read", "scan", "intern", "join", "merge", "rollup", "write"]
# What a table shows of a run; ratios are only of the first two.
FIGURES = (lambda run: run.wall, lambda run: run.cpu, lambda run: run.peak_mib)
COLUMNS = "| | wall s | CPU s | peak MiB | wall ratio | CPU ratio |\n| --- | ---: | ---: | ---: | ---: | ---: |"


def page(results: list[Result], unit: int) -> str:
    """The page; scenarios that were not measured are left out, goals that were not are named."""
    texts = [*INTRODUCTION, *([QUICK] if unit != MILLION else [])]
    parts = ["# Benchmarks", *map(_wrapped, texts), _where(results), "## Goals",
             _goals(goals(results, unit)), BOUNDS]
    for scenario, (title, text) in SECTIONS.items():
        found = [result for result in results if result.scenario == scenario]
        if found:
            parts += [f"## {title}", _wrapped(text), *(_result(result) for result in found)]
    parts += _work([result for result in results if result.scenario.split("-")[0] == "work"])
    parts += _queries([result for result in results if result.scenario.split("-")[0] == "queries"])
    parts += _sources([result for result in results if result.scenario == "sources"])
    parts += ["## Where the time goes", _stages(_by_world(results, "stages"))]
    return "\n\n".join(parts) + "\n"


def _where(results: list[Result]) -> str:
    """Machine, versions, dates and commands. Several lines of a kind say that not all figures belong together."""
    lines = []
    for name in ("processor", "memory", "system", "swift", "pushledger", "peers"):
        values = sorted({result.machine[name] for result in results})
        title = {"swift": "Swift", "pushledger": "PushLedger at commit"}.get(name, name)
        lines.append(f"- {title}: {'; '.join(values)}")
    dates = sorted({result.date for result in results})
    lines.append(f"- measured: {' to '.join(dict.fromkeys([dates[0], dates[-1]])) if dates else 'nothing yet'}")
    commands = sorted({result.command for result in results})
    lines.append("- by: " + ", ".join(f"`{command}`" for command in commands))
    return "\n".join(lines)


def _goals(found: list[Goal]) -> str:
    lines = ["| goal | must | aim | measured | |", "| --- | ---: | ---: | ---: | --- |"]
    for goal in found:
        measured = "" if goal.measured is None else f"{goal.measured:,.2f}"
        sign = "≥" if goal.at_least else "≤"
        limits = f"{sign} {goal.must:g} | {sign} {goal.aim:g}"
        lines.append(f"| {goal.title}, {goal.unit} | {limits} | {measured} | {goal.verdict()} |")
    return "\n".join(lines)


def _result(result: Result) -> str:
    parts = []
    for contest in result.contests:
        parts.append("\n".join([f"{_caption(result, contest)}\n", COLUMNS, *_rows(contest)]))
    return "\n\n".join([*parts, *_facts(result)])


def _caption(result: Result, contest: Contest) -> str:
    what = {
        "raw": "{n} events", "increment": "Into a store of {n}", "duplicates": "Into a store of {n}",
        "late": "Into a store of {n}", "growth": "{n} events more", "report": "A store of {n}",
        "window": contest.title, "memory": "Out of a pipe",
    }.get(result.scenario, "{n} events").format(n=f"{result.events:,}")
    size = result.facts.get("log_bytes")
    log = f", {size / 1e6:,.0f} MB" if size else ""
    return f"{what}{log}, {_rounds(result)}:"


def _rows(contest: Contest) -> list[str]:
    return [_row(row, contest.rows[0]) for row in contest.rows]


def _row(row: Row, base: Row) -> str:
    wall, cpu, peak = (median(row, figure) for figure in FIGURES)
    ratios = ["1", "1"] if row is base else [f"{ratio(row, base, figure):.2f}" for figure in FIGURES[:2]]
    return f"| {row.title} | {_seconds(wall)} | {_seconds(cpu)} | {peak:,.0f} | {ratios[0]} | {ratios[1]} |"


def _facts(result: Result) -> list[str]:
    lines = []
    if store := result.facts.get("store_bytes"):
        lines.append(f"PushLedger's store takes {store / result.events:.1f} bytes an event")
        if duckdb := result.facts.get("duckdb_bytes"):
            lines[-1] += f", DuckDB's {duckdb / result.events:.1f} with fewer columns and only the first event of a kind"
        lines[-1] += "."
    if names := result.facts.get("cannot_read"):
        lines.append(f"Left out, since it cannot read this: {', '.join(names)}.")
    return [_wrapped(" ".join(lines))] if lines else []


def _by_world(results: list[Result], scenario: str) -> dict[str, Result]:
    """The last result of each world, by its name."""
    names = {"ordinary": scenario, **{world: f"{scenario}-{world}" for world in WORLDS}}
    found = {result.scenario: result for result in results}
    return {world: found[name] for world, name in names.items() if name in found}


def _work(results: list[Result]) -> list[str]:
    parts = []
    for events in sorted({result.events for result in results}):
        worlds = _by_world([result for result in results if result.events == events], "work")
        first = next(iter(worlds.values()))
        text = (f"A store of {events:,} events of each world, {_rounds(first)}: seconds, and peak MiB. The ledger keeps "
                "what the judgements of earlier days found, whichever command made them: the first `check` of a week in "
                "which findings go on makes them all, and takes several times as long.")
        lines = [f"| | {' | '.join(worlds)} |", f"| --- |{' ---: |' * len(worlds)}"]
        for row in first.contests[0].rows:
            same = [result.contests[0].row(row.key) for result in worlds.values()]
            lines.append(f"| {row.title} | {' | '.join(map(_seconds_and_memory, same))} |")
        sizes = " | ".join(f"{result.facts['store_bytes'] / events:.1f}" for result in worlds.values())
        lines.append(f"| store, bytes an event | {sizes} |")
        parts += [_wrapped(text), "\n".join(lines)]
    return ["## Work with a store", *parts] if parts else []


def _seconds_and_memory(row: Row) -> str:
    return f"{_seconds(median(row, FIGURES[0]))} s, {median(row, FIGURES[2]):,.0f}"


def _queries(results: list[Result]) -> list[str]:
    parts = []
    for events in sorted({result.events for result in results}):
        worlds = _by_world([result for result in results if result.events == events], "queries")
        parts += _asked(events, worlds)
    return ["## Questions in SQL", _wrapped(ASKED), *parts] if parts else []


def _asked(events: int, worlds: dict[str, Result]) -> list[str]:
    """Two tables: what is asked of the ledger, and what dashboards ask of a snapshot."""
    first = next(iter(worlds.values()))
    titles = [contest.title for contest in first.contests if contest.row("pushledger")]
    keys = [key for key in ("pushledger", "sqlite3", "duckdb") if any(contest.row(key) for contest in first.contests)]
    shown = {"pushledger": "PushLedger", "sqlite3": "the `sqlite3` shell", "duckdb": "DuckDB"}
    text = f"Of {events:,} events, {_rounds(first)}: seconds of {' / '.join(shown[key] for key in keys)}."
    start = [result.contest("nothing") for result in worlds.values()]
    if all(start):
        text += f" {_seconds(median(start[0].rows[0], FIGURES[0]))} s of DuckDB's are Python's start."
    lines = [f"| question | {' | '.join(worlds)} |", f"| --- |{' ---: |' * len(worlds)}"]
    lines += [_table_row(title, [_walls(result.contest(title), keys) for result in worlds.values()]) for title in titles]
    peaks = [max(median(contest.row("pushledger"), FIGURES[2]) for contest in result.contests if contest.row("pushledger"))
             for result in worlds.values()]
    lines.append(_table_row("peak of PushLedger's, MiB", [f"{peak:,.0f}" for peak in peaks]))
    parts = [_wrapped(text), "\n".join(lines)]
    if "duckdb" in keys:
        pairs = [(contest.row("duckdb"), contest.row("pushledger"))
                 for result in worlds.values() for contest in result.contests if contest.row("duckdb")]
        lost = sum(ratio(*pair, FIGURES[0]) < 1 for pair in pairs)
        parts.append(f"DuckDB is faster in {lost} of the {len(pairs)} cells in which it is asked.")
    dashboards = [contest.title for contest in first.contests if contest.row("snapshot")]
    lines = [f"| asked of a snapshot | {' | '.join(worlds)} |", f"| --- |{' ---: |' * len(worlds)}"]
    lines += [_table_row(f"`{title}`", [_walls(result.contest(title), ["snapshot"]) for result in worlds.values()])
              for title in dashboards]
    return [*parts, "\n".join(lines)]


def _walls(contest: Contest, keys: list[str]) -> str:
    rows = [contest.row(key) for key in keys]
    return " / ".join(_seconds(median(row, FIGURES[0])) if row else "–" for row in rows)


def _table_row(title: str, cells: list[str]) -> str:
    return f"| {title} | {' | '.join(cells)} |"


def _sources(results: list[Result]) -> list[str]:
    if not results:
        return []
    result = results[-1]
    lines = [
        _wrapped(f"""\
            {result.events:,} events of each kind, imported into a new ledger with `--jobs 1`: reading, sorting, merging and
            storing, by processor time of all threads. Median of {_rounds(result)}."""),
        "", "| log | bytes an event | events a CPU second | ns an event |", "| --- | ---: | ---: | ---: |"]
    for row in result.facts["sources"]:
        cpu = statistics.median(row["cpu"])
        size, rate, each = row["bytes"] / result.events, result.events / cpu, 1e9 * cpu / result.events
        lines.append(f"| {row['title']} | {size:,.0f} | {rate:,.0f} | {each:,.0f} |")
    return ["## Logs of other sources", "\n".join(lines)]


def _stages(worlds: dict[str, Result]) -> str:
    if not worlds:
        return "Not measured yet: `scripts/bench --scenarios stages` fills this section. It needs `perf`."
    spent = {world: result.facts["nanoseconds"] for world, result in worlds.items()}
    events = next(iter(worlds.values())).events
    lines = [
        _wrapped(f"""\
            Processor time of all threads in an import of {events:,} events of JSON Lines into a new ledger,
            sampled by `scripts/bench --scenarios stages`, in ns an event. Each sample belongs to the innermost function
            with a stage."""),
        "", f"| stage | | {' | '.join(worlds)} |", f"| --- | --- |{' ---: |' * len(worlds)}"]
    for name, meaning, _ in [*sorted(STAGES, key=lambda stage: STAGE_ORDER.index(stage[0])), REST]:
        lines.append(f"| {name} | {meaning} | {' | '.join(f'{each[name]:,.0f}' for each in spent.values())} |")
    totals = " | ".join(f"{sum(each.values()):,.0f}" for each in spent.values())
    return "\n".join([*lines, f"| all | | {totals} |"])


def _rounds(result: Result) -> str:
    return "1 round" if result.rounds == 1 else f"{result.rounds} rounds"


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f}" if seconds >= 1 else f"{seconds:.3f}"


def _wrapped(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), width=120, break_long_words=False, break_on_hyphens=False)
