import ReceiptModel

/// The rows of one page of a table's b-tree, in the order of their keys; read as `LeafFilling` writes them.
///
/// A row is a fixed number of cells as in a `RowBatch`: a text or blob is a place in `bytes`.
struct PageRows {
  /// The page, and behind it those rows that go on in overflow pages.
  private(set) var bytes: [UInt8] = []
  /// Row by row.
  private(set) var cells: [Int64] = []
  private(set) var count = 0
  private let columns: Int
  private let pageSize: Int

  init(columns: Int, pageSize: Int) {
    self.columns = columns
    self.pageSize = pageSize
  }

  mutating func removeAll() { count = 0 }

  /// A page that makes no sense.
  struct Damage: Error {}

  /// Takes the rows of a leaf, which stand at `starts`.
  ///
  /// - Parameter overflow: gives any page by its number.
  mutating func read(_ leaf: [UInt8], _ starts: [Int], _ overflow: (UInt32) throws -> [UInt8]) throws {
    bytes = leaf
    count = starts.count
    let missing = count * columns - cells.count
    if missing > 0 { cells.append(contentsOf: repeatElement(0, count: missing)) }
    var next = 0
    while true {
      next = try readWhole(leaf.span, starts, from: next)
      guard next < count else { return }
      var at = starts[next]
      let payload = try Self.varint(leaf.span, &at)
      at = try gather(payload, from: at, overflow)
      // Not `bytes` itself, of which a part is being written.
      let page = bytes
      guard payload <= page.count - at else { throw Damage() }
      let row = RowCells(start: next * columns, count: columns)
      var span = cells.mutableSpan
      try row.read(page.span, at..<at + payload, into: &span)
      next += 1
    }
  }

  /// Takes the rows of a leaf up to one that goes on in overflow pages.
  ///
  /// - Returns: the number of that one, or of all.
  private mutating func readWhole(_ leaf: Span<UInt8>, _ starts: [Int], from first: Int) throws -> Int {
    let (limit, columns) = (BTreePage.maximumPayload(pageSize: pageSize), columns)
    var span = cells.mutableSpan
    for row in first..<starts.count {
      var at = starts[row]
      let payload = try Self.varint(leaf, &at)
      guard payload <= limit else { return row }
      guard payload <= leaf.count - at else { throw Damage() }
      let cells = RowCells(start: row * columns, count: columns)
      if !cells.readUsual(leaf, at..<at + payload, into: &span) {
        try cells.read(leaf, at..<at + payload, into: &span)
      }
    }
    return starts.count
  }

  /// The first column of a row that begins at `start`, without what overflows: of a key the first number.
  static func first(of page: [UInt8], at start: Int) throws -> Int64 {
    var at = start
    let payload = try varint(page.span, &at)
    var cell = [Int64](repeating: 0, count: 1)
    var span = cell.mutableSpan
    try RowCells(start: 0, count: 1).read(page.span, at..<min(at + payload, page.count), into: &span)
    return cell[0]
  }

  /// Puts a row together that goes on in overflow pages, by "Cell Payload Overflow Pages".
  ///
  /// - Returns: where it stands.
  private mutating func gather(
    _ payload: Int, from start: Int, _ page: (UInt32) throws -> [UInt8]
  ) throws -> Int {
    // A cell has no room for longer values, nor a page for the beginnings of more than ten such rows: more are the same
    // bytes again and again.
    guard payload <= RowBatch.longestValue, bytes.count + payload <= pageSize + 10 * RowBatch.longestValue
    else { throw Damage() }
    let least = (pageSize - 12) * 32 / 255 - 23
    let exact = least + (payload - least) % (pageSize - 4)
    let local = exact <= BTreePage.maximumPayload(pageSize: pageSize) ? exact : least
    guard start + local + 4 <= bytes.count else { throw Damage() }
    let place = bytes.count
    bytes += bytes[start..<start + local]
    var next = BTreePage.child(in: bytes, at: start + local)
    while bytes.count - place < payload {
      guard next != 0 else { throw Damage() }
      let overflow = try page(next)
      next = BTreePage.child(in: overflow, at: 0)
      bytes += overflow[4...].prefix(payload - (bytes.count - place))
    }
    return place
  }

  /// A number of one to nine bytes.
  @inline(__always)
  fileprivate static func varint(_ bytes: Span<UInt8>, _ at: inout Int) throws -> Int {
    guard at < bytes.count else { throw Damage() }
    let first = bytes[at]
    at += 1
    if first < 0x80 { return Int(first) }
    return try longVarint(bytes, &at, first)
  }

  private static func longVarint(_ bytes: Span<UInt8>, _ at: inout Int, _ first: UInt8) throws -> Int {
    var number = UInt64(first & 0x7F)
    for _ in 0..<7 {
      guard at < bytes.count else { throw Damage() }
      let byte = bytes[at]
      at += 1
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return try checked(number) }
    }
    guard at < bytes.count else { throw Damage() }
    at += 1
    return try checked(number << 8 | UInt64(bytes[at - 1]))
  }

  private static func checked(_ number: UInt64) throws -> Int {
    guard number < 1 << 40 else { throw Damage() }
    return Int(number)
  }
}

