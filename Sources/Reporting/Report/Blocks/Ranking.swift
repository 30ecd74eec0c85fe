/// How long ranked lists are, and what follows them.
enum Ranking {
  static let length = 10

  /// `and 12 more versions.` after a list, or nothing when all are shown.
  static func rest(_ count: Int, _ things: String, detail: String? = nil) -> String {
    guard count > length else { return "" }
    return "\n\nand \(Figures.count(count - length)) more \(things)" + (detail.map { " with \($0)" } ?? "")
      + "."
  }
}
