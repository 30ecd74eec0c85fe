/// A language that the program speaks: what stands for each key of a phrase.
package struct Language: Sendable {
  /// As in BCP 47: `en`, `zh-Hans`.
  package var tag: String
  /// By the English key; what has none is said in English.
  package var translations: [String: String]

  package init(tag: String, translations: [String: String]) {
    self.tag = tag
    self.translations = translations
  }

  /// The language in which all phrases are written.
  package static let english = Language(tag: "en", translations: [:])

  /// The words for a key.
  package func words(_ key: String) -> String { translations[key] ?? key }
}
