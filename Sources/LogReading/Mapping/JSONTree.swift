import ReceiptModel

/// The values of one record as a tree: JSON of any shape, read strictly and without recursion.
///
/// Nodes lie in one array and texts, unescaped, in another, so that reading a record allocates nothing once both have
/// grown. Keys are known by their numbers in the mapping's names; what no path leads to is only kept as a node.
///
///     {"a":[1,"x"]}      0 object ─first→ 1 array "a" ─first→ 2 number ─next→ 3 text
struct JSONTree {
  struct Node {
    enum Kind: UInt8 {
      case object, array, text, number, bool, null
    }

    var kind: Kind
    /// Number of its key in the names, or `unnamed`.
    var name: Int32 = unnamed
    /// Its key, in `scratch`.
    var keyStart: UInt32 = 0
    var keyCount: UInt32 = 0
    /// The text of a scalar, in `scratch`, or where a container stands in what it was read from.
    var start: UInt32 = 0
    var count: UInt32 = 0
    /// The next node of the same container, or -1.
    var next: Int32 = -1
    /// The first node of a container, or the root of a text whose JSON has been read; -2 when that is not JSON.
    var first: Int32 = -1
    /// Whether the range of a container is one of `scratch`, because its JSON stood in a text.
    var isInner = false

    static let unnamed: Int32 = -1

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    var key: Range<Int> { Int(keyStart)..<Int(keyStart) + Int(keyCount) }
  }

  private(set) var nodes: [Node] = []
  /// Texts and numbers, one after another, behind the mapping's constants.
  var scratch: [UInt8] = []
  /// Names that paths use, or that the mapping knows and drops.
  let names: ByteDictionary
  private let keyLimit: Int
  private let prefix: [UInt8]

  private static let depthLimit = 32

  /// - Parameters:
  ///   - names: the keys that lead somewhere.
  ///   - constants: stand at the start of `scratch` for every record.
  ///   - keyLimit: keys that an object may have.
  init(names: ByteDictionary, constants: [UInt8], keyLimit: Int = 256) {
    self.names = names
    self.keyLimit = keyLimit
    prefix = constants
    clear()
  }

  /// Forgets the last record.
  mutating func clear() {
    nodes.removeAll(keepingCapacity: true)
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: prefix)
  }

  /// Adds a node without a place in a container.
  mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  mutating func setFirst(_ node: Int, of container: Int) { nodes[container].first = Int32(node) }
  mutating func setNext(_ node: Int, of last: Int) { nodes[last].next = Int32(node) }

  /// Forgets the nodes and texts that were added behind a mark.
  mutating func cut(to mark: (nodes: Int, bytes: Int)) {
    nodes.removeLast(nodes.count - mark.nodes)
    scratch.removeLast(scratch.count - mark.bytes)
  }

  var mark: (nodes: Int, bytes: Int) { (nodes.count, scratch.count) }

  /// Reads the object that `range` holds and nothing beside it; its root is node 0.
  ///
  /// - Parameter allowsArray: whether the record may be an array.
  mutating func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, allowsArray: Bool = false
  ) throws(Rejection) {
    clear()
    for index in range where bytes[index] == 0 { throw Rejection(.nul) }
    guard bytes.isUTF8(in: range) else { throw Rejection(.badUTF8) }
    var position = range.lowerBound
    let root = try readValue(bytes, &position, range.upperBound, innerBase: nil)
    let isComplete = position == range.upperBound
    guard nodes[root].kind == .object || allowsArray && nodes[root].kind == .array else {
      throw Rejection(isComplete ? .notObject : .notJSON)
    }
    guard isComplete else { throw Rejection(.trailingData) }
    addRoom()
  }

  /// Adds bytes behind the texts, so that the last of them, too, can be looked up without being copied.
  mutating func addRoom() { scratch.append(contentsOf: Self.room) }

  private static let room = [UInt8](repeating: 0, count: 8)

  /// Reads the JSON in the text of a node; afterwards `first` of the node leads to it.
  mutating func readInner(_ text: Int) {
    let range = nodes[text].range
    let inner = Array(scratch[range])
    let before = mark
    nodes[text].first = -2
    do throws(Rejection) {
      var position = 0
      let root = try readValue(inner.span, &position, inner.count, innerBase: range.lowerBound)
      if position == inner.count { nodes[text].first = Int32(root) } else { cut(to: before) }
    } catch {
      cut(to: before)
    }
  }
}

// MARK: - Reading

extension JSONTree {
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
  private mutating func readValue(
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
          link(place, into: &levels[depth], depth)
          depth += 1
          levels[depth] = Level(node: place)
          expected = byte == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
          position += 1
          continue
        }
        try readScalar(bytes, &position, end, &node)
        nodes.append(node)
        link(place, into: &levels[depth], depth)
      default: throw Rejection(.notJSON)
      }
      if depth == 0 { break }
      expected = .separatorOrEnd
    }
    JSONScanner.skipSpace(bytes, &position, end)
    return root
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
