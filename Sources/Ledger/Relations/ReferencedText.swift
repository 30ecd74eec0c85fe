import SQLite

/// A text of a delivery that stands in a dictionary.
struct ReferencedText: Equatable {
  /// Of a delivery's row: the one with the reference.
  let cell: Int
  /// In SQL.
  private let text: String
  /// Where the text is found; `t` has the reference.
  private let tables: String

  /// - Parameter name: of a column of `deliveries`.
  init(_ name: String) {
    func isNull(whenEmpty text: String) -> String { "nullif(\(text), '')" }
    switch name {
    case "app_key": (cell, text, tables) = (DeliveryRow.app, "app_key", "app AS t")
    case "message_id": (cell, text, tables) = (DeliveryRow.message, "message_id", "message AS t")
    case "source", "platform", "job_key":
      (cell, text, tables) = (DeliveryRow.context, isNull(whenEmpty: name), "context AS t")
    case "channel":
      (cell, text, tables) = (
        DeliveryRow.context, isNull(whenEmpty: "h.name"),
        "context AS t JOIN channel AS h ON h.ref = t.channel_ref"
      )
    case "app_version", "os_version":
      (cell, text, tables) = (
        DeliveryRow.build, isNull(whenEmpty: name), "build AS t JOIN version AS v ON v.ref = t.version_ref"
      )
    case "os", "brand": (cell, text, tables) = (DeliveryRow.build, isNull(whenEmpty: name), "build AS t")
    case "network_type", "isp", "client_network":
      (cell, text, tables) = (DeliveryRow.network, isNull(whenEmpty: name), "network AS t")
    case "reason_code": (cell, text, tables) = (DeliveryRow.reason, isNull(whenEmpty: "code"), "reason AS t")
    case "reason_text": (cell, text, tables) = (DeliveryRow.reason, isNull(whenEmpty: "text"), "reason AS t")
    default: preconditionFailure("deliveries has no text \(name)")
    }
  }

  static let isMissing = LedgerError.inconsistent("a delivery names what is not there")

  /// Selects the text of the reference `?1`.
  var lookUp: String { "SELECT \(text) FROM \(tables) WHERE t.ref = ?1" }

  /// Selects every reference, in order, with its text.
  var everything: String { "SELECT t.ref, \(text) FROM \(tables) ORDER BY t.ref" }

  /// Selects a number above that of all references.
  var bound: String { "SELECT max(t.ref) + 1 FROM \(tables)" }
}

/// Texts behind references, each looked up when it is met.
struct ReferencedTexts {
  private let lookUp: Statement
  private var known = ReferenceMemo<[UInt8]?>()
  /// The ids of messages, of which there may be millions, and which are met in order.
  private var messages: MessageIDs?

  init(_ text: ReferencedText, in database: Database) throws {
    lookUp = try database.prepare(text.lookUp)
    messages = text.cell == DeliveryRow.message ? try MessageIDs(in: database) : nil
  }

  /// Hands on the text, or that there is none.
  mutating func give(_ reference: Int64, to result: VirtualResult) throws {
    if try messages?.give(reference, to: result) == nil { result.text(try bytes(of: reference)) }
  }

  /// The text's bytes; `nil` where there is none.
  mutating func bytes(of reference: Int64) throws -> [UInt8]? {
    if let id = try messages?.id(of: reference) { return id }
    if let known = known[reference] { return known }
    lookUp.bind(reference, at: 1)
    defer { lookUp.reset() }
    guard try lookUp.step() else { throw ReferencedText.isMissing }
    let bytes = lookUp.optionalText(0).map { Array($0.utf8) }
    known.set(bytes, for: reference)
    return bytes
  }
}
