"""What the figures rest on. `scripts/detect` runs this first."""
import collections
import datetime
import json
import math
import os
import stat
import sys
import tempfile
import unittest
import unittest.mock
from typing import Callable

from judging import HOUR, chance_of_loss, judge
from page import page, share
import elsewhere
import watch
from program import CannotRun, defects_of
from world import World
from trials import END, EVENTS, KEPT_APART, MORE_EVENTS, SETTLED, SHAPES, Outcome, Trial, cut_runs, plan, run

DAY = "2026-09-23"


def truth(**parts) -> dict:
    return {
        "defect": "missingExtension", "size": "medium", "expected": ["extension_silent"],
        "consequences": ["ack_rate_fall"], "app_key": "1", "app_version": "3.4.0", "os_versions": [],
        "network_types": [], "channel": None, "reason": None, "field": None, "foreign_key": None, "message_ids": [],
        "message_starts_ms": [], "since_ms": 0, "first_affected_ms": None, "until_ms": None, "affected": 100, "affected_of_day": {DAY: 100},
        "visible": 100, "answered": 0, "lost": 0} | parts


def finding(code: str = "extension_silent", app_key: str = "1", severity: str = "critical", since_ms=None,
            **scope: str) -> dict:
    return {"code": code, "severity": severity, "app_key": app_key, "scope": scope, "since_ms": since_ms}


def outcome_of(one: dict, *findings: dict) -> str:
    return judge([one], list(findings), [DAY], 20).verdicts[0].outcome


class Outcomes(unittest.TestCase):
    def test_the_right_place_is_exact(self) -> None:
        self.assertEqual(outcome_of(truth(), finding(app_version="3.4.0")), "exact")

    def test_a_finding_for_the_whole_app_is_rough(self) -> None:
        self.assertEqual(outcome_of(truth(), finding()), "rough")

    def test_a_finding_for_less_than_the_defect_is_rough(self) -> None:
        self.assertEqual(outcome_of(truth(app_version=None), finding(app_version="3.4.0")), "rough")

    def test_another_version_app_or_code_is_a_miss(self) -> None:
        for other in (finding(app_version="3.3.0"), finding(app_key="2", app_version="3.4.0"),
                      finding("message_silent", app_version="3.4.0")):
            self.assertEqual(outcome_of(truth(), other), "missed")

    def test_too_few_deliveries_in_the_judged_days_are_thin_unless_found(self) -> None:
        thin = truth(affected_of_day={DAY: 19, "2026-09-22": 500})
        self.assertEqual(outcome_of(thin), "thin")
        self.assertEqual(outcome_of(thin, finding(app_version="3.4.0")), "exact")
        self.assertEqual(judge([thin], [], [DAY, "2026-09-22"], 20).verdicts[0].outcome, "missed")

    def test_a_loss_that_comes_by_chance_once_in_a_million_must_be_found(self) -> None:
        by_chance = sum(math.comb(100, count) * 0.6**count * 0.4 ** (100 - count) for count in range(38))
        self.assertAlmostEqual(chance_of_loss(truth(answered=37, lost=23)), by_chance, delta=by_chance / 1e6)
        self.assertEqual(outcome_of(truth(answered=37, lost=23)), "thin")
        self.assertEqual(outcome_of(truth(answered=37, lost=23), finding(app_version="3.4.0")), "exact")
        self.assertEqual(outcome_of(truth(answered=30, lost=30)), "missed")
        # Where all would be answered no loss is chance.
        self.assertEqual(outcome_of(truth(answered=99, lost=1)), "missed")

    def test_one_of_several_messages_is_enough(self) -> None:
        several = truth(app_version=None, message_ids=["7", "8"], expected=["message_silent"])
        self.assertEqual(outcome_of(several, finding("message_silent", message_id="8")), "exact")
        self.assertEqual(outcome_of(several, finding("message_silent", message_id="9")), "missed")

    def test_a_reason_is_known_by_its_code_or_its_text(self) -> None:
        refused = truth(app_version=None, reason="102#frequency control", expected=["quota_exceeded"])
        for said in ("102", "frequency control", "102#frequency control"):
            self.assertEqual(outcome_of(refused, finding("quota_exceeded", reason=said)), "exact")
        self.assertEqual(outcome_of(refused, finding("quota_exceeded", reason="103")), "missed")

    def test_a_defect_of_all_apps_may_be_found_in_any(self) -> None:
        gap = truth(app_key=None, app_version=None, expected=["quiet_hours"])
        self.assertEqual(outcome_of(gap, finding("quiet_hours", app_key="9")), "exact")
        self.assertEqual(outcome_of(gap, finding("quiet_hours", app_key="")), "exact")

    def test_the_nearest_start_counts(self) -> None:
        findings = [finding(since_ms=2 * HOUR, app_version="3.4.0"), finding(since_ms=-HOUR), finding()]
        self.assertEqual(judge([truth()], findings, [DAY], 20).verdicts[0].since_error, 1)
        self.assertIsNone(judge([truth()], [finding()], [DAY], 20).verdicts[0].since_error)

    def test_no_start_before_the_first_affected_delivery_can_be_told_from_another(self) -> None:
        for said, error in ((-HOUR, 1), (0, 0), (4 * HOUR, 0), (5 * HOUR, 0), (7 * HOUR, 2)):
            one = judge([truth(first_affected_ms=5 * HOUR)], [finding(since_ms=said)], [DAY], 20)
            self.assertEqual(one.verdicts[0].since_error, error)

    def test_a_finding_about_a_message_starts_with_the_message(self) -> None:
        several = truth(app_version=None, message_ids=["7", "8"], message_starts_ms=[HOUR, 9 * HOUR],
                        first_affected_ms=HOUR)
        found = judge([several], [finding(message_id="8", since_ms=10 * HOUR)], [DAY], 20)
        self.assertEqual(found.verdicts[0].since_error, 1)


