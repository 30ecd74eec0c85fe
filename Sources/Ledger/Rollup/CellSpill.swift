import Synchronization

/// Changes of cells for which there is no memory until all are known.
///
/// Deliveries come in the order of their messages, not of time. Where cells are many, what fits into memory has a little
/// of nearly every row, so that each row would be written, or looked up, over and over.
final class CellSpill<Key: HourlyKey, Value: HourlyValue>: Sendable {
  typealias Change = (key: Key, value: Value)

  private let folder: String
  private let state = Mutex(State())

  private struct State {
    var file: SpillFile?
    /// Where the changes of some hours lie, by the first of these.
    var pieces: [Int64: [Piece]] = [:]
  }

  private struct Piece {
    var offset: Int
    var count: Int
  }

  /// - Parameter folder: where there is room for a temporary file.
  init(folder: String) { self.folder = folder }

  var isEmpty: Bool { state.withLock { $0.file == nil } }

  /// Takes changes that are sorted by their keys.
  ///
  /// - Throws: `SQLiteError`.
  func add(_ changes: [Change]) throws {
    guard !changes.isEmpty else { return }
    try state.withLock { state in
      let file = try state.file ?? SpillFile(folder: folder)
      state.file = file
      let offset = try file.append(changes)
      var start = 0
      while start < changes.count {
        let hours = Self.hours(changes[start])
        var end = start + 1
        while end < changes.count, Self.hours(changes[end]) == hours { end += 1 }
        let piece = Piece(offset: offset + start * MemoryLayout<Change>.stride, count: end - start)
        state.pieces[hours, default: []].append(piece)
        start = end
      }
    }
  }

  /// Passes on each key with the sum of its changes, sorted by keys, and forgets them.
  ///
  /// - Parameters:
  ///   - bytes: of memory that may be filled before some are passed on.
  ///   - body: gets those of whole rows of every `CohortTable`.
  /// - Throws: `SQLiteError`, and what `body` throws.
  func drain(_ bytes: Int, _ body: ([Change]) throws -> Void) throws {
    let drained = state.withLock { state in
      defer { state = State() }
      return (file: state.file, pieces: state.pieces.sorted { $0.key < $1.key })
    }
    guard let file = drained.file else { return }
    var sums = RollupTable<Key, Value>(zero: .zero)
    for (_, pieces) in drained.pieces {
      for piece in pieces {
        for (key, value) in try file.read(Change.self, at: piece.offset, count: piece.count) {
          sums[key] += value
        }
      }
      if sums.byteCount > bytes { try body(sums.takeSorted()) }
    }
    try body(sums.takeSorted())
  }

  /// Hours that no row of any table reaches beyond.
  private static func hours(_ change: Change) -> Int64 {
    CohortTable.versions.row(ofHour: change.key.hour)
  }
}

/// A key of cells of which each belongs to an hour, by which they are in order.
protocol HourlyKey: RollupTableKey, BitwiseCopyable, Sendable {
  /// Hours since 1970.
  var hour: Int64 { get }
}

/// What is added up in a cell.
protocol HourlyValue: BitwiseCopyable, Sendable {
  static var zero: Self { get }
  static func += (sum: inout Self, other: Self)
}

extension Int: HourlyValue {}
