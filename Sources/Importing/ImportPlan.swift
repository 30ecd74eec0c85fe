import Ledger
import LogReading
import Prose
import ReceiptModel

/// A file of an import, and where its reading begins.
struct PlannedFile: Sendable {
  /// The importer's number, noted in each event.
  var number: UInt32
  var source: ImportSource
  var start: Start
  /// Bytes when it was looked at; `nil` for standard input.
  var size: Int64?
  /// Whether it has to be there: the user named it, and no folder that it was found in.
  var isNamed = true
  /// Whether it was read as another source before; what it told then stays.
  var wasReadOtherwise = false
  /// The mapping by which it was read before, since it was named then and nothing in it is recognised.
  var formerMapping: SourceMapping?

  enum Start: Sendable, Equatable {
    case beginning
    /// It is known and has grown, or was interrupted.
    case resume(row: Int64, offset: Int64, line: Int)
    /// It is known, and has to be read again from its beginning under the same row.
    case again(row: Int64)
    /// Nothing new in it.
    case alreadyRead
    /// No log, but what this program wrote for others, by its name.
    case ownOutput(Phrase)
    /// It cannot be opened.
    case unreadable(InputError)
  }

  /// The file's row in the ledger, when it has one.
  var row: Int64? {
    switch start {
    case .resume(let row, _, _), .again(let row): row
    case .beginning, .alreadyRead, .ownOutput, .unreadable: nil
    }
  }

  /// Bytes that are still to be read, as far as that is known.
  var remaining: Int64 {
    switch start {
    case .beginning, .again: size ?? 0
    case .resume(_, let offset, _): max(0, (size ?? 0) - offset)
    case .alreadyRead, .ownOutput, .unreadable: 0
    }
  }
}

/// Decides for each file whether it is new, has grown, or was read already.
///
/// Content decides, never a name or an inode: a rotated, renamed or copied file is known again, and a new file under an
/// old name is not mistaken for the old one. When in doubt a file is read again, which changes nothing but the time.
struct ImportPlanner {
  /// `nil` for a ledger that is not there yet.
  let store: LedgerReader?
  let options: ImportOptions
  /// The files of this very import by length and windows; whether they are copies, only all of their bytes tell.
  private var met: [String: [[UInt8]]] = [:]
  /// Rows that a file of this import goes on with: a second copy of the same beginning is a file of its own.
  private var taken: Set<Int64> = []
  private let headLengths: [Int]
  /// Bytes by which our own files are told from logs: more than their first line or record takes.
  private static let ownHeadLength = 16 << 10

  init(_ store: LedgerReader?, _ options: ImportOptions) throws {
    self.store = store
    self.options = options
    headLengths = try store?.knownHeadLengths() ?? []
  }

  mutating func plan(_ found: FolderWalk.FoundFile, number: UInt32) throws -> PlannedFile {
    var file =
      if let trouble = found.trouble {
        PlannedFile(number: number, source: found.source, start: .unreadable(trouble), size: nil)
      } else {
        try plan(found.source, number: number)
      }
    file.isNamed = found.isNamed
    return file
  }

  private mutating func plan(_ source: ImportSource, number: UInt32) throws -> PlannedFile {
    guard case .path(let path) = source else {
      return PlannedFile(number: number, source: source, start: .beginning, size: nil)
    }
    do {
      let file = try InputFile(path: path)
      let size = min(file.size ?? 0, options.lengths[path] ?? .max)
      let windows = FileWindows { try file.bytes(at: $0, count: $1) }
      var planned = PlannedFile(number: number, source: source, start: .beginning, size: size)
      try begin(&planned, path, windows, size) {
        LogReader.mapping(of: try InputFile(path: path), options: $0)
      }
      return planned
    } catch let error as InputError {
      return PlannedFile(number: number, source: source, start: .unreadable(error), size: nil)
    }
  }

  private mutating func begin(
    _ file: inout PlannedFile, _ path: [UInt8], _ windows: FileWindows, _ size: Int64,
    recognised: (ReadOptions) throws -> String?
  ) throws {
    // Empty files are all alike and hold nothing to identify them by.
    guard size > 0 else { return }
    if let name = options.ownOutput(try windows.read(0, Self.ownHeadLength)) {
      return file.start = .ownOutput(name)
    }
    let whole = try windows.identity(upTo: size)
    let alike = "\(size) \(whole.head) \(whole.tail)"
    if met[alike, default: []].contains(where: { windows.isCopy(of: $0, length: size) }) {
      return file.start = .alreadyRead
    }
    met[alike, default: []].append(path)
    for length in headLengths where Int64(length) <= size {
      for known in try store?.knownFiles(head: try windows.head(length), headBytes: length) ?? [] {
        let read = known.readLength
        guard read <= size, try windows.tail(upTo: read) == known.identity.tail else { continue }
        let mapping = try known.isRecognisable ? recognised(options.reading) : nil
        let isReadOtherwise = isReadOtherwise(known, mapping)
        let start = isReadOtherwise ? .again(row: known.ref) : start(of: known, size)
        if start != .alreadyRead, !taken.insert(known.ref).inserted { continue }
        file.start = start
        file.wasReadOtherwise = isReadOtherwise && known.state != .failed
        if mapping == nil { file.formerMapping = self.mapping(named: known.mapping) }
        return
      }
    }
  }

  /// Whether the user or the file's content asks for another mapping now than it was read by.
  ///
  /// - Parameter recognised: by what its first records that tell so are to be read.
  private func isReadOtherwise(_ known: KnownFile, _ recognised: String?) -> Bool {
    if let mapping = options.reading.mapping { return mapping.name != known.mapping }
    guard let recognised else { return false }
    let sources = known.mapping.isEmpty ? [""] : known.mapping.split(separator: ", ")
    return !sources.contains(recognised.isEmpty && !known.mapping.isEmpty ? "alibaba" : recognised[...])
  }

  private func mapping(named name: String) -> SourceMapping? {
    name.isEmpty ? nil : options.reading.mappings?().first { $0.name == name }
  }

  /// Where to begin with a known file that now has `size` bytes.
  private func start(of known: KnownFile, _ size: Int64) -> PlannedFile.Start {
    if options.rescans || known.state == .failed { return .again(row: known.ref) }
    if known.readLength == size, known.state == .complete { return .alreadyRead }
    return known.isResumable
      ? .resume(row: known.ref, offset: known.offset, line: known.lastLine) : .again(row: known.ref)
  }
}

extension KnownFile {
  /// Whether reading may go on at `offset`; of what is compressed, the format's name says more than a format.
  var isResumable: Bool { LogFormat(rawValue: format)?.isResumable ?? false }

  /// Whether its content can be asked again of what source it is: what is compressed would have to be opened.
  var isRecognisable: Bool { state != .failed && !format.contains("+") }

  /// How many bytes of the file its identity stands for.
  var readLength: Int64 { isResumable ? offset : bytes }
}
