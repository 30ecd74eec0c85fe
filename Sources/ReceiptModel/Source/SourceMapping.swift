/// How the records of one kind of log become events, or facts beside events: a file of `mappings/`, understood.
///
/// `docs/sources.md` describes the file. A mapping says what a record proves and never more: which kinds come from the
/// device itself stands in `evidence`, and must agree with what the configuration says of the channel.
package struct SourceMapping: Equatable, Sendable {
  /// By which `import --source` calls it: the file's name without `.json5`.
  package var name: String
  /// What it reads, for people: `Huawei Push Kit receipts, version 1`.
  package var title: String
  /// The value of the attribute `source`; several mappings of one vendor share it.
  package var source: String
  /// Pages that describe the record.
  package var documentation: [String] = []
  package var standing: Standing
  package var form: RecordForm
  /// What a record tells.
  package var yield = Yield.events
  /// What a record must hold to be taken for one of this kind; empty: only by name.
  package var recognition: [Recognition] = []
  /// The parts of a record that are records of their own; `nil` when it is one itself.
  package var parts: RecordParts?
  package var fields: [MappedField: FieldRule] = [:]
  package var time = TimeReading()
  package var types = TypeTable()
  /// Lines of a text log, each with the type it stands for; for `RecordForm.lines` only.
  package var lines: [LinePattern] = []
  /// Whether records without a message are somebody else's, as in a log of all requests: ignored and not refused.
  package var ignoresOthers = false
  /// Kinds that come from the device itself.
  package var evidence: Set<EventKind> = []
  /// Fields that are known and deliberately not kept, by their first key; the rest is told as unknown.
  package var drops: [String] = []
  package var examples: [MappingExample] = []

  package init(name: String, title: String, source: String, standing: Standing, form: RecordForm) {
    self.name = name
    self.title = title
    self.source = source
    self.standing = standing
    self.form = form
  }

  /// How well founded a mapping is.
  package enum Standing: String, CaseIterable, Sendable {
    /// Compared with a record that the vendor or a public repository wrote.
    case record
    /// Made from a description of the fields.
    case description
    /// Made from a description that is incomplete; what is missing stands in the file.
    case partial
    /// A format of this project's own, described in its documentation.
    case own
  }

  /// What a record tells: events, or facts that stand beside them.
  package enum Yield: String, CaseIterable, Sendable {
    case events
    /// The vendor's own counters of a message.
    case totals
    /// What a message was sent as: its type, its targets.
    case pushes
    /// Another name of a push on a device: a vendor's message id, an id that an app's analytics gave an open.
    case aliases
    /// Which device a token stood for from a time on.
    case tokens
    /// An event that names no device, of which only the number counts.
    case tallies
    /// A step of the notification service extension.
    case steps
    /// An open of the app that names no push.
    case appOpens = "app-opens"

    /// Fields without which none of it can be told.
    package var needs: [MappedField] {
      switch self {
      case .events: [.message, .type, .time]
      case .totals: [.message]
      case .pushes: [.message]
      case .aliases: [.name, .message]
      case .tokens: [.token, .device]
      case .tallies: [.message, .time]
      case .steps: [.message, .type, .time]
      case .appOpens: [.device, .time]
      }
    }
  }
}

/// The shape in which a mapping's records come.
package enum RecordForm: String, CaseIterable, Sendable {
  /// JSON objects: one a line, in arrays, or one after another.
  case json
  /// A header and rows.
  case csv
  /// Either of these, by content: a flat record that people keep in both.
  case table
  /// One URL-encoded form or query string a line: `push_id=1&t=2`.
  case form
  /// The combined log format of web servers; fields are `address`, `time`, `method`, `target`, `status`, `bytes`,
  /// `referer`, `agent` and, behind them, `body`.
  case accessLog = "access-log"
  /// Lines of text, told apart by `LinePattern`.
  case lines
}

/// Something that must stand in a record for it to be taken for a mapping's.
package struct Recognition: Equatable, Sendable {
  package var path: FieldPath
  /// Whether the path leads through the parts of a record: then one part has to have all such signs.
  package var isInPart = false
  /// One of these, when it is not empty; one that ends in `*` is a beginning.
  package var values: [String] = []

  package init(path: FieldPath, isInPart: Bool = false, values: [String] = []) {
    self.path = path
    self.isInPart = isInPart
    self.values = values
  }
}

/// Where in a record the records stand that tell something.
package struct RecordParts: Equatable, Sendable {
  package enum Shape: Sendable {
    /// `statuses[]`: the elements of an array.
    case elements
    /// `data{}`: the values of an object, whose keys are `@key`.
    case entries
    /// `targets,`: pieces of a text between commas, each `@value`.
    case pieces
  }

  /// Keys that lead to them from the record.
  package var keys: [String]
  package var shape: Shape
  /// Whether a record without them is one itself.
  package var isOptional: Bool

  package init(keys: [String], shape: Shape, isOptional: Bool = false) {
    self.keys = keys
    self.shape = shape
    self.isOptional = isOptional
  }
}

/// A record that a mapping brings along, with what must become of it.
package struct MappingExample: Equatable, Sendable {
  /// One record, or a small file of them, as it would lie in a log.
  package var record: String
  /// What is to come out of it, in its order; each by field names and values.
  package var events: [[String: String]]
  /// `reason` or `reason:field` of the refusal, when there is one.
  package var refused: String?
  /// Whether the record is one that tells nothing here.
  package var isIgnored: Bool

  package init(record: String, events: [[String: String]], refused: String?, isIgnored: Bool) {
    self.record = record
    self.events = events
    self.refused = refused
    self.isIgnored = isIgnored
  }
}
