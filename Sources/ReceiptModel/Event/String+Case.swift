extension StringProtocol {
  /// The text with small letters for `A` to `Z` and nothing else changed, as event types are compared: readers fold bytes.
  package var lowercasedASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
