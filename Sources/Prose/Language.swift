/// A language that the program speaks: what stands for each key of a phrase.
package struct Language: Sendable {
  /// As in BCP 47: `en`, `zh-Hans`.
  package var tag: String
  /// By the English key; what has none is said in English.
  package var translations: [String: String]
  /// Told every key that is asked for: how tests find those without a translation.
  package var observer: (@Sendable (String) -> Void)?

  package init(tag: String, translations: [String: String], observer: (@Sendable (String) -> Void)? = nil) {
    self.tag = tag
    self.translations = translations
    self.observer = observer
  }

  /// The language in which all phrases are written.
  package static let english = Language(tag: "en", translations: [:])

  /// The words for a key.
  package func words(_ key: String) -> String {
    observer?(key)
    return translations[key] ?? key
  }
}
