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
  /// The field that a slot's trouble is told of.
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
  var keyLimit: Int { mapping.parts?.shape == .entries ? EventRun.partLimit : 256 }

  func rule(_ field: MappedField) -> MappedRule? { rules[field.number] }
}

/// How a field's value comes from slots; see `FieldRule`.
///
/// A class, since rules are looked at for each field of each record: copying one counts a single reference.
final class MappedRule: Sendable {
  enum Origin: Sendable {
    case first([Int])
    case joined([Int])
    case sum([Int])
    case constant(Range<Int>)
  }

  let origin: Origin
  /// The separator and the number of the piece.
  let piece: (separator: UInt8, number: Int)?
  let names: ByteDictionary
  /// The words for `names`, by their numbers.
  let words: [Range<Int>]
  /// The word for any other value.
  let otherWord: Range<Int>?
  let fallback: Range<Int>?

  init(
    origin: Origin, piece: (separator: UInt8, number: Int)?, names: ByteDictionary, words: [Range<Int>],
    otherWord: Range<Int>?, fallback: Range<Int>?
  ) {
    self.origin = origin
    self.piece = piece
    self.names = names
    self.words = words
    self.otherWord = otherWord
    self.fallback = fallback
  }
}

/// Collects what the parts of a plan share while it is made.
struct MappingBuilder {
  private(set) var paths: [MappedPath] = []
  private(set) var pathFields: [MappedField] = []
  private(set) var names: ByteDictionary
  private(set) var constants: [UInt8] = []
  private var slots: [FieldPath: Int] = [:]

  init(names: ByteDictionary = ByteDictionary()) { self.names = names }

  mutating func name(_ text: String) -> Int32 { Int32(names.intern(text)) }

  mutating func constant(_ text: String) -> Range<Int> {
    let start = constants.count
    // A NUL ends a value in a run's dictionaries.
    constants.append(contentsOf: text.utf8.filter { $0 != 0 })
    return start..<constants.count
  }

  mutating func path(_ path: FieldPath) -> MappedPath {
    MappedPath(
      root: path.root,
      steps: path.steps.map { step in
        switch step {
        case .key(let key): Int(key).map { .index(name(key), $0) } ?? .key(name(key))
        case .json: .json
        case .parameter(let name): .parameter(Array(name.utf8))
        }
      })
  }

  private mutating func slot(_ path: FieldPath, of field: MappedField) -> Int {
    if let slot = slots[path] { return slot }
    paths.append(self.path(path))
    pathFields.append(field)
    slots[path] = paths.count - 1
    return paths.count - 1
  }

  mutating func rule(_ rule: FieldRule, of field: MappedField) -> MappedRule {
    let origin: MappedRule.Origin =
      switch rule.origin {
      case .first(let paths): .first(paths.map { slot($0, of: field) })
      case .joined(let paths): .joined(paths.map { slot($0, of: field) })
      case .sum(let paths): .sum(paths.map { slot($0, of: field) })
      case .constant(let text): .constant(constant(text))
      }
    var names = ByteDictionary(minimumCapacity: 1)
    var words: [Range<Int>] = []
    for (name, word) in rule.names.sorted(by: { $0.key < $1.key }) where name != "*" {
      _ = names.intern(name)
      words.append(constant(word))
    }
    return MappedRule(
      origin: origin,
      piece: rule.piece.flatMap { piece in piece.separator.asciiValue.map { ($0, piece.number) } },
      names: names, words: words, otherWord: rule.names["*"].map { constant($0) },
      fallback: rule.fallback.map { constant($0) })
  }
}

extension MappedField {
  /// Its place among all fields.
  var number: Int {
    switch self {
    case .app: 0
    case .message: 1
    case .device: 2
    case .type: 3
    case .time: 4
    case .platform: 5
    case .channel: 6
    case .jobKey: 7
    case .appVersion: 8
    case .os: 9
    case .osVersion: 10
    case .brand: 11
    case .networkType: 12
    case .isp: 13
    case .reason: 14
    case .vendorID: 15
    case .payload: 16
    case .accepted: 17
    case .sent: 18
    case .arrived: 19
    case .acked: 20
    case .displayed: 21
    case .opened: 22
    case .dismissed: 23
    case .pushType: 24
    case .targetType: 25
    case .status: 26
    case .name: 27
    case .space: 28
    case .token: 29
    case .detail: 30
    }
  }

  /// As which field of a receipt trouble with it is told.
  var receiptField: ReceiptField? {
    switch self {
    case .app: .appKey
    case .message: .messageID
    case .device: .deviceID
    case .type: .eventType
    case .time: .eventTime
    case .platform: .deviceType
    case .channel: .eventChannel
    case .jobKey: .jobKey
    case .appVersion: .appVersion
    case .os: .os
    case .osVersion: .osVersion
    case .brand: .brand
    case .networkType: .networkType
    case .isp: .isp
    case .reason: .reason
    case .vendorID, .payload, .accepted, .sent, .arrived, .acked, .displayed, .opened, .dismissed, .pushType,
      .targetType, .status,
      .name, .space, .token, .detail:
      nil
    }
  }
}
