import ReceiptModel

/// Ways through the tree.
extension RecordTree {
  /// The node under a key of an object; `nil` when there is none.
  ///
  /// - Throws: when the key stands there twice with different values, since readers disagree on which of two counts.
  func child(_ name: Int32, of node: Int) throws(Rejection) -> Int? {
    guard nodes[node].kind == .object else { return nil }
    var found: Int?
    var next = Int(nodes[node].first)
    while next >= 0 {
      if nodes[next].name == name {
        if let found {
          guard isSame(found, next) else { throw Rejection(.duplicateKey) }
        } else {
          found = next
        }
      }
      next = Int(nodes[next].next)
    }
    return found
  }

  /// Whether two values are the same text or number; two containers never are.
  private func isSame(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (nodes[left], nodes[right])
    switch left.kind {
    case .object, .array: return false
    case .text, .number, .bool, .null:
      return left.kind == right.kind && scratch[left.range].elementsEqual(scratch[right.range])
    }
  }

  /// Where a path leads to; `nil` when there is nothing.
  ///
  /// - Parameters:
  ///   - part: the node of the part that is read.
  ///   - key: the node of its key, when it has one.
  mutating func node(at path: MappedPath, part: Int, key: Int?) throws(Rejection) -> Int? {
    var node: Int
    switch path.root {
    case .part, .value: node = part
    case .record: node = 0
    case .key:
      guard let key else { return nil }
      node = key
    }
    for step in path.steps {
      switch step {
      case .key, .index:
        guard let next = try self.step(step, from: node) else { return nil }
        node = next
      case .json:
        // Some loggers write the object itself where others write its text.
        guard nodes[node].kind == .text else { continue }
        if nodes[node].first == -1 { readInner(node) }
        guard nodes[node].first >= 0 else { return nil }
        node = Int(nodes[node].first)
      case .parameter(let name):
        guard nodes[node].kind == .text, let value = try parameter(name, of: nodes[node].range) else {
          return nil
        }
        node = add(value)
      }
    }
    return node
  }

  /// Where a step leads that keys alone decide.
  func step(_ step: MappedPath.Step, from node: Int) throws(Rejection) -> Int? {
    switch step {
    case .key(let name): return try child(name, of: node)
    case .index(let name, let number):
      return nodes[node].kind == .array ? element(number, of: node) : try child(name, of: node)
    case .json, .parameter: return nil
    }
  }

  /// Whether an object has a name twice.
  var hasRepeatedNames: Bool {
    for node in nodes where node.kind == .object {
      var met: Set<Int32> = []
      var next = Int(node.first)
      while next >= 0 {
        let name = nodes[next].name
        if name != Node.unnamed, !met.insert(name).inserted { return true }
        next = Int(nodes[next].next)
      }
    }
    return false
  }

  private func element(_ number: Int, of array: Int) -> Int? {
    guard number >= 0 else { return nil }
    var next = Int(nodes[array].first)
    for _ in 0..<number where next >= 0 { next = Int(nodes[next].next) }
    return next >= 0 ? next : nil
  }

  /// What stands at a node as the value of a field.
  func value(at node: Int) -> FieldValue {
    let node = nodes[node]
    switch node.kind {
    case .null: return FieldValue()
    case .text: return FieldValue(node.range, .text)
    case .number: return FieldValue(node.range, .number)
    case .bool: return FieldValue(node.range, .unsuitable)
    case .object, .array: return FieldValue(0..<0, .unsuitable)
    }
  }

  /// The nodes of a container, in order.
  func children(of node: Int) -> [Int] {
    var result: [Int] = []
    var next = Int(nodes[node].first)
    while next >= 0 {
      result.append(next)
      next = Int(nodes[next].next)
    }
    return result
  }
}

// MARK: - URLs and forms

extension RecordTree {
  /// The value of a parameter of a URL, a query string or a form.
  ///
  /// - Returns: `nil` when it has no such parameter.
  /// - Throws: when it has two of different values, or what is encoded is no text.
  private mutating func parameter(_ name: [UInt8], of text: Range<Int>) throws(Rejection) -> Node? {
    var range = text
    if let mark = scratch.span.first(UInt8(ascii: "?"), in: range) { range = mark + 1..<range.upperBound }
    if let mark = scratch.span.first(UInt8(ascii: "#"), in: range) { range = range.lowerBound..<mark }
    var found: Range<Int>?
    var position = range.lowerBound
    while position < range.upperBound {
      let end = scratch.span.first(UInt8(ascii: "&"), in: position..<range.upperBound) ?? range.upperBound
      let equals = scratch.span.first(UInt8(ascii: "="), in: position..<end)
      if let equals, holds(name, encoded: position..<equals) {
        let value = try decode(equals + 1..<end)
        if let found, !scratch[found].elementsEqual(scratch[value]) { throw Rejection(.duplicateKey) }
        found = value
      }
      position = end + 1
    }
    return found.map {
      Node(kind: .text, start: UInt32($0.lowerBound), count: UInt32($0.count))
    }
  }

  private mutating func holds(_ name: [UInt8], encoded range: Range<Int>) -> Bool {
    guard range.count >= name.count else { return false }
    if scratch.span.holds(name, in: range) { return true }
    // A name may be encoded, too, though nobody does that.
    guard range.count > name.count, scratch.span.first(UInt8(ascii: "%"), in: range) != nil else {
      return false
    }
    let before = scratch.count
    defer { scratch.removeLast(scratch.count - before) }
    // What is no text is no name either.
    guard let decoded = try? decode(range) else { return false }
    return scratch[decoded].elementsEqual(name)
  }

  /// Decodes what stands in `range` behind the end of `scratch`: `+` is a blank, `%41` an `A`; a lone `%` stays.
  private mutating func decode(_ range: Range<Int>) throws(Rejection) -> Range<Int> {
    let start = scratch.count
    var position = range.lowerBound
    var isPlain = true
    while position < range.upperBound {
      let byte = scratch[position]
      if byte == UInt8(ascii: "%"), position + 2 < range.upperBound,
        let high = scratch[position + 1].hexadecimalValue, let low = scratch[position + 2].hexadecimalValue
      {
        guard high | low != 0 else { throw Rejection(.nul) }
        scratch.append(high << 4 | low)
        isPlain = false
        position += 3
      } else {
        scratch.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        position += 1
      }
    }
    guard isPlain || scratch.span.isUTF8(in: start..<scratch.count) else { throw Rejection(.badUTF8) }
    return start..<scratch.count
  }
}
