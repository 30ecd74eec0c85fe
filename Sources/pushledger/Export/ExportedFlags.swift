import CommandLineKit
import Glibc
import Ledger
import ReceiptModel
import Reporting

/// The list of flagged deliveries that an export before this one may have left in its folder.
struct ExportedFlags {
  let folder: String

  private var path: String { "\(folder)/flags.csv" }

  /// Removes it, so that no device id stays beside data sets without any.
  ///
  /// A file of the same name that no export wrote stays.
  ///
  /// - Throws: `CommandFailure` with exit code 73.
  func remove() throws {
    guard try isExported else { return }
    guard unsafe unlink(path) == 0 else { throw CommandFailure.cannotWrite(path) }
    try FolderNames.flush(folder)
  }

  /// Whether the file begins as the data set does, in either flavour.
  private var isExported: Bool {
    get throws {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      var head = [UInt8](repeating: 0, count: 4096)
      let count = unsafe read(descriptor, &head, head.count)
      return [CSVFlavour.standard, .excel].contains { flavour in
        head.prefix(max(0, count)).starts(with: DataSet.flags([], .utc).csv(flavour))
      }
    }
  }
}