class Findings(unittest.TestCase):
    def test_each_finding_is_of_one_kind(self) -> None:
        hit, implied = finding(app_version="3.4.0"), finding("ack_rate_fall", severity="warning")
        alarm, aside = finding("ack_outage", severity="warning"), finding("devices_muted", severity="info")
        judgement = judge([truth()], [hit, implied, alarm, aside], [DAY], 20)
        self.assertEqual(judgement.hits, [hit])
        self.assertEqual(judgement.consequences, [implied])
        self.assertEqual(judgement.alarms, [alarm])
        self.assertEqual(judgement.asides, [aside])

    def test_a_consequence_in_another_app_is_an_alarm(self) -> None:
        other = finding("ack_rate_fall", app_key="2")
        self.assertEqual(judge([truth()], [other], [DAY], 20).alarms, [other])

    def test_in_a_clean_log_every_warning_is_an_alarm(self) -> None:
        self.assertEqual(len(judge([], [finding(), finding(severity="info")], [DAY], 20).alarms), 1)

    def test_a_foreign_app_key_is_part_of_the_place(self) -> None:
        leak = truth(expected=["app_key_mismatch"], consequences=["app_key_unknown"], foreign_key="6")
        named = finding("app_key_mismatch", app_version="3.4.0", answers_under="6")
        self.assertEqual(outcome_of(leak, named), "exact")
        self.assertEqual(judge([leak], [finding("app_key_unknown", app_key="6")], [DAY], 20).alarms, [])


class Pages(unittest.TestCase):
    def test_shares_have_their_numbers(self) -> None:
        self.assertEqual(share(1, 3), "33 % (1 of 3)")
        self.assertEqual(share(0, 0), "")

    def test_a_page_counts_what_was_judged(self) -> None:
        found = judge([truth()], [finding(app_version="3.4.0", since_ms=HOUR)], [DAY], 20)
        missed = judge([truth()], [finding("ack_outage")], [DAY], 20)
        clean, alarmed = judge([], [], [DAY], 20), judge([], [finding("ack_outage")], [DAY], 20)
        text = page([
            Outcome(Trial("alone", 1, ("missingExtension",)), [found], 0.5),
            Outcome(Trial("alone", 2, ("missingExtension",)), [missed], 0.5),
            Outcome(Trial("alone", 1, ("missingExtension",), worlds=KEPT_APART[0]), [missed], 0.5),
            Outcome(Trial("alone", 1, ("missingExtension",), events=MORE_EVENTS), [found], 0.5),
            Outcome(Trial("clean", 1), [clean, clean], 0.5),
            Outcome(Trial("clean", 1, worlds=KEPT_APART[0]), [clean, alarmed], 0.5)], 20, "scripts/detect")
        self.assertIn("| `missingExtension` | medium | 0 | 50 % (1 of 2) | 50 % (1 of 2) | 1.0 | 0 | 0 % (0 of 1) |", text)
        self.assertIn("| `missingExtension` | medium | 0 | 100 % (1 of 1) | 100 % (1 of 1) | 1.0 | 0 |", text)
        self.assertIn("| `ack_outage` | 0 | 0 | 3 | 0 % (0 of 3) |", text)
        self.assertIn("| tidy | 2 | 0.0 % (0 of 2) | 0 |  |", text)
        self.assertIn("| all kept apart | 2 | 50.0 % (1 of 2) | 1 | `ack_outage` 1 |", text)


