package import ReceiptModel

/// A file the ledger has read from, as far as that matters for knowing it again.
package struct KnownFile: Sendable, Equatable {
  package var ref: Int64
  package var path: String
  package var format: String
  /// Up to where it was read, in the uncompressed text.
  package var offset: Int64
  /// Physical lines up to there.
  package var lastLine: Int
  package var state: FileState
  package var identity: FileIdentity
  /// Bytes read, as they lie in the file.
  package var bytes: Int64
  /// The sources of its records, between commas; empty for receipts of Alibaba alone.
  package var mapping: String

  /// Stands between the words of a way in which a file was read; no typed word contains it.
  static let separator = "\u{1F}"
}

/// How the reading of a file ended.
package enum FileState: Int, Sendable {
  /// It was interrupted, or the file was still growing.
  case reading
  case complete
  /// Something was wrong with the file itself; the next import tries it from its start.
  case failed
}

/// By what a file is known again, whatever its name: the digests of its first bytes and of those before the offset.
///
/// A wrong "same" would lose lines and a wrong "other" only costs time, so both digests and the length must agree.
package struct FileIdentity: Sendable, Equatable {
  /// How many bytes each digest covers at most.
  package static let window = 4096

  package var headBytes: Int
  package var head: String
  package var tail: String

  package init(headBytes: Int, head: String, tail: String) {
    self.headBytes = headBytes
    self.head = head
    self.tail = tail
  }
}

/// What a commit knows about one of the files in it: how far it was read, and the lines since the last commit.
package struct FileProgress: Sendable {
  /// The importer's number of the file, as events carry it.
  package var number: UInt32
  /// The file's row, when it is read on or read again.
  package var known: Int64?
  /// Whether it is read again from its start, so that its former counts no longer stand.
  package var restarts: Bool
  package var path: String
  package var format: String
  package var bytes: Int64
  package var offset: Int64
  /// Physical lines up to the offset.
  package var lastLine: Int
  package var identity: FileIdentity
  package var state: FileState
  /// Lines since the last commit; the merge counts those that are merged or duplicate.
  package var counts: LineCounts
  package var firstEvent: Instant?
  package var lastEvent: Instant?
  package var rejects: [RejectRecord]
  /// The sources of its records, between commas; empty for receipts of Alibaba alone.
  package var mapping = ""
  /// The options of `import` that say what its lines mean, as words of a command line.
  package var options: [String] = []

  package init(
    number: UInt32, known: Int64?, restarts: Bool, path: String, format: String, bytes: Int64, offset: Int64,
    lastLine: Int, identity: FileIdentity, state: FileState, counts: LineCounts, firstEvent: Instant?,
    lastEvent: Instant?, rejects: [RejectRecord]
  ) {
    self.number = number
    self.known = known
    self.restarts = restarts
    self.path = path
    self.format = format
    self.bytes = bytes
    self.offset = offset
    self.lastLine = lastLine
    self.identity = identity
    self.state = state
    self.counts = counts
    self.firstEvent = firstEvent
    self.lastEvent = lastEvent
    self.rejects = rejects
  }
}

/// A refused line; never its content.
package struct RejectRecord: Sendable {
  package var line: Int
  package var byteOffset: Int64
  package var rejection: Rejection
  /// A digest of the line, so that the same refused line is counted once however often it is read.
  package var digest: UInt64
  /// The first time that stands in the line, if one does.
  package var time: Instant?

  package init(line: Int, byteOffset: Int64, rejection: Rejection, digest: UInt64, time: Instant? = nil) {
    self.line = line
    self.byteOffset = byteOffset
    self.rejection = rejection
    self.digest = digest
    self.time = time
  }
}
