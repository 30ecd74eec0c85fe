extension MarkdownText {
  /// Text that renders as itself and takes a bounded place.
  ///
  /// - Parameter limit: the scalars to show before the text is cut with `…`.
  static func escaped(_ text: String, limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > limit else { return escaped(text) }
    return escaped(String(scalars.prefix(limit))) + "…"
  }
}
