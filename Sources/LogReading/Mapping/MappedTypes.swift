import ReceiptModel

/// What the values of a mapping's `type` mean, by their bytes.
struct MappedTypes: Sendable {
  enum Meaning: Sendable {
    case event(EventKind, reason: [ReasonPart]?)
    case step(ExtensionStep)
    case ignored
    /// Not in the table: kept under its raw name.
    case unknown
  }

  /// A piece of a reason of the mapping's own.
  enum ReasonPart: Sendable {
    case text(Range<Int>)
    case type, reason
  }

  let isBitMask: Bool
  private var spellings = ByteDictionary()
  private var meanings: [Found] = []
  /// Beginnings of types, the longest first.
  private var beginnings: [(bytes: [UInt8], found: Found)] = []
  /// Of a record without a type; `nil` when every record has to have one.
  let absent: Found?

  /// A meaning, and whether records of the type tell nothing when they name no message.
  struct Found: Sendable {
    var meaning: Meaning
    var mayBeUnnamed = false
  }

  init(_ table: TypeTable, _ builder: inout MappingBuilder) {
    isBitMask = table.isBitMask
    var absent: Found?
    for (type, meaning) in table.meanings.sorted(by: { $0.key < $1.key }) {
      let found = Found(
        meaning: Self.meaning(meaning, &builder), mayBeUnnamed: table.mayBeUnnamed.contains(type))
      if type.isEmpty {
        absent = found
      } else if type.last == "*" {
        beginnings.append((Array(type.lowercasedASCII.utf8.dropLast()), found))
      } else {
        _ = spellings.intern(type.lowercasedASCII)
        meanings.append(found)
      }
    }
    beginnings.sort { $0.bytes.count > $1.bytes.count }
    self.absent = absent
  }

  /// What the type in `range` of `bytes` means; upper and lower case are the same.
  func meaning(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Found {
    if let entry = spellings.entry(bytes, range) { return meanings[Int(entry)] }
    let lowered = range.map { bytes[$0] &- UInt8(ascii: "A") < 26 ? bytes[$0] | 0x20 : bytes[$0] }
    if let entry = spellings.entry(lowered.span, 0..<lowered.count) { return meanings[Int(entry)] }
    return beginnings.first { lowered.starts(with: $0.bytes) }?.found ?? Found(meaning: .unknown)
  }

  private static func meaning(_ meaning: TypeTable.Meaning, _ builder: inout MappingBuilder) -> Meaning {
    switch meaning {
    case .ignored: .ignored
    case .step(let step): .step(step)
    case .event(let kind, let reason): .event(kind, reason: reason.map { parts(of: $0, &builder) })
    }
  }

  /// Cuts `{type}#{reason}` at its braces.
  private static func parts(of template: String, _ builder: inout MappingBuilder) -> [ReasonPart] {
    var parts: [ReasonPart] = []
    var rest = template[...]
    while !rest.isEmpty {
      if rest.hasPrefix("{type}") {
        parts.append(.type)
        rest = rest.dropFirst(6)
      } else if rest.hasPrefix("{reason}") {
        parts.append(.reason)
        rest = rest.dropFirst(8)
      } else {
        let text = rest.prefix(1) + rest.dropFirst().prefix { $0 != "{" }
        parts.append(.text(builder.constant(String(text))))
        rest = rest.dropFirst(text.count)
      }
    }
    return parts
  }
}
