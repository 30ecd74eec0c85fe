import Foundation
import Importing
import Ledger
import LogReading
import ReceiptModel
import ReferenceLedger
import SQLite
import Synchronization
import TestSupport
import Testing

/// Pruning is set difference by message: what is left is the ledger of the other messages' events, as if nothing else
/// had ever been imported.
@Suite struct PruneTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private struct Sample {
    let log: RandomLog
    let events: [ReferenceEvent]
    /// The last event of each message, by the bytes of its id.
    let ends: [[UInt8]: Int64]

    init(seed: UInt64, lines: Int = 400) throws {
      log = RandomLog(seed: seed, lines: lines)
      events = try ReferenceParser(aliases: ReferenceParser.aliasesOfEveryKind).events(in: log.text)
      ends = events.reduce(into: [:]) { ends, event in
        let key = Array(event.messageID.utf8)
        ends[key] = max(ends[key] ?? .min, event.timeMilliseconds)
      }
    }

    /// The lines of messages that are still there after pruning.
    func kept(before moment: Int64) -> [String] {
      zip(log.lines, events).filter { ends[Array($0.1.messageID.utf8)] ?? 0 >= moment }.map(\.0)
    }

    /// Moments at, just after and between the ends of messages.
    func moments(using random: inout SeededGenerator) -> [Int64] {
      let sorted = ends.values.sorted()
      return (0..<3).compactMap { _ in sorted.randomElement(using: &random) }
        .flatMap { [$0, $0 + 1, $0 + Int64.random(in: 0..<7_200_000, using: &random)] }
    }
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    for (name, kind) in ReferenceParser.aliasesOfEveryKind {
      options.reading.aliases[name] = EventKind(name: kind)
    }
    return options
  }

  private func ledger(_ name: String, of lines: [String]) throws -> LedgerWriter {
    let text = lines.map { $0 + "\n" }.joined()
    return try folder.ledger(
      "\(name).db", importing: [try folder.write(text, to: "\(name).jsonl")], options: options)
  }

  @Test(arguments: seeds(0..<12)) func `what is left is the ledger of the kept messages' events`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let sample = try Sample(seed: seed)
    for (index, moment) in sample.moments(using: &random).enumerated() {
      let store = try ledger("whole-\(index)", of: sample.log.lines)
      let rule = PruneRule(before: moment, clearsWords: true)
      let foretold = try store.extent(of: rule)
      let batch = [1, 7, 1_000_000].randomElement(using: &random) ?? 1
      let result = try Pruner(store, rule, batchSize: batch).run { false }
      #expect(result.isComplete && result.gone == foretold)
      #expect(try store.verify() == [])

      let kept = sample.kept(before: moment)
      #expect(result.gone.messages == sample.ends.values.count { $0 < moment })
      let expected = try LedgerContent(of: ledger("kept-\(index)", of: kept))
      #expect(try LedgerContent(of: store).differences(from: expected) == [], "before \(moment)")
      let (left, known) = try (words("whole-\(index)"), words("kept-\(index)"))
      #expect(left.isSubset(of: known), "before \(moment): \(left.subtracting(known))")
    }
  }

  /// What stands in the dictionaries of a ledger.
  private func words(_ name: String) throws -> Set<String> {
    let database = try Database(path: folder.path("\(name).db"), mode: .readOnly)
    let rows = try database.prepare(
      """
      SELECT 'app', app_key FROM app UNION SELECT 'channel', name FROM channel UNION SELECT 'source', name FROM source
      UNION SELECT 'raw_type', name FROM raw_type UNION SELECT 'reason', raw FROM reason
      UNION SELECT 'version', app_version || '|' || os_version FROM version
      UNION SELECT 'context', source || '|' || platform || '|' || job_key FROM context
      UNION SELECT 'build', os || '|' || brand FROM build
      UNION SELECT 'network', network_type || '|' || isp || '|' || client_network FROM network
      """)
    var words: Set<String> = []
    while try rows.step() { words.insert("\(rows.text(0)): \(rows.text(1))") }
    return words
  }

  @Test func `no word of a pruned message stays in the file`() throws {
    func line(_ message: String, _ kind: String, at time: Int, _ word: String) -> String {
      let fields = [
        "device_type", "event_channel", "job_key", "app_version", "os", "os_version", "brand", "network_type",
        "isp", "reason",
      ]
      let words = fields.map { #","\#($0)":"\#($0)-\#(word)""# }.joined()
      return
        #"{"app_key":"app-\#(word)","message_id":"\#(message)","device_id":"device-\#(message)","event_type":"\#(kind)","event_time":"\#(time)"\#(words)}"#
    }
    let time = 1_790_000_000_000
    let lines = [
      line("old", "sent_fail", at: time, "gone"), line("old", "sms", at: time + 1, "lost"),
      line("new", "sent_fail", at: time + 86_400_000, "stays"),
    ]
    do {
      let store = try ledger("whole", of: lines)
      _ = try Pruner(store, PruneRule(before: Int64(time) + 3_600_000, clearsWords: true)).run { false }
      #expect(try store.verify() == [])
    }
    _ = try #require(try LedgerReader.compact(folder.path("whole.db")))
    let content = try Data(contentsOf: URL(filePath: folder.path("whole.db")))
    for word in ["-gone", "-lost", "sms"] { #expect(content.range(of: Data(word.utf8)) == nil, "\(word)") }
    #expect(content.range(of: Data("brand-stays".utf8)) != nil)
    // The next message with the same words is merged as ever.
    let again = try folder.write(
      line("next", "sent_fail", at: time + 86_400_001, "gone") + "\n", to: "next.jsonl")
    let store = try LedgerWriter.openForWriting(folder.path("whole.db"))
    #expect(try store.importFiles([again], options: options).counts.merged == 1)
    #expect(try store.verify() == [])
  }

  @Test(arguments: seeds(0..<9))
  func `a prune that stops between two transactions is whole as far as it went`(
    seed: UInt64
  ) throws {
    let sample = try Sample(seed: seed)
    let moment = try #require(sample.ends.values.max()) + 1
    let store = try ledger("whole", of: sample.log.lines)
    var stops = 0
    var left = sample.ends.count
    while true {
      let asked = Mutex(0)
      let result = try Pruner(store, PruneRule(before: moment), batchSize: 1).run {
        asked.withLock {
          $0 += 1; return $0 > 5
        }
      }
      left -= result.gone.messages
      #expect(try store.verify() == [])
      if result.isComplete { break }
      #expect(result.gone.messages == 5)
      stops += 1
    }
    #expect(stops > 0 && left == 0)
    #expect(try store.status().events == 0)
  }

  @Test(arguments: seeds(0..<9))
  func `lines from before what was pruned are refused, whichever file they come in`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let sample = try Sample(seed: seed)
    for (index, moment) in sample.moments(using: &random).enumerated() {
      let store = try ledger("whole-\(index)", of: sample.log.lines)
      _ = try Pruner(store, PruneRule(before: moment)).run { false }
      let left = try store.fingerprint()

      let again = sample.log.lines.shuffled(using: &random).map { $0 + "\n" }.joined()
      let summary = try store.importFiles(
        [try folder.write(again, to: "again-\(index).jsonl")], options: options)
      let watermark = min(moment, try #require(sample.ends.values.max()) + 1)
      let old = sample.events.count { $0.timeMilliseconds < watermark }
      #expect(summary.outdated == old && summary.counts.rejected == old, "before \(moment)")
      #expect(summary.counts.merged == 0 && summary.files.allSatisfy { $0.error == nil })
      #expect(try store.fingerprint() == left)
    }
  }

  @Test func `a file that is known is not read again, and one that was forgotten brings nothing back`() throws
  {
    let sample = try Sample(seed: 3, lines: 120)
    let moment = try #require(sample.ends.values.max()) + 1
    let store = try ledger("whole", of: sample.log.lines + ["no receipt"])
    let before = try store.fingerprint()
    let log = [folder.path("whole.jsonl")]

    let first = try Pruner(store, PruneRule(before: moment)).run { false }.gone
    #expect(first.refusedLines == 1 && first.files == 0)
    #expect(try store.importFiles(log, options: options).counts.lines == 0)
    #expect(try store.status().events == 0)

    #expect(try Pruner(store, PruneRule(before: moment, forgetsFiles: true)).run { false }.gone.files == 1)
    let refused = try store.importFiles(log, options: options)
    #expect(refused.outdated == sample.events.count && refused.counts.rejected == sample.events.count + 1)
    #expect(try store.status().events == 0)

    #expect(try store.liftWatermark() == moment && store.watermark() == nil)
    var again = options
    again.rescans = true
    #expect(try store.importFiles(log, options: again).counts.rejected == 1)
    #expect(try store.fingerprint() == before)
    #expect(try store.verify() == [])
  }

  @Test func `who prunes up to a day to come goes on with the next log`() throws {
    let sample = try Sample(seed: 6, lines: 60)
    let newest = try #require(sample.ends.values.max())
    let store = try ledger("whole", of: sample.log.lines)
    _ = try Pruner(store, PruneRule(before: newest + 365 * 86_400_000)).run { false }
    #expect(try store.watermark() == newest + 1)
    // Settings that change leave it.
    var settings = LedgerSettings()
    settings.settle += 1
    try store.adopt(settings)
    #expect(try store.watermark() == newest + 1)
  }

  @Test func `a file with younger events keeps its refused lines`() throws {
    let sample = try Sample(seed: 4, lines: 120)
    let moment = try #require(sample.ends.values.max())
    let store = try ledger("whole", of: sample.log.lines + ["no receipt"])
    let gone = try Pruner(store, PruneRule(before: moment, forgetsFiles: true)).run { false }.gone
    #expect(gone.messages > 0 && gone.refusedLines == 0 && gone.files == 0)
  }

  @Test func `what was pruned is not in the file any more, and compacting makes the file smaller`() throws {
    let sample = try Sample(seed: 5, lines: 1_500)
    let moment = sample.ends.values.sorted()[sample.ends.count / 2]
    let path = folder.path("whole.db")
    let fingerprint: String
    do {
      let store = try ledger("whole", of: sample.log.lines)
      _ = try Pruner(store, PruneRule(before: moment)).run { false }
      fingerprint = try store.fingerprint()
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    let messages = sample.ends.filter { $0.key.count > 8 }.prefix(40)
    #expect(messages.contains { $0.value >= moment && bytes.range(of: Data($0.key)) != nil })
    for (message, end) in messages where end < moment {
      #expect(bytes.range(of: Data(message)) == nil, "\(String(decoding: message, as: UTF8.self))")
    }
    #expect(try LedgerReader.compact(path, shouldStop: { true }) == nil)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    #expect(try folder.names().filter { $0.contains("compact") } == [])
    let sizes = try #require(try LedgerReader.compact(path))
    #expect(sizes.before == Int64(bytes.count) && sizes.after < sizes.before)
    let store = try LedgerReader.openForReading(path)
    #expect(try store.verify() == [])
    #expect(try store.fingerprint() == fingerprint)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }
}
