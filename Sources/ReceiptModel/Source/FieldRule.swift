/// How a field's value is found in a record.
package struct FieldRule: Equatable, Sendable {
  package enum Origin: Equatable, Sendable {
    /// The first of these that is there and not empty.
    case first([FieldPath])
    /// All of these with a blank between, empty ones too but at the end: a type that is told by two values.
    case joined([FieldPath])
    /// The whole numbers of these, added; those that are absent or null are left out, and without any there is none.
    case sum([FieldPath])
    case constant(String)
  }

  package var origin: Origin
  /// Takes one piece of the value: the part between separators, counted from 1, or from -1 at the end.
  package var piece: Piece?
  /// Other words for values, by the value as it stands in the record; `*` is any other that is not empty.
  package var names: [String: String] = [:]
  /// What an absent value stands for.
  package var fallback: String?
  /// Whether the value is a list, an array or text with commas, of which each element makes an event of its own; only
  /// of `device`.
  package var isSpread = false

  package struct Piece: Equatable, Sendable {
    package var separator: Character
    package var number: Int

    package init(separator: Character, number: Int) {
      self.separator = separator
      self.number = number
    }
  }

  package init(_ origin: Origin) { self.origin = origin }
}

/// What a mapping may find in a record; the raw value is its name in a mapping file.
package enum MappedField: String, CaseIterable, Sendable {
  // Of an event, and where they make sense of the other yields.
  case app, message, device, type, time
  case platform, channel, jobKey, appVersion, os, osVersion, brand, networkType, isp, reason
  /// The vendor's own id of the message, by which its receipts name it.
  case vendorID
  /// The payload as an object, or as text that is JSON.
  case payload
  // Of a total.
  case accepted, sent, arrived, acked, displayed, opened, dismissed
  // Of what a message was sent as.
  case pushType, targetType, status
  // Of an alias: the name, and whose names these are.
  case name, space
  // Of a token.
  case token
  /// What a step of the extension says beside its type.
  case detail

  /// Counters of a total, with the kind that each counts.
  package static let totals: [(field: MappedField, kind: EventKind)] = [
    (.accepted, .accepted), (.sent, .sent), (.arrived, .arrived), (.acked, .extAck), (.displayed, .displayed),
    (.opened, .opened), (.dismissed, .dismissed),
  ]
}

/// The unit and zone of a mapping's times.
package struct TimeReading: Equatable, Sendable {
  package enum Unit: String, CaseIterable, Sendable {
    /// By its shape, as in a receipt log.
    case shape = "auto"
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"
  }

  package var unit = Unit.shape
  /// The zone of times that name none, in minutes east of UTC; `nil` is that of `--assume-tz`.
  package var offsetMinutes: Int?

  package init() {}
}
