internal import Prose

/// How long ranked lists are, and what follows them.
enum Ranking {
  static let length = 10

  /// `and 12 more versions.` after a list, or nothing when all are shown.
  static func rest(_ count: Int, _ phrase: (Phrase) -> Phrase) -> [Page.Block] {
    count > length ? [.paragraph(phrase(Figures.count(count - length)))] : []
  }
}
