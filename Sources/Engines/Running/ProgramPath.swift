import Files
import Glibc

/// Programs by their names.
enum ProgramPath {
  /// The first of the search path that can be run.
  static func found(_ program: String, _ environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }.first(where: isProgram)
  }

  static func isProgram(_ path: String) -> Bool {
    !isFolder(path) && FileCall.access(path, X_OK)
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return FileCall.status(path, &status) && status.st_mode & S_IFMT == S_IFDIR
  }
}
