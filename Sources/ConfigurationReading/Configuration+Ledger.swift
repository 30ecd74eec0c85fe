package import Ledger
package import ReceiptModel

extension Configuration {
  /// What the ledger's sums and flags take for granted.
  package var ledgerSettings: LedgerSettings {
    var settings = LedgerSettings()
    settings.settle = settleMilliseconds
    settings.ackTimeout = ackTimeoutMilliseconds
    settings.ackBudget = ackBudgetMilliseconds
    settings.appKeys = appKeys.map(\.key)
    settings.gatewayArrivals = Set(channels.entries.filter { !$0.value.arrivalIsDeviceEvidence }.map(\.key))
    settings.unmeasurable = Set(channels.entries.filter { !$0.value.measurable }.map(\.key))
    settings.withoutReceipts = Set(channels.entries.filter { !$0.value.extensionReceipts }.map(\.key))
    return settings
  }
}
