import CommandLineKit
import Files
import Importing
import JSONWriting
import Ledger
import Prose

/// What is said of a log that was taken back, or would be.
struct RetractionMessages {
  let log: ImportSource
  let isDry: Bool
  let json: Bool
  let quiet: Bool

  /// - Returns: what the program is to end with.
  func tell(_ outcome: FileRetraction.Outcome) throws -> ExitCode {
    switch outcome {
    case .notKnown: try tellUnknown()
    case .interrupted:
      try DescriptorWriter.standardError.write("interrupted: the ledger is as it was\n")
      return .interrupted
    case .done(let before, let after): try tell(before, after)
    }
    return .done
  }

  private func tellUnknown() throws {
    if json {
      let tree = JSONTree.object([("known", .bool(false)), ("dry_run", .bool(isDry))])
      return try DescriptorWriter.standardOutput.write(tree.lineBytes.span)
    }
    guard !quiet else { return }
    try DescriptorWriter.standardOutput.write("\(name): the ledger has read nothing from it\n")
  }

  private func tell(_ before: LedgerStatus, _ after: LedgerStatus) throws {
    let messages = before.messages - after.messages
    let deliveries = before.deliveries - after.deliveries
    let events = before.events - after.events
    if json {
      let tree = JSONTree.object([
        ("known", .bool(true)), ("dry_run", .bool(isDry)), ("messages", .integer(messages)),
        ("deliveries", .integer(deliveries)), ("events", .integer(events)),
      ])
      try DescriptorWriter.standardOutput.write(tree.lineBytes.span)
    } else if !quiet || isDry {
      try DescriptorWriter.standardOutput.write(
        """
        \(name): \(isDry ? "would be taken back" : "taken back"): \(messages) messages, \(deliveries) \
        deliveries and \(events) events that no other log tells

        """)
    }
  }

  private var name: String { log.name.escapedForTerminal() }
}
