import ReceiptModel

/// What a record must hold to be one of some source, with keys as numbers.
struct SourceSigns: Sendable {
  /// Something that must stand in the record, or in one of its parts.
  struct Sign: Sendable {
    let path: MappedPath
    let values: SignValues
    /// Whether null stands for something that is there: a vendor's record has all its keys, but so has each row of a
    /// table that somebody saved as JSON, whatever it tells.
    let allowsNull: Bool
    /// The path as the mapping has it, for people.
    let name: String

    /// Whether it stands in a text that has to be read first, which may be of any form.
    var isInText: Bool {
      path.steps.contains {
        switch $0 {
        case .json, .parameter: true
        case .key, .index: false
        }
      }
    }
  }

  /// Its place in the list of mappings; `receipts` for those of Alibaba.
  let source: Int
  /// Where several sources may have made a record, one of those with the highest rank did.
  let rank: Int
  let ofRecord: [Sign]
  /// All of them must hold for one part.
  let ofPart: [Sign]
  let parts: RecordParts?
  let partKeys: [Int32]

  static let receipts = -1

  init(_ mapping: SourceMapping, number: Int, _ builder: inout MappingBuilder) {
    source = number
    rank = mapping.rank
    let isTable = mapping.form == .table
    ofRecord = Self.signs(mapping.recognition.filter { !$0.isInPart }, isTable, &builder)
    ofPart = Self.signs(mapping.recognition.filter(\.isInPart), isTable, &builder)
    parts = mapping.parts
    partKeys = mapping.parts?.keys.map { builder.name($0) } ?? []
  }

  /// What shows an Alibaba receipt, whatever else stands in it: the keys that none lacks, or the name of its log.
  static func ofReceipts(_ builder: inout MappingBuilder) -> [SourceSigns] {
    let keys = ReceiptField.ofEveryReceipt.map { Recognition(key: $0) }
    let topic = Recognition(key: .topic, values: [AlibabaReceipt.topicName.description])
    return [
      SourceSigns(ofReceipts: signs(keys, true, &builder)),
      SourceSigns(ofReceipts: signs([topic], true, &builder)),
    ]
  }

  private init(ofReceipts signs: [Sign]) {
    source = Self.receipts
    rank = .max
    ofRecord = signs
    ofPart = []
    parts = nil
    partKeys = []
  }

  var count: Int { ofRecord.count + ofPart.count }

  private static func signs(
    _ signs: [Recognition], _ isTable: Bool, _ builder: inout MappingBuilder
  ) -> [Sign] {
    signs.map {
      Sign(
        path: builder.path($0.path), values: SignValues($0.values), allowsNull: !isTable && $0.values.isEmpty,
        name: $0.path.text)
    }
  }
}

extension Recognition {
  fileprivate init(key: ReceiptField, values: [String] = []) {
    self.init(path: FieldPath(steps: [.key(key.rawValue)]), values: values)
  }
}

extension SourceMapping {
  /// Of several mappings that fit, the one that asks for most; of two that ask for as much, a vendor's before a format of
  /// this project's own.
  var rank: Int { 2 * recognition.count + (standing == .own ? 0 : 1) }
}

/// The values that a sign may have: any, or one of some; those that end in `*` are beginnings.
struct SignValues: Sendable {
  private let whole: [[UInt8]]
  private let beginnings: [[UInt8]]

  init(_ values: [String]) {
    whole = values.filter { $0.last != "*" }.map { Array($0.utf8) }
    beginnings = values.filter { $0.last == "*" }.map { Array($0.utf8.dropLast()) }
  }

  var areAny: Bool { whole.isEmpty && beginnings.isEmpty }

  func contains(_ value: ArraySlice<UInt8>) -> Bool {
    areAny || whole.contains { value.elementsEqual($0) } || beginnings.contains { value.starts(with: $0) }
  }
}

extension FieldPath {
  /// The path as a mapping has it.
  fileprivate var text: String {
    var text =
      switch root {
      case .part: ""
      case .record: "^"
      case .key: "@key"
      case .value: "@value"
      }
    var isFirst = root == .part || root == .record
    for step in steps {
      switch step {
      case .key(let key): text += (isFirst || text.last == ">" ? "" : ".") + key.replacing(".", with: "\\.")
      case .json: text += ">"
      case .parameter(let name): text += "?" + name
      }
      isFirst = false
    }
    return text
  }
}
