import LogReading
import Prose

extension InputError {
  /// What is wrong with a part of a run: an import's own words tell how to bring a log in by another way.
  var problemOfPart: Phrase {
    switch self {
    case .missing, .linkLoop, .unreadable, .io: explanation
    case .notRegular: "not a regular file"
    case .gzipTruncated, .zstdTruncated, .lz4Truncated: "its compressed data breaks off"
    case .gzipDamaged, .zstdChecksum, .zstdDamaged, .lz4Checksum, .lz4Damaged:
      "its compressed data is damaged"
    case .decompressedLimit: "its compressed data is larger than sums are"
    default: "not JSON Lines, plain or packed by gzip, zstd or lz4"
    }
  }
}
