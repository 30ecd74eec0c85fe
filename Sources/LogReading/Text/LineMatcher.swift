import ReceiptModel

/// Finds the pattern of which a line of text is, and the values in it.
///
/// A hole goes to the first place where the literal behind it stands; the last literal has to end the line. A hole at the
/// end takes the rest.
struct LineMatcher {
  private enum Part {
    case literal([UInt8])
    /// A name that leads nowhere has no number.
    case hole(Int32?)
  }

  private struct Pattern {
    var parts: [Part]
    var type: [UInt8]
  }

  private let patterns: [Pattern]
  private let typeName: Int32?

  /// - Parameter names: the names that lead somewhere.
  init(_ patterns: [LinePattern], names: ByteDictionary) {
    self.patterns = patterns.map { pattern in
      Pattern(
        parts: pattern.parts.map { part in
          switch part {
          case .literal(let text): .literal(Array(text.utf8))
          case .field(let name): .hole(names.number(name))
          }
        }, type: Array(pattern.type.utf8))
    }
    typeName = names.number("type")
  }

  /// The values of a line by the first pattern that fits, its type among them.
  ///
  /// - Returns: `false` when none fits.
  /// - Throws: `badUTF8` for a value that is no text.
  func split(_ line: Span<UInt8>, _ range: Range<Int>, into values: inout TextValues) throws(Rejection)
    -> Bool
  {
    var holes: [(name: Int32, range: Range<Int>)] = []
    guard let pattern = patterns.first(where: { Self.match($0.parts, line, range, &holes) }) else {
      return false
    }
    for hole in holes {
      guard values.add(hole.name, line, hole.range) else { throw Rejection(.badUTF8) }
    }
    if let typeName { values.add(typeName, pattern.type) }
    return true
  }

  private static func match(
    _ parts: [Part], _ line: Span<UInt8>, _ range: Range<Int>,
    _ holes: inout [(name: Int32, range: Range<Int>)]
  ) -> Bool {
    holes.removeAll(keepingCapacity: true)
    var position = range.lowerBound
    var hole: Int32??
    for (index, part) in parts.enumerated() {
      switch part {
      case .hole(let name): hole = .some(name)
      case .literal(let literal):
        let isLast = index == parts.count - 1
        var start = position
        if hole != nil {
          let first = isLast ? max(position, range.upperBound - literal.count) : position
          guard let found = find(literal, line, first..<range.upperBound) else { return false }
          start = found
        }
        guard line.starts(literal, at: start, before: range.upperBound) else { return false }
        if let name = hole ?? nil { holes.append((name, position..<start)) }
        hole = nil
        position = start + literal.count
      }
    }
    guard hole != nil || position == range.upperBound else { return false }
    if let name = hole ?? nil { holes.append((name, position..<range.upperBound)) }
    return true
  }

  private static func find(_ literal: [UInt8], _ line: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard let first = literal.first else { return range.lowerBound }
    var position = range.lowerBound
    let end = range.upperBound - literal.count + 1
    while position < end, let found = line.first(first, in: position..<end) {
      if line.starts(literal, at: found, before: range.upperBound) { return found }
      position = found + 1
    }
    return nil
  }
}

extension Span where Element == UInt8 {
  /// Whether `literal` stands at `position`.
  func starts(_ literal: [UInt8], at position: Int, before end: Int) -> Bool {
    guard literal.count <= end - position else { return false }
    for offset in literal.indices where self[position + offset] != literal[offset] { return false }
    return true
  }
}
