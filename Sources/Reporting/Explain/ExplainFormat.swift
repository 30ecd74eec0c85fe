/// The formats of an explanation; users type the raw value.
package enum ExplainFormat: String, CaseIterable, Sendable {
  case text, json, markdown
}
