/// What part of an AppKey, or of the ledger, a finding is about: names with their values, in the order they are told.
///
/// Empty when it is about all of it.
package struct FindingScope: Equatable, Sendable {
  package enum Part: String, CaseIterable, Sendable {
    case appVersion = "app_version"
    case osVersion = "os_version"
    case network = "network_type"
    case channel
    case message = "message_id"
    /// The AppKey that answers come under, where another sent.
    case answersUnder = "answers_under"
    case kind
    case reason
    /// A column of the log.
    case field
    /// An hour or a span of hours.
    case time
    /// Free words, where no name fits.
    case note
  }

  package struct Entry: Equatable, Sendable {
    package var part: Part
    package var value: String
  }

  package private(set) var entries: [Entry]

  package init(_ entries: [(Part, String)] = []) {
    self.entries = entries.map { Entry(part: $0.0, value: $0.1) }
  }

  package static func of(_ part: Part, _ value: String) -> FindingScope { FindingScope([(part, value)]) }

  package func and(_ part: Part, _ value: String) -> FindingScope {
    var scope = self
    scope.entries.append(Entry(part: part, value: value))
    return scope
  }

  package subscript(_ part: Part) -> String? { entries.first { $0.part == part }?.value }

  /// `app_version 5.0.0, os_version 17.4`; the empty text for all.
  package var text: String {
    entries.map { entry in
      switch entry.part {
      case .note: entry.value
      case .answersUnder: "answers under \(entry.value)"
      default: "\(entry.part.rawValue) \(entry.value.isEmpty ? "(unknown)" : entry.value)"
      }
    }
    .joined(separator: ", ")
  }
}
