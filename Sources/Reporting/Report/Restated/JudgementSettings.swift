/// The settings that decide what a delivery counts as, as text that is kept with what was published: a line for each,
/// `ackTimeout="30s"`.
package struct JudgementSettings: Equatable, Sendable {
  /// By the names that settings have in the configuration, as they would be written there.
  package var values: [String: String]

  package init(_ values: [String: String]) { self.values = values }

  package init(text: String) {
    values = text.split(separator: "\n").reduce(into: [:]) { values, line in
      guard let equals = line.firstIndex(of: "=") else { return }
      values[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
  }

  package var text: String {
    values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
  }

  /// The names of settings that are not the same in both, in order.
  func differences(from other: JudgementSettings) -> [String] {
    Set(values.keys).union(other.values.keys).filter { values[$0] != other.values[$0] }.sorted()
  }
}
