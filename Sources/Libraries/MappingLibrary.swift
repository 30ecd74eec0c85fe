import ConfigurationReading
import Mappings
package import Prose
package import ReceiptModel
import UserFiles

/// Every mapping that has a name: the built-in ones, and the files of the user's folder, which stand before them.
package struct MappingLibrary: Sendable {
  package struct Entry: Sendable {
    package let mapping: SourceMapping
    /// The file as its author wrote it.
    package let text: String
    /// The file it came from; `nil` when it is built in.
    package var path: String?
  }

  /// Those of the user's folder, in the order of their names.
  private let own: [Entry]

  /// - Parameter folder: whose `.json5` files replace built-in mappings of the same name and add others; `nil` for none.
  /// - Throws: `Failure` of kind `inputMissing` or `permission` when the folder or a file cannot be read,
  ///   `ConfigurationError` for what is wrong in a file.
  package init(folder: String? = nil) throws {
    own = try (folder.map(Self.names) ?? []).map { try Self.file("\(folder ?? "")/\($0)\(Self.ending)") }
  }

  /// In the order in which a log is compared with them: one's own first.
  package var entries: [Entry] {
    let replaced = Set(own.map(\.mapping.name))
    return own
      + MappingCatalogue.all.filter { !replaced.contains($0.name) }.map { mapping in
        Entry(mapping: mapping, text: MappingCatalogue.text(of: mapping.name) ?? "")
      }
  }

  package var mappings: [SourceMapping] { entries.map(\.mapping) }

  /// The mapping of that name, or in the file of that path.
  ///
  /// - Throws: `Failure` of kind `usage` with the name that was probably meant; as `init` for a file.
  package func entry(_ nameOrPath: String) throws -> Entry {
    if nameOrPath.hasSuffix(Self.ending) || nameOrPath.contains("/") { return try Self.file(nameOrPath) }
    if let entry = entries.first(where: { $0.mapping.name == nameOrPath }) { return entry }
    throw Failure.usage(
      "no source is called '\(nameOrPath.escapedForTerminal())'",
      advice: Suggestion.nearest(to: nameOrPath, in: entries.map(\.mapping.name))
        ?? "see 'pushledger source list'; a file of your own is named by its path, ending in .json5")
  }

  /// What `--source` names: a mapping, or `nil` for the receipt log of Alibaba, which needs none.
  ///
  /// - Throws: as `entry`.
  package func mapping(_ nameOrPath: String) throws -> SourceMapping? {
    nameOrPath == Self.receiptLog ? nil : try entry(nameOrPath).mapping
  }

  /// What the receipt log is called where mappings are named.
  package static let receiptLog = "alibaba"

  /// The names of the mappings in a folder, whose files are not looked into.
  package static func names(in folder: String) throws(Failure) -> [String] {
    try TextFile.names(in: folder).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(ending.count)) }
  }

  private static let ending = ".json5"

  private static func file(_ path: String) throws -> Entry {
    let text = try TextFile.read(path, limit: 1 << 20, beyondIs: "no mapping")
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(MappingError) {
      let mapping = try SourceMapping(
        json5: Array(text.utf8), name: name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name)
      return Entry(mapping: mapping, text: text, path: path)
    } catch {
      throw ConfigurationError(
        "\(path.escapedForTerminal()): \(error.message.escapedForTerminal(limit: 400))",
        advice:
          "docs/sources.md describes mapping files; 'pushledger source show NAME' prints one to begin with")
    }
  }
}
