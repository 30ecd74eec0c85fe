import Foundation
import Importing
import Ledger
import LogReading
import TestSupport
import Testing

/// A forecast says of each file what the next import does with it, and changes nothing.
@Suite struct ForecastTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func line(_ number: Int) -> String {
    """
    {"app_key":"24700001","message_id":"m\(number)","device_id":"d","event_time":"1789919476439","event_type":"sent"}

    """
  }

  private func forecast(_ store: LedgerReader?, _ options: ImportOptions = ImportOptions()) throws
    -> [String: PlannedRead]
  {
    let reads = try Importer.forecast(
      of: [ImportSource(argument: folder.path("logs")), ImportSource(argument: folder.path("missing"))],
      in: store, ledgerPath: folder.path("logs/a.db"), options: options)
    return Dictionary(
      uniqueKeysWithValues: reads.map { ($0.name.split(separator: "/").last.map(String.init) ?? "", $0) })
  }

  @Test func `each file is foretold as it is then read`() throws {
    for name in ["whole", "grown", "failed"] {
      try folder.write(
        name == "failed" ? "no log\n" : line(1) + line(name == "grown" ? 2 : 3), to: "logs/\(name)")
    }
    let first = try forecast(nil)
    #expect(["whole", "grown", "failed"].allSatisfy { first[$0]?.treatment == .new })
    #expect(first["grown"]?.bytes == Int64((line(1) + line(2)).utf8.count))
    guard case .unreadable? = first["missing"]?.treatment else { throw Unexpected() }
    #expect(!FileManager.default.fileExists(atPath: folder.path("logs/a.db")))

    // The ledger lies among the logs, and is none.
    let store = try folder.ledger("logs/a.db", importing: [folder.path("logs")])
    try folder.write(line(1) + line(2) + line(4), to: "logs/grown")
    try folder.write(line(5), to: "logs/new")
    let before = try store.fingerprint()
    let foretold = try forecast(LedgerReader.openForReading(folder.path("logs/a.db")))
    #expect(foretold["a.db"] == nil)
    #expect(foretold["grown"]?.treatment == .resumed(offset: Int64((line(1) + line(2)).utf8.count)))
    #expect(foretold["grown"]?.bytes == Int64(line(4).utf8.count))
    #expect(foretold["failed"]?.treatment == .readAgain)
    #expect(try store.fingerprint() == before)

    let summary = try store.importFiles([folder.path("logs")])
    for file in summary.files {
      let name = String(file.name.split(separator: "/").last ?? "")
      let treatment = try #require(foretold[name]).treatment
      switch (treatment, file.treatment) {
      case (.new, .new), (.resumed, .resumed), (.alreadyRead, .alreadyRead), (.readAgain, .readAgain),
        (.readAgain, .failed):
        break
      default: Issue.record("\(name): foretold \(treatment), and \(file.treatment)")
      }
    }
    #expect(summary.files.count == 4)
    var options = ImportOptions()
    options.rescans = true
    #expect(try forecast(store, options)["whole"]?.treatment == .readAgain)
  }

  private struct Unexpected: Error {}
}
