import ReceiptModel

/// What merging asks of the dictionaries for every event, remembered by reference so that one thread has it at hand.
struct KnownAttributes {
  private let dictionaries: SharedDictionaries
  /// By the raw value of `AttributeGroup`: a bit for each attribute that has a value.
  private var masks = AttributeGroup.allCases.map { _ in ReferenceMemo<UInt8>() }
  private var traits = ReferenceMemo<ContextTraits>()
  private var versions = ReferenceMemo<Int64>()
  private var sources = ReferenceMemo<Int64>()
  /// What came of those met last; emptied when it is full, which costs only weighing again.
  var choices: [AttributeChoice: ChosenAttributes] = [:]
  static let choiceLimit = 4096

  init(_ dictionaries: SharedDictionaries) { self.dictionaries = dictionaries }

  /// One bit for each attribute of the group that has a value in the combination `ref`.
  mutating func mask(_ group: AttributeGroup, _ ref: Int64) throws -> UInt8 {
    if let known = masks[group.rawValue][ref] { return known }
    var mask: UInt8 = 0
    for (index, value) in try values(group, ref).enumerated() where !value.isEmpty {
      mask |= 1 << UInt8(index)
    }
    masks[group.rawValue].set(mask, for: ref)
    return mask
  }

  /// What follows from the context `ref`.
  @inline(__always)
  mutating func traits(context ref: Int64) throws -> ContextTraits {
    if let known = traits[ref] { return known }
    let found = try dictionaries.withLock { try $0.traits(context: ref) }
    traits.set(found, for: ref)
    return found
  }

  /// The version reference of the build `ref`.
  @inline(__always)
  mutating func version(build ref: Int64) throws -> Int64 {
    if let known = versions[ref] { return known }
    let found = try dictionaries.withLock { try $0.version(build: ref) }
    versions.set(found, for: ref)
    return found
  }

  /// The reference of the source that the context `ref` names; `Attribution.unknown` when it names none.
  mutating func source(context ref: Int64) throws -> Int64 {
    if let known = sources[ref] { return known }
    let found = try dictionaries.withLock { try $0.source(context: ref) }
    sources.set(found, for: ref)
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
}
