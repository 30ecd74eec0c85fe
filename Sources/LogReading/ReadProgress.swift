package import ReceiptModel

/// What has been read so far, as of the last complete record.
package struct ReadProgress: Sendable {
  /// Decompressed bytes up to the end of the last complete record, from the start of the input.
  package var offset: Int64 = 0
  /// Bytes taken from the file or pipe.
  package var rawBytes: Int64 = 0
  /// Physical lines up to `offset`; records in JSON arrays.
  package var lastLine = 0
  package var counts = LineCounts()
  package var met = Observations()
  package var firstTime: Instant?
  package var lastTime: Instant?
  /// Bytes of a last line that may have been cut, held back for the next batch.
  package var pendingBytes = 0
  /// Format and compression: `json-lines`, `csv+gzip`.
  package var format = ""
  /// The sources of the records, between commas; empty for those of Alibaba alone.
  package var mapping = ""
  /// Whether a later batch may start at `offset`; else it has to start over, which costs only time.
  package var isResumable = false
  /// Whether something that is not compressed data follows the last compressed member; it was left out.
  package var hasTrailingGarbage = false
  /// Whether the file ended before the size it had when it was opened.
  package var wasTruncated = false

  package init() {}
}

/// Why `LogReader.read(into:)` returned.
package enum ReadStatus: Sendable {
  /// The batch, or the list of refused lines, has to be handed over before reading goes on.
  case batchIsFull
  case endOfInput
}

/// A line that was refused.
package struct RejectedLine: Sendable {
  /// From 1; the number of the record in JSON arrays.
  package var line: Int
  /// Where it begins, in decompressed bytes.
  package var byteOffset: Int64
  package var rejection: Rejection
  /// Bytes, without the line end.
  package var length: Int
  /// `ByteDictionary.hash` of its bytes, of the first MiB when it is longer.
  package var digest: UInt64
  /// The first time that stands in it, if one does: what it cannot tell of, happened about then.
  package var time: Instant?
  /// The bytes themselves, of the first MiB likewise, only with `ReadOptions.keepsRawRejects`.
  package var raw: [UInt8]
}

/// The shape by which a time was read.
package enum TimeRule: String, CaseIterable, Sendable {
  case seconds, milliseconds, microseconds, nanoseconds
  case isoZone = "iso-zone"
  /// Without a zone, so that of the options was assumed.
  case localAssumed = "local-assumed"
  /// There was no `event_time`; `__time__` stands in for it.
  case logTime = "log-time"
}
