/// Which Java a program is.
enum JavaVersion {
  /// The major version: 8 of `1.8.0_402`, 17 of `17.0.15`.
  ///
  /// - Returns: `nil` when the program does not say one within ten seconds.
  static func asked(of java: String, environment: [String: String]) throws -> Int? {
    try ProgramAnswer.of(java, ["-version"], environment: environment).flatMap(number)
  }

  /// The version in what `java -version` prints: `openjdk version "17.0.15" 2025-04-15`.
  static func number(in text: String) -> Int? {
    guard let mark = text.firstRange(of: "version \"") else { return nil }
    let parts = text[mark.upperBound...].prefix { $0.isASCII && ($0.isNumber || $0 == ".") }.split(
      separator: "."
    )
    .compactMap { Int($0) }
    return parts.first == 1 && parts.count > 1 ? parts[1] : parts.first
  }
}