# Stands in for the program: answers like it, with one defect, and finds it.
FAKE = """#!{python}
import json, sys
words = sys.argv[1:]
def option(name):
    return words[words.index(name) + 1]
if words[0] == "simulate" and "--truth" not in words:
    sys.exit("pushledger simulate: option '--defect' wants one of missingExtension, ackOutage, not '-'")
elif words[0] == "simulate":
    open(option("--output"), "w").write(''.join(
        json.dumps({{"__time__": str(time)}}, separators=(",", ":")) + "\\n" for time in (1789344000, 1790208900)))
    open(option("--truth"), "w").write({truth!r})
elif words[0] == "import":
    logs = [open(word).read() for word in words if word.startswith("log-")]
    sys.exit(65 if len(logs) == 1 and "1790208900" not in logs[0] else 1)
else:
    print({findings!r})
    sys.exit({code})
"""


class Runs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = os.path.join(folder.name, "pushledger")

    def fake(self, code: int) -> None:
        found = finding(app_version="3.4.0") | {"since": "1970-01-01T03:00:00Z", "state": "new"}
        over = finding("message_silent") | {"since": None, "state": "resolved"}
        with open(self.program, "w", encoding="utf-8") as out:
            out.write(FAKE.format(
                python=sys.executable, truth=json.dumps({"defects": [truth()]}),
                findings=json.dumps({"findings": [found, over]}), code=code))
        os.chmod(self.program, os.stat(self.program).st_mode | stat.S_IXUSR)

    def test_a_run_cuts_the_log_at_the_check_and_judges_what_it_says(self) -> None:
        self.fake(20)
        outcome = run(self.program, Trial("alone", 1, ("missingExtension",)), 20)
        self.assertEqual([verdict.outcome for verdict in outcome.judgements[0].verdicts], ["exact"])
        self.assertEqual(outcome.judgements[0].verdicts[0].since_error, 3)
        self.assertEqual(outcome.judgements[0].alarms, [])

    def test_a_clean_log_is_checked_day_by_day(self) -> None:
        self.fake(20)
        outcome = run(self.program, Trial("clean", 1), 20)
        self.assertEqual(len(outcome.judgements), 7)

    def test_runs_of_the_extension_after_the_check_are_cut_off(self) -> None:
        times = [(END + SETTLED + datetime.timedelta(seconds=seconds)).isoformat() for seconds in (-1, 0, 1)]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "extension.log")
            with open(path, "w", encoding="utf-8") as out:
                out.writelines(f"pushext time={time} step=start\n" for time in times)
            cut_runs(path)
            with open(path, encoding="utf-8") as left:
                self.assertEqual(left.read(), f"pushext time={times[0]} step=start\n")

    def test_a_check_that_fails_ends_all(self) -> None:
        self.fake(70)
        with self.assertRaisesRegex(CannotRun, "check .* ended with 70"):
            run(self.program, Trial("clean", 1), 20)

    def test_defects_are_those_of_the_program(self) -> None:
        self.fake(0)
        self.assertEqual(defects_of(self.program), ["missingExtension", "ackOutage"])


