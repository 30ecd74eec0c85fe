import ReceiptModel

/// The values of one record as a tree: JSON of any shape, read strictly and without recursion.
///
/// Nodes lie in one array and texts, unescaped, in another, so that reading a record allocates nothing once both have
/// grown. Keys are known by their numbers in the mapping's names; what no path leads to is only kept as a node.
///
///     {"a":[1,"x"]}      0 object ─first→ 1 array "a" ─first→ 2 number ─next→ 3 text
struct RecordTree {
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
    var isContainer: Bool { kind == .object || kind == .array }

    /// Gives the node of a scalar another value.
    @inline(__always)
    mutating func fill(from start: Int, count: Int) {
      self.start = UInt32(truncatingIfNeeded: start)
      self.count = UInt32(truncatingIfNeeded: count)
      // What was read in the text before says nothing about this one.
      first = -1
    }
  }

  var nodes: [Node] = []
  /// Where the nodes of the last record stand in its bytes, in their order, for a template of it.
  var holes: [TreeTemplate.Hole] = []
  /// Texts and numbers, one after another, behind the mapping's constants.
  var scratch: [UInt8] = []
  /// Names that paths use, or that the mapping knows and drops.
  let names: ByteDictionary
  let keyLimit: Int
  private let prefix: [UInt8]
  /// Whether anybody asks where containers stand.
  let placesContainers: Bool

  static let depthLimit = 32

  /// - Parameters:
  ///   - names: the keys that lead somewhere.
  ///   - constants: stand at the start of `scratch` for every record.
  ///   - keyLimit: keys that an object may have.
  ///   - placesContainers: whether the bytes of containers have to be known for records that are read by a template.
  init(names: ByteDictionary, constants: [UInt8], keyLimit: Int = 256, placesContainers: Bool = true) {
    self.names = names
    self.keyLimit = keyLimit
    self.placesContainers = placesContainers
    prefix = constants
    clear()
  }

  /// Forgets the last record.
  mutating func clear() {
    nodes.removeAll(keepingCapacity: true)
    holes.removeAll(keepingCapacity: true)
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

  /// Reads the record at `start` by a template, if it is one of it.
  ///
  /// - Parameter isFilled: whether the nodes are those of the template already.
  /// - Returns: where the record ends, or `nil`; then nothing of the tree may be looked at.
  mutating func read(
    _ bytes: Span<UInt8>, at start: Int, by template: TreeTemplate, isFilled: Bool
  ) -> Int? {
    if isFilled {
      nodes.removeLast(nodes.count - template.nodes.count)
    } else {
      nodes.removeAll(keepingCapacity: true)
      nodes.append(contentsOf: template.nodes)
    }
    guard let end = fill(bytes, at: start, by: template) else { return nil }
    scratch.removeLast(scratch.count - prefix.count)
    scratch.append(bytes, start..<end)
    addRoom()
    return end
  }

  private mutating func fill(_ bytes: Span<UInt8>, at start: Int, by template: TreeTemplate) -> Int? {
    let base = prefix.count
    var filled = nodes.mutableSpan
    return template.match(bytes, at: start, base: base, into: &filled)
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
