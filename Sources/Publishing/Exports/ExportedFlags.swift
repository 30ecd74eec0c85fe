import Files
import Glibc
import Ledger
import Prose
import ReceiptModel
import Reporting
import UserFiles

/// The list of flagged deliveries that an export before this one may have left in its folder.
package struct ExportedFlags {
  package let folder: String

  package init(folder: String) { self.folder = folder }

  private var path: String { "\(folder)/flags.csv" }

  /// Removes it, so that no device id stays beside data sets without any.
  ///
  /// A file of the same name that no export wrote stays.
  ///
  /// - Throws: `Failure` of kind `cannotWrite`.
  package func remove() throws {
    guard try isExported else { return }
    guard FileCall.unlink(path) else { throw Failure.cannotWrite(path) }
    try FolderNames.flush(folder)
  }

  /// Whether the file begins as the data set does, in either flavour.
  private var isExported: Bool {
    get throws {
      let descriptor = FileCall.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else {
        // Where there is nothing, a link, or a socket, no export wrote it. Anything else has to be recognised.
        guard [ENOENT, ELOOP, ENXIO].contains(errno) else { throw Failure.cannotWrite(path) }
        return false
      }
      defer { close(descriptor) }
      var status = stat()
      // The call fills the struct it is given.
      guard FileCall.status(descriptor, &status) else { throw Failure.cannotWrite(path) }
      guard status.st_mode & S_IFMT == S_IFREG else { return false }
      var head = [UInt8](repeating: 0, count: 4096)
      guard let count = SystemCall.read(into: &head, from: descriptor) else {
        throw Failure.cannotWrite(path)
      }
      return try [CSVFlavour.standard, .excel].contains { flavour in
        try head.prefix(count).starts(with: DataSet.flags(Pieces([]), .utc).csv(flavour))
      }
    }
  }
}
