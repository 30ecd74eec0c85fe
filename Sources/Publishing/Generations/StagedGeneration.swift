import Digest
import Files
import Glibc
import Prose
package import Reporting
import UserFiles

/// The files of a generation before it has a name.
///
/// Files that are not published go with the value.
package struct StagedGeneration: ~Copyable {
  package let path: String
  package private(set) var files: [Manifest.File] = []
  private var written: [String] = []
  private var isPublished = false

  package init(path: String) { self.path = path }

  deinit {
    guard !isPublished else { return }
    for name in written { FileCall.unlink("\(path)/\(name)") }
    FileCall.rmdir(path)
  }

  /// Writes a file and notes it for the manifest.
  package mutating func write(_ bytes: [UInt8], to name: String) throws {
    try writeUnlisted(bytes, to: name)
    files.append(Manifest.File(name: name, content: bytes))
  }

  /// The same for a data set as CSV.
  package mutating func write(_ dataSet: DataSet, to name: String) throws {
    written.append(name)
    try OutputFile.write(to: "\(path)/\(name)", for: "\(path)/\(name)") { write in
      files.append(try Manifest.File(name: name, of: dataSet, write))
    }
  }

  package mutating func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  /// Writes the manifest itself.
  package mutating func writeUnlisted(_ bytes: [UInt8], to name: String) throws {
    written.append(name)
    try OutputFile.write(bytes, to: "\(path)/\(name)", for: "\(path)/\(name)")
  }

  /// Lets somebody else fill an empty file, and notes it.
  package mutating func add(_ name: String, by fill: (_ path: String) throws -> Void) throws {
    let place = "\(path)/\(name)"
    try writeUnlisted([], to: name)
    try fill(place)
    try OutputFile.flush(file: place, for: place)
    let (digest, count) = try Self.digest(of: place)
    files.append(Manifest.File(name: name, sha256: digest, byteCount: count))
  }

  /// Ends the value without removing anything.
  consuming func wasPublished() { isPublished = true }

  private static func digest(of path: String) throws -> (sha256: String, byteCount: Int) {
    let descriptor = FileCall.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.cannotWrite(path) }
    defer { close(descriptor) }
    var hash = SHA256()
    var total = 0
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      guard let count = SystemCall.read(into: &block, from: descriptor) else {
        throw Failure.cannotWrite(path)
      }
      total += count
      hash.update(block.span.extracting(..<count))
      guard count == block.count else { return (hash.hex(), total) }
    }
  }
}
