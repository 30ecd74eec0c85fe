package import Ledger
package import LogReading
package import Prose
package import ReceiptModel

/// What became of every line of an import.
package struct ImportSummary: Sendable {
  package var files: [FileSummary] = []
  package var wasInterrupted = false
  /// What became, in the whole ledger, of deliveries that other logs tell under their own names.
  package var links = LinkCounts()

  package var counts: LineCounts { files.reduce(.zero) { $0 + $1.counts } }

  package var outdated: Int { files.reduce(0) { $0 + $1.outdated } }

  /// Raw event types kept as `other`, with their events.
  package var unknownTypes: [String: Int] {
    files.reduce(into: [:]) { $0.merge($1.met.unknownTypes.limited, uniquingKeysWith: +) }
  }

  /// Keys or columns that mean nothing here.
  package var unknownColumns: [String] { Set(files.flatMap(\.met.unknownColumns)).sorted() }

  /// Refused lines by reason.
  package var reasons: [Rejection: Int] {
    files.reduce(into: [:]) { $0.merge($1.reasons, uniquingKeysWith: +) }
  }
}

/// What became of one file.
package struct FileSummary: Sendable {
  package enum Treatment: Sendable {
    case new
    case resumed
    case readAgain
    case alreadyRead
    /// No log, but what this program wrote for others.
    case leftOut
    case failed
    /// Found in a folder, and renamed or removed before it was opened.
    case gone
  }

  package var name: String
  package var treatment: Treatment
  package var format = ""
  /// The sources of its records, between commas; empty for those of Alibaba alone.
  package var sources = ""
  package var bytes: Int64 = 0
  package var counts = LineCounts()
  package var met = Observations()
  package var reasons: [Rejection: Int] = [:]
  /// Bytes of a last line without its end, held back for the next batch.
  package var pendingBytes = 0
  package var hasTrailingGarbage = false
  package var wasTruncated = false
  /// Whether it was read as another source before; what it told then stays.
  package var wasReadOtherwise = false
  package var error: InputError?
  /// What was left out, by its name.
  package var ownOutput: Phrase?
  /// The first lines in which something is wrong, for the talk at the end.
  package var firstRejects: [RejectedLine] = []
  /// How many of the rejected lines were sound and only older than what was pruned.
  package var outdated: Int { reasons.reduce(0) { $0 + ($1.key.reason == .beforePurge ? $1.value : 0) } }

  package init(name: String, treatment: Treatment) {
    self.name = name
    self.treatment = treatment
  }
}
