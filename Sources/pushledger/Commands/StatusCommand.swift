import CommandLineKit
import Ledger
import ReceiptModel

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()

    static let table: [Option<Self>] = CommonOptions.table.nested(at: \.common)
  }

  static let status = Command(
    "status", summary: "what the ledger holds: range, freshness, files, counts", group: .see,
    examples: [Example("pushledger status", "an overview")], table: Options.table, defaults: Options()
  ) { options in
    let session = try Session(options.common)
    let store = try session.openLedger()
    let out = DescriptorWriter.standardOutput
    func time(_ milliseconds: Int64?) -> String {
      milliseconds.map { session.zone.iso(Instant(milliseconds: $0)) } ?? "none"
    }
    let status = try store.status()
    try out.write(
      """
      ledger       \(session.databasePath.escapedForTerminal())
      deliveries   \(status.deliveries)
      events       \(status.events)
      messages     \(status.messages)
      first event  \(time(status.firstEvent))
      last event   \(time(status.lastEvent))
      as of        \(time(try store.moment()?.milliseconds))
      files        \(status.files): \(status.lines) lines = \(status.merged) merged + \(status.duplicate) duplicate \
      + \(status.rejected) rejected + \(status.ignored) ignored

      """)
    if !status.freshness.isEmpty { try out.write("\nnewest event of each AppKey and kind\n") }
    for row in status.freshness {
      try out.write(
        "  \(row.appKey.escapedForTerminal().padded(to: 14))  \(row.kind.padded(to: 13))  \(time(row.newest))  \(row.events) events\n"
      )
    }
    return .done
  }
}
