/// How often names were met, in the order in which they were first met.
package struct NameCounts: Sendable, Equatable {
  /// How many names are listed one by one.
  package static let limit = 100
  /// How many names are remembered; the parts of a file must keep more than are listed, or their sum would miss some.
  static let capacity = 1024

  private var names: [String] = []
  private var counts: [String: Int] = [:]
  /// Of names that are not remembered.
  private var rest = 0

  package init() {}

  mutating func add(_ name: String, _ count: Int) {
    if counts[name] == nil {
      guard names.count < Self.capacity else { return addNameless(count) }
      names.append(name)
    }
    counts[name, default: 0] += count
  }

  mutating func addNameless(_ count: Int) { rest += count }

  /// Adds what was met later.
  package mutating func add(_ later: NameCounts) {
    for name in later.names { add(name, later.counts[name] ?? 0) }
    addNameless(later.rest)
  }

  /// The first hundred names; those beyond share `…`.
  package var limited: [String: Int] {
    let told = names.prefix(Self.limit)
    var result = counts.filter { told.contains($0.key) }
    let untold = names.dropFirst(Self.limit).reduce(rest) { $0 + (counts[$1] ?? 0) }
    if untold > 0 { result["…", default: 0] += untold }
    return result
  }
}
