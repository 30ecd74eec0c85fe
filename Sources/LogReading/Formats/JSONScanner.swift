import ReceiptModel

/// Reads one JSON object strictly, byte by byte, and keeps the values of receipt fields.
///
/// It takes any key order, escapes, and nested values under unknown keys, without recursion. `JSONTemplate` is its fast
/// twin; what `holes` notes while reading is what a template is made of.
struct JSONScanner {
  /// The values, unescaped, one after another; the ranges of the fields point here.
  var scratch: [UInt8] = []
  /// Every text and number of the last record, in the order of its bytes.
  private(set) var holes: [JSONTemplate.Source] = []
  /// Whether `holes` may serve as a template: the meaning of the record's other bytes does not depend on its values.
  private(set) var isTemplate = false

  private let unwrap: [UInt8]?
  private var wrapped: Range<Int>?
  /// Bit n: the field of slot n has been met.
  private var seen: UInt32 = 0

  private static let depthLimit = 32
  private static let keyLimit = 256

  init(unwrap: String?) { self.unwrap = unwrap.map { Array($0.utf8) } }

  /// Reads the object that `range` holds and nothing beside it.
  mutating func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into fields: inout ReceiptFields, unknown: inout NameList
  ) throws(Rejection) {
    for index in range where bytes[index] == 0 { throw Rejection(.nul) }
    guard bytes.isUTF8(in: range) else { throw Rejection(.badUTF8) }
    try readChecked(bytes, range, into: &fields, unknown: &unknown)
    guard unwrap != nil, let wrapped else { return }
    let inner = Array(scratch[wrapped])
    fields.removeAll()
    try readChecked(inner.span, 0..<inner.count, into: &fields, unknown: &unknown)
    self.wrapped = nil
    isTemplate = false
  }

  private enum Expectation {
    case value, valueOrEnd, key, keyOrEnd, separatorOrEnd, end
  }

  private mutating func readChecked(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into fields: inout ReceiptFields, unknown: inout NameList
  ) throws(Rejection) {
    scratch.removeAll(keepingCapacity: true)
    holes.removeAll(keepingCapacity: true)
    isTemplate = true
    wrapped = nil
    seen = 0
    var position = range.lowerBound
    let end = range.upperBound
    var depth = 0
    var objects: UInt64 = 0  // bit n: the container at depth n is an object
    var keyCounts = InlineArray<33, Int>(repeating: 0)
    var expected = Expectation.value
    var key: Key?
    var duplicate: ReceiptField?
    var isObject = false

    scan: while true {
      Self.skipSpace(bytes, &position, end)
      guard position < end, expected != .end else { break scan }
      let byte = bytes[position]
      let isInObject = objects >> UInt64(depth) & 1 == 1
      switch expected {
      case .key where byte == UInt8(ascii: "\""), .keyOrEnd where byte == UInt8(ascii: "\""):
        keyCounts[depth] += 1
        guard keyCounts[depth] <= Self.keyLimit else { throw Rejection(.tooManyKeys) }
        position += 1
        let name = try Self.readString(bytes, &position, end, into: &scratch)
        key = depth == 1 ? self.key(name, &unknown) : nil
        scratch.removeLast(name.count)
        Self.skipSpace(bytes, &position, end)
        guard position < end, bytes[position] == UInt8(ascii: ":") else { throw Rejection(.notJSON) }
        position += 1
        expected = .value
      case .separatorOrEnd where byte == UInt8(ascii: ","):
        position += 1
        expected = isInObject ? .key : .value
      case .separatorOrEnd where byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")),
        .keyOrEnd where byte == UInt8(ascii: "}"), .valueOrEnd where byte == UInt8(ascii: "]"):
        position += 1
        depth -= 1
        expected = depth == 0 ? .end : .separatorOrEnd
      case .value, .valueOrEnd:
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
          if depth == 0 { isObject = byte == UInt8(ascii: "{") }
          if depth == 1, case .field(let field)? = key {
            set(FieldValue(0..<0, .unsuitable), field, &fields, &duplicate)
            isTemplate = false
          }
          depth += 1
          guard depth <= Self.depthLimit else { throw Rejection(.tooDeep) }
          keyCounts[depth] = 0
          if byte == UInt8(ascii: "{") {
            objects |= 1 << UInt64(depth)
            expected = .keyOrEnd
          } else {
            objects &= ~(1 << UInt64(depth))
            expected = .valueOrEnd
          }
          key = nil
          position += 1
        } else {
          try readScalar(bytes, &position, end, key: depth == 1 ? key : nil, &fields, &duplicate)
          expected = depth == 0 ? .end : .separatorOrEnd
        }
      default: throw Rejection(.notJSON)
      }
    }
    guard expected == .end else { throw Rejection(.notJSON) }
    guard isObject else { throw Rejection(position == end ? .notObject : .notJSON) }
    guard position == end else { throw Rejection(.trailingData) }
    if let duplicate { throw Rejection(.duplicateKey, field: duplicate) }
  }
}

