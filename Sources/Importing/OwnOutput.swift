/// A kind of file that this program writes for others.
///
/// Some have the names of fields for columns. Read as logs they would tell the ledger its own conclusions as events.
package struct OwnOutput: Sendable {
  /// What it is called: `the data set flags`.
  package var name: String
  /// The bytes that every such file begins with.
  package var beginning: [UInt8]

  package init(name: String, beginning: [UInt8]) {
    self.name = name
    self.beginning = beginning
  }
}

extension ImportOptions {
  /// The kind of our own files that a file is; `nil` for a log.
  func ownOutput(_ windows: FileWindows) throws -> String? {
    guard let longest = ownOutputs.map(\.beginning.count).max() else { return nil }
    let head = try windows.read(0, longest)
    return ownOutputs.first { head.starts(with: $0.beginning) }?.name
  }
}
