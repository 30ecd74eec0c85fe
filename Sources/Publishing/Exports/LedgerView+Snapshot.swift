import Ledger
import ReceiptModel
import Reporting
package import Snapshot

extension LedgerView {
  /// All of the view that a snapshot holds.
  package func snapshot(flags: FlagList) throws -> Snapshot {
    var content = SnapshotContent(
      try basis(), scope: scope, apps: configuration.appKeys, channels: configuration.channels)
    content.days = try store.channelCells(scope)
    content.hours = try store.channelSeries(scope.hours(in: zone))
    content.versions = try versionCells(scope)
    content.builds = try buildCells(scope)
    content.campaigns = try campaignCells()
    content.failures = try store.failureCells(scope)
    content.messages = try messageCells(scope)
    content.flags = flags == .none ? [] : try store.flags(flagScope, includesSilent: flags == .all)
    content.findings = try judged().findings
    content.rows = try judged().rows
    content.files = try fileRows()
    content.fileColumns = PublicView.fileColumns
    return Snapshot(content)
  }
}
