import Foundation
import Ledger
import Loading
import Prose
import ReceiptModel
import SQLite
import TestSupport
import Testing

/// A run is in a ledger as a whole or not at all, and stands beside other runs and beside imports.
@Suite struct LoadedLedgerTests {
  @Test func `hours of two runs are refused, and all else stands`() throws {
    let days = try LoadedCase(seed: 6)
    let store = try days.empty()
    try days.load(into: store)
    let before = try LoadedCase.sums(LedgerReader.openForReading(store.path), days.cohorts)
    var read = try SumsFolder(path: days.run.path).read()
    let day: Int64 = 86_400_000
    read.manifest.scope = days.scope.lowerBound - day..<days.scope.upperBound
    #expect(throws: LoadRefusal.self) {
      try store.load(read, days: [], settings: days.log.settings, from: "there")
    }
    do {
      _ = try store.load(read, days: [], settings: days.log.settings, from: "there")
    } catch let refusal as LoadRefusal { #expect(refusal.cause == .ledger) }
    #expect(throws: LoadRefusal.self) {
      try store.removeLoads(in: days.scope.lowerBound + day..<days.scope.upperBound + day)
    }
    #expect(try store.removeLoads(in: 0..<day) == [])
    #expect(try LoadedCase.sums(LedgerReader.openForReading(store.path), days.cohorts) == before)
  }

  @Test func `a refused load leaves the settings as they were`() throws {
    let days = try LoadedCase.rich()
    let store = try days.empty()
    try days.run.change("manifest", "\"flags_in_scope\":", to: "\"flags_in_scope\":1")
    let settings = "SELECT name, value FROM setting ORDER BY 1"
    let before = try store.database.rows(settings)
    #expect(throws: LoadRefusal.self) { try days.load(into: store) }
    #expect(try store.database.rows(settings) == before)
  }

  @Test(arguments: [
    "accepted", "arrived", "displayed", "dismissed", "measurable", "timeout_late", "app_key_mismatch",
  ])
  func `a counter cannot exceed what it is a part of`(counter: String) throws {
    let days = try LoadedCase.rich()
    let store = try days.empty()
    try days.load(into: store)
    for table in ["channel_hour", "app_version_hour", "os_version_hour", "loaded_version_hour"] {
      try store.database.execute(
        "UPDATE \(table) SET \(counter) = deliveries, sent = 0, send_failed = 0")
    }
    #expect(try store.verify().contains { "\($0)".contains("exceed those of the whole") })
  }

  /// Each breaks one rule of the counters of a row and no other.
  @Test(arguments: [
    "confirmed = acked - 1 WHERE acked > 0 AND acked >= max(displayed, opened, dismissed, measurable_confirmed + 1)",
    "ack_eligible = ack_eligible - 1 WHERE ack_eligible > eligible_acked",
    "ack_over_budget = acked + 1 WHERE acked < deliveries",
    "timeout_late = eligible_acked + 1 WHERE sent > eligible_acked",
    "opened_unacked = eligible_opened + 1 WHERE sent > eligible_opened",
    "measurable_confirmed = measurable + 1 WHERE sent > measurable AND confirmed > measurable",
    "send_failed = deliveries - sent + 1 WHERE sent > 0",
  ])
  func `a counter keeps to those it is made of`(change: String) throws {
    let days = try LoadedCase.rich()
    let store = try days.empty()
    try days.load(into: store)
    try store.database.execute("UPDATE channel_hour SET \(change)")
    #expect(store.database.changes > 0)
    #expect(try store.verify().contains { "\($0)".contains("exceed those of the whole") })
  }

  @Test(arguments: ["latency", "failure"])
  func `sums beside a counter are as much as it`(table: String) throws {
    let days = try LoadedCase.rich()
    let store = try days.empty()
    try days.load(into: store)
    // All of one channel, so that the totals stay.
    try store.database.execute("UPDATE \(table)_hour SET channel_ref = channel_ref + 1000")
    #expect(try store.verify().contains { "\($0)".contains("that differ from the counter") })
  }

  @Test func `a folder that lacks samples is refused`() throws {
    let days = try LoadedCase.rich()
    try days.run.write([], to: "flag_sample")
    do {
      try days.load(into: days.empty())
      Issue.record("a run without samples was taken")
    } catch let refusal as LoadRefusal { #expect(refusal.reason.told().contains("fewer samples of a flag")) }
  }

  @Test func `samples from before what was pruned are not brought back`() throws {
    let days = try LoadedCase.rich()
    let store = try days.empty()
    let moment = days.scope.upperBound
    try store.database.execute("INSERT INTO setting VALUES ('pruned_before', \(moment))")
    try days.load(into: store)
    #expect(try store.database.integer("SELECT count(*) FROM flag_sample") == 0)
    #expect(try store.database.integer("SELECT count(*) FROM flag_hour") ?? 0 > 0)
    #expect(try store.verify() == [])
  }

  @Test func `what was pruned of loaded days alone is not brought back`() throws {
    let days = try LoadedCase.rich()
    let store = try days.empty()
    try days.load(into: store)
    let samples = "SELECT count(*) FROM flag_sample"
    #expect(try store.database.integer(samples) ?? 0 > 0)
    let pruned = try Pruner(store, PruneRule(before: days.scope.upperBound + 86_400_000)).run { false }
    #expect(pruned.isComplete)
    try days.load(into: store)
    #expect(try store.database.integer(samples) == 0)
    #expect(try store.verify() == [])
  }

  @Test func `an import after a load counts in other days only`() throws {
    let days = try LoadedCase(seed: 8, isPart: true)
    let store = try days.empty()
    try days.load(into: store)
    try days.log.importLog(into: store)
    let loaded = try LedgerReader.openForReading(store.path)
    let wanted = try LedgerReader.openForReading(days.full().path)
    #expect(try LoadedCase.sums(loaded, days.cohorts) == LoadedCase.sums(wanted, days.cohorts))
    #expect(try loaded.fingerprint() == wanted.fingerprint())
    #expect(try loaded.verify() == [])
  }

  @Test(arguments: 0..<8) func `samples stand among the flags and say so`(seed: UInt64) throws {
    let days = try LoadedCase(seed: seed, isPart: true, sampleLimit: 100_000)
    let (loaded, _) = try days.load(into: days.full())
    let wanted = try LedgerReader.openForReading(days.full("plain.db").path)
    // All are samples: with the model's own judgement that all is settled.
    let columns = "flag, app_key, message_id, device_id, sent_at, detail"
    let settled = "flag <> 'ack_timeout'"
    #expect(
      try loaded.database.rows("SELECT \(columns) FROM flags WHERE \(settled)")
        == wanted.database.rows("SELECT \(columns) FROM flags WHERE \(settled)"))
    let totals = "SELECT coalesce(sum(deliveries), 0) FROM flag_totals"
    #expect(
      try loaded.database.integer(totals)
        == loaded.database.integer("SELECT count(*) FROM flags WHERE is_sample"))
  }

  @Test func `tables and views are the same with loaded days and without`() throws {
    let days = try LoadedCase(seed: 2)
    let store = try days.full()
    let schema = "SELECT type, name, sql FROM sqlite_schema"
    let before = try store.database.rows(schema)
    try days.load(into: store)
    #expect(try store.database.rows(schema) == before)
    _ = try store.removeLoads(in: days.scope)
    #expect(try store.database.rows(schema) == before)
    #expect(
      try LedgerReader.openForReading(store.path).database.rows("SELECT * FROM temp.sqlite_schema").isEmpty)
  }

  @Test func `damage to loaded sums is found`() throws {
    let days = try LoadedCase.rich()
    let store = try days.empty()
    try days.load(into: store)
    let damages = [
      "UPDATE channel_hour SET opened = opened + 1", "DELETE FROM loaded_version_hour",
      "DELETE FROM app_version_hour", "UPDATE os_version_hour SET opened = opened + 1",
      "UPDATE latency_hour SET count = count + 1",
      "UPDATE loaded_run SET newest_ms = newest_ms + 1 WHERE newest_ms < end_ms - 1",
      "UPDATE flag_hour SET detail = 'x' WHERE flag = 'ack_retried'",
      "UPDATE flag_hour SET detail = '' WHERE flag = 'app_key_mismatch'",
      "UPDATE failure_hour SET kind = kind + 100", "UPDATE failure_hour SET count = 100",
      "UPDATE event_hour SET events = 0", "DELETE FROM flag_hour",
      "UPDATE loaded_run SET corrupt_lines = 3", "DELETE FROM loaded_day", "DELETE FROM loaded_run",
      "UPDATE loaded_run SET end_ms = end_ms - 3600000", "UPDATE loaded_run SET sample_limit = 0",
    ]
    #expect(try store.verify() == [])
    let sound = try Data(contentsOf: URL(filePath: store.path))
    let folder = try ScratchFolder()
    for (number, damage) in damages.enumerated() {
      let damaged = try LedgerWriter.openForWriting(folder.write(sound, to: "\(number).db"))
      try damaged.database.execute(damage)
      #expect(try !damaged.verify().isEmpty, "\(damage)")
    }
  }

  @Test func `samples of devices do not come into a ledger of pseudonyms`() throws {
    let days = try LoadedCase(seed: 1)
    let store = try days.empty()
    try store.database.execute("INSERT INTO setting VALUES ('pseudonym_mark', 7)")
    #expect(throws: LoadRefusal.self) { try days.load(into: store) }
    let none = try LoadedCase(seed: 1, sampleLimit: 0)
    try none.load(into: store)
    #expect(try store.hasLoads)
  }

  @Test func `a removal that nobody waits for leaves the load in its place`() throws {
    let days = try LoadedCase.rich()
    let store = try days.full()
    try days.load(into: store)
    let before = try LoadedCase.sums(LedgerReader.openForReading(store.path), days.cohorts)
    let stopped = try LedgerWriter.openForWriting(store.path) { true }
    #expect(throws: SQLiteError.self) { try stopped.removeLoads(in: days.scope) }
    #expect(try store.loads().map(\.scope) == [days.scope])
    #expect(try LoadedCase.sums(LedgerReader.openForReading(store.path), days.cohorts) == before)
    #expect(try store.removeLoads(in: days.scope).count == days.scope.count / 86_400_000)
  }

  /// A log that was judged by the settings that the program has without a configuration.
  private static func plainCase() throws -> LoadedCase {
    for seed in 0..<100 as Range<UInt64> {
      let days = try LoadedCase(seed: seed, isPart: true)
      if days.log.settings == LedgerSettings() { return days }
    }
    throw CancellationError()
  }

  @Test(
    .enabled(if: ProgramRun.path(of: "strace") != nil, "strace is not installed"),
    arguments: [1, 2, 4, 7, 11, 16, 24])
  func `a load that is killed while it writes leaves the ledger as it was, or done`(write: Int) throws {
    let days = try Self.plainCase()
    let store = try days.full()
    let path = store.path
    let before = try LoadedCase.sums(LedgerReader.openForReading(path), days.cohorts)
    let program = ProgramRun.builtPrograms.appending(path: "pushledger").path
    let run = try ProgramRun(
      try #require(ProgramRun.path(of: "strace")),
      [
        "-f", "-o", "/dev/null", "-P", path, "-e", "trace=pwrite64", "-e",
        "inject=pwrite64:signal=SIGKILL:when=\(write)", program, "load-rollups", "--db", path, days.run.path,
      ], environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.wasKilled || run.code == 0 || run.code == 137, "\(run.errorText)")
    let after = try LedgerReader.openForReading(path)
    #expect(try after.verify() == [])
    // The sums of the run are those of the import, so only the runs tell which it is.
    #expect(try LoadedCase.sums(after, days.cohorts) == before)
    let again = try ProgramRun(program, ["load-rollups", "--db", path, days.run.path], environment: [:])
    #expect(again.code == 0, "\(again.errorText)")
    #expect(try LedgerReader.openForReading(path).loads().map(\.scope) == [days.scope])
  }
}
