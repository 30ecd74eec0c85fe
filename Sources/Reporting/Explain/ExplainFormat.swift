/// The formats of an explanation; the raw value is what users type.
package enum ExplainFormat: String, CaseIterable, Sendable {
  case text, json, markdown
}
