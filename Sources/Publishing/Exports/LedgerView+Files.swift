import ReceiptModel
package import Reporting
import UserFiles

extension LedgerView {
  /// Writes CSV data sets, the data package and the manifest into a folder, all replaced together.
  ///
  /// - Returns: how many files.
  package func writeFiles(
    _ kinds: [DataSetKind], into path: String, as flavour: CSVFlavour, includesSilentFlags: Bool
  ) throws -> Int {
    var folder = try StagedFolder(path)
    var files: [Manifest.File] = []
    try forEachDataSet(kinds, includesSilentFlags: includesSilentFlags) { kind, dataSet in
      let name = "\(kind.rawValue).csv"
      try folder.write(to: name) { write in
        files.append(try Manifest.File(name: name, of: dataSet, as: flavour, write))
      }
    }
    let manifest = Manifest(try basis(), files: files)
    try folder.write(DataPackage(manifest, flavour: flavour).json, to: "datapackage.json")
    try folder.write(manifest.json, to: "manifest.json")
    try folder.publish()
    return files.count + 2
  }
}
