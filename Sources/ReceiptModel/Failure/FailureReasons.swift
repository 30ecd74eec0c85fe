/// What the failure reasons of gateways and devices mean, and what to do about them.
///
/// Vendor knowledge, and so a table: the built-in one, and a user's own that stands before it.
package struct FailureReasons: Equatable, Sendable {
  /// What kind of trouble a reason tells of.
  package enum Category: String, CaseIterable, Sendable {
    case tokenDead = "token_dead"
    case notificationsOff = "notifications_off"
    case uninstalled
    case inactive
    /// A certificate, key, signature or account.
    case credentials
    /// Development and production mixed up.
    case environment
    case topic
    /// The form of the push: its size, a field.
    case payload
    /// Its words.
    case content
    case quota
    /// A fault of the gateway itself.
    case service
    case other
  }

  /// A row of the table: which reasons it is about, and what they mean.
  package struct Entry: Equatable, Sendable {
    /// Empty for any; in lower case, as are `code` and `text`.
    package var channel: String
    /// Empty for any.
    package var code: String
    /// Empty for any; the beginning of the reason's text when `isPrefix`.
    package var text: String
    package var isPrefix: Bool
    package var category: Category
    /// What happened, in a few words.
    package var meaning: String
    /// What to do, in a few words.
    package var advice: String
  }

  /// Those of the first have the last word, and in each those that say most.
  private var tables: [[Entry]]

  package init(_ entries: [Entry]) {
    let ranked = entries.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    tables = [ranked.map(\.element)]
  }

  /// This table before another, which is asked where this one knows nothing.
  package func before(_ other: FailureReasons) -> FailureReasons {
    var both = self
    both.tables += other.tables
    return both
  }

  /// In the order in which they are asked: the first that is about a reason explains it.
  package var entries: [Entry] { tables.flatMap { $0 } }

  /// The row that says most about a reason as the ledger splits it: `6#notify disabled` is code 6 and the text.
  ///
  /// The text counts more than the code, which each vendor numbers in its own way, and the code more than the channel.
  ///
  /// - Returns: `nil` for a reason that nobody explained, and where there is none.
  package func entry(channel: String, code: String, text: String) -> Entry? {
    let (channel, text) = (channel.lowercased(), text.lowercased())
    // On iOS a reason may be a bare HTTP status, which the ledger takes for a text.
    let isBareCode = code.isEmpty && !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let code = isBareCode ? text : code.lowercased()
    for table in tables {
      if let entry = table.first(where: { $0.fits(channel: channel, code: code, text: text) }) {
        return entry
      }
    }
    return nil
  }
}

extension FailureReasons.Entry {
  /// Whether the row is about a reason in lower case.
  fileprivate func fits(channel: String, code: String, text: String) -> Bool {
    guard self.channel.isEmpty || self.channel == channel, self.code.isEmpty || self.code == code else {
      return false
    }
    return isPrefix ? text.hasPrefix(self.text) : self.text.isEmpty || self.text == text
  }

  /// How much the row says of the reasons that it is about.
  fileprivate var weight: Int {
    let weight = (channel.isEmpty ? 0 : 1) + (code.isEmpty ? 0 : 2)
    if isPrefix { return weight + 4 * (1 + min(text.utf8.count, 1 << 20)) }
    return text.isEmpty ? weight : weight + 4 << 22
  }
}
