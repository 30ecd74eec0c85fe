package import ReceiptModel
package import Reporting

/// What a snapshot is made of, as the ledger and the configuration give it.
package struct SnapshotContent: Sendable {
  package var basis: ExportBasis
  package var scope: CohortScope
  /// AppKeys of the configuration.
  package var apps: [KnownAppKey]
  package var channels: ChannelTable
  /// By day, AppKey and channel.
  package var days: [CohortCell] = []
  /// By hour of `scope.hours`, AppKey and channel.
  package var hours: CohortCells = []
  package var versions: CohortCells = []
  package var failures: [FailureCell] = []
  /// By day, AppKey and job, network type or brand.
  package var campaigns: CohortCells = []
  package var networks: CohortCells = []
  package var brands: CohortCells = []
  package var messages = Pieces<MessageCells>([])
  /// As `DataSet.flags` takes them.
  package var flags = Pieces<[FlaggedDelivery]>([])
  package var findings: [Finding] = []
  /// How to ask for the rows behind them.
  package var rows: RowsCommand
  /// Rows of the view `files`, and name and meaning of its columns.
  package var files: [[Cell]] = []
  package var fileColumns: [(name: String, meaning: String)] = []

  package init(_ basis: ExportBasis, scope: CohortScope, apps: [KnownAppKey], channels: ChannelTable) {
    self.basis = basis
    self.scope = scope
    self.apps = apps
    self.channels = channels
    rows = RowsCommand(window: nil, asOf: basis.asOf, zone: basis.zone)
  }

  var zone: ReportZone { basis.zone }
}
