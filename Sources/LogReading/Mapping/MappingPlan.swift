import ReceiptModel

/// A path of a mapping with its keys as numbers of `MappingPlan.names`.
struct MappedPath: Sendable {
  enum Step: Sendable {
    case key(Int32)
    /// A key that is a number, which an array's element has too.
    case index(Int32, Int)
    case json
    case parameter([UInt8])
  }

  var root: FieldPath.Root
  var steps: [Step]
}

/// A mapping, made ready for reading many records by it.
///
/// Each path that its fields use has a slot, whose value is looked up once for a record or a part of one. Constants stand
/// at the start of the bytes that the values point into, so that they are values like any other.
struct MappingPlan: Sendable {
  let mapping: SourceMapping
  let paths: [MappedPath]
  /// The field that a rejection names for a problem with a slot.
  let pathFields: [MappedField]
  /// Slots of the record, the same for all its parts, and slots of a part.
  let recordPaths: [Int]
  let partPaths: [Int]
  /// By the number of the field.
  let rules: [MappedRule?]
  /// Those of fields that an event carries, but for the type, with the field's slot in `ReceiptFields`.
  let eventRules: [(rule: MappedRule, slot: Int)]
  /// Whether one value names several devices, each of which makes an event.
  let hasSpreadDevices: Bool
  let types: MappedTypes
  /// Keys that paths use or that the mapping drops.
  let names: ByteDictionary
  /// What leads to the parts.
  let partKeys: [Int32]
  /// Whether the keys of a record are the names of its parts, such as ids of messages, and none of them a field.
  let hasNamesOfParts: Bool
  let constants: [UInt8]
  /// The value of the attribute `source`.
  let source: Range<Int>

  init(_ mapping: SourceMapping) {
    var builder = MappingBuilder()
    var rules: [MappedRule?] = []
    for field in MappedField.allCases {
      rules.append(mapping.fields[field].map { builder.rule($0, of: field) })
    }
    types = MappedTypes(mapping.types, &builder)
    source = builder.constant(mapping.source)
    partKeys = mapping.parts?.keys.map { builder.name($0) } ?? []
    hasNamesOfParts = mapping.parts?.shape == .entries && mapping.parts?.keys.isEmpty == true
    for name in mapping.drops { _ = builder.name(name) }
    for recognition in mapping.recognition { _ = builder.path(recognition.path) }
    self.mapping = mapping
    self.rules = rules
    eventRules = zip(MappedField.allCases, rules).compactMap { field, rule in
      guard let rule, field != .type, let slot = field.receiptField?.slot else { return nil }
      return (rule, slot)
    }
    hasSpreadDevices = mapping.fields[.device]?.isSpread == true
    let paths = builder.paths
    self.paths = paths
    recordPaths = paths.indices.filter { paths[$0].root == .record }
    partPaths = paths.indices.filter { paths[$0].root != .record }
    pathFields = builder.pathFields
    names = builder.names
    constants = builder.constants
  }

  /// An object whose entries are records may have as many as there may be parts.
  var keyLimit: Int { mapping.parts?.shape == .entries ? EventBatch.partLimit : 256 }

  func rule(_ field: MappedField) -> MappedRule? { rules[field.number] }
}
