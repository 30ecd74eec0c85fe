package import ReceiptModel

/// Reads what a payload for APNs asks for: strict JSON of any depth, read once and without recursion.
package struct PayloadReader {
  /// A payload larger than this many bytes is refused.
  ///
  /// https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification
  private static let sizeLimit = 4096

  /// The text that was read last, unescaped.
  private var scratch: [UInt8] = []
  private var facts = PayloadFacts()
  /// The objects and arrays that are open, the outermost first.
  private var places: [Place] = []
  /// What the value that comes next is of.
  private var key = PayloadKey.other

  private enum Place {
    case payload, aps, alert, elsewhere, array
  }

  private enum Expectation {
    case value, valueOrEnd, key, keyOrEnd, separatorOrEnd, end
  }

  /// What is remarkable about a payload; bytes that are not a payload are `unreadable`.
  package static func lint(of bytes: Span<UInt8>) -> PayloadLint {
    var lint: PayloadLint = bytes.count > sizeLimit ? .tooLarge : []
    var reader = PayloadReader()
    do throws(Rejection) {
      try reader.read(bytes)
      lint.formUnion(reader.facts.lint)
    } catch {
      lint.insert(.unreadable)
    }
    return lint
  }

  private mutating func read(_ bytes: Span<UInt8>) throws(Rejection) {
    let end = bytes.count
    guard bytes.isUTF8(in: 0..<end) else { throw Rejection(.badUTF8) }
    var position = 0
    var expected = Expectation.value
    while true {
      JSONScanner.skipSpace(bytes, &position, end)
      guard position < end else { break }
      let byte = bytes[position]
      let isInArray = places.last == .array
      switch (expected, byte) {
      case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
        try readKey(bytes, &position, end)
        expected = .value
      case (.separatorOrEnd, UInt8(ascii: ",")):
        position += 1
        expected = isInArray ? .value : .key
      case (.separatorOrEnd, UInt8(ascii: "}")) where !isInArray, (.keyOrEnd, UInt8(ascii: "}")),
        (.separatorOrEnd, UInt8(ascii: "]")) where isInArray, (.valueOrEnd, UInt8(ascii: "]")):
        position += 1
        places.removeLast()
        expected = places.isEmpty ? .end : .separatorOrEnd
      case (.value, UInt8(ascii: "{")), (.valueOrEnd, UInt8(ascii: "{")):
        position += 1
        openObject()
        expected = .keyOrEnd
      case (.value, UInt8(ascii: "[")), (.valueOrEnd, UInt8(ascii: "[")):
        position += 1
        set(.another)
        places.append(.array)
        key = .other
        expected = .valueOrEnd
      case (.value, _), (.valueOrEnd, _):
        set(try readScalar(bytes, &position, end))
        expected = places.isEmpty ? .end : .separatorOrEnd
      default: throw Rejection(.notJSON)
      }
    }
    guard expected == .end else { throw Rejection(.notJSON) }
  }

  private mutating func readKey(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int
  ) throws(Rejection) {
    position += 1
    let range = try JSONScanner.readString(bytes, &position, end, into: &scratch)
    let place = places.last
    let found = Self.key(scratch.span, range, in: place)
    key = found.key
    switch (place, key) {
    case (.payload, .aps): facts.aps = nil
    case (.aps, .misspeltMutableContent): facts.aps?.isMutableContentMisspelt = true
    case (.aps, .other): facts.aps?.hasOwnKeys = true
    case (.aps, _): break
    default: if found.resemblesMutableContent { facts.isMutableContentOutside = true }
    }
    scratch.removeAll(keepingCapacity: true)
    JSONScanner.skipSpace(bytes, &position, end)
    guard position < end, bytes[position] == UInt8(ascii: ":") else { throw Rejection(.notJSON) }
    position += 1
  }

  private static func key(
    _ name: Span<UInt8>, _ range: Range<Int>, in place: Place?
  ) -> (key: PayloadKey, resemblesMutableContent: Bool) {
    let resembles = PayloadKey.resemblesMutableContent(name, range)
    switch place {
    case .payload: return (name.holds("aps", in: range) ? .aps : .other, resembles)
    case .aps: return (PayloadKey(inAps: name, range), resembles)
    case .alert: return (PayloadKey.isAlertText(name, range) ? .alertText : .other, resembles)
    default: return (.other, resembles)
    }
  }

  private mutating func openObject() {
    switch (places.last, key) {
    case (nil, _): places.append(.payload)
    case (.payload, .aps):
      facts.aps = PayloadFacts.Aps()
      places.append(.aps)
    case (.aps, .alert):
      facts.aps?.alert = .object(hasText: false)
      places.append(.alert)
    default:
      set(.another)
      places.append(.elsewhere)
    }
    key = .other
  }

  /// Notes the value of the key that was read last.
  private mutating func set(_ value: PayloadFacts.Value) {
    switch places.last {
    case .aps: facts.aps?.set(key, value)
    case .alert: facts.aps?.setAlertText(key, value)
    default: break
    }
  }

  private mutating func readScalar(
    _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int
  ) throws(Rejection) -> PayloadFacts.Value {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\""):
      position += 1
      let text = try JSONScanner.readString(bytes, &position, end, into: &scratch)
      scratch.removeAll(keepingCapacity: true)
      return .text(isEmpty: text.isEmpty)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try JSONScanner.skipNumber(bytes, &position, end)
      return .number(isOne: Double(bytes.text(in: start..<position)) == 1)
    case UInt8(ascii: "t"): try JSONScanner.skipWord("true", bytes, &position, end)
    case UInt8(ascii: "f"): try JSONScanner.skipWord("false", bytes, &position, end)
    case UInt8(ascii: "n"):
      try JSONScanner.skipWord("null", bytes, &position, end)
      return .null
    default: throw Rejection(.notJSON)
    }
    return .another
  }
}

extension Span where Element == UInt8 {
  fileprivate func text(in range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    for index in range { bytes.append(self[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