class Plans(unittest.TestCase):
    def test_every_defect_has_every_size_and_seed(self) -> None:
        trials = plan(["a", "b", "c", "mutedDevices"], ["small", "large"], 3, 5)
        # Each beside one of a shape that was kept apart.
        self.assertEqual(sum(trial.kind == "alone" and trial.events == EVENTS for trial in trials), 48)
        self.assertEqual({trial.defects for trial in trials if trial.events == MORE_EVENTS}, {("mutedDevices",)})
        self.assertEqual(sum(trial.kind == "mixed" for trial in trials), 3)
        self.assertEqual(sum(trial.kind == "clean" for trial in trials), 5 * (1 + len(SHAPES) + len(KEPT_APART)))
        self.assertEqual({trial.week for trial in trials if trial.defects == ("mutedDevices",)}, {True})
        self.assertEqual(len(set(trials)), len(trials))

    def test_the_judged_days_end_with_the_log(self) -> None:
        self.assertEqual([Trial("alone", 1).days(end) for end in Trial("alone", 1).ends], [[DAY]])
        self.assertEqual([Trial("clean", 1).days(end)[0] for end in Trial("clean", 1).ends][:2],
                         ["2026-09-17", "2026-09-18"])
        week = Trial("alone", 1, week=True)
        self.assertEqual(len(week.days(week.ends[0])), 7)
        self.assertIn("2026-09-17", week.days(week.ends[0]))


