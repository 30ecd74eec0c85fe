import Prose

/// DuckDB's command line, found by the search path.
struct DuckDBProgram {
  let path: String

  /// - Throws: `EngineError` of the kind `engineMissing`, with what to install.
  init(environment: [String: String]) throws {
    guard let found = ProgramPath.found("duckdb", environment).map(InputPaths.absolute) else {
      throw EngineError(
        .engineMissing, "there is no duckdb in the search path",
        advice: "install DuckDB's command line, such as PyPI's duckdb-cli, and put its folder on the PATH")
    }
    path = found
    let said = try ProgramAnswer.of(found, ["--version"], environment: environment)
    guard let version = said.flatMap(Self.version) else {
      throw EngineError(
        .engineMissing, "\(found): does not tell its version", advice: "try to run it by hand")
    }
    let parts = version.split(separator: ".").compactMap { Int($0) }
    guard !parts.lexicographicallyPrecedes(Self.least) else {
      throw EngineError(
        .engineMissing,
        "\(found): DuckDB \(version), but \(Self.least[0]).\(Self.least[1]) or newer is needed",
        advice: "put a newer one first on the PATH")
    }
  }

  /// The oldest that was tried.
  private static let least = [1, 4]

  /// The version in what it prints: `v1.5.6 (Variegata) 069cc9f9b5`.
  static func version(in text: String) -> String? {
    guard text.first == "v" else { return nil }
    let version = text.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    return version.isEmpty ? nil : String(version)
  }
}
