import Glibc

/// The descriptors 0, 1 and 2 of the process.
package enum Descriptors {
  /// Opens what the caller closed for nothing to be read and nothing written; else the next file that is opened, perhaps
  /// the ledger, is standard input or output.
  ///
  /// Call before anything is opened.
  package static func fillStandard() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one. A write to what is open for reading only fails, as it did when it was closed.
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
