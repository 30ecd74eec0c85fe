import Files
import Glibc
import SQLite

/// A ledger that is made beside another to take its place; it goes with this value unless it did.
package final class LedgerSuccessor {
  private let former: LedgerWriter
  private let place: String

  /// What the names of its files end with; nobody else gives such names to files beside a database.
  static let endings = [new, proof].flatMap { ending in
    ([""] + BuildPlaces.endings + ["-journal"]).map { ending + $0 }
  }
  private static let new = "-anew"
  private static let proof = "-proof"

  /// - Parameter former: opened for writing by the holder of the lock; it is only read here.
  package init(of former: LedgerWriter) throws {
    self.former = former
    place = try StorePath.resolve(former.path)
    removeFiles()
  }

  deinit { removeFiles() }

  /// Opens it for writing; it is empty the first time.
  ///
  /// A crash leaves nothing of worth, so nothing waits for the disk before `replaceFormer`.
  package func open() throws -> LedgerWriter {
    try LedgerWriter.openForWriting(place + Self.new, isDurable: false)
  }

  /// Opens a copy of it for writing, for a look and nothing else.
  ///
  /// - Returns: `nil` when it was asked to stop.
  package func openCopy(shouldStop: @escaping @Sendable () -> Bool) throws -> LedgerWriter? {
    let isWhole = try LedgerCopy.write(
      LedgerReader.openForReading(place + Self.new), to: place + Self.proof, shouldStop: shouldStop)
    return isWhole ? try LedgerWriter.openForWriting(place + Self.proof, isDurable: false) : nil
  }

  /// Gives it what the former ledger holds beside what logs told: publications, what is known of findings, and from when
  /// on lines are taken in.
  package func takeOver(into store: LedgerWriter) throws {
    try store.database.attach(place, as: "former", mode: .readOnly)
    try store.database.transaction {
      try store.database.execute(
        """
        INSERT OR REPLACE INTO main.setting SELECT * FROM former.setting;
        INSERT INTO main.publication SELECT * FROM former.publication;
        INSERT INTO main.published_day SELECT * FROM former.published_day;
        INSERT INTO main.acknowledgement SELECT * FROM former.acknowledgement;
        """)
    }
    try store.database.execute("DETACH former")
  }

  /// Puts it in the former ledger's place; no store of either may be open that writes.
  package func replaceFormer() throws { try FolderNames.put(place + Self.new, inPlaceOf: place) }

  private func removeFiles() { for ending in Self.endings { FileCall.unlink(place + ending) } }
}
