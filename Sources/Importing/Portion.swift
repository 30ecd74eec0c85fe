import LogReading

/// What a worker takes at a time: some files that follow one another, or a part of a large one.
///
/// Portions are numbered in the order in which one worker would read; their batches are committed in that order.
struct Portion: Sendable {
  private(set) var pieces: [Piece]

  /// A file, or a part of one.
  struct Piece: Sendable {
    var file: PlannedFile
    /// Where to begin, and the physical lines before it as far as they are known.
    var offset: Int64
    var line: Int
    /// Whether its lines were counted before and are now counted anew.
    var restarts = false
    /// `nil` for the whole file.
    var part: FilePart?
    /// The file of which this is a part, opened once for all of them.
    var opened: DividedFile?
  }

  /// Deals the files of an import.
  ///
  /// - Parameter isDivisible: whether parts of a file may be read at the same time.
  static func deal(
    _ files: [PlannedFile], options: ImportOptions, isDivisible: (PlannedFile) -> Bool
  ) -> [Portion] {
    let size = size(of: files.reduce(0) { $0 + $1.remaining }, options)
    var portions: [Portion] = []
    var together = Portion(pieces: [])
    var bytes: Int64 = 0
    func close() {
      if !together.pieces.isEmpty { portions.append(together) }
      together = Portion(pieces: [])
      bytes = 0
    }
    for file in files {
      guard let whole = Piece(whole: file) else { continue }
      if file.remaining > size, isDivisible(file) {
        close()
        portions += parts(of: whole, size: size)
      } else {
        together.pieces.append(whole)
        bytes += file.remaining
        if bytes >= size { close() }
      }
    }
    close()
    return portions
  }

  /// Each part alone: what stands behind the end that a file turns out to have can then be left out as a whole.
  private static func parts(of whole: Piece, size: Int64) -> [Portion] {
    let end = whole.file.size ?? 0
    let starts = Array(stride(from: whole.offset, to: end, by: Int(size)))
    let opened = DividedFile(whole.file.source, parts: starts.count)
    return starts.map { start in
      var piece = whole
      piece.offset = start
      let next = min(start + size, end)
      let isFirst = start == whole.offset
      if !isFirst { piece.line = 0 }
      piece.part = FilePart(isFirst: isFirst, isLast: next == end, end: next)
      piece.opened = opened
      return Portion(pieces: [piece])
    }
  }

  /// Bytes of a portion: an even share, several for each worker, but neither so few that a transaction is hardly worth
  /// it nor more than a batch holds of usual lines; a worker with more batches than it owns would wait for the one before.
  private static func size(of total: Int64, _ options: ImportOptions) -> Int64 {
    if let bytes = options.portionBytes { return max(1, bytes) }
    let jobs = options.memory.jobs
    guard jobs > 1 else { return .max }
    let least: Int64 = 32 << 20
    return min(max(total / Int64(4 * jobs), least), max(least, Int64(options.memory.batchCapacity) * 512))
  }
}

extension Portion.Piece {
  /// - Returns: `nil` when there is nothing to read.
  fileprivate init?(whole file: PlannedFile) {
    switch file.start {
    case .alreadyRead, .ownOutput, .unreadable: return nil
    case .beginning: self.init(file: file, offset: 0, line: 0)
    case .again: self.init(file: file, offset: 0, line: 0, restarts: true)
    case .resume(_, let offset, let line): self.init(file: file, offset: offset, line: line)
    }
  }

  /// The whole file from its start, for one that was to be read on but cannot be.
  var fromStart: Portion.Piece? {
    guard part == nil, offset > 0 else { return nil }
    return Portion.Piece(file: file, offset: 0, line: 0, restarts: true)
  }

  /// The file, at no place in particular.
  func open() throws(InputError) -> InputFile {
    if let opened { return try opened.open() }
    return try file.source.open()
  }
}
