import Importing
import Ledger
import LogReading
import Operations
import Prose
import ReceiptModel

extension ImportMessages {
  /// The summary for people; the totals close: lines = merged + duplicate + rejected + ignored.
  func lines(verbose: Bool) -> [Phrase] {
    (verbose ? summary.files.flatMap(details) : []) + totals + names + summary.files.flatMap(remarks)
      + (summary.wasInterrupted ? ["interrupted: run the same command again to continue"] : [])
  }

  private func details(_ file: FileSummary) -> [Phrase] {
    let format: Phrase = file.format.isEmpty ? "nothing read" : .text(file.format)
    let line: Phrase = "\(name(file)): \(file.treatment.words), \(format), \(told(file.counts))"
    let rules = file.met.timeRules.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { rule -> Phrase in "\(rule.key.rawValue) (\(digits(rule.value)))" }
    return rules.isEmpty ? [line] : [line, indented("times read as \(rules.joined())")]
  }

  private var totals: [Phrase] {
    let treatments: [(FileSummary.Treatment, (Int) -> Phrase)] = [
      (.new, { "\(digits($0)) new" }), (.resumed, { "\(digits($0)) continued" }),
      (.readAgain, { "\(digits($0)) read again" }),
      (.alreadyRead, { "\(digits($0)) already read" }), (.leftOut, { "\(digits($0)) left out" }),
      (.failed, { "\(digits($0)) failed" }),
      (.gone, { "\(digits($0)) gone before they were opened" }),
    ]
    let files = treatments.compactMap { treatment, words in
      let count = summary.files.count { $0.treatment == treatment }
      return count > 0 ? words(count) : nil
    }
    let none: Phrase = "none found; hidden ones are left out of folders"
    return [
      "files: \(files.isEmpty ? none : files.joined())",
      "\(told(summary.counts)); \(digits(summary.counts.events)) events",
    ]
  }

  /// What stands under names that mean nothing here, or something else.
  private var names: [Phrase] {
    var lines: [Phrase] = []
    if summary.outdated > 0 {
      lines.append(
        """
        rejected as before-purge: \(digits(summary.outdated)) lines older than what was pruned; `pushledger prune --lift` lets \
        them in
        """)
    }
    let links = summary.links
    // They are those of the whole ledger, which an import that read nothing says nothing of.
    if !summary.files.isEmpty, !links.isEmpty {
      lines.append(
        """
        told under other names: \(digits(links.joined)) joined, \(digits(links.ambiguous)) ambiguous, \(digits(links.unknown)) unknown; \
        `pushledger query bridges` says why
        """)
    }
    let types = summary.unknownTypes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { type -> Phrase in "\(type.key.escapedForTerminal(limit: 40)) (\(digits(type.value)))" }
    if !types.isEmpty { lines.append("unknown event types, kept as other: \(first(10, of: types))") }
    let columns = summary.unknownColumns.map(told)
    if !columns.isEmpty { lines.append("fields that have no meaning here: \(first(20, of: columns))") }
    return lines
  }

  private func first(_ count: Int, of list: [Phrase]) -> Phrase {
    let (shown, more) = (list.prefix(count).joined(), list.count - count)
    return more > 0 ? "\(shown) and \(digits(more)) more" : shown
  }

  private func remarks(_ file: FileSummary) -> [Phrase] {
    let (name, met) = (name(file), file.met)
    var lines: [Phrase] = []
    if let own = file.ownOutput {
      lines.append("\(name): left out: it is \(own) of pushledger, not a log")
    }
    if file.pendingBytes > 0 {
      lines.append(
        "\(name): the last line has no end yet; its \(digits(file.pendingBytes)) bytes wait for the next import"
      )
    }
    if met.unreadableAddresses > 0 {
      lines.append(
        """
        \(name): values of client_ip that are not an address and give no network: \(digits(met.unreadableAddresses))
        """)
    }
    if file.hasTrailingGarbage {
      lines.append("\(name): left out what stands at its end and is not compressed data")
    }
    if file.wasReadOtherwise {
      lines.append(
        """
        \(name): it was read as another source before, and what came from it then stays; `pushledger prune --file FILE` \
        takes back all that a file told
        """)
    }
    if file.wasTruncated { lines.append("\(name): became shorter while it was read") }
    if file.name == "-" {
      lines.append("standard input has no place to continue from; reading it again does no harm")
    }
    return lines
  }

  /// What makes the exit code other than 0.
  var problems: [Phrase] { summary.files.flatMap(problems) }

  private func problems(_ file: FileSummary) -> [Phrase] {
    var lines: [Phrase] = []
    if let error = file.error {
      let why = error.explanation.escapedForTerminal(limit: 400)
      lines.append(ofImport("\(name(file)): \(error.reasonName): \(why)"))
    }
    guard file.isRefused(beyond: limit) else { return lines }
    // A file that was given up on has said why already.
    if file.error == nil {
      lines.append(
        ofImport(
          """
          \(name(file)): \(digits(file.wrongLines)) of \(digits(file.counts.lines)) lines refused, more than --max-rejects \(figure: "\(limit)")
          """))
    }
    lines += file.firstRejects.map { line in
      let field = line.rejection.field.map { ":\($0.rawValue)" } ?? ""
      let reason = line.rejection.reason
      return indented("line \(digits(line.line)): \(reason.rawValue + field): \(reason.explanation)")
    }
    // A receipt of Alibaba's names its app itself.
    if file.error == nil, !["", "alibaba"].contains(file.sources),
      file.reasons[Rejection(.missingField, field: .appKey)] != nil
    {
      lines.append(indented("records of \(file.sources) may name no app: say whose they are with --app KEY"))
    }
    return lines + [indented("`pushledger rejects` lists them")]
  }

  private func ofImport(_ phrase: Phrase) -> Phrase { .text(Self.prefix) + phrase }

  private func indented(_ phrase: Phrase) -> Phrase { .text("  ") + phrase }

  /// Without separators, by which a script would read two numbers.
  private func digits(_ count: some BinaryInteger) -> Phrase { .figure("\(count)") }

  private func name(_ file: FileSummary) -> String { file.name.escapedForTerminal() }

  private func told(_ counts: LineCounts) -> Phrase {
    """
    \(digits(counts.lines)) lines = \(digits(counts.merged)) merged + \(digits(counts.duplicate)) duplicate + \(digits(counts.rejected)) rejected + \
    \(digits(counts.ignored)) ignored
    """
  }

  /// A field's name, with the known one that it misses only by case, blanks or marks: `MessageId` is `message_id`.
  private func told(_ column: String) -> Phrase {
    func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
    let name = column.escapedForTerminal(limit: 40)
    let meant = ReceiptField.allCases.first { letters($0.rawValue) == letters(column) }
    return meant.map { "\(name) (did you mean \($0.rawValue)?)" } ?? .text(name)
  }
}

extension FileSummary.Treatment {
  fileprivate var words: Phrase {
    switch self {
    case .new: "new"
    case .resumed: "resumed"
    case .readAgain: "read again"
    case .alreadyRead: "already read"
    case .leftOut: "left out"
    case .failed: "failed"
    case .gone: "gone"
    }
  }
}
