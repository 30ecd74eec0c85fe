package import Prose
package import ReceiptModel

/// What ends the reading of one input; what came before it stays.
package enum InputError: Error, Equatable, Sendable {
  case missing
  /// A link that leads to itself.
  case linkLoop
  /// No permission, on the file or on a folder above it.
  case unreadable
  case notRegular
  /// Content of a kind that is not read here, by its usual name: `xz`, `zip`, `parquet`.
  case unsupported(String)
  case utf16, utf32
  case noNewlines
  /// All of the first hundred lines were refused, and none came near a record that is known.
  case notAReceiptLog(LineShape)
  /// The same of records that came nearest to those of a mapping, with what the first of them lacks.
  case unknownSource(nearest: String, lacks: [String])
  /// The same of records of a mapping, with why the first was refused.
  case allRefused(String, Rejection)
  /// Required columns that the header lacks; none when the separator is not plain.
  case csvHeader(missing: [String])
  case csvDuplicateColumn(String)
  /// Mappings of which each would do for its records.
  case severalSources([String])
  case gzipTruncated, gzipDamaged
  case zstdTruncated, zstdChecksum, zstdDamaged
  case zstdDictionary(UInt32)
  case zstdWindow
  case lz4Truncated, lz4Checksum, lz4Damaged
  case lz4Dictionary(UInt32)
  case snappyDamaged, snappyChecksum
  /// A copy from further back than what is kept.
  case snappyDistance
  case decompressedLimit
  case nestedCompression
  /// Something behind a compressed part that is no more of it.
  case mixedContent
  /// A position in a format that can only be read from its start.
  case notResumable
  case io(errno: Int32)
}

extension InputError {
  /// Whether the device is at fault, and not what is on it.
  package var isOfDevice: Bool { if case .io = self { true } else { false } }

  /// Whether it is about the first lines alone: those behind them may be better.
  package var isOfFirstLines: Bool {
    switch self {
    case .notAReceiptLog, .unknownSource, .allRefused, .severalSources: true
    default: false
    }
  }

  /// The short stable name for scripts and the ledger.
  package var reasonName: String {
    switch self {
    case .missing: "missing"
    case .linkLoop: "link-loop"
    case .unreadable: "unreadable"
    case .notRegular: "not-regular"
    case .unsupported(let kind): "unsupported:\(kind)"
    case .utf16: "utf16"
    case .utf32: "utf32"
    case .noNewlines: "no-newlines"
    case .notAReceiptLog: "not-a-receipt-log"
    case .unknownSource: "unknown-source"
    case .allRefused: "all-refused"
    case .csvHeader: "csv-header"
    case .csvDuplicateColumn: "csv-duplicate-column"
    case .severalSources: "several-sources"
    case .gzipTruncated: "gz-truncated"
    case .gzipDamaged: "gz-crc"
    case .zstdTruncated: "zst-truncated"
    case .zstdChecksum: "zst-checksum"
    case .zstdDamaged: "zst-damaged"
    case .zstdDictionary: "zst-dictionary"
    case .zstdWindow: "zst-window"
    case .lz4Truncated: "lz4-truncated"
    case .lz4Checksum: "lz4-checksum"
    case .lz4Damaged: "lz4-damaged"
    case .lz4Dictionary: "lz4-dictionary"
    case .snappyDamaged: "snappy-damaged"
    case .snappyChecksum: "snappy-checksum"
    case .snappyDistance: "snappy-distance"
    case .decompressedLimit: "decompressed-limit"
    case .nestedCompression: "nested-compression"
    case .mixedContent: "mixed-content"
    case .notResumable: "not-resumable"
    case .io: "io"
    }
  }

