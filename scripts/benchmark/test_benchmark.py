"""What the figures rest on. `scripts/bench` runs this first."""
import io
import unittest

from answers import DAILY, DAILY_COUNTS, compare
from goals import Goal
from logs import cut
from results import Contest, Result
from page import page
from stages import STAGES, stage_of
from timing import Figures, Row
import results


def row(key: str, *walls: float) -> Row:
    return Row(key, key, [Figures(wall, 1, 1) for wall in walls])


def cell(sent: str = "5", p99: str = "1000", acked: str = "5000") -> dict:
    return {("1", "app", "apns"): [sent, "0", acked, "0", "0", "1", "2", "3", p99]}


class Ratios(unittest.TestCase):
    def test_a_ratio_pairs_the_rounds(self) -> None:
        # The medians of both are 3; in two of three rounds the other took twice as long.
        one, other = row("one", 1, 3, 5), row("other", 2, 6, 3)
        self.assertEqual(results.ratio(other, one, lambda run: run.wall), 2)

    def test_an_even_number_of_rounds_has_its_median_in_the_middle(self) -> None:
        self.assertEqual(results.median(row("one", 4, 1, 2, 3), lambda run: run.wall), 2.5)


class Answers(unittest.TestCase):
    def test_a_count_that_differs_ends_the_run(self) -> None:
        with self.assertRaises(SystemExit):
            compare("peer", cell(sent="5"), cell(sent="6"), DAILY)

    def test_a_cell_too_many_ends_the_run(self) -> None:
        with self.assertRaises(SystemExit):
            compare("peer", cell(), cell() | {("2", "app", "apns"): []}, DAILY)

    def test_percentiles_may_differ_by_a_bucket_and_not_by_more(self) -> None:
        compare("peer", cell(p99="1000"), cell(p99="1050"), DAILY)
        with self.assertRaises(SystemExit):
            compare("peer", cell(p99="1000"), cell(p99="1100"), DAILY)

    def test_a_percentile_that_is_missing_ends_the_run(self) -> None:
        with self.assertRaises(SystemExit):
            compare("peer", cell(p99="1000"), cell(p99=""), DAILY)

    def test_percentiles_are_left_alone_where_only_counts_are_compared(self) -> None:
        compare("peer", cell(p99="1000"), cell(p99="9000"), DAILY_COUNTS)


class Logs(unittest.TestCase):
    def test_a_log_is_cut_after_a_line_wherever_blocks_end(self) -> None:
        lines = [b"%d\n" % number * 40_000 for number in range(100)]
        whole = b"".join(lines)
        for wanted in (0, 1, 39_999, 40_000, 3_999_999):
            first, rest = io.BytesIO(), io.BytesIO()
            cut(io.BytesIO(whole), wanted, first, rest)
            self.assertEqual(first.getvalue().count(b"\n"), wanted)
            self.assertEqual(first.getvalue() + rest.getvalue(), whole)


class Stages(unittest.TestCase):
    def test_the_innermost_frame_that_names_a_stage_counts(self) -> None:
        frames = ["copy_to_iter ([kernel.kallsyms])", "read (/lib/libc.so.6)",
                  "LogReading.ByteSource.read() -> Swift.Int (pushledger)", "LogReading.JSONLines.next() (pushledger)"]
        self.assertEqual(stage_of(frames), "read")
        self.assertEqual(stage_of(frames[3:]), "scan")
        self.assertEqual(stage_of(frames[:2]), "rest")

    def test_a_stage_has_one_name(self) -> None:
        self.assertEqual(len({name for name, _, _ in STAGES}), len(STAGES))


class Pages(unittest.TestCase):
    def test_a_goal_says_that_it_is_missed(self) -> None:
        verdicts = [Goal("", 2, 4, True, "", measured).verdict() for measured in (None, 1.9, 2, 4)]
        self.assertEqual(verdicts, ["not measured", "**not reached**", "must reached", "aim reached"])
        self.assertEqual(Goal("", 2, 1, False, "", 2.1).verdict(), "**not reached**")

    def test_questions_have_a_row_each_and_a_column_for_each_world(self) -> None:
        machine = dict.fromkeys(["processor", "memory", "system", "swift", "pushledger", "peers"], "some")
        contests = [
            Contest("one day by channel", [row("pushledger", 0.2), row("duckdb", 0.1)]),
            Contest("`open-rate`", [row("pushledger", 0.3)]),
            Contest("dashboards/a.sql", [row("snapshot", 0.05)]), Contest("nothing", [row("start", 0.15)])]
        worlds = [Result(name, 10_000_000, contests, {}, machine, "2026-01-01", "scripts/bench", 1)
                  for name in ("queries", "queries-singles")]
        text = page(worlds, 1_000_000)
        self.assertIn("| question | ordinary | singles |", text)
        self.assertIn("| one day by channel | 0.200 / 0.100 | 0.200 / 0.100 |", text)
        self.assertIn("| `open-rate` | 0.300 / – | 0.300 / – |", text)
        self.assertIn("| `dashboards/a.sql` | 0.050 | 0.050 |", text)
        self.assertIn("DuckDB is faster in 2 of the 2 cells", text)
        self.assertIn("any question that an analyst types, of 10 M events, s | ≤ 2.5 | ≤ 1 | 0.20 | aim reached |", text)

    def test_a_page_shows_what_was_measured_and_names_what_was_not(self) -> None:
        machine = dict.fromkeys(["processor", "memory", "system", "swift", "pushledger", "peers"], "some")
        contest = Contest("", [row("pushledger", 1), row("duckdb", 2)])
        result = Result("raw", 1_000_000, [contest], {}, machine, "2026-01-01", "scripts/bench", 1)
        text = page([result], 1_000_000)
        self.assertIn("| duckdb | 2.00 | 1.00 | 1 | 2.00 | 1.00 |", text)
        self.assertIn("the same with 1 M events, x faster | ≥ 1.8 | ≥ 2.5 | 2.00 | must reached |", text)
        self.assertIn("not measured", text)
        worse = Result("raw-builds", 1_000_000, [Contest("", [row("pushledger", 1), row("duckdb", 1.5)])], {}, machine,
                       "2026-01-01", "scripts/bench", 1)
        self.assertIn("≥ 1.8 | ≥ 2.5 | 1.50 | **not reached** |", page([result, worse], 1_000_000))
        self.assertIn("`scripts/bench --scenarios stages` fills this section", text)


if __name__ == "__main__":
    unittest.main()
