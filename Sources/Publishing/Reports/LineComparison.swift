import Prose

/// Two texts line by line.
package struct LineComparison {
  private let file: [Substring]
  private let now: [Substring]

  package init(file: String, now: String) {
    self.file = Self.lines(file)
    self.now = Self.lines(now)
  }

  /// The number, from 1, of the first line that differs.
  package var first: Int { zip(file, now).prefix { Self.isEqual($0, $1) }.count + 1 }

  /// Lines of one that the other does not have, in order, `-` before those of the file; escaped for a terminal.
  ///
  /// - Parameter limit: how many of each.
  package func differences(limit: Int) -> [String] {
    var removed: [(Int, Substring)] = []
    var added: [(Int, Substring)] = []
    // Finding what two texts have in common takes time with the square of their differences; a report is far shorter.
    guard max(file.count, now.count) <= Self.longest else { return ["-\(first): …", "+\(first): …"] }
    for change in file.difference(from: now, by: Self.isEqual) {
      switch change {
      case .insert(let place, let line, _): removed.append((place, line))
      case .remove(let place, let line, _): added.append((place, line))
      }
    }
    let shown = removed.sorted { $0.0 < $1.0 }.prefix(limit).map { "-\($0.0 + 1): \(Self.shown($0.1))" }
    return shown + added.sorted { $0.0 < $1.0 }.prefix(limit).map { "+\($0.0 + 1): \(Self.shown($0.1))" }
  }

  private static let longest = 5_000

  private static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// By bytes, as the files are compared.
  private static func isEqual(_ one: Substring, _ other: Substring) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  private static func shown(_ line: Substring) -> String { String(line).escapedForTerminal(limit: 200) }
}
