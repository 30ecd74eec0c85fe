/// The formats of reports; the raw value is what people type, and its name in the configuration.
///
/// To add one, add a case, the ending of its files, and what writes it in `ReportFiles`.
package enum ReportFormat: String, CaseIterable, Sendable {
  case markdown, html, json, slack, dingtalk, wecom

  package static var names: [String] { allCases.map(\.rawValue) }

  /// What the names of such files end in, without the point.
  package var fileEnding: String {
    switch self {
    case .markdown: "md"
    case .html: "html"
    case .json: "json"
    case .slack, .dingtalk, .wecom: "\(rawValue).jsonl"
    }
  }

  /// Whether it has a place for when findings were first seen.
  package var datesFindings: Bool {
    switch self {
    case .json: true
    case .markdown, .html, .slack, .dingtalk, .wecom: false
    }
  }

  /// The chat whose messages it writes; `nil` for others.
  package var chat: ChatDialect? {
    switch self {
    case .markdown, .html, .json: nil
    case .slack: .slack
    case .dingtalk: .dingTalk
    case .wecom: .weCom
    }
  }

  /// The format asked for; without one, the ending of the output's name decides, and otherwise it is Markdown.
  package init(asked: ReportFormat?, output: String?) {
    let name = (output ?? "").lowercased()
    let isPage = [".html", ".htm"].contains { name.hasSuffix($0) }
    self = asked ?? (isPage ? .html : name.hasSuffix(".json") ? .json : .markdown)
  }
}
