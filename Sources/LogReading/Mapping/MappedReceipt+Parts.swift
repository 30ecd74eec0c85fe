import ReceiptModel

/// The parts of a record.
extension MappedReceipt {
  /// Where a part stands, before it is entered.
  enum Part {
    case node(Int)
    /// A value of an object, whose key stands beside it.
    case entry(Int)
    /// A piece of a text.
    case piece(Range<Int>)
  }

  /// - Throws: when they are missing and must not be, or are something else.
  func parts() throws(Rejection) -> [Part] {
    guard let shape = plan.mapping.parts else { return [.node(0)] }
    var node: Int? = 0
    for key in plan.partKeys {
      guard let here = node else { break }
      do throws(Rejection) { node = try tree.child(key, of: here) } catch { throw Rejection(error.reason) }
    }
    guard let node, tree.nodes[node].kind != .null else {
      if shape.isOptional { return [.node(0)] }
      throw Rejection(.missingField)
    }
    switch (shape.shape, tree.nodes[node].kind) {
    // An element of an array at the top is a record already.
    case (.elements, .object) where node == 0: return [.node(0)]
    case (.elements, .array), (.pieces, .array): return tree.children(of: node).map { .node($0) }
    case (.entries, .object): return tree.children(of: node).map { .entry($0) }
    case (.pieces, .text), (.pieces, .number): return pieces(of: tree.nodes[node].range)
    default: throw Rejection(.badType)
    }
  }

  /// The node of a part and that of its key.
  mutating func place(of part: Part) -> (part: Int, key: Int?) {
    switch part {
    case .node(let node): return (node, nil)
    case .entry(let node):
      let key = tree.nodes[node].key
      let name = JSONTree.Node(kind: .text, start: UInt32(key.lowerBound), count: UInt32(key.count))
      return (node, tree.add(name))
    case .piece(let range):
      let text = JSONTree.Node(kind: .text, start: UInt32(range.lowerBound), count: UInt32(range.count))
      return (tree.add(text), nil)
    }
  }

  /// The devices of a part that names many; `nil` when its mapping knows of one only.
  func spreadDevices() throws(Rejection) -> [FieldValue]? {
    guard plan.hasSpreadDevices else { return nil }
    guard let node = node(of: .device), node >= 0 else { return [FieldValue()] }
    if let single = singleDevice(at: node) { return [single] }
    let devices: [FieldValue]
    switch tree.nodes[node].kind {
    case .array: devices = tree.children(of: node).map { tree.value(at: $0) }
    case .text, .number:
      devices = pieces(of: tree.nodes[node].range).compactMap { piece in
        if case .piece(let range) = piece { FieldValue(range, .text) } else { nil }
      }
    case .object, .bool, .null: throw Rejection(.badType, field: .deviceID)
    }
    guard devices.count <= EventRun.partLimit else { throw Rejection(.tooManyParts, field: .deviceID) }
    return devices.isEmpty ? [FieldValue()] : devices
  }

  /// The one device of a text that is no list, which most records have.
  private func singleDevice(at node: Int) -> FieldValue? {
    let node = tree.nodes[node]
    guard node.kind == .text, node.count > 0,
      tree.scratch.span.first(UInt8(ascii: ","), in: node.range) == nil
    else { return nil }
    let content = tree.scratch.span.trimmed(node.range)
    return content.isEmpty ? FieldValue() : FieldValue(content, .text)
  }

  /// What stands between commas, without the blanks around it; empty pieces are none.
  private func pieces(of text: Range<Int>) -> [Part] {
    tree.scratch[text].split(separator: UInt8(ascii: ",")).compactMap { piece in
      let content = tree.scratch.span.trimmed(piece.startIndex..<piece.endIndex)
      return content.isEmpty ? nil : .piece(content)
    }
  }
}
