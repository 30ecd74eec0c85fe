import Digest
import Files
import JSONWriting
import Reporting
package import UserFiles

/// The generation that counts, and `current.basis`, by which a run sees that it would write the same again.
///
/// The file holds one digest: of the generation's manifest, of the ledger's file, by its stamp, and of the rest that the
/// files are a function of. Nobody has to read the ledger to see that nothing was written to it.
package struct StandingGeneration {
  private let tree: OutputTree
  private let ledger: String

  private var path: String { "\(tree.path)/current.basis" }

  /// - Parameter ledger: its path; the caller holds its lock.
  package init(in tree: OutputTree, of ledger: String) {
    self.tree = tree
    self.ledger = ledger
  }

  /// The generation, when it is the one that a run would write.
  ///
  /// - Parameter basis: as of `RunOutcome.basis`.
  /// - Returns: `nil` when the run has to be made to see.
  package func name(on basis: String) throws -> DatedName? {
    guard let name = try tree.current(), let mark = try mark(of: name, basis),
      (try? SmallFile.read(path, limit: mark.bytes.count)) == mark.bytes,
      // A ledger that was changed twice within a step of the clock would look the same.
      let noted = FileStamp(path), mark.ledger.isOlder(than: noted)
    else { return nil }
    return name
  }

  /// Notes what the generation that counts stands on; to be called when the run writes to the ledger no more.
  package func note(_ basis: String) throws {
    guard let name = try tree.current(), let mark = try mark(of: name, basis) else { return }
    try OutputFile.replace(path, with: mark.bytes)
  }

  private func mark(of name: DatedName, _ basis: String) throws -> (bytes: [UInt8], ledger: FileStamp)? {
    guard let manifest = tree.manifest(of: name), let stamp = FileStamp(ledger) else { return nil }
    let digest = CanonicalText([SHA256.hex(manifest.span), stamp.text, basis]).digest
    let line = JSONTree.object([("generation", .text(name.text)), ("basis", .text(digest))]).lineBytes
    return (line, stamp)
  }
}
