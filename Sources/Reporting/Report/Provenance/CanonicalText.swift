import Digest

/// Values as text in which different values never look alike: each field begins with its length.
package struct CanonicalText: Sendable {
  private var bytes: [UInt8] = []

  /// - Parameter fields: the first record; none when empty.
  package init(_ fields: [String] = []) {
    if !fields.isEmpty { add(fields) }
  }

  package mutating func add(_ fields: [String]) { bytes += Self.record(fields) }

  /// Adds records whose order means nothing, in an order of their own.
  package mutating func add(unordered records: [[String]]) {
    let ordered = records.map(Self.record).sorted { $0.lexicographicallyPrecedes($1) }
    add(["\(ordered.count)"])
    for record in ordered { bytes += record }
  }

  /// SHA-256 as 64 hexadecimal digits.
  package var digest: String { SHA256.hex(bytes.span) }

  private static func record(_ fields: [String]) -> [UInt8] {
    fields.reduce(into: []) { $0 += "\($1.utf8.count):\($1)".utf8 } + [UInt8(ascii: "\n")]
  }
}
