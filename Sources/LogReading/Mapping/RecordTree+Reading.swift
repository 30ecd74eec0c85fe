import ReceiptModel

/// Reading JSON into nodes.
extension RecordTree {
  private enum Expectation {
    case value, valueOrEnd, key, keyOrEnd, separatorOrEnd
  }

  /// A container that is being read.
  private struct Level {
    var node = 0
    var last: Int32 = -1
    var keys = 0
  }

  /// Reads one value and the white space around it.
  ///
  /// - Parameter innerBase: where the bytes stand in `scratch`, when they are a copy of it.
  /// - Returns: its node.
  mutating func readValue(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int, innerBase: Int?
  ) throws(Rejection) -> Int {
    var levels = InlineArray<33, Level>(repeating: Level())
    var depth = 0
    var expected = Expectation.value
    var key = 0..<0
    var name = Node.unnamed
    let root = nodes.count
    while true {
      JSONScanner.skipSpace(bytes, &position, end)
      guard position < end else { throw Rejection(.notJSON) }
      let byte = bytes[position]
      let isInObject = depth > 0 && nodes[levels[depth].node].kind == .object
      switch expected {
      case .key where byte == UInt8(ascii: "\""), .keyOrEnd where byte == UInt8(ascii: "\""):
        levels[depth].keys += 1
        guard levels[depth].keys <= keyLimit else { throw Rejection(.tooManyKeys) }
        position += 1
        let start = position
        key = try JSONScanner.readString(bytes, &position, end, into: &scratch)
        // Where nothing was escaped the key is looked up where it stands: behind it there is room to read words.
        let entry =
          position - 1 - start == key.count
          ? names.entry(bytes, start..<position - 1) : names.entry(scratch.span, key)
        name = entry.map { Int32($0) } ?? Node.unnamed
        JSONScanner.skipSpace(bytes, &position, end)
        guard position < end, bytes[position] == UInt8(ascii: ":") else { throw Rejection(.notJSON) }
        position += 1
        expected = .value
        continue
      case .separatorOrEnd where byte == UInt8(ascii: ","):
        position += 1
        expected = isInObject ? .key : .value
        continue
      case .separatorOrEnd where byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")),
        .keyOrEnd where byte == UInt8(ascii: "}"), .valueOrEnd where byte == UInt8(ascii: "]"):
        position += 1
        let node = levels[depth].node
        let start = Int(nodes[node].start)
        nodes[node].count = UInt32(position + (innerBase ?? 0) - start)
        if placesContainers, innerBase == nil { note(.end, node, position..<position) }
        depth -= 1
      case .value, .valueOrEnd:
        let place = nodes.count
        var node = Node(kind: .null)
        if isInObject {
          node.name = name
          node.keyStart = UInt32(key.lowerBound)
          node.keyCount = UInt32(key.count)
        }
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
          guard depth < Self.depthLimit else { throw Rejection(.tooDeep) }
          node.kind = byte == UInt8(ascii: "{") ? .object : .array
          node.start = UInt32(position + (innerBase ?? 0))
          node.isInner = innerBase != nil
          nodes.append(node)
          if placesContainers, innerBase == nil { note(.start, place, position..<position) }
          link(place, into: &levels[depth], depth)
          depth += 1
          levels[depth] = Level(node: place)
          expected = byte == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
          position += 1
          continue
        }
        let start = position
        try readScalar(bytes, &position, end, &node)
        nodes.append(node)
        if innerBase == nil { note(place, node.kind, start..<position) }
        link(place, into: &levels[depth], depth)
      default: throw Rejection(.notJSON)
      }
      if depth == 0 { break }
      expected = .separatorOrEnd
    }
    JSONScanner.skipSpace(bytes, &position, end)
    return root
  }

  private mutating func note(_ kind: TreeTemplate.Hole.Kind, _ node: Int, _ range: Range<Int>) {
    holes.append(TreeTemplate.Hole(kind: kind, node: node, range: range))
  }

  /// Notes where a scalar stands.
  private mutating func note(_ node: Int, _ kind: Node.Kind, _ range: Range<Int>) {
    switch kind {
    case .text: note(.text, node, range.lowerBound + 1..<range.upperBound - 1)
    case .number: note(.number, node, range)
    case .bool: note(.start, node, range.lowerBound..<range.lowerBound)
    case .null, .object, .array: break
    }
  }

  private mutating func link(_ place: Int, into level: inout Level, _ depth: Int) {
    guard depth > 0 else { return }
    if level.last < 0 {
      nodes[level.node].first = Int32(place)
    } else {
      nodes[Int(level.last)].next = Int32(place)
    }
    level.last = Int32(place)
  }

  private mutating func readScalar(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int, _ node: inout Node
  ) throws(Rejection) {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\""):
      position += 1
      node.kind = .text
      let text = try JSONScanner.readString(bytes, &position, end, into: &scratch)
      node.start = UInt32(text.lowerBound)
      node.count = UInt32(text.count)
      return
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try JSONScanner.skipNumber(bytes, &position, end)
      node.kind = .number
    case UInt8(ascii: "t"):
      try JSONScanner.skipWord("true", bytes, &position, end)
      node.kind = .bool
    case UInt8(ascii: "f"):
      try JSONScanner.skipWord("false", bytes, &position, end)
      node.kind = .bool
    case UInt8(ascii: "n"):
      try JSONScanner.skipWord("null", bytes, &position, end)
      return
    default: throw Rejection(.notJSON)
    }
    node.start = UInt32(scratch.count)
    for index in start..<position { scratch.append(bytes[index]) }
    node.count = UInt32(position - start)
  }
}
