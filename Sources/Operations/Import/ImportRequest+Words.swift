package import Ledger
import LogReading

/// What decides the meaning of lines, in the words of a command line, which the ledger keeps with each file.
extension ImportRequest {
  private static var texts: [(option: String, place: WritableKeyPath<Self, String?>)] {
    [
      ("--source", \.source), ("--app", \.appKey), ("--columns", \.columns),
      ("--assume-tz", \.assumeTimeZone),
      ("--unwrap", \.unwrap), ("--format", \.namedFormat),
    ]
  }

  private static var flags: [(option: String, place: WritableKeyPath<Self, Bool>)] {
    [
      ("--vendor-ids", \.keepsVendorIDs), ("--client-networks", \.keepsClientNetworks),
      ("--final", \.isFinal),
    ]
  }

  /// The format by its name; `nil` for the one that content tells.
  private var namedFormat: String? {
    get { format == .auto ? nil : format.rawValue }
    set { format = newValue.flatMap(FormatChoice.init) ?? .auto }
  }

  /// Equal meanings have equal words.
  package var words: [String] {
    Self.texts.compactMap { option, place in self[keyPath: place].map { "\(option)=\($0)" } }
      + Self.flags.compactMap { option, place in self[keyPath: place] ? option : nil }
  }

  /// What such words say.
  ///
  /// - Throws: `LedgerError.inconsistent` for a word that no import has written.
  package init(words: [String]) throws(LedgerError) {
    self.init()
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2, let text = Self.texts.first(where: { $0.option == parts[0] }) {
        self[keyPath: text.place] = parts[1]
      } else if let flag = Self.flags.first(where: { $0.option == word }) {
        self[keyPath: flag.place] = true
      } else {
        throw .inconsistent("a file was read with '\(word)', which no import says")
      }
    }
  }
}
