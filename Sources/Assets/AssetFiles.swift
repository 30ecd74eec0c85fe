import CAssets

/// The files of the repository that are compiled into the program: queries, reports, mappings, languages and tables.
package enum AssetFiles {
  /// - Parameters:
  ///   - path: from the repository's root on, such as `queries/open-rate.sql`; one that `Sources/CAssets/files.c` names.
  package static func text(of path: String) -> String {
    guard let file = unsafe all.first(where: { unsafe String(cString: $0.path) == path }) else {
      preconditionFailure("\(path) is not in the program")
    }
    return unsafe String(cString: file.text)
  }

  /// The names of a folder's own files without their endings, in the order in which the program lists them.
  package static func names(in folder: String, ending: String) -> [String] {
    unsafe all.compactMap { file in
      let path = unsafe String(cString: file.path)
      guard path.hasPrefix("\(folder)/"), path.hasSuffix(ending) else { return nil }
      let name = path.dropFirst(folder.utf8.count + 1).dropLast(ending.utf8.count)
      return name.contains("/") ? nil : String(name)
    }
  }

  /// Constants of the program.
  private static var all: UnsafeBufferPointer<pushledger_file> {
    var count = 0
    let start = unsafe pushledger_files(&count)
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }
}
