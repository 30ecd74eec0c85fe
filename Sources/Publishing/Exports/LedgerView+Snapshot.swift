import Ledger
import ReceiptModel
import Reporting
package import Snapshot

extension LedgerView {
  /// All of the view that a snapshot holds.
  package func snapshot(flags: FlagList) throws -> Snapshot {
    var content = SnapshotContent(
      try basis(), scope: scope, apps: configuration.appKeys, channels: configuration.channels)
    let pass = DeliveryPass(over: store)
    let days = try pass.channelCells(scope)
    let hours = try pass.channelCells(scope.hours(in: zone))
    let versions = try pass.versionCells(scope)
    let campaigns = try pass.dayCells(by: .job, scope)
    let networks = try pass.dayCells(by: .networkType, scope)
    let brands = try pass.dayCells(by: .brand, scope)
    let messages = try pass.messageCells(scope)
    let flagged = flags == .none ? nil : try pass.flags(flagScope, includesSilent: flags == .all)
    try pass.run()
    content.days = try days.take().byDay
    content.hours = try hours.take()
    content.versions = try versions.take()
    content.campaigns = try campaigns.take()
    content.networks = try networks.take()
    content.brands = try brands.take()
    content.messages = try messages.take()
    if let flagged { content.flags = try flagged.take() }
    content.failures = try store.failureCells(scope)
    content.findings = try judged().findings
    content.rows = try judged().rows
    content.files = try fileRows()
    content.fileColumns = PublicView.fileColumns
    return try Snapshot(content)
  }
}
