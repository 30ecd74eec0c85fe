import ReceiptModel
package import Reporting
import UserFiles

extension LedgerView {
  /// Writes CSV data sets, the data package and the manifest into a folder, all replaced together.
  ///
  /// - Parameter names: of `DataSet.names`, in their order.
  package func writeFiles(
    _ names: [String], into path: String, as flavour: CSVFlavour, includesSilentFlags: Bool
  ) throws {
    var folder = try StagedFolder(path)
    var files: [Manifest.File] = []
    for name in names {
      let dataSet = try dataSet(name, includesSilentFlags: includesSilentFlags)
      let bytes = dataSet.csv(flavour)
      try folder.write(bytes, to: "\(name).csv")
      files.append(Manifest.File(name: "\(name).csv", dataSet: dataSet, content: bytes))
    }
    var manifest = Manifest(
      toolVersion: toolVersion, asOf: Instant(milliseconds: scope.asOf), zone: zone, since: since,
      until: until, files: files)
    manifest.loadedDays = try loadedDays()
    try folder.write(DataPackage(manifest, flavour: flavour).json, to: "datapackage.json")
    try folder.write(manifest.json, to: "manifest.json")
    try folder.publish()
  }
}
