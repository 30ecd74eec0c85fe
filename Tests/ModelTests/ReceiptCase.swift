import Importing
import Ledger
import LogReading
import ReceiptModel
import ReferenceLedger
import TestSupport

/// One random log with random settings, and its events for the model.
///
/// Every other log is a crowd: few names and few moments, so that every way in which events can meet happens often.
struct ReceiptCase {
  let events: [ReferenceEvent]
  let settings: LedgerSettings
  private let seed: UInt64
  private let folder: ScratchFolder
  private let text: String
  private let aliases: [String: EventKind]

  private static let known = Known<UInt64, (text: String, events: [ReferenceEvent])>()

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    folder = try ScratchFolder()
    settings = Self.settings(using: &random)
    let names = ReferenceParser.aliasesOfEveryKind
    aliases = names.compactMapValues { EventKind(name: $0) }
    (text, events) = try Self.known.value(of: seed) {
      let text =
        seed % 2 == 0 ? RandomLog(seed: seed, lines: 300).text : CrowdedLog.text(lines: 300, using: &random)
      return (text, try ReferenceParser(aliases: names).events(in: text))
    }
    try folder.write(text, to: "log.jsonl")
  }

  /// The log, imported natively.
  func imported() throws -> LedgerWriter {
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    try importLog(into: store)
    return store
  }

  /// Imports the log into a ledger.
  func importLog(into store: LedgerWriter) throws { try importLog(folder.path("log.jsonl"), into: store) }

  /// Imports one of as many parts of the log into a ledger.
  func importLog(part: Int, of count: Int, into store: LedgerWriter) throws {
    let lines = text.split(separator: "\n").enumerated().filter { $0.offset % count == part }
    let name = "part-\(part).jsonl"
    try folder.write(lines.map { "\($0.element)\n" }.joined(), to: name)
    try importLog(folder.path(name), into: store)
  }

  private func importLog(_ path: String, into store: LedgerWriter) throws {
    var options = ImportOptions()
    options.reading.aliases.merge(aliases) { $1 }
    _ = try Importer(store, settings: settings, options: options, clock: { Instant(milliseconds: 0) })
      .run([ImportSource(argument: path)])
  }

  /// The path of a file beside the log.
  func path(_ name: String) -> String { folder.path(name) }

  private static func settings(using random: inout SeededGenerator) -> LedgerSettings {
    var settings = LedgerSettings()
    guard Bool.random(using: &random) else { return settings }
    settings.settle = [0, 900_000, 7_200_000].randomElement(using: &random) ?? 0
    settings.ackTimeout = [0, 3_500, 30_000].randomElement(using: &random) ?? 0
    settings.ackBudget = [1, 6_000, 17_000].randomElement(using: &random) ?? 0
    func some(_ names: [String]) -> [String] { names.filter { _ in Bool.random(using: &random) } }
    settings.appKeys = some(["333526247", "999000111", "k1", "k3", "never-seen"])
    settings.gatewayArrivals = Set(some(["apns", "fcm", "gcm", "huawei", "xiaomi"]))
    settings.unmeasurable = Set(some(["apns", "fcm", "gcm", "huawei", "accs"]))
    settings.withoutReceipts = Set(some(["apns", "fcm", "huawei", "onesignal"]))
    return settings
  }

  /// The hours of the log, or an arbitrary part of them.
  func scopes() throws -> [Range<Int64>] {
    var random = SeededGenerator(seed: ~seed)
    let hours = events.map { $0.timeMilliseconds / 3_600_000 }
    guard let first = hours.min(), let last = hours.max() else { return [] }
    let start = Int64.random(in: first...last, using: &random)
    let end = Int64.random(in: start...last, using: &random) + 1
    return [first..<last + 1, start..<end].map { $0.lowerBound * 3_600_000..<$0.upperBound * 3_600_000 }
  }

  /// As-of times: at the end, and where only some deliveries are settled.
  var moments: [Int64] {
    let newest = events.map(\.timeMilliseconds).max() ?? 0
    return [newest + settings.settle, newest - 3_600_000, newest - 31 * 3_600_000 - 7_000]
  }

  /// - Parameter settledUntil: all is settled unless told otherwise, as in the ledger's stored sums.
  func model(
    scope: Range<Int64> = ModelRun.everything, settledUntil: Int64 = .max, sampleLimit: Int = 2
  ) throws -> ModelRun {
    try ModelRun(
      events, settings: settings, scope: scope, settledUntil: settledUntil, sampleLimit: sampleLimit,
      keepsTables: seed % 4 != 0)
  }
}
