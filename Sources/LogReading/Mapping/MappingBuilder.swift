import ReceiptModel

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
    // A NUL ends a value in a batch's dictionaries.
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
