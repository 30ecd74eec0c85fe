import CommandLineKit
import Files
import Importing
import JSONWriting
import Ledger
import LogReading
import Operations
import Prose
import ReceiptModel

/// What is said at the end of an import.
struct ImportMessages {
  let summary: ImportSummary
  /// The share of a file's lines that may be refused.
  let limit: Double
  let language: Language

  /// Of what makes the exit code other than 0.
  static let prefix = "pushledger import: "

  /// Says what became of the lines, as far as somebody wants to hear it.
  func tell(json: Bool, _ options: CommonOptions) throws {
    if json { try DescriptorWriter.standardOutput.write(self.json.span) }
    if !options.quiet, !json { try tell(lines(verbose: options.verbose)) }
    try tell(problems)
  }

  private func tell(_ lines: [Phrase]) throws {
    try DescriptorWriter.standardError.write(lines.map { $0.told(in: language) + "\n" }.joined())
  }

  /// The totals for programs.
  var json: [UInt8] {
    let (counts, links) = (summary.counts, summary.links)
    return JSONTree.object([
      ("files", .integer(summary.files.count)), ("lines", .integer(counts.lines)),
      ("merged", .integer(counts.merged)), ("duplicate", .integer(counts.duplicate)),
      ("rejected", .integer(counts.rejected)), ("ignored", .integer(counts.ignored)),
      ("events", .integer(counts.events)), ("interrupted", .bool(summary.wasInterrupted)),
      (
        "links",
        .object([
          ("joined", .integer(links.joined)), ("ambiguous", .integer(links.ambiguous)),
          ("unknown", .integer(links.unknown)),
        ])
      ), ("trailing_garbage", .integer(summary.files.count(where: \.hasTrailingGarbage))),
    ]).lineBytes
  }

  var exitCode: ExitCode { summary.trouble(limit: limit).map(ExitCode.init) ?? .done }
}
