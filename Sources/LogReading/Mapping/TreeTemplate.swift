import ReceiptModel

/// The bytes that stay the same from record to record, and the places of a tree that the bytes between them fill.
///
/// What `JSONTemplate` is for the flat records of receipts, this is for records of any nesting: another record of the
/// same literals has the same keys, containers and words, so that its tree has the same nodes, with other texts and
/// numbers in them. Ways through the tree that depend on keys alone lead to the same nodes, too, and are kept.
///
/// A class, since it is looked at for each record: taking it at hand counts a single reference.
final class TreeTemplate: Sendable {
  /// A place in the record that a template is made of where a node begins or ends.
  struct Hole: Sendable {
    enum Kind: UInt8, Sendable {
      /// The value of a node.
      case text, number
      /// Where a node begins whose bytes are literal, or a container ends.
      case start, end
      case none
    }

    var kind: Kind
    var node: Int
    var range: Range<Int>
  }

  /// A literal, and the hole behind it if there is one: a longer literal takes several steps.
  private struct Step: Equatable, Sendable {
    var literal: Literal
    var hole = Hole.Kind.none
    var node: Int32 = 0
  }

  private let steps: [Step]
  /// The nodes as they were read, whose starts and counts are filled anew for each record.
  let nodes: [RecordTree.Node]
  /// Where the paths of a mapping lead.
  let ways: MappedWays
  /// The sources that records of this shape may be of; `nil` when all are of the one that was named.
  let sources: ShapeSources?
  /// Whether there is no line end in its records.
  let isOneLine: Bool

  /// - Parameter tree: read from `record`; all that nothing was looked up in.
  init(
    _ bytes: Span<UInt8>, _ record: Range<Int>, _ tree: RecordTree, _ ways: MappedWays,
    _ sources: ShapeSources?
  ) {
    var steps: [Step] = []
    var position = record.lowerBound
    func addLiteral(upTo end: Int) {
      steps += Literal.pieces(bytes, position..<end).map { Step(literal: $0) }
    }
    for hole in tree.holes {
      addLiteral(upTo: hole.range.lowerBound)
      steps[steps.count - 1].hole = hole.kind
      steps[steps.count - 1].node = Int32(hole.node)
      position = hole.range.upperBound
    }
    addLiteral(upTo: record.upperBound)
    self.steps = steps
    nodes = tree.nodes
    self.ways = ways
    self.sources = sources
    isOneLine = bytes.firstNewline(in: record) == nil
  }

  /// Fills `nodes`, which are those of this template, with the record at `start`.
  ///
  /// - Parameter base: where the record's first byte is going to stand in the tree's texts.
  /// - Returns: where the record ends, or `nil`; then some of the nodes may have been filled.
  func match(
    _ bytes: Span<UInt8>, at start: Int, base: Int, into nodes: inout MutableSpan<RecordTree.Node>
  ) -> Int? {
    guard start >= 0 else { return nil }
    let all = self.steps
    let steps = all.span
    let shift = base &- start
    var position = start
    for index in steps.indices {
      // One check for the literal and for the first look at the value behind it.
      guard position &+ Literal.limit &+ 16 <= bytes.count else { return nil }
      // Sound: the literal is within that reach, and so is what follows it.
      guard unsafe steps[index].literal.uncheckedStands(at: position, in: bytes) else { return nil }
      let value = position &+ steps[index].literal.length
      let node = Int(steps[index].node)
      switch steps[index].hole {
      case .text:
        guard let end = unsafe bytes.uncheckedTextEnd(from: value) else { return nil }
        nodes[node].fill(from: value &+ shift, count: end &- value)
        position = end
      case .number:
        guard let end = Self.numberEnd(bytes, from: value) else { return nil }
        nodes[node].fill(from: value &+ shift, count: end &- value)
        position = end
      case .start:
        nodes[node].start = UInt32(truncatingIfNeeded: nodes[node].isContainer ? value : value &+ shift)
        position = value
      case .end:
        nodes[node].count = UInt32(truncatingIfNeeded: value) &- nodes[node].start
        position = value
      case .none: position = value
      }
    }
    return position
  }

  /// The end of any number, of which plain digits are by far the most.
  @inline(__always)
  private static func numberEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    if let end = bytes.plainNumberEnd(from: start) {
      switch bytes[end] {
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): break
      default: return end
      }
    }
    return otherNumberEnd(bytes, from: start)
  }

  @inline(never)
  private static func otherNumberEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var position = start
    do throws(Rejection) { try JSONScanner.skipNumber(bytes, &position, bytes.count) } catch { return nil }
    return position
  }

  func hasSameShape(as other: TreeTemplate) -> Bool { steps == other.steps }
}
