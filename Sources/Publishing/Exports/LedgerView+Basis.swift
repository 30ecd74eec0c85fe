import Ledger
import ReceiptModel
package import Reporting

extension LedgerView {
  /// What the figures of an export of the view rest on.
  package func basis() throws -> ExportBasis {
    ExportBasis(
      toolVersion: toolVersion, asOf: Instant(milliseconds: scope.asOf), zone: zone, since: since,
      until: until, summedDays: try scope.window.map(store.summedDays) ?? [])
  }
}
