import ReceiptModel

extension Session {
  /// The options with which another command finds the same ledger: what this one was told, and not what stands in a file
  /// that it will find again.
  var ledgerOptions: [String] {
    var words: [String] = []
    switch resolved.origin(of: .databasePath) {
    case .option, .variable: words += ["--db", databasePath]
    case .builtIn, .file: break
    }
    if let configuration = options.configuration { words += ["--config", configuration] }
    return words
  }
}
