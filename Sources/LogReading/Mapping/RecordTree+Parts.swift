import ReceiptModel

/// The parts of a record.
extension RecordTree {
  /// Where a part stands, before it is entered.
  enum Part {
    case node(Int)
    /// A value of an object, whose key stands beside it.
    case entry(Int)
    /// A piece of a text.
    case piece(Range<Int>)
  }

  /// The parts that a record has in some shape; without one the record is its only part.
  ///
  /// - Parameter keys: the numbers of the shape's keys.
  /// - Throws: when they are missing and must not be, or are something else.
  func parts(_ shape: RecordParts?, at keys: [Int32]) throws(Rejection) -> [Part] {
    guard let shape else { return [.node(0)] }
    var node: Int? = 0
    for key in keys {
      guard let here = node else { break }
      do throws(Rejection) { node = try child(key, of: here) } catch { throw Rejection(error.reason) }
    }
    guard let node, nodes[node].kind != .null else {
      if shape.isOptional { return [.node(0)] }
      throw Rejection(.missingField)
    }
    switch (shape.shape, nodes[node].kind) {
    // An element of an array at the top is a record already, and of a single one some leave out the brackets.
    case (.elements, .object): return [.node(node)]
    case (.elements, .array), (.pieces, .array): return children(of: node).map { .node($0) }
    case (.entries, .object): return children(of: node).map { .entry($0) }
    case (.pieces, .text), (.pieces, .number): return pieces(of: nodes[node].range).map { .piece($0) }
    default: throw Rejection(.badType)
    }
  }

  /// The node of a part and that of its key.
  mutating func place(of part: Part) -> (part: Int, key: Int?) {
    switch part {
    case .node(let node): return (node, nil)
    case .entry(let node):
      let key = nodes[node].key
      return (node, add(Node(kind: .text, start: UInt32(key.lowerBound), count: UInt32(key.count))))
    case .piece(let range):
      return (add(Node(kind: .text, start: UInt32(range.lowerBound), count: UInt32(range.count))), nil)
    }
  }

  /// What stands between commas, without the blanks around it; empty pieces are none.
  func pieces(of text: Range<Int>) -> [Range<Int>] {
    scratch[text].split(separator: UInt8(ascii: ",")).compactMap { piece in
      let content = scratch.span.trimmed(piece.startIndex..<piece.endIndex)
      return content.isEmpty ? nil : content
    }
  }
}
