import JSON5
import Prose
import ReceiptModel

extension FieldRule {
  /// A path, a list of paths of which the first with a value counts, or an object with more to say.
  init(_ value: JSONValue, at place: String) throws(MappingError) {
    switch value {
    case .string(let text): self.init(.first([try Self.path(text, place)]))
    case .array(let list): self.init(.first(try Self.paths(list, place)))
    case .object: try self.init(try MappingObject(value, at: place))
    default: throw MappingError(place, "must be a path, a list of paths or an object, not \(value.kind)")
    }
  }

  private init(_ object: MappingObject) throws(MappingError) {
    try object.allow([
      "value", "path", "first", "join", "sum", "names", "default", "split", "piece", "spread",
    ])
    var origins: [Origin] = []
    if let text = try object.text("value") { origins.append(.constant(text)) }
    if let text = try object.text("path") {
      origins.append(.first([try Self.path(text, object.path("path"))]))
    }
    if let list = try object.list("first") {
      origins.append(.first(try Self.paths(list, object.path("first"))))
    }
    if let list = try object.list("join") {
      origins.append(.joined(try Self.paths(list, object.path("join"))))
    }
    if let list = try object.list("sum") {
      origins.append(.sum(try Self.paths(list, object.path("sum"))))
    }
    guard let origin = origins.first, origins.count == 1 else {
      throw MappingError(object.place, "needs one of value, path, first, join and sum")
    }
    self.init(origin)
    fallback = try object.text("default")
    if let names = try object.object("names") {
      for key in names.fields.keys { self.names[key] = try names.text(key) }
    }
    isSpread = try object.bool("spread") ?? false
    switch (try object.text("split"), try object.integer("piece")) {
    case (nil, nil): break
    case (let separator?, let number?) where separator.utf8.count == 1 && number != 0:
      piece = Piece(separator: Character(separator), number: number)
    default:
      throw MappingError(
        object.place, "split is one ASCII character and piece the number of the part, from 1 or -1")
    }
  }

  private static func paths(_ list: [JSONValue], _ place: String) throws(MappingError) -> [FieldPath] {
    var paths: [FieldPath] = []
    for value in list {
      guard case .string(let text) = value else { throw MappingError(place, "must be a list of paths") }
      paths.append(try path(text, place))
    }
    guard !paths.isEmpty else { throw MappingError(place, "must name a path") }
    return paths
  }

  private static func path(_ text: String, _ place: String) throws(MappingError) -> FieldPath {
    guard let path = FieldPath(text) else { throw MappingError(place, "'\(text)' is no path") }
    return path
  }
}

extension TimeReading {
  init(_ object: MappingObject) throws(MappingError) {
    self.init()
    try object.allow(["unit", "zone"])
    if let unit = try object.word("unit", Unit.self) { self.unit = unit }
    if let zone = try object.text("zone") {
      guard let fixed = ReportZone(fixed: zone) else {
        throw MappingError(object.path("zone"), "must be a fixed offset like +08:00 or UTC")
      }
      offsetMinutes = Int(fixed.firstOffset / 60)
    }
  }
}
