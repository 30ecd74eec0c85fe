package import ReceiptModel

/// How one input is to be read.
package struct ReadOptions: Sendable {
  /// Raw event types in lower case and what they mean; any other is kept as `EventKind.other`.
  package var aliases = Self.defaultAliases
  /// The zone of times that name none, in minutes east of UTC.
  package var assumedOffsetMinutes = 480
  /// Column names of a CSV without a header.
  package var columns: [String]?
  package var format = FormatChoice.auto
  /// Whether a last line without its newline counts although it may have been cut.
  package var isFinal = false
  /// A field that holds the receipt as a JSON text of its own; one level only.
  package var unwrap: String?
  /// The mapping by which all records are read; `nil` looks at each record.
  package var mapping: SourceMapping?
  /// Gives the mappings that records are compared with; asked only for what is no Alibaba receipt, since there are many to
  /// be read.
  package var mappings: (@Sendable () -> [SourceMapping])?
  /// By which mapping records are read that none of `mappings` recognises for certain: the one that was named for the file
  /// at an earlier reading.
  package var formerMapping: SourceMapping?
  /// Whether to go on when the first hundred lines were refused and none was good.
  package var readsOn = false
  /// The AppKey of records that name none; only mapped records may.
  package var appKey: String?
  /// Whether the vendors' own ids in an Alibaba log are kept, by which receipts of vendors find their push.
  package var keepsVendorIDs = false
  /// Events and facts before this are refused, in milliseconds UTC: what was pruned stays away.
  package var watermark = Int64.min
  /// Whether the networks of the devices' addresses in an Alibaba log are kept, never the addresses.
  package var keepsClientNetworks = false
  /// Whether refused lines keep their bytes.
  package var keepsRawRejects = false
  /// Bytes that a compressed input may grow to.
  package var decompressedLimit: Int64 = 1 << 40
  /// Decompressed bytes for each compressed one, looked at once 64 MiB have come out: a log of one line repeated
  /// reaches 258, zeros reach 1,030 in gzip and 32,500 in zstd.
  package var ratioLimit: Int64 = 1000
  /// Raw bytes after which to stop: the size seen at opening, so that a growing file is read to a known place.
  package var readLimit: Int64?
  /// Whether a compressed file is unpacked on a thread of its own; what is read is the same.
  package var readsAhead = true
  /// Bytes asked of the system at a time.
  package var blockSize = 256 << 10

  package init() {}

  /// Whether each JSON record tells its source.
  var recognisesRecords: Bool { mapping == nil && mappings != nil && unwrap == nil && columns == nil }

  /// The event types of the Alibaba receipt log.
  package static let defaultAliases: [String: EventKind] = [
    "sent": .sent, "sent_fail": .sendFailed,
    "arrive": .arrived, "arrived": .arrived, "received": .arrived, "arrive_fail": .arriveFailed,
    "ext_ack": .extAck,
    "open": .opened, "opened": .opened, "click": .opened, "clicked": .opened,
    "delete": .dismissed, "deleted": .dismissed, "remove": .dismissed, "removed": .dismissed,
    "clear": .dismissed, "cleared": .dismissed, "dismiss": .dismissed, "dismissed": .dismissed,
  ]
}

/// Bytes a line or record may hold.
let recordLimit = 1 << 20
