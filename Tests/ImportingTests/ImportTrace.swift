import Foundation
import Importing
import Ledger
import LogReading
import ReceiptModel
import Synchronization

/// Everything that an import leaves behind or tells, in a form that can be compared.
struct ImportTrace: Equatable {
  var fingerprint = ""
  /// The rows of the ledger's tables of files and refused lines, each as one text.
  var files: [String] = []
  var rejects: [String] = []
  var summary: [String] = []
  /// The refused lines themselves, as they were handed out.
  var refused: [String] = []

  /// Imports files and takes down what came of it.
  init(
    _ paths: [String], into store: LedgerWriter, _ options: ImportOptions,
    stoppingAfter commits: Int = .max
  ) throws {
    var options = options
    options.reading.keepsRawRejects = true
    let clockReadings = Mutex(0)
    var importer = Importer(
      store, settings: LedgerSettings(), options: options,
      clock: {
        // It is read once for each commit.
        clockReadings.withLock { $0 += 1 }
        return Instant(milliseconds: 0)
      })
    importer.shouldStop = { clockReadings.withLock { $0 >= commits } }
    let refused = Mutex<[String]>([])
    importer.onRejections = { file, lines in
      // Base64, as a description of bytes takes longer than the import.
      let lines = lines.map {
        "\(file):\($0.line) @\($0.byteOffset) \($0.length) \(Data($0.raw).base64EncodedString())"
      }
      refused.withLock { $0 += lines }
    }
    let summary = try importer.run(paths.map(ImportSource.init(argument:)))
    wasInterrupted = summary.wasInterrupted
    self.summary = summary.files.map(Self.text)
    self.refused = refused.withLock { $0 }
    try take(store)
  }

  private(set) var wasInterrupted: Bool

  private mutating func take(_ store: LedgerReader) throws {
    fingerprint = try store.fingerprint()
    files = try Self.rows(store, "SELECT * FROM file ORDER BY ref")
    rejects = try Self.rows(store, "SELECT * FROM reject ORDER BY file_ref, byte_offset")
  }

  /// What differs, a sentence each.
  func differences(from other: ImportTrace) -> [String] {
    var result = fingerprint == other.fingerprint ? [] : ["the fingerprints differ"]
    for (name, here, there) in [
      ("file", files, other.files), ("reject", rejects, other.rejects), ("summary", summary, other.summary),
      ("refused", refused, other.refused),
    ] where here != there {
      let first = zip(here, there).first { $0 != $1 }.map { "\($0) | \($1)" } ?? "one begins the other"
      result.append("\(name): \(here.count) and \(there.count); \(first)")
    }
    return result
  }

  private static func rows(_ store: LedgerReader, _ sql: String) throws -> [String] {
    try store.table(sql).rows.map { $0.map(\.plain).joined(separator: " ") }
  }

  private static func text(_ file: FileSummary) -> String {
    func sorted(_ counts: [String: Int]) -> String { "\(counts.sorted { $0.key < $1.key })" }
    let reasons = file.reasons.map { ("\($0.key)", $0.value) }.sorted { $0.0 < $1.0 }
    let rules = file.met.timeRules.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
    let first = file.firstRejects.map { "\($0.line):\($0.byteOffset)" }
    return """
      \(file.name) \(file.treatment) \(file.format) \(file.bytes) bytes: \(file.counts.lines) = \(file.counts.merged) + \(file.counts.duplicate) + \
      \(file.counts.rejected) + \(file.counts.ignored), \(file.counts.events) events, \(sorted(file.met.unknownTypes.limited)), \(file.met.unknownColumns), \
      \(rules), \(reasons), \(first), \(file.pendingBytes) pending, \(file.hasTrailingGarbage) \(file.wasTruncated) \
      \(file.error.map { "\($0)" } ?? "")
      """
  }
}
