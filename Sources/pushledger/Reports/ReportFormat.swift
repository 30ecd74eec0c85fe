import CommandLineKit
import Reporting

/// What `report` can write; the raw value is what people type.
enum ReportFormat: String, CaseIterable, ArgumentValue, Sendable {
  case markdown, slack, dingtalk, wecom

  /// The ending of the files in a folder.
  var fileExtension: String { chat == nil ? "md" : "jsonl" }

  /// The chat whose messages it writes; `nil` for pages.
  var chat: ChatDialect? {
    switch self {
    case .markdown: nil
    case .slack: .slack
    case .dingtalk: .dingTalk
    case .wecom: .weCom
    }
  }
}
