import JSON5
import Prose
import ReceiptModel

extension TypeTable {
  /// By type: a kind, `ignore`, or an object of a kind and a reason.
  init(_ object: MappingObject, yield: SourceMapping.Yield) throws(MappingError) {
    self.init()
    for key in object.fields.keys.sorted() {
      guard let value = object.fields[key] else { continue }
      let place = object.path(key)
      let meaning: Meaning
      switch value {
      case .string(let name): meaning = try Self.meaning(name, reason: nil, yield, place)
      case .object:
        let entry = try MappingObject(value, at: place)
        try entry.allow(["kind", "reason", "unnamed"])
        meaning = try Self.meaning(
          entry.required("kind", entry.text("kind")), reason: entry.text("reason"), yield, place)
        switch try entry.text("unnamed") {
        case nil: break
        case "ignore": mayBeUnnamed.insert(key.lowercasedASCII)
        default: throw MappingError(entry.path("unnamed"), "can only be ignore")
        }
      default: throw MappingError(place, "must be a kind or an object, not \(value.kind)")
      }
      guard meanings.updateValue(meaning, forKey: key.lowercasedASCII) == nil else {
        throw MappingError(place, "occurs twice; upper and lower case are the same")
      }
    }
  }

  private static func meaning(
    _ name: String, reason: String?, _ yield: SourceMapping.Yield, _ place: String
  ) throws(MappingError) -> Meaning {
    if name == "ignore" { return .ignored }
    if yield == .steps {
      guard let step = ExtensionStep(rawValue: name) else {
        let known = ExtensionStep.allCases.map(\.rawValue).joined(separator: ", ")
        throw MappingError(place, "'\(name)' is not a step; steps are \(known) and ignore")
      }
      return .step(step)
    }
    guard let kind = EventKind(name: name) else {
      let known = EventKind.allCases.map(\.name).joined(separator: ", ")
      throw MappingError(place, "'\(name)' is not a kind; kinds are \(known) and ignore")
    }
    return .event(kind, reason: reason)
  }
}

extension LinePattern {
  /// `{type: "received", line: "{time} pushext received message={message}"}`; `{}` skips what stands there.
  init(_ object: MappingObject) throws(MappingError) {
    try object.allow(["type", "line"])
    let text = try object.required("line", object.text("line"))
    var parts: [Part] = []
    var rest = text[...]
    while !rest.isEmpty {
      let literal = rest.prefix { $0 != "{" }
      if !literal.isEmpty { parts.append(.literal(String(literal))) }
      rest = rest.dropFirst(literal.count)
      guard !rest.isEmpty else { break }
      let name = rest.dropFirst().prefix { $0 != "}" }
      guard rest.dropFirst(1 + name.count).first == "}" else {
        throw MappingError(object.path("line"), "a brace is not closed")
      }
      if case .field? = parts.last {
        throw MappingError(object.path("line"), "two fields need something between them")
      }
      parts.append(.field(String(name)))
      rest = rest.dropFirst(name.count + 2)
    }
    self.init(parts: parts, type: try object.required("type", object.text("type")))
  }
}

extension MappingExample {
  init(_ object: MappingObject) throws(MappingError) {
    try object.allow(["record", "events", "refused", "ignored"])
    var events: [[String: String]] = []
    for (index, value) in try (object.list("events") ?? []).enumerated() {
      let event = try MappingObject(value, at: "\(object.path("events"))[\(index)]")
      var fields: [String: String] = [:]
      for key in event.fields.keys { fields[key] = try event.text(key) }
      events.append(fields)
    }
    self.init(
      record: try object.required("record", object.text("record")), events: events,
      refused: try object.text("refused"), isIgnored: try object.bool("ignored") ?? false)
    guard !events.isEmpty || refused != nil || isIgnored else {
      throw MappingError(object.place, "needs events, refused or ignored: true")
    }
  }
}
