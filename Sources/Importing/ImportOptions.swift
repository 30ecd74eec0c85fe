import Glibc
package import LogReading
package import Prose
import ReceiptModel

/// How logs are imported.
package struct ImportOptions: Sendable {
  package var reading = ReadOptions()
  /// The options of the command line that `reading` says, as far as they decide what lines mean; kept with each file.
  package var words: [String] = []
  /// Read every file from its start, whatever the ledger says about it.
  package var rescans = false
  /// As far as files are read at most, in bytes by path: of those that are to be read as they were once.
  var lengths: [[UInt8]: Int64] = [:]
  /// Build the first content of a ledger in one go, when it is more than a batch; otherwise it is merged batch by batch.
  package var builds = true
  /// What a file of this program's own is called, by its first bytes; `nil` for a log.
  ///
  /// Such a file is left out wherever it lies: read as a log, an answer would tell the ledger its own conclusions as
  /// events.
  package var ownOutput: @Sendable (_ head: [UInt8]) -> Phrase? = { _ in nil }
  /// Where refused lines are kept; left out of folders, as it is no log.
  package var keptRejects: String?
  /// What turns device ids and tokens into pseudonyms; `nil` when the ledger is to hold them as logs name them.
  package var pseudonyms: PseudonymKey?
  /// How many workers there are, and the memory they share.
  package var memory = MemoryPlan(bytes: Configuration().memoryBytes, jobs: Self.cores)
  /// Bytes of files that a worker takes at a time; `nil` when it is to follow from what there is to read.
  package var portionBytes: Int64?

  package init() {}

  /// How a file is read, which may have been read before.
  func reading(of file: PlannedFile) -> ReadOptions {
    var reading = reading
    reading.formerMapping = file.formerMapping
    return reading
  }

  /// Workers unless somebody asks for more: one for each core, but few enough for the one that merges to keep up.
  package static var cores: Int { min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8) }
}

/// What is to be imported, by its bytes, which need not be UTF-8.
package enum ImportSource: Hashable, Sendable {
  case standardInput
  case path([UInt8])

  package init(argument: String) { self.init(Array(argument.utf8)) }

  /// - Parameter argument: a path, or `-`.
  package init(_ argument: [UInt8]) {
    self = argument == [UInt8(ascii: "-")] ? .standardInput : .path(argument)
  }

  /// How messages and the ledger call it.
  package var name: String {
    switch self {
    case .standardInput: "-"
    case .path(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
