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
  let types: MappedTypes
  /// Keys that paths use or that the mapping drops.
  let names: ByteDictionary
  /// What leads to the parts.
  let partKeys: [Int32]
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
    for name in mapping.drops { _ = builder.name(name) }
    for recognition in mapping.recognition { _ = builder.path(recognition.path) }
    self.mapping = mapping
    self.rules = rules
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
struct MappedRule: Sendable {
  enum Origin: Sendable {
    case first([Int])
    case joined([Int])
    case sum([Int])
    case constant(Range<Int>)
  }

  var origin: Origin
  /// The separator and the number of the piece.
  var piece: (separator: UInt8, number: Int)?
  var names = ByteDictionary(minimumCapacity: 1)
  /// The words for `names`, by their numbers.
  var words: [Range<Int>] = []
  /// The word for any other value.
  var otherWord: Range<Int>?
  var fallback: Range<Int>?
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
    var result = MappedRule(origin: origin)
    if let piece = rule.piece, let separator = piece.separator.asciiValue {
      result.piece = (separator, piece.number)
    }
    for (name, word) in rule.names.sorted(by: { $0.key < $1.key }) {
      if name == "*" {
        result.otherWord = constant(word)
        continue
      }
      _ = result.names.intern(name)
      result.words.append(constant(word))
    }
    result.fallback = rule.fallback.map { constant($0) }
    return result
  }
}

extension MappedField {
  private static let numbers = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

  /// Its place among all fields.
  var number: Int { Self.numbers[self] ?? 0 }

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
