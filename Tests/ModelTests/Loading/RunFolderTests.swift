import Foundation
import Ledger
import Loading
import Prose
import ReceiptModel
import ReferenceLedger
import TestSupport
import Testing

/// What an engine did not leave so is not read.
@Suite struct RunFolderTests {
  /// The refusal of the run of `days`.
  private func refusal(of days: LoadedCase) -> LoadRefusal? {
    do {
      let store = try days.empty()
      defer { #expect((try? store.hasLoads) == false, "a refused run left something") }
      try days.load(into: store)
      return nil
    } catch { return error as? LoadRefusal }
  }

  @Test(arguments: LoadedRelation.allCases) func `a relation that was not written to its end is missed`(
    relation: LoadedRelation
  ) throws {
    let days = try LoadedCase(seed: 2)
    let folder = days.run.folder.url.appending(path: relation.rawValue)
    try FileManager.default.removeItem(at: folder.appending(path: "_SUCCESS"))
    #expect(refusal(of: days)?.reason.told() == "has no _SUCCESS: it is incomplete")
    try FileManager.default.removeItem(at: folder)
    #expect(
      refusal(of: days)?.reason == "there is no \(relation.rawValue): the run did not finish")
  }

  @Test func `a folder that is not there, or is being written, is told apart`() throws {
    #expect(throws: LoadRefusal.self) { try SumsFolder(path: "/nowhere/at/all").read() }
    do { _ = try SumsFolder(path: "/nowhere/at/all").read() } catch { #expect(error.cause == .missing) }
    for place in ["_temporary/0/part", "latency_hour/_temporary/x"] {
      let days = try LoadedCase(seed: 2)
      try days.run.folder.write("", to: place)
      #expect(refusal(of: days)?.reason.told() == "the run is still being written, or was killed")
    }
  }

  /// A relation, what is changed in its first such place, and the words of the refusal.
  private static let damages: [(String, String, String, String)] = [
    ("manifest", "\"format\":1", "\"format\":2", "its format is not 1"),
    ("manifest", "run-1", "run 1", "run is not a name"),
    ("manifest", "\"engine\":\"sqlite\"", "\"engine\":\"abacus\"", "engine is none of"),
    ("manifest", "\"settings\":\"", "\"settings\":\"0", "settings is not a SHA-256"),
    ("manifest", "9223372036854775807", "1790000000000", "did not count all deliveries as settled"),
    ("manifest", "\"lines\":", "\"lines\":1", "does not account for each line once"),
    ("manifest", "\"events\":", "\"other\":", "a column that manifest does not have"),
    ("manifest", "\"lines\":", "\"corrupt_lines\":0,\"lines\":", "a field appears twice"),
    ("manifest", "\"deliveries_in_scope\":", "\"deliveries_in_scope\":1", "differs from deliveries_in_scope"),
    ("manifest", "\"latencies_in_scope\":", "\"latencies_in_scope\":1", "differs from latencies_in_scope"),
    ("manifest", "\"failures_in_scope\":", "\"failures_in_scope\":1", "differs from failures_in_scope"),
    ("manifest", "\"events_in_scope\":", "\"events_in_scope\":1", "differs from events_in_scope"),
    ("manifest", "\"flags_in_scope\":", "\"flags_in_scope\":1", "differs from flags_in_scope"),
    ("manifest", "\"sample_limit\":2", "\"sample_limit\":0", "more samples of a flag than there may be"),
    ("channel_hour", "\"sent\":", "\"sent\":1", "contradict each other"),
    ("channel_hour", "\"hour\":", "\"hour\":1", "an hour outside the run's scope"),
    ("channel_hour", "\"acked\":", "\"acked\":-1", "acked is below zero"),
    ("channel_hour", "\"deliveries\":", "\"deliveries\":0.", "a field holds something other"),
    ("channel_hour", "{", "{\"more\":1,", "a column that channel_hour does not have"),
    (
      "channel_hour", "\"channel\":\"", "\"channel\":null,\"x\":\"", "channel holds something other than text"
    ),
    ("version_hour", "}", "", "not valid JSON"), ("version_hour", "}\n", "} {}\n", "after the object"),
    ("version_hour", "\"app_key\":\"", "\"app_key\":\"x", "differ by channel and by version"),
    ("latency_hour", "\"bucket\":", "\"bucket\":-9", "no such latency bucket"),
    ("latency_hour", "\"count\":", "\"count\":true,\"n\":", "a field holds something other"),
    ("failure_hour", "_failed", "_failing", "not a kind of failure"),
    ("event_hour", "\"kind\":\"", "\"kind\":\"x", "not a kind of event"),
    ("event_hour", "\"newest_ms\":1", "\"newest_ms\":2", "events later than the newest"),
    ("event_hour", "\"newest_ms\":", "\"newest_ms\":9", "newest_ms lies outside 2010 to 2100"),
    ("manifest", "\"newest_ms\":", "\"newest_ms\":9", "newest_ms lies outside 2010 to 2100"),
    ("manifest", "\"unmatched\":", "\"unmatched\":1000000000000000", "unmatched is more than"),
    ("manifest", "\"sample_limit\":2", "\"sample_limit\":9223372036854775807", "sample_limit is more than"),
    ("channel_hour", "\"deliveries\":", "\"deliveries\":1000000000000000", "deliveries adds up to more than"),
    ("event_hour", "\"events\":", "\"events\":1000000000000000", "events adds up to more than"),
    ("flag_hour", "\"flag\":\"", "\"flag\":\"x", "no flag"),
    ("flag_sample", "\"at_ms\":", "\"at_ms\":1", "a moment outside the run's scope"),
  ]

  @Test(arguments: damages) func `what is not as a run leaves it is refused with a word`(
    relation: String, old: String, new: String, words: String
  ) throws {
    let days = try LoadedCase.rich()
    try days.run.change(relation, old, to: new)
    let refusal = try #require(self.refusal(of: days))
    #expect(refusal.reason.told().contains(words))
    #expect(refusal.cause == .folder)
    #expect(!refusal.remedy.isEmpty)
    // Ids are personal data.
    for event in days.log.events where event.deviceID.count > 5 {
      #expect(!"\(refusal)\(refusal.remedy)".contains(event.deviceID))
    }
  }

  @Test func `days are refused until receipts of their last push have had their time`() throws {
    var settings = LedgerSettings()
    settings.settle = 60_000
    let rules = LoadRules(settings: settings, zone: .utc, mostRejects: nil)
    let scope: Range<Int64> = 1_789_948_800_000..<1_790_035_200_000
    try rules.refuseDaysToCome(scope, clock: Instant(milliseconds: 1_790_035_260_000), from: "there")
    let refusal = #expect(throws: LoadRefusal.self) {
      try rules.refuseDaysToCome(scope, clock: Instant(milliseconds: 1_790_035_259_999), from: "there")
    }
    #expect(
      refusal?.cause == .ledger && refusal?.remedy.told().contains("2026-09-22T00:01:00.000+00:00") == true)
  }

  @Test func `a run that read nothing is refused`() throws {
    let days = try LoadedCase(seed: 1)
    for relation in LoadedRelation.allCases where relation != .manifest {
      try days.run.write([], to: relation.rawValue)
    }
    var read = try SumsFolder(path: days.run.path).read()
    for figure in LoadedManifest.Figure.allCases { read.manifest.counts[figure] = 0 }
    let rules = LoadRules(settings: days.log.settings, zone: .utc, mostRejects: nil)
    do {
      _ = try rules.days(of: read.manifest, from: "there")
      Issue.record("a run of nothing was taken")
    } catch { #expect(error.cause == .folder && error.reason.told().contains("no line at all")) }
  }

  @Test func `rows that are small alone and overflow together are refused`() throws {
    let days = try LoadedCase.rich()
    let rows = (0..<10_000).map { number in
      """
      {"hour":\(days.scope.lowerBound / 3_600_000),"app_key":"app-\(number)","kind":"sent",\
      "events":1000000000000000,"newest_ms":\(days.scope.lowerBound)}
      """
    }
    try days.run.write(rows, to: "event_hour")
    let refusal = try #require(self.refusal(of: days))
    #expect(refusal.reason.told() == "events adds up to more than 1000000000000000")
    #expect(refusal.line == 2)
  }

  @Test func `a row that stands there twice, and a second manifest, are refused`() throws {
    let days = try LoadedCase(seed: 1)
    try days.run.folder.write(days.run.text(of: "event_hour"), to: "event_hour/part-00001.json")
    let refusal = try #require(self.refusal(of: days))
    #expect(refusal.reason.told() == "the same key stands in an earlier row")
    #expect(refusal.place.hasSuffix("event_hour/part-00001.json") && refusal.line == 1)
    let others = try LoadedCase(seed: 1)
    try others.run.folder.write(others.run.text(of: "manifest"), to: "manifest/part-00001.json")
    #expect(self.refusal(of: others)?.reason.told() == "2 rows instead of one")
    let strangers = try LoadedCase(seed: 1)
    try strangers.run.folder.write("", to: "event_hour/notes.txt")
    #expect(
      self.refusal(of: strangers)?.reason.told() == "not a part of a run: its name does not begin with part-")
  }

  @Test func `parts are read in any number, compressed or not, and hidden files are not`() throws {
    let days = try LoadedCase(seed: 1)
    let rows = try days.run.text(of: "event_hour").split(separator: "\n").map { $0 + "\n" }
    try days.run.folder.write(rows.prefix(3).joined(), to: "event_hour/part-00000.json")
    try days.run.folder.write(
      Compression.gzip.compress(Data(rows.dropFirst(3).joined().utf8)), to: "event_hour/part-00001.json.gz")
    try days.run.folder.write("", to: "event_hour/part-00002.json")
    try days.run.folder.write("no JSON", to: "event_hour/.part-00000.json.crc")
    try days.run.folder.write("no JSON", to: "event_hour/_committed_1")
    let (loaded, _) = try days.load(into: days.empty())
    let wanted = try LedgerReader.openForReading(days.full().path)
    #expect(try LoadedCase.sums(loaded, days.cohorts) == LoadedCase.sums(wanted, days.cohorts))
  }

  @Test func `sums by other settings are refused`() throws {
    let days = try LoadedCase(seed: 1)
    let read = try SumsFolder(path: days.run.path).read()
    let changes: [(inout LedgerSettings) -> Void] = [
      { $0.ackTimeout += 1 }, { $0.ackBudget += 1 }, { $0.appKeys.append("another") },
      { $0.gatewayArrivals.insert("another") }, { $0.unmeasurable.insert("another") },
      { $0.withoutReceipts.insert("another") },
    ]
    for change in changes {
      var settings = days.log.settings
      change(&settings)
      let rules = LoadRules(settings: settings, zone: .utc, mostRejects: nil)
      do {
        _ = try rules.days(of: read.manifest, from: "there")
        Issue.record("other settings were taken")
      } catch { #expect(error.cause == .settings && error.place == "there") }
    }
  }

  @Test(arguments: ["+05:30", "+05:45", "+08:00", "-03:30"])
  func `hours that are no days of the zone are refused`(
    name: String
  ) throws {
    let days = try LoadedCase(seed: 1)
    let read = try SumsFolder(path: days.run.path).read()
    let zone = try #require(ReportZone(fixed: name))
    let rules = LoadRules(settings: days.log.settings, zone: zone, mostRejects: nil)
    do {
      _ = try rules.days(of: read.manifest, from: "there")
      Issue.record("days of another zone were taken")
    } catch { #expect(error.reason.told() == "its hours are not whole days of the time zone \(name)") }
  }

  @Test func `more missing lines than allowed are refused`() throws {
    let log = try ReceiptCase(seed: 1)
    let scope = try log.scopes()[0]
    let day: Int64 = 86_400_000
    let days = scope.lowerBound / day * day..<(scope.upperBound + day - 1) / day * day
    let run = try WrittenRun(
      log.model(scope: days), settings: log.settings, lines: log.events.count,
      rejected: ["not-json": 5, "bad-time": 2])
    let read = try SumsFolder(path: run.path).read()
    for (limit, isAllowed) in [
      ("6", false), ("7", true), ("1%", false), ("2.29%", true), ("2.28%", false), ("100%", true),
    ] {
      let parsed: RejectLimit? = RejectLimit(limit)
      #expect(parsed != nil)
      let rules = LoadRules(settings: log.settings, zone: .utc, mostRejects: parsed)
      if isAllowed {
        _ = try rules.days(of: read.manifest, from: "there")
      } else {
        #expect(throws: LoadRefusal.self) { try rules.days(of: read.manifest, from: "there") }
      }
    }
    for text in ["", "%", "-1", "+1", "101%", "1.234%", "1.%", "x", "1 %"] {
      #expect(RejectLimit(text) == nil)
    }
  }
}
