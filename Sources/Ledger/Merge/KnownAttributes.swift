internal import ReceiptModel

/// What merging asks of the dictionaries for every event, remembered by reference so that one thread has it at hand.
struct KnownAttributes {
  private let dictionaries: SharedDictionaries
  /// By the raw value of `AttributeGroup`, then by reference: a bit for each attribute that has a value.
  private var masks: [[UInt8]] = AttributeGroup.allCases.map { _ in [] }
  private var traits: [ContextTraits?] = []
  private var versions: [Int64] = []
  private var sources: [Int64] = []

  /// No group has eight attributes.
  private static let unknownMask: UInt8 = 0xFF

  init(_ dictionaries: SharedDictionaries) { self.dictionaries = dictionaries }

  /// One bit for each attribute of the group that has a value in the combination `ref`.
  mutating func mask(_ group: AttributeGroup, _ ref: Int64) throws -> UInt8 {
    let known = masks[group.rawValue]
    if ref < known.count, known[Int(ref)] != Self.unknownMask { return known[Int(ref)] }
    var mask: UInt8 = 0
    for (index, value) in try values(group, ref).enumerated() where !value.isEmpty {
      mask |= 1 << UInt8(index)
    }
    Self.put(mask, at: ref, in: &masks[group.rawValue], filler: Self.unknownMask)
    return mask
  }

  /// What follows from the context `ref`.
  @inline(__always)
  mutating func traits(context ref: Int64) throws -> ContextTraits {
    if ref < traits.count, let known = traits[Int(ref)] { return known }
    let found = try dictionaries.withLock { try $0.traits(context: ref) }
    Self.put(found, at: ref, in: &traits, filler: nil)
    return found
  }

  /// The version reference of the build `ref`.
  @inline(__always)
  mutating func version(build ref: Int64) throws -> Int64 {
    if ref < versions.count, versions[Int(ref)] >= 0 { return versions[Int(ref)] }
    let found = try dictionaries.withLock { try $0.version(build: ref) }
    Self.put(found, at: ref, in: &versions, filler: -1)
    return found
  }

  /// The reference of the source that the context `ref` names; `Telling.unknown` when it names none.
  mutating func source(context ref: Int64) throws -> Int64 {
    if ref < sources.count, sources[Int(ref)] >= 0 { return sources[Int(ref)] }
    let found = try dictionaries.withLock { try $0.source(context: ref) }
    Self.put(found, at: ref, in: &sources, filler: -1)
    return found
  }

  /// The values of a combination, in the order of the group's attributes.
  func values(_ group: AttributeGroup, _ ref: Int64) throws -> [String] {
    try dictionaries.withLock { try $0.values(group, ref) }
  }

  /// The reference of a combination of values, adding it if it is new.
  func intern(_ group: AttributeGroup, _ values: [String]) throws -> Int64 {
    try dictionaries.withLock { try $0.intern(group, values) }
  }

  private static func put<Value>(_ value: Value, at ref: Int64, in known: inout [Value], filler: Value) {
    let missing = Int(ref) + 1 - known.count
    if missing > 0 { known.append(contentsOf: repeatElement(filler, count: missing)) }
    known[Int(ref)] = value
  }
}
