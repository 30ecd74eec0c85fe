/// The languages the program speaks; the raw value is what users type, as in BCP 47.
package enum LanguageTag: String, CaseIterable, Sendable {
  case english = "en"
  case simplifiedChinese = "zh-Hans"
}