  /// What is wrong, and what to do about it.
  package var explanation: Phrase {
    switch self {
    case .missing: "no such file or folder"
    case .linkLoop: "a symbolic link that leads to itself"
    case .unreadable: "permission denied; check the file and the folders above it"
    case .notRegular: "not a regular file; a pipe can be read from standard input, named -"
    case .unsupported(let kind): Self.explanation(ofUnsupported: kind)
    case .utf16: "text in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE | pushledger import -"
    case .utf32: "text in UTF-32; convert it: iconv -f UTF-32 -t UTF-8 FILE | pushledger import -"
    case .noNewlines:
      "no line ends; if they are lone carriage returns: tr '\\r' '\\n' < FILE | pushledger import -"
    case .notAReceiptLog(.markup):
      "a page of HTML or XML, not a receipt log; a web server may have answered with an error instead of the log"
    case .notAReceiptLog(.binary):
      "neither text nor a receipt log; if it is packed, unpack it and give it to pushledger import -"
    case .notAReceiptLog(.cells):
      "not a receipt log: none of its first lines could be read; if they are CSV without a header row, name the columns with --columns"
    case .notAReceiptLog:
      "not a receipt log: none of its first lines could be read; see their reasons with rejects"
    case .csvHeader(let missing) where missing.isEmpty:
      "no header row, or more than one separator would fit; name the columns with --columns"
    case .csvHeader(let missing):
      "the header lacks \(missing.joined(separator: ", ")); without a header row, name the columns with --columns"
    case .csvDuplicateColumn(let name): "the header names the column \(name) twice; remove one of them"
    case .severalSources(let names):
      "its records may be those of \(names.joined(separator: ", ")); say which with --source NAME"
    case .unknownSource(let nearest, let lacks): Self.explanation(nearest, lacks)
    case .allRefused(let source, let first): Self.explanation(source, first)
    case .gzipTruncated: "the gzip file ends early; import it again once it is complete"
    case .gzipDamaged: "the gzip file is damaged: its check does not match; fetch it again"
    case .zstdTruncated: "the zstd file ends early; import it again once it is complete"
    case .zstdChecksum: "the zstd file is damaged: its checksum does not match; fetch it again"
    case .zstdDamaged: "the zstd file is damaged; fetch it again"
    case .zstdDictionary(let id):
      "needs the zstd dictionary \(figure: "\(id)"): zstd -dc -D DICTIONARY FILE | pushledger import -"
    case .zstdWindow: "packed with a window above 128 MiB: zstd -dc --long=31 FILE | pushledger import -"
    case .lz4Truncated: "the lz4 file ends early; import it again once it is complete"
    case .lz4Checksum: "the lz4 file is damaged: its checksum does not match; fetch it again"
    case .lz4Damaged: "the lz4 file is damaged; fetch it again"
    case .lz4Dictionary(let id):
      "needs the lz4 dictionary \(figure: "\(id)"): lz4 -dc -D DICTIONARY FILE | pushledger import -"
    case .snappyDamaged: "the snappy file is damaged or ends early; fetch it again"
    case .snappyChecksum: "the snappy file is damaged: its checksum does not match; fetch it again"
    case .snappyDistance:
      "a snappy block with copies from further back than 256 KiB, which no known writer makes; unpack it by another program"
    case .decompressedLimit: "grows more than a log does when unpacked, so reading stopped"
    case .nestedCompression: "compressed twice; unpack it once: zcat FILE | pushledger import -"
    case .mixedContent:
      """
      lines, or data packed in another way, stand after its compressed part and were not read; make a file of each \
      part
      """
    case .notResumable: "cannot be continued in the middle; it has to be read from its start"
    case .io(let code): "reading failed (errno \(figure: "\(code)"))"
    }
  }

  private static func explanation(_ nearest: String, _ lacks: [String]) -> Phrase {
    let names = (lacks.count > 4 ? lacks.prefix(4) + ["…"] : lacks[...]).joined(separator: ", ")
    return """
      records of no known source; \(nearest) comes nearest, and the first lacks \(names): name it with \
      --source \(nearest), or describe yours as docs/sources.md says
      """
  }

  private static func explanation(_ source: String, _ first: Rejection) -> Phrase {
    let reason = first.reason.rawValue + (first.field.map { ":" + $0.rawValue } ?? "")
    let text: Phrase = "read as \(source), and every record was refused, the first for \(reason)"
    return switch (first.reason, first.field) {
    case (.missingField, .appKey): "\(text): say whose they are with --app KEY"
    case (.missingField, .eventTime): "\(text): add when it happened, as docs/sources.md says of \(source)"
    default: "\(text): see the others with rejects"
    }
  }

  private static func explanation(ofUnsupported kind: String) -> Phrase {
    switch kind {
    case "xz": "compressed with xz: xz -dc FILE | pushledger import -"
    case "bz2": "compressed with bzip2: bzip2 -dc FILE | pushledger import -"
    case "lz4": "compressed in the old format of lz4: lz4 -dc FILE | pushledger import -"
    case "zip":
      "a zip archive or spreadsheet: unzip -p FILE | pushledger import - (save a spreadsheet as CSV first)"
    case "tar": "a tar archive: tar -xOf FILE | pushledger import -"
    case "parquet":
      "columns in Parquet: duckdb -c \"COPY (FROM 'FILE') TO 'FILE.jsonl' (FORMAT json)\", then import FILE.jsonl"
    case "orc": "columns in ORC; make it CSV with pyarrow, as docs/formats.md says"
    case "avro": "records in Avro; make them JSON Lines with fastavro, as docs/formats.md says"
    default: "not a log but a file of the kind \(kind)"
    }
  }
}
