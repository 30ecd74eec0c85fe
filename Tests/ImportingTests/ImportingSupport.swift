import Importing
import Ledger
import Prose
import ReceiptModel
import Reporting
import TestSupport

extension ScratchFolder {
  /// Imports files into a ledger of this folder, which may exist already.
  func ledger(
    _ name: String = "a.db", importing paths: [String], options: ImportOptions = ImportOptions()
  ) throws -> LedgerWriter {
    let store = try LedgerWriter.openForWriting(path(name))
    _ = try store.importFiles(paths, options: options)
    return store
  }
}

extension ImportSummary {
  /// What became of the lines, as one text.
  var account: String {
    "\(counts.lines) = \(counts.merged) merged + \(counts.duplicate) duplicate + \(counts.rejected) rejected + "
      + "\(counts.ignored) ignored"
  }
}

extension LedgerWriter {
  func importFiles(_ paths: [String], options: ImportOptions = ImportOptions()) throws -> ImportSummary {
    try Importer(self, settings: LedgerSettings(), options: options, clock: { Instant(milliseconds: 0) })
      .run(paths.map(ImportSource.init(argument:)))
  }
}

extension LedgerReader {
  /// All of the ledger as one day.
  func wholeScope(asOf: Int64) -> CohortScope {
    CohortScope(
      days: [DaySpan(name: "all", start: 0, end: Instant.latest.milliseconds)], appKeys: [], asOf: asOf,
      settle: 900_000)
  }

  /// Every day of the ledger in a zone.
  func scope(in zone: ReportZone, asOf: Int64) throws -> CohortScope {
    var days: [DaySpan] = []
    if let span = try cohortSpan() {
      var day = zone.day(of: Instant(milliseconds: span.lowerBound))
      while zone.start(of: day).milliseconds < span.upperBound {
        let next = day.adding(days: 1)
        days.append(
          DaySpan(
            name: day.description, start: zone.start(of: day).milliseconds,
            end: zone.start(of: next).milliseconds))
        day = next
      }
    }
    return CohortScope(days: days, appKeys: [], asOf: asOf, settle: 900_000)
  }
}

extension Cell {
  /// The value as plain text; nothing for NULL.
  var plain: String {
    switch self {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .blob(let bytes): bytes.map { String($0) }.joined(separator: ",")
    }
  }

  /// The value as a data set's CSV has it, without quotes.
  func csv(_ column: ResultColumn) -> String {
    guard case .real(let number) = self, let digits = column.fractionDigits else { return plain }
    return DecimalText.fixed(number, digits: digits)
  }
}
