import Ledger
import LogReading
import ReceiptModel

/// The account of one file of an import: what readers say of its parts, one after another, and what the ledger did.
///
/// Readers of parts know neither the lines before theirs nor whether the file still has anything to do with them; here
/// that is known, since the reports come in the order of the parts.
struct FileAccount {
  private(set) var summary: FileSummary
  private let file: PlannedFile
  /// Whether the file has ended: what is said of parts behind is left out.
  private var isOver = false
  /// As far as the file has been committed.
  private var known = Position()
  /// Physical lines before the part that is being read.
  private var linesBefore = 0
  /// What was met in the parts that are over.
  private var met = Observations()

  private struct Position {
    var offset: Int64 = 0
    var bytes: Int64 = 0
    var line = 0
    var identity = FileIdentity(headBytes: 0, head: "", tail: "")
  }

  init(_ file: PlannedFile) {
    self.file = file
    summary = FileSummary(name: file.source.name, treatment: .new)
    summary.wasReadOtherwise = file.wasReadOtherwise
    switch file.start {
    case .beginning: break
    case .resume(_, let offset, let line):
      summary.treatment = .resumed
      summary.bytes = offset
      known.offset = offset
      known.line = line
    case .again: summary.treatment = .readAgain
    case .alreadyRead: summary.treatment = .alreadyRead
    case .ownOutput(let name):
      summary.treatment = .leftOut
      summary.ownOutput = name
    case .unreadable(let error): fail(error)
    }
  }

  /// One that was found in a folder and is not there any more was renamed or removed; what is in it now comes next time.
  private mutating func fail(_ error: InputError) {
    if error == .missing, !file.isNamed {
      summary.treatment = .gone
    } else {
      summary.treatment = .failed
      summary.error = error
    }
  }

  /// Takes in what a reader says next.
  ///
  /// - Returns: the report with line numbers of the file, or `nil` when the file ended before it.
  mutating func take(_ report: FileReport) -> FileReport? {
    guard !isOver else { return nil }
    var report = report
    for index in report.rejections.indices { report.rejections[index].line += linesBefore }
    known.bytes = max(known.bytes, report.progress?.rawBytes ?? 0)
    // A part in which no line ends leaves the file where it was.
    if let progress = report.progress, report.part?.isFirst ?? true || progress.counts.lines > 0 {
      known.offset = progress.offset
      known.line = linesBefore + progress.lastLine
      known.identity = report.identity ?? Position().identity
    }
    // The next reader begins to count anew.
    if report.isLast { linesBefore = known.line }
    isOver = report.state != .reading
    return report
  }

  /// What the ledger has to know about the file once it holds the lines of a report, as `take` gave it back.
  ///
  /// - Parameter options: as `FileProgress.options`.
  /// - Returns: `nil` when there is nothing new.
  func progress(_ report: FileReport, options: [String]) -> FileProgress? {
    guard let read = report.progress, report.since.lines > 0 || report.part == nil || isOver else {
      return nil
    }
    var progress = FileProgress(
      number: report.number, known: file.row, restarts: report.restarts, path: file.source.name,
      format: read.format, bytes: known.bytes, offset: known.offset, lastLine: known.line,
      identity: known.identity, state: report.state, counts: report.since, firstEvent: read.firstTime,
      lastEvent: read.lastTime,
      rejects: report.rejections.map {
        RejectRecord(
          line: $0.line, byteOffset: $0.byteOffset, rejection: $0.rejection, digest: $0.digest, time: $0.time)
      })
    progress.mapping = read.mapping
    progress.options = options
    return progress
  }

  /// Adds a report, as `take` gave it back, to the summary once it has been committed.
  mutating func note(_ report: FileReport) {
    summary.counts += report.since
    for line in report.rejections { summary.reasons[line.rejection, default: 0] += 1 }
    let wrong = report.rejections.lazy.filter { $0.rejection.reason != .beforePurge }
    summary.firstRejects += wrong.prefix(max(0, 3 - summary.firstRejects.count))
    if let progress = report.progress {
      summary.format = progress.format
      if !progress.mapping.isEmpty { summary.sources = progress.mapping }
      summary.bytes = known.bytes
      summary.pendingBytes = max(summary.pendingBytes, progress.pendingBytes)
      summary.hasTrailingGarbage = progress.hasTrailingGarbage
      summary.wasTruncated = progress.wasTruncated
      summary.met = met.adding(progress.met)
      if report.isLast { met = summary.met }
    }
    if let error = report.error { fail(error) }
  }

  /// Adds what the ledger did with lines of the file.
  mutating func note(_ outcome: MergeOutcome) {
    summary.counts += outcome.counts(file: file.number)
  }
}
