import Prose

/// What commands say of their answers, in the language of people.
enum SpokenLines {
  static func ledger(_ path: String) -> Phrase { "ledger: \(path)" }

  static let pseudonyms: Phrase = "device ids: pseudonyms"

  static let newestEvents: Phrase = "newest event of each AppKey and kind"

  /// - Parameter isNew: whether the generation came of this run.
  static func published(_ generation: String, isNew: Bool) -> Phrase {
    isNew ? "published \(generation)" : "nothing is new since \(generation)"
  }

  static func written(_ paths: [String]) -> Phrase { "wrote \(paths.map(Phrase.text).joined())" }

  static func written(_ count: Int, into folder: String) -> Phrase { "wrote \(count) files into \(folder)" }
}