/// One row's cells, among those of a page.
private struct RowCells {
  let start: Int
  let count: Int

  @inline(__always)
  func read(_ bytes: Span<UInt8>, _ record: Range<Int>, into cells: inout MutableSpan<Int64>) throws {
    var type = record.lowerBound
    let header = try PageRows.varint(bytes, &type)
    let types = record.lowerBound + header
    guard types <= record.upperBound else { throw PageRows.Damage() }
    var value = types
    let end = start + count
    precondition(start >= 0 && end <= cells.count, "there is a cell for each column of each row")
    var cell = start
    while cell < end, type < types {
      let serial = try PageRows.varint(bytes, &type)
      // Sound: the precondition.
      unsafe cells[unchecked: cell] = try read(bytes, serial, &value, record.upperBound)
      cell &+= 1
    }
    fill(from: cell, &cells)
  }

  /// The same of a row like most, in less than half the time: each type takes a byte, no number eight, and behind each
  /// value are eight bytes more, so that none has to be checked by itself.
  ///
  /// - Returns: whether it is one; of another, or a damaged one, nothing is known.
  @inline(__always)
  func readUsual(_ bytes: Span<UInt8>, _ record: Range<Int>, into cells: inout MutableSpan<Int64>) -> Bool {
    precondition(start >= 0 && start + count <= cells.count, "there is a cell for each column of each row")
    guard record.lowerBound >= 0, record.upperBound <= bytes.count, !record.isEmpty else { return false }
    let header = Int(bytes[record.lowerBound])
    let types = record.lowerBound + header
    guard header < 0x80, types <= record.upperBound else { return false }
    var (type, value, cell) = (record.lowerBound + 1, types, start)
    let lastType = min(types, type + count)
    // Sound below: of a type and a cell each step takes one, and a value's place is checked.
    while type < lastType {
      let serial = Int(unsafe bytes[unchecked: type])
      guard value <= bytes.count &- 8 else { return false }
      let size: Int
      if serial < 10 {
        guard serial < 6 || serial > 7 else { return false }
        size = RecordFormat.valueBytes(of: UInt64(truncatingIfNeeded: serial))
        let word = unsafe Int64(bitPattern: bytes.uncheckedWord(at: value).byteSwapped)
        let number = word &>> Int64(truncatingIfNeeded: 64 &- 8 &* size)
        let constant = serial == 0 ? RowBatch.null : Int64(truncatingIfNeeded: serial &- 8)
        unsafe cells[unchecked: cell] = size > 0 ? number : constant
      } else {
        guard serial >= RecordFormat.firstText, serial < 0x80 else { return false }
        size = (serial &- RecordFormat.firstText) &>> 1
        unsafe cells[unchecked: cell] = RowBatch.cell(offset: value, count: size, isText: serial & 1 == 1)
      }
      value &+= size
      type &+= 1
      cell &+= 1
    }
    fill(from: cell, &cells)
    return value <= record.upperBound
  }

  /// A record may end before columns that are NULL.
  @inline(__always)
  private func fill(from first: Int, _ cells: inout MutableSpan<Int64>) {
    var cell = first
    while cell < start + count {
      cells[cell] = RowBatch.null
      cell &+= 1
    }
  }

  /// Reads the value of a type at `value` and goes on behind it.
  @inline(__always)
  private func read(_ bytes: Span<UInt8>, _ serial: Int, _ value: inout Int, _ end: Int) throws -> Int64 {
    let start = value
    guard serial >= RecordFormat.firstText else {
      // 7 is a real, 10 and 11 are nobody's.
      guard serial < 10, serial != 7 else { throw PageRows.Damage() }
      let count = RecordFormat.valueBytes(of: UInt64(truncatingIfNeeded: serial))
      value &+= count
      guard value <= end else { throw PageRows.Damage() }
      guard count > 0 else { return serial == 0 ? RowBatch.null : Int64(serial &- 8) }
      let number = number(bytes, start, count)
      // As a cell it would be NULL or a place.
      guard RowBatch.isNumber(number) else { throw PageRows.Damage() }
      return number
    }
    value += (serial - RecordFormat.firstText) / 2
    guard value <= end else { throw PageRows.Damage() }
    return RowBatch.cell(offset: start, count: value - start, isText: serial % 2 == 1)
  }

  @inline(__always)
  private func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int64 {
    guard start &+ 8 <= bytes.count else { return lastNumber(bytes, start..<start + count) }
    // Sound: the bounds were just checked.
    let word = unsafe Int64(bitPattern: bytes.uncheckedWord(at: start).byteSwapped)
    return word &>> Int64(truncatingIfNeeded: 64 &- 8 &* count)
  }

  /// A number within the last eight bytes of all.
  @inline(never)
  private func lastNumber(_ bytes: Span<UInt8>, _ place: Range<Int>) -> Int64 {
    place.dropFirst().reduce(Int64(Int8(bitPattern: bytes[place.lowerBound]))) { $0 << 8 | Int64(bytes[$1]) }
  }
}
