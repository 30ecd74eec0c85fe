/// What the values of a mapping's `type` mean.
package struct TypeTable: Equatable, Sendable {
  /// What becomes of a record of a type.
  package enum Meaning: Equatable, Sendable {
    /// An event of this kind; `reason` replaces the field's, with `{type}` and `{reason}` for their values.
    case event(EventKind, reason: String?)
    /// A step of the extension.
    case step(ExtensionStep)
    /// Nothing is told by it: the record is ignored and counted.
    case ignored
  }

  /// By the value in lower case; an empty one is a record without a type.
  ///
  /// A key that ends in `*` is any other type that begins so, of which the longest counts.
  package var meanings: [String: Meaning] = [:]
  /// Keys of `meanings` whose records tell nothing when they name no message: such a record is ignored, not refused.
  package var mayBeUnnamed: Set<String> = []
  /// Whether a value is a sum of powers of two, each of which is a type.
  package var isBitMask = false

  package init() {}

  /// The key of `meanings` by which a type is understood; `nil` when there is none.
  package func key(of type: String) -> String? {
    let type = type.lowercasedASCII
    if meanings[type] != nil { return type }
    return meanings.keys.filter { $0.last == "*" && type.hasPrefix($0.dropLast()) }
      .max { $0.utf8.count < $1.utf8.count }
  }

  /// What becomes of a record of a type; `nil` when the table says nothing of it.
  package func meaning(of type: String) -> Meaning? { key(of: type).flatMap { meanings[$0] } }
}

/// What an extension's own log tells of one run of it.
package enum ExtensionStep: String, CaseIterable, Sendable {
  /// The system handed a notification over.
  case received
  /// The receipt was sent and answered.
  case acked
  /// One try to send the receipt failed.
  case ackFailed = "ack_failed"
  /// The system's time was about to run out.
  case expiring
  /// An attachment could not be loaded or shown.
  case attachmentFailed = "attachment_failed"
  /// The content was handed back.
  case finished
}

/// A kind of line in a text log: its literal parts and the names of what stands between them.
///
///     {time} pushext received message={message} device={device}
package struct LinePattern: Equatable, Sendable {
  package enum Part: Equatable, Sendable {
    case literal(String)
    /// What stands up to the next literal; an empty name is left out.
    case field(String)
  }

  package var parts: [Part]
  /// The value of the field `type` in such a line.
  package var type: String

  package init(parts: [Part], type: String) {
    self.parts = parts
    self.type = type
  }
}