// MARK: - Keys and values

extension JSONScanner {
  /// What a key of the record itself stands for.
  private enum Key {
    case field(ReceiptField)
    case wrapper
  }

  private func key(_ name: Range<Int>, _ unknown: inout NameList) -> Key? {
    let text = scratch.span
    if let unwrap, unwrap.count == name.count,
      unwrap.indices.allSatisfy({ unwrap[$0] == text[name.lowerBound + $0] })
    {
      return .wrapper
    }
    if let field = ReceiptField(name: text, name) { return .field(field) }
    if !ReceiptField.isExpected(name: text, name) { unknown.add(text, name) }
    return nil
  }

  private mutating func readScalar(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int, key: Key?, _ fields: inout ReceiptFields,
    _ duplicate: inout ReceiptField?
  ) throws(Rejection) {
    let start = position
    var value = FieldValue()
    switch bytes[position] {
    case UInt8(ascii: "\""):
      position += 1
      let text = try Self.readString(bytes, &position, end, into: &scratch)
      value = FieldValue(text, .text)
      holes.append(.init(range: start + 1..<position - 1, slot: slot(of: key), isText: true))
      if case .wrapper? = key { wrapped = text }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try Self.skipNumber(bytes, &position, end)
      let from = scratch.count
      for index in start..<position { scratch.append(bytes[index]) }
      value = FieldValue(from..<scratch.count, .number)
      holes.append(.init(range: start..<position, slot: slot(of: key), isText: false))
    case UInt8(ascii: "t"):
      try Self.skipWord("true", bytes, &position, end)
      value.form = .unsuitable
    case UInt8(ascii: "f"):
      try Self.skipWord("false", bytes, &position, end)
      value.form = .unsuitable
    case UInt8(ascii: "n"): try Self.skipWord("null", bytes, &position, end)
    default: throw Rejection(.notJSON)
    }
    guard case .field(let field)? = key else { return }
    if value.form == .unsuitable { isTemplate = false }
    set(value, field, &fields, &duplicate)
  }

  private func slot(of key: Key?) -> Int {
    if case .field(let field)? = key { return field.slot }
    return ReceiptFields.unusedSlot
  }

  /// Notes a field's value.
  ///
  /// A second one has to be the same, since readers disagree on which of two counts.
  private mutating func set(
    _ value: FieldValue, _ field: ReceiptField, _ fields: inout ReceiptFields,
    _ duplicate: inout ReceiptField?
  ) {
    let isSecond = seen >> UInt32(field.slot) & 1 == 1
    seen |= 1 << UInt32(field.slot)
    guard isSecond else {
      fields[slot: field.slot] = value
      return
    }
    isTemplate = false
    let old = fields[slot: field.slot]
    // Nothing rests on these, which were not read once.
    guard field != .vendorMessageID, field != .clientIP else { return }
    if old.form != value.form || !scratch[old.range].elementsEqual(scratch[value.range]) {
      duplicate = duplicate ?? field
    }
  }
}
