import ReceiptModel

extension EventKind {
  /// The kind that a number of the ledger stands for; `nil` for none, as on a damaged page.
  init?(stored number: Int64) {
    guard let number = UInt8(exactly: number) else { return nil }
    self.init(rawValue: number)
  }
}