class Elsewhere(unittest.TestCase):
    START = 1_789_344_000

    def lines(self, *shapes: str, defect: tuple[str, str] | None = None) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log.jsonl")
            apps, self.defect = World(1, shapes, 11, 600, defect).write(path, self.START)
            self.app = apps[0]
            with open(path, encoding="utf-8") as lines:
                return lines.read().splitlines()

    def records(self, *shapes: str, defect: tuple[str, str] | None = None) -> list[dict]:
        return [json.loads(line) for line in self.lines(*shapes, defect=defect)]

    def test_a_seed_is_one_log_and_its_lines_are_in_the_order_in_which_they_came(self) -> None:
        records = self.records("all")
        self.assertEqual(records, self.records("all"))
        came = [int(record["__time__"]) for record in records]
        self.assertEqual(came, sorted(came))
        kinds = collections.Counter(record["event_type"] for record in records)
        self.assertLess(kinds["ext_ack"], kinds["sent"])
        self.assertGreater(kinds["ext_ack"], 0)

    def test_a_silent_build_has_no_ack_and_an_outage_no_ack_in_its_hours(self) -> None:
        def of_newest(records: list[dict], kind: str) -> int:
            """Lines of a kind about pushes that were sent to the new version of the first app."""
            sent = {(record["message_id"], record["device_id"]) for record in records
                    if record["event_type"] == "sent" and record["app_version"] == self.app.releases[-1]
                    and record["app_key"] == self.app.key}
            return sum(record["event_type"] == kind and (record["message_id"], record["device_id"]) in sent
                       for record in records)
        self.assertGreater(of_newest(self.records("releases"), "ext_ack"), 0)
        silent = self.records(defect=("silence", "gross"))
        self.assertGreater(of_newest(silent, "sent"), 0)
        self.assertEqual(of_newest(silent, "ext_ack"), 0)
        noon = self.START + 9 * 86_400 + 43_200
        acks = [int(record["__time__"]) for record in self.records(defect=("missing_acks", "gross"))
                if record["event_type"] == "ext_ack"]
        self.assertFalse([came for came in acks if noon <= came < noon + 8 * 3_600])
        self.assertTrue([came for came in acks if noon - 8 * 3_600 <= came < noon])

    def test_a_defect_shows_in_what_it_touches_and_nowhere_before_it_begins(self) -> None:
        def when(records: list[dict], shows: Callable[[dict], bool]) -> list[int]:
            return [int(record["__time__"]) for record in records if shows(record)]
        reasons = {"certificate": "ExpiredProviderToken", "quota": "10034#over quota"}
        for name, reason in reasons.items():
            came = when(self.records(defect=(name, "gross")), lambda record: record["reason"] == reason)
            self.assertEqual(len(came) >= self.defect.touched > 0, True, name)
            self.assertGreaterEqual(min(came), int(self.defect.begins), name)
        leaked = when(self.records(defect=("leaking_key", "gross")),
                      lambda record: record["app_key"] == self.defect.app_keys[-1])
        self.assertGreaterEqual(min(leaked), int(self.defect.begins))
        records = self.records(defect=("gap", "gross"))
        self.assertFalse(when(records, lambda record: self.defect.begins + 1 <= int(record["__time__"]) < self.defect.ends))
        records = self.records(defect=("fast_clock", "gross"))
        ahead = when(records, lambda record: int(record["event_time"]) > (int(record["__time__"]) + 7_000) * 1_000
                     and record["event_type"] == "sent")
        self.assertGreaterEqual(min(ahead), int(self.defect.begins))
        old = when(self.records(defect=("minimum_ios", "gross")), lambda record: record["event_type"] == "ext_ack"
                   and record["app_key"] == self.app.key and record["os_version"] in self.defect.systems
                   and record["app_version"] == self.app.releases[-1])
        self.assertFalse(old)

    def test_a_release_is_on_no_device_before_it_comes_out_also_after_another(self) -> None:
        first: dict[str, int] = {}
        for record in self.records("releases", defect=("losses", "gross")):
            if record["event_type"] == "sent" and record["app_key"] == self.app.key:
                first.setdefault(record["app_version"], int(record["event_time"]) // 1_000)
        self.assertEqual(len(self.app.releases), 2)
        self.assertLess(first[self.app.releases[0]], self.defect.begins)
        self.assertGreaterEqual(first[self.app.releases[1]], self.defect.begins)

    def test_cut_lines_are_no_json_but_still_say_when_they_came(self) -> None:
        cut = []
        for line in self.lines(defect=("cut_lines", "gross")):
            try:
                json.loads(line)
            except ValueError:
                cut.append(int(line[len('{"__time__":"'):][:10]))
        self.assertEqual(len(cut), self.defect.touched)
        self.assertGreaterEqual(min(cut), int(self.defect.begins))

    def test_each_line_belongs_to_the_check_that_comes_next(self) -> None:
        moments = [datetime.datetime.fromtimestamp(second, datetime.timezone.utc) for second in (1_000_000_010, 1_000_000_020)]
        with tempfile.NamedTemporaryFile() as log:
            for second in (1, 9, 10, 19, 20, 30):
                log.write(b'{"__time__":"%d"}\n' % (1_000_000_000 + second))
            log.flush()
            parts = [[int(line[13:23]) for line in part] for part in watch._parts(log.name, moments)]
        self.assertEqual(parts, [[1_000_000_001, 1_000_000_009], [1_000_000_010, 1_000_000_019]])

    def test_an_alarm_is_told_once_a_day_whatever_its_hours(self) -> None:
        answers = [[], ["05"], ["05 to 09"], [], ["21"], *[[]] * 7, ["next"]]
        said = [[finding(severity="warning", time=time) | {"state": "new"} for time in times] for times in answers]
        start = datetime.datetime(2026, 9, 14, tzinfo=datetime.timezone.utc)
        with tempfile.TemporaryDirectory() as folder:
            open(os.path.join(folder, "log.jsonl"), "w", encoding="utf-8").close()
            with unittest.mock.patch.object(watch, "_check", side_effect=said):
                found = watch.alarms("", folder, "log.jsonl", start, start + 12 * watch.STEP)
        self.assertEqual([(alarm.moment - start - watch.SETTLED) // watch.STEP for alarm in found], [1, 12])

    def test_the_page_counts_days_and_logs(self) -> None:
        moment = datetime.datetime(2026, 9, 20, 4, tzinfo=datetime.timezone.utc)
        alarm = watch.Alarm(moment, "critical", "ack_outage", "1", {})
        outcomes = [elsewhere.Outcome(World(1, (), 10), [alarm, alarm]), elsewhere.Outcome(World(2, (), 10), []),
                    elsewhere.Outcome(World(1, (), 13, defect=("outage", "gross")), [], 4.0, 1.5, True, (alarm,)),
                    elsewhere.Outcome(World(2, (), 13, defect=("outage", "gross")), [])]
        text = elsewhere.page(outcomes, "x")
        self.assertIn("| plain | 14 | 7.1 % (1 of 14) | 1 | `ack_outage` 2 |", text)
        self.assertIn("| outage | gross | 50 % (1 of 2) | 100 % (1 of 1) | 4 | 1.5 | 0.5 |", text)


if __name__ == "__main__":
    unittest.main()
