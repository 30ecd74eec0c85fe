import Glibc

/// Programs by their names.
enum ProgramPath {
  /// The first of the search path that can be run.
  static func found(_ program: String, _ environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }.first(where: isProgram)
  }

  static func isProgram(_ path: String) -> Bool {
    unsafe !isFolder(path) && access(path, X_OK) == 0
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
