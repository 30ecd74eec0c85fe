import Files
import Glibc
import JSONWriting

/// One relation as JSON Lines: every column in every row, NULL as `null`.
struct RowFile: ~Copyable {
  private let folder: String
  private let descriptor: Int32
  private var bytes: [UInt8] = []

  private static let limit = 1 << 16

  /// The name of the only file with rows.
  static let part = "part-00000.json"

  /// - Parameters:
  ///   - folder: of the relation; it is made.
  ///   - permissions: of the file; rows of single events are for the owner only.
  init(in folder: String, permissions: mode_t = 0o640) throws {
    self.init(folder, descriptor: try Self.newFolder(folder, permissions))
  }

  private init(_ folder: String, descriptor: Int32) {
    self.folder = folder
    self.descriptor = descriptor
  }

  /// - Returns: the folder's only part, open for writing.
  private static func newFolder(_ folder: String, _ permissions: mode_t) throws -> Int32 {
    guard FileCall.mkdir(folder, 0o750) else { throw EngineError.writing(folder) }
    return try newFile("\(folder)/\(part)", permissions)
  }

  private static func newFile(_ path: String, _ permissions: mode_t) throws -> Int32 {
    let descriptor = FileCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, permissions)
    guard descriptor >= 0 else { throw EngineError.writing(path) }
    return descriptor
  }

  deinit { close(descriptor) }

  mutating func append(_ row: [(name: String, value: JSONTree)]) throws {
    JSONTree.object(row).write(to: &bytes, .dense)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.limit { try flush() }
  }

  private mutating func flush() throws {
    guard SystemCall.write(bytes.span, to: descriptor) else { throw EngineError.writing(folder) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Marks the relation as whole, once it is on the disk.
  mutating func finish() throws {
    try flush()
    guard fsync(descriptor) == 0 else { throw EngineError.writing(folder) }
    try Self.mark(folder)
  }

  /// The same for a relation that another program wrote in the place of this one.
  static func finish(_ folder: String) throws {
    let descriptor = FileCall.open("\(folder)/\(part)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw EngineError.writing(folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw EngineError.writing(folder) }
    try mark(folder)
  }

  private static func mark(_ folder: String) throws { close(try newFile("\(folder)/_SUCCESS", 0o640)) }
}
