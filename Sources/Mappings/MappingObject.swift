import JSON5
import Prose

/// An object of a mapping file, read key by key, which knows where it stands.
struct MappingObject {
  let place: String
  let fields: [String: JSONValue]

  init(_ value: JSONValue, at place: String) throws(MappingError) {
    guard case .object(let fields) = value else {
      throw MappingError(place, "must be an object, not \(value.kind)")
    }
    self.place = place
    self.fields = fields
  }

  func allow(_ known: [String]) throws(MappingError) {
    for key in fields.keys.sorted() where !known.contains(key) {
      throw MappingError(path(key), "unknown; the names known here are \(known.joined(separator: ", "))")
    }
  }

  func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  func text(_ key: String) throws(MappingError) -> String? {
    try optional(key, "must be text") { value in
      if case .string(let text) = value { text } else { nil }
    }
  }

  func bool(_ key: String) throws(MappingError) -> Bool? {
    try optional(key, "must be true or false") { value in
      if case .bool(let bool) = value { bool } else { nil }
    }
  }

  func integer(_ key: String) throws(MappingError) -> Int? {
    try optional(key, "must be a whole number") { value in
      if case .number(let number) = value { Int(exactly: number) } else { nil }
    }
  }

  func object(_ key: String) throws(MappingError) -> MappingObject? {
    guard let value = fields[key] else { return nil }
    return try MappingObject(value, at: path(key))
  }

  func list(_ key: String) throws(MappingError) -> [JSONValue]? {
    try optional(key, "must be a list") { value in
      if case .array(let list) = value { list } else { nil }
    }
  }

  func texts(_ key: String) throws(MappingError) -> [String]? {
    try optional(key, "must be a list of texts") { value in
      guard case .array(let list) = value else { return nil }
      let texts = list.compactMap { if case .string(let text) = $0 { text } else { nil } }
      return texts.count == list.count ? texts : nil
    }
  }

  /// One of the raw values of an enumeration.
  func word<Words: RawRepresentable<String> & CaseIterable>(
    _ key: String, _: Words.Type
  ) throws(MappingError) -> Words? {
    let words = Words.allCases.map(\.rawValue).joined(separator: ", ")
    return try optional(key, "must be one of \(words)") { value in
      if case .string(let text) = value { Words(rawValue: text) } else { nil }
    }
  }

  func required<Value>(_ key: String, _ value: Value?) throws(MappingError) -> Value {
    guard let value else { throw MappingError(path(key), "is missing") }
    return value
  }

  private func optional<Value>(
    _ key: String, _ problem: Phrase, _ read: (JSONValue) -> Value?
  ) throws(MappingError) -> Value? {
    guard let value = fields[key] else { return nil }
    guard let read = read(value) else { throw MappingError(path(key), problem) }
    return read
  }
}
