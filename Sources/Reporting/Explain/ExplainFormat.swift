import JSONWriting

/// The formats of an explanation; users type the raw value.
package enum ExplainFormat: String, CaseIterable, Sendable {
  case text, json, markdown

  /// An explanation in this format, ending in LF.
  ///
  /// - Parameters:
  ///   - page: for people.
  ///   - json: for programs.
  func bytes(_ page: @autoclosure () -> ExplainPage, json: @autoclosure () -> JSONTree) -> [UInt8] {
    switch self {
    case .text: Array(page().text.utf8)
    case .markdown: Array(page().markdown.utf8)
    case .json: json().bytes
    }
  }
}
