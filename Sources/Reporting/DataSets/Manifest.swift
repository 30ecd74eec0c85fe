import Digest

/// The file that says what the files beside it are: written last, so a reader who follows it sees one whole export.
package struct Manifest: Sendable {
  /// Raised whenever a column is added or a definition changes.
  package static let schemaVersion = 3

  package struct File: Sendable {
    package var name: String
    /// The description of the data set in the file; `nil` for what is no table: a report, a list of findings, a
    /// snapshot.
    package var table: (description: DataSetDescription, rowCount: Int)?
    package var sha256: String
    package var byteCount: Int

    /// - Parameter content: the bytes of the file.
    package init(name: String, content: [UInt8]) {
      self.init(name: name, sha256: SHA256.hex(content.span), byteCount: content.count)
    }

    /// A data set as a CSV file, which is written meanwhile.
    ///
    /// - Parameter write: is called with one piece of the file after the other.
    package init(
      name: String, of dataSet: DataSet, as flavour: CSVFlavour = .standard, _ write: ([UInt8]) throws -> Void
    ) throws {
      var (hash, count) = (SHA256(), 0)
      try dataSet.writeCSV(flavour) { piece in
        hash.update(piece.span)
        count += piece.count
        try write(piece)
      }
      self.init(name: name, dataSet: dataSet, sha256: hash.hex(), byteCount: count)
    }

    package init(name: String, dataSet: DataSet? = nil, sha256: String, byteCount: Int) {
      self.name = name
      table = dataSet.map { ($0.description, $0.rows.count) }
      self.sha256 = sha256
      self.byteCount = byteCount
    }
  }

  package var basis: ExportBasis
  package var files: [File]
  /// What a run found; `nil` for an export, which judges nothing.
  package var verdict: RunVerdict?

  package init(_ basis: ExportBasis, files: [File], verdict: RunVerdict? = nil) {
    self.basis = basis
    self.files = files
    self.verdict = verdict
  }
}
