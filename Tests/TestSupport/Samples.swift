public import Foundation

/// The sample logs that are kept beside the project.
public enum Samples {
  /// Their folder: `$PUSHLEDGER_SAMPLES`, else `../shared/samples` seen from the package; `nil` when there is none.
  public static let folder: URL? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["PUSHLEDGER_SAMPLES"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appending(path: "shared/samples")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// Why tests of samples are skipped.
  public static let skipped =
    "no sample logs: set PUSHLEDGER_SAMPLES to their folder, or put them at ../shared/samples"

  /// The files of a group, by name.
  public static func files(of group: String) -> [URL] {
    guard let folder else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: group), includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }
}
