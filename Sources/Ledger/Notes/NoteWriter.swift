import ReceiptModel
import SQLite

/// Takes facts beside the events into a ledger: set union, as with events.
struct NoteWriter: ~Copyable {
  private let payload: Statement
  private let push: Statement
  private let total: Statement
  private let alias: Statement
  private let token: Statement
  private let tally: Statement
  private let step: Statement
  private let appOpen: Statement
  private let marks: NoteMarks
  private let database: Database
  /// What became of the lines since it was last taken.
  private(set) var outcome = MergeOutcome()
  /// Messages with a new payload or push type since it was last taken.
  private var judgedAnew: Set<Int64> = []
  private var references = NoteReferences()

  init(in database: Database) throws {
    func insert(_ table: String, _ count: Int) throws -> Statement {
      let places = (1...count).map { "?\($0)" }.joined(separator: ", ")
      return try database.prepare("INSERT OR IGNORE INTO \(table) VALUES (\(places))")
    }
    // All statements are prepared first, since a value that cannot be copied is made whole or not at all.
    let (payload, push, total) = try (insert("payload", 4), insert("push", 7), insert("total", 6))
    let (alias, token, tally) = try (insert("alias", 5), insert("token", 3), insert("tally", 6))
    let (step, appOpen) = try (insert("step", 6), insert("app_open", 4))
    let marks = try NoteMarks(in: database)
    (self.payload, self.push, self.total) = (payload, push, total)
    (self.alias, self.token, self.tally) = (alias, token, tally)
    (self.step, self.appOpen) = (step, appOpen)
    (self.marks, self.database) = (marks, database)
  }

  /// Writes the notes of a run; the caller's transaction holds what else its lines told.
  ///
  /// - Parameter firstGroup: the number of the run's first group among those of a `LineGroups`.
  mutating func write(_ notes: [LineNote], firstGroup: UInt32, _ dictionaries: inout Dictionaries) throws {
    references = NoteReferences()
    for note in notes {
      outcome.count(
        try write(note.note, &dictionaries), mark: LineMark.moved(note.line, by: firstGroup))
    }
  }

  /// Messages that have payloads or push types that were new to the ledger; the set begins anew.
  mutating func takeJudgedAnew() -> Set<Int64> {
    defer { judgedAnew = [] }
    return judgedAnew
  }

  /// Returns what became of the lines so far, and begins anew.
  mutating func takeOutcome() -> MergeOutcome {
    defer { outcome = MergeOutcome() }
    return outcome
  }

  /// - Returns: whether the ledger did not have it yet.
  private mutating func write(_ note: Note, _ dictionaries: inout Dictionaries) throws -> Bool {
    switch note {
    case .payload(let note):
      return try judge(
        references.message(note.message, &dictionaries), payload,
        [
          .integer(references.app(note.app, &dictionaries)), .integer(Int64(note.lint.rawValue)),
          .integer(Int64(note.bytes)),
        ])
    case .push(let note):
      return try judge(
        references.message(note.message, &dictionaries), push,
        [
          .integer(references.app(note.app, &dictionaries)),
          .text(note.pushType), .text(note.platform), .text(note.targetType), .text(note.status),
          .integer(note.sentAt ?? 0),
        ])
    case .total(let note):
      let message = try references.message(note.message, &dictionaries)
      var isNew = false
      for (kind, count) in note.counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let cells: [Cell] = [
          .integer(message), .text(note.source), .text(note.app), .integer(Int64(kind.rawValue)),
          .integer(note.countedAt ?? 0), .integer(count),
        ]
        if try run(total, cells) { isNew = true }
      }
      return isNew
    case .alias(let note):
      let isNew = try run(
        alias,
        [
          .text(note.space), .text(note.name), .integer(references.message(note.message, &dictionaries)),
          .device(note.device), .integer(references.app(note.app, &dictionaries)),
        ])
      if isNew { try marks.mark(name: note.name) }
      return isNew
    case .token(let note):
      let isNew = try run(token, [.text(note.token), .integer(note.from), .device(note.device)])
      if isNew { try marks.mark(token: note.token) }
      return isNew
    case .tally(let note):
      return try run(
        tally,
        [
          .integer(references.message(note.message, &dictionaries)),
          .integer(references.app(note.app, &dictionaries)),
          .integer(Int64(note.kind.rawValue)), .integer(note.time), .integer(Int64(bitPattern: note.line)),
          .text(note.source),
        ])
    case .step(let note):
      return try run(
        step,
        [
          .integer(references.message(note.message, &dictionaries)), .device(note.device),
          .integer(references.app(note.app, &dictionaries)), .integer(note.time), .integer(note.step.number),
          .text(note.detail),
        ])
    case .appOpen(let note):
      return try run(
        appOpen,
        [
          .device(note.device), .integer(note.time), .integer(references.app(note.app, &dictionaries)),
          .text(note.source),
        ])
    }
  }

  /// Writes what a message is judged by.
  private mutating func judge(_ message: Int64, _ statement: Statement, _ cells: [Cell]) throws -> Bool {
    let isNew = try run(statement, [.integer(message)] + cells)
    if isNew { judgedAnew.insert(message) }
    return isNew
  }

  private enum Cell {
    case integer(Int64)
    case text(String)
    case device(String)
  }

  private func run(_ statement: Statement, _ cells: [Cell]) throws -> Bool {
    for (index, cell) in cells.enumerated() {
      switch cell {
      case .integer(let value): statement.bind(value, at: index + 1)
      case .text(let text): statement.bind(text, at: index + 1)
      case .device(let id): StoredDevice(id).bind(to: statement, at: index + 1)
      }
    }
    try statement.run()
    return database.changes > 0
  }
}

extension ExtensionStep {
  /// The number by which the ledger knows it: never renumber, only append.
  var number: Int64 {
    switch self {
    case .received: 0
    case .acked: 1
    case .ackFailed: 2
    case .expiring: 3
    case .attachmentFailed: 4
    case .finished: 5
    }
  }

  init?(number: Int64) {
    guard let step = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = step
  }
}
