import ReceiptModel
import SQLite

extension LedgerReader {
  /// How many bytes the head digests of the known files cover, longest first: a short file's covers less than 4 KiB.
  package func knownHeadLengths() throws -> [Int] {
    let rows = try database.prepare(
      "SELECT DISTINCT head_bytes FROM file WHERE head_bytes > 0 ORDER BY 1 DESC")
    var result: [Int] = []
    while try rows.step() { result.append(Int(rows.integer(0))) }
    return result
  }

  /// The files that begin with these bytes, the one read furthest first.
  package func knownFiles(head: String, headBytes: Int) throws -> [KnownFile] {
    try files("WHERE head = ?1 AND head_bytes = ?2 ORDER BY offset DESC, ref") {
      $0.bind(head, at: 1)
      $0.bind(headBytes, at: 2)
    }
  }

  /// The files that have refused lines.
  package func filesWithRejects() throws -> [KnownFile] {
    try files("WHERE EXISTS (SELECT 1 FROM reject WHERE file_ref = ref) ORDER BY ref") { _ in }
  }

  /// All files that the ledger has read from.
  package func knownFiles() throws -> [KnownFile] { try files("ORDER BY ref") { _ in } }

  /// The ways in which a file was read, each as the options of `import` that say what its lines mean.
  package func readings(of file: KnownFile) throws -> [[String]] {
    let rows = try database.prepare("SELECT options FROM reading WHERE file_ref = ?1 ORDER BY options")
    rows.bind(file.ref, at: 1)
    var ways: [[String]] = []
    while try rows.step() {
      ways.append(rows.text(0).split(separator: KnownFile.separator).map(String.init))
    }
    return ways
  }

  private func files(_ condition: String, bind: (Statement) -> Void) throws -> [KnownFile] {
    let rows = try database.prepare(
      "SELECT ref, path, format, offset, last_line, state, head_bytes, head, tail, bytes, mapping FROM file \(condition)"
    )
    bind(rows)
    var result: [KnownFile] = []
    while try rows.step() {
      result.append(
        KnownFile(
          ref: rows.integer(0), path: rows.text(1), format: rows.text(2), offset: rows.integer(3),
          lastLine: Int(rows.integer(4)), state: FileState(rawValue: Int(rows.integer(5))) ?? .reading,
          identity: FileIdentity(headBytes: Int(rows.integer(6)), head: rows.text(7), tail: rows.text(8)),
          bytes: rows.integer(9), mapping: rows.text(10)))
    }
    return result
  }
}
