package import Prose

/// How much a query may use before it is stopped.
package struct QueryLimits: Sendable {
  /// The longest a query may run; `grace` later the process ends, whatever SQLite is doing.
  package var time: Duration
  /// How long SQLite has to notice that `time` is over.
  package var grace: Duration
  /// Bytes of memory that SQLite may hold, in this whole process.
  package var memory: Int
  /// Bytes that SQLite may write to temporary files where a sort has no room in memory.
  package var temporary: Int
  /// The most rows a query may return.
  package var rows: Int
  /// The most bytes the cells of all rows may hold together, and the most that may be written of them.
  package var output: Int

  /// The longest text or blob a query may make, in bytes.
  ///
  /// Fixed, because it is what bounds the time SQLite spends inside one function, where it cannot be interrupted:
  /// the worst `instr` took 8.1 s on values of 1 MB and 0.62 s on values of 256 KiB.
  package static let value = 262_144

  package init(
    time: Duration = .seconds(30), grace: Duration = .seconds(1), memory: Int = 256 << 20,
    temporary: Int = 4 << 30, rows: Int = 10_000, output: Int = 64 << 20
  ) {
    self.time = time
    self.grace = grace
    self.memory = memory
    self.temporary = temporary
    self.rows = rows
    self.output = output
  }
}

/// The limit that ended a query.
package enum QueryStop: Hashable, Sendable, CustomStringConvertible {
  case time(Duration)
  case memory(bytes: Int)
  case temporary(bytes: Int)
  case rows(Int)
  case output(bytes: Int)
  /// One text or blob grew beyond what a value may hold.
  case value(bytes: Int)

  package var description: String { words.told() }

  /// What ended it, and where the limit is.
  package var words: Phrase {
    switch self {
    case .time(let limit): "stopped at the time limit of \(figure: "\(limit / .seconds(1))") seconds"
    case .memory(let bytes): "stopped at the memory limit of \(Self.size(bytes))"
    case .temporary(let bytes): "stopped at the limit of \(Self.size(bytes)) for temporary files"
    case .rows(let count): "stopped at the row limit of \(figure: "\(count)")"
    case .output(let bytes): "stopped at the output limit of \(Self.size(bytes))"
    case .value(let bytes): "stopped at the memory limit of \(Self.size(bytes)) for one value"
    }
  }

  private static func size(_ bytes: Int) -> Phrase {
    if bytes >= 1 << 30, bytes % (1 << 30) == 0 { return .figure("\(bytes >> 30) GiB") }
    if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return .figure("\(bytes >> 20) MiB") }
    if bytes >= 1 << 10, bytes % (1 << 10) == 0 { return .figure("\(bytes >> 10) KiB") }
    return "\(figure: "\(bytes)") bytes"
  }
}

/// Why a query gave no complete answer, when the store itself is fine.
///
/// Trouble with the store (locked, damaged, an I/O error) is a `SQLiteError`.
package enum QueryFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The query is wrong, or asks for what the gate forbids; in SQLite's words where they are SQLite's.
  case refused(Phrase)
  /// The query was stopped; the rows handed out before are right, but not all.
  case stopped(QueryStop)
  /// A crash left a half-written transaction that only the owner of the store can undo.
  case needsRecovery(path: String)

  package var description: String { words.told() }

  /// What went wrong; a path is in it as it is.
  package var words: Phrase {
    switch self {
    case .refused(let words): words
    case .stopped(let stop): stop.words
    case .needsRecovery(let path):
      "\(path): an interrupted write must be undone first; its owner can, by any command that writes"
    }
  }
}
