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

  /// Says what became of the lines, as far as somebody wants to hear it.
  func tell(json: Bool, _ options: CommonOptions) throws {
    if json { try DescriptorWriter.standardOutput.write(self.json.span) }
    if !options.quiet, !json { try DescriptorWriter.standardError.write(text(verbose: options.verbose)) }
    try DescriptorWriter.standardError.write(problems)
  }

  /// The summary for people; the totals close: lines = merged + duplicate + rejected + ignored.
  func text(verbose: Bool) -> String {
    var text = ""
    if verbose {
      for file in summary.files {
        text +=
          "\(name(file)): \(file.treatment.rawValue), \(file.format.isEmpty ? "nothing read" : file.format), \(Self.told(file.counts))\n"
        if !file.met.timeRules.isEmpty {
          let rules = file.met.timeRules.sorted { $0.key.rawValue < $1.key.rawValue }
          text +=
            "  times read as \(rules.map { "\($0.key.rawValue) (\($0.value))" }.joined(separator: ", "))\n"
        }
      }
    }
    let treatments: [(FileSummary.Treatment, String)] = [
      (.new, "new"), (.resumed, "continued"), (.readAgain, "read again"), (.alreadyRead, "already read"),
      (.leftOut, "left out"), (.failed, "failed"), (.gone, "gone before they were opened"),
    ]
    let files = treatments.compactMap { treatment, word in
      let count = summary.files.count { $0.treatment == treatment }
      return count > 0 ? "\(count) \(word)" : nil
    }
    let none = "none found; hidden ones are left out of folders"
    text += "files: \(files.isEmpty ? none : files.joined(separator: ", "))\n"
    let counts = summary.counts
    text += "\(Self.told(counts)); \(counts.events) events\n"
    if summary.outdated > 0 {
      text += "rejected as before-purge: \(summary.outdated) lines older than what was pruned; "
      text += "`pushledger prune --lift` lets them in\n"
    }
    let links = summary.links
    if !links.isEmpty {
      text += "told under other names: \(links.joined) joined, \(links.ambiguous) ambiguous, "
      text += "\(links.unknown) unknown; `pushledger query bridges` says why\n"
    }
    if !summary.unknownTypes.isEmpty {
      let types = summary.unknownTypes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let first = types.prefix(10).map { "\($0.key.escapedForTerminal(limit: 40)) (\($0.value))" }
      text += "unknown event types, kept as other: \(first.joined(separator: ", "))"
      text += types.count > 10 ? " and \(types.count - 10) more\n" : "\n"
    }
    if !summary.unknownColumns.isEmpty {
      let columns = summary.unknownColumns.prefix(20).map(Self.told)
      let more = summary.unknownColumns.count - columns.count
      text +=
        "fields that have no meaning here: \(columns.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")\n"
    }
    for file in summary.files {
      if let own = file.ownOutput {
        text += "\(name(file)): left out: it is \(own) of pushledger, not a log\n"
      }
      if file.pendingBytes > 0 {
        text +=
          "\(name(file)): the last line has no end yet; its \(file.pendingBytes) bytes wait for the next import\n"
      }
      if file.met.unreadableAddresses > 0 {
        text +=
          """
          \(name(file)): values of client_ip that are not an address and give no network: \(file.met.unreadableAddresses)

          """
      }
      if file.hasTrailingGarbage {
        text += "\(name(file)): left out what stands at its end and is not compressed data\n"
      }
      if file.wasReadOtherwise {
        text += "\(name(file)): it was read as another source before, and what came from it then stays; "
        text += "`pushledger prune --file FILE` takes back all that a file told\n"
      }
      if file.wasTruncated { text += "\(name(file)): became shorter while it was read\n" }
      if file.name == "-" {
        text += "standard input has no place to continue from; reading it again does no harm\n"
      }
    }
    if summary.wasInterrupted { text += "interrupted: run the same command again to continue\n" }
    return text
  }

  /// A field's name, with the known one that it misses only by case, blanks or marks: `MessageId` is `message_id`.
  private static func told(_ column: String) -> String {
    func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
    let meant = ReceiptField.allCases.first { letters($0.rawValue) == letters(column) }
    return column.escapedForTerminal(limit: 40) + (meant.map { " (did you mean \($0.rawValue)?)" } ?? "")
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

  /// What makes the exit code other than 0.
  var problems: String {
    var text = ""
    for file in summary.files {
      if let error = file.error {
        text +=
          "pushledger import: \(name(file)): \(error.reasonName): \(error.explanation.escapedForTerminal(limit: 400))\n"
      }
      guard file.isRefused(beyond: limit) else { continue }
      // A file that was given up on has said why already.
      if file.error == nil {
        text += "pushledger import: \(name(file)): \(file.wrongLines) of \(file.counts.lines) lines refused, "
        text += "more than --max-rejects \(limit)\n"
      }
      for line in file.firstRejects {
        let field = line.rejection.field.map { ":\($0.rawValue)" } ?? ""
        text +=
          "  line \(line.line): \(line.rejection.reason.rawValue)\(field): \(line.rejection.reason.explanation.plain())\n"
      }
      // A receipt of Alibaba's names its app itself.
      if file.error == nil, !["", "alibaba"].contains(file.sources),
        file.reasons[Rejection(.missingField, field: .appKey)] != nil
      {
        text += "  records of \(file.sources) may name no app: say whose they are with --app KEY\n"
      }
      text += "  `pushledger rejects` lists them\n"
    }
    return text
  }

  var exitCode: ExitCode { summary.trouble(limit: limit).map(ExitCode.init) ?? .done }

  private func name(_ file: FileSummary) -> String { file.name.escapedForTerminal() }

  private static func told(_ counts: LineCounts) -> String {
    """
    \(counts.lines) lines = \(counts.merged) merged + \(counts.duplicate) duplicate + \(counts.rejected) rejected + \
    \(counts.ignored) ignored
    """
  }
}
