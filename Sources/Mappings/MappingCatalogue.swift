import Assets
import Prose
package import ReceiptModel

/// The mappings that come with the program: the files of `mappings/`.
package enum MappingCatalogue {
  /// Their names, in the order in which a log is compared with them.
  package static let names = AssetFiles.names(in: "mappings", ending: ".json5")

  /// The file of a mapping, as its author wrote it.
  package static func text(of name: String) -> String? {
    names.contains(name) ? AssetFiles.text(of: "mappings/\(name).json5") : nil
  }

  package static func mapping(_ name: String) -> SourceMapping? {
    text(of: name).map { read($0, name) }
  }

  /// All of them, read when they are first asked for: some thousand lines.
  package static let all: [SourceMapping] = names.compactMap(mapping)

  private static func read(_ text: String, _ name: String) -> SourceMapping {
    do throws(MappingError) {
      return try SourceMapping(json5: Array(text.utf8), name: name)
    } catch {
      preconditionFailure("\(name).json5: \(error.message.told())")
    }
  }
}
