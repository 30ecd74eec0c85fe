import JSON5
import Prose
package import ReceiptModel

extension SourceMapping {
  /// Reads a mapping file.
  ///
  /// - Parameter name: what the mapping is called; it does not stand in the file.
  package init(json5 bytes: [UInt8], name: String) throws(MappingError) {
    let value: JSONValue
    do { value = try JSONValue(json5: bytes) } catch is NotUTF8 {
      throw MappingError("", "not valid UTF-8")
    } catch {
      throw MappingError("", (error as? NotJSON5)?.message ?? .text("\(error)"))
    }
    let file = try MappingObject(value, at: "")
    try file.allow([
      "title", "documentation", "standing", "form", "yields", "recognise", "source", "records", "fields",
      "time", "types", "bits", "lines", "others", "evidence", "drop", "examples",
    ])
    self.init(
      name: name, title: try file.required("title", file.text("title")),
      source: try file.required("source", file.text("source")),
      standing: try file.word("standing", Standing.self) ?? .own,
      form: try file.word("form", RecordForm.self) ?? .json)
    documentation = try file.texts("documentation") ?? []
    yield = try file.word("yields", Yield.self) ?? .events
    parts = try file.text("records").map { text throws(MappingError) in
      guard let parts = RecordParts(text) else {
        throw MappingError("records", "must be like statuses[], data{} or targets,")
      }
      return parts
    }
    recognition = try Self.recognition(file, parts)
    if let object = try file.object("fields") { fields = try Self.fields(object) }
    // A line of text gets its type from its pattern.
    if form == .lines, fields[.type] == nil {
      fields[.type] = FieldRule(.first([FieldPath(steps: [.key("type")])]))
    }
    if let object = try file.object("time") { time = try TimeReading(object) }
    if let object = try file.object("types") { types = try TypeTable(object, yield: yield) }
    types.isBitMask = try file.bool("bits") ?? false
    for (index, value) in try (file.list("lines") ?? []).enumerated() {
      lines.append(try LinePattern(MappingObject(value, at: "lines[\(index)]")))
    }
    ignoresOthers = try file.word("others", Others.self) == .ignore
    for name in try file.texts("evidence") ?? [] {
      guard let kind = EventKind(name: name) else { throw MappingError("evidence", "'\(name)' is no kind") }
      evidence.insert(kind)
    }
    drops = try file.texts("drop") ?? []
    for (index, value) in try (file.list("examples") ?? []).enumerated() {
      examples.append(try MappingExample(MappingObject(value, at: "examples[\(index)]")))
    }
    try checkRequired()
  }

  private enum Others: String, CaseIterable {
    case ignore, refuse
  }

  /// What a yield cannot do without must have a rule.
  private func checkRequired() throws(MappingError) {
    for field in yield.needs where fields[field] == nil {
      throw MappingError("fields.\(field.rawValue)", "is missing")
    }
    if yield == .aliases { try checkSpace() }
  }

  /// Receipts are joined by names of these two spaces alone: any other would be kept and never do anything.
  private func checkSpace() throws(MappingError) {
    guard case .constant(let space)? = fields[.space]?.origin, AliasNote.spaces.contains(space) else {
      throw MappingError(
        "fields.space",
        """
        must be {value: "vendor"}, for ids by which a vendor's receipts name a push, or {value: "open"}, for ids that an \
        app's analytics gave an open
        """)
    }
  }

  private static func recognition(
    _ file: MappingObject, _ parts: RecordParts?
  ) throws(MappingError) -> [Recognition] {
    guard let value = file.fields["recognise"] else { return [] }
    var entries: [(String, [String])] = []
    switch value {
    case .array: for text in try file.texts("recognise") ?? [] { entries.append((text, [])) }
    default:
      let object = try MappingObject(value, at: "recognise")
      for key in object.fields.keys.sorted() { entries.append((key, try object.texts(key) ?? [])) }
    }
    return try entries.map { text, values throws(MappingError) in
      var rest = text
      var isInPart = false
      if let parts, text.hasPrefix(parts.text + ".") {
        rest = String(text.dropFirst(parts.text.count + 1))
        isInPart = true
      }
      guard let path = FieldPath(rest) else { throw MappingError("recognise", "'\(text)' is no path") }
      return Recognition(path: path, isInPart: isInPart, values: values)
    }
  }

  private static func fields(_ object: MappingObject) throws(MappingError) -> [MappedField: FieldRule] {
    try object.allow(MappedField.allCases.map(\.rawValue))
    var fields: [MappedField: FieldRule] = [:]
    for field in MappedField.allCases {
      guard let value = object.fields[field.rawValue] else { continue }
      let rule = try FieldRule(value, at: object.path(field.rawValue))
      guard !rule.isSpread || field == .device else {
        throw MappingError(object.path(field.rawValue), "only a device may be spread")
      }
      fields[field] = rule
    }
    return fields
  }
}

extension RecordParts {
  /// `statuses[]`, `data{}`, `targets,`; `?` behind it makes it optional.
  package init?(_ text: String) {
    var rest = Substring(text)
    let isOptional = rest.last == "?"
    if isOptional { rest = rest.dropLast() }
    let shape: Shape
    if rest.hasSuffix("[]") {
      shape = .elements
      rest = rest.dropLast(2)
    } else if rest.hasSuffix("{}") {
      shape = .entries
      rest = rest.dropLast(2)
    } else if rest.hasSuffix(",") {
      shape = .pieces
      rest = rest.dropLast()
    } else {
      return nil
    }
    let keys =
      rest.isEmpty ? [] : rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !keys.contains(""), !(keys.isEmpty && shape == .pieces) else { return nil }
    self.init(keys: keys, shape: shape, isOptional: isOptional)
  }

  /// As a mapping file writes it, without the `?`.
  var text: String {
    let mark =
      switch shape {
      case .elements: "[]"
      case .entries: "{}"
      case .pieces: ","
      }
    return keys.joined(separator: ".") + mark
  }
}
