package import Prose
package import ReceiptModel

extension TimeWords {
  /// The instant an option such as `--as-of` names; `nil` when the option was not given.
  ///
  /// No event lies outside 2010 to 2100, so what is named before or after means the same as the nearer end of these.
  package func instant(_ text: String?, option: String) throws(Failure) -> Instant? {
    guard let text else { return nil }
    if let instant = instant(text) { return min(max(instant, .earliest), .latest) }
    let words = ["now", "today", "yesterday", "last-7d", "last-24h"]
    throw Failure.usage(
      "option '\(option)' wants a time, not '\(text.escapedForTerminal())'",
      advice: Suggestion.nearest(to: text, in: words)
        ?? "write 2026-09-21, 2026-09-21T22:13:20+08:00, yesterday or last-7d")
  }

  /// The window of `--since` and `--until`, half open; an end that was not given is `nil`.
  ///
  /// - Throws: `Failure` of kind `usage` for what is not a time, and for a window that nothing can lie in.
  package func window(since: String?, until: String?) throws(Failure) -> (since: Instant?, until: Instant?) {
    let first = try instant(since, option: "--since")
    let last = try instant(until, option: "--until")
    if let first, let last, first >= last {
      throw Failure.usage(
        "the window is empty: --since is \(zone.iso(first)) and --until is \(zone.iso(last))",
        advice: first == last ? "--until names the first instant after the window" : "swap the two")
    }
    return (first, last)
  }
}
