package import Prose

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

    /// Whether it stays while a finding lasts: a stretch of time moves on, and free words change with their numbers.
    package var isLasting: Bool { self != .time && self != .note }
  }

  package struct Entry: Equatable, Sendable {
    package var part: Part
    /// As scripts and parameters of queries see it, in no language but English.
    package var value: String
    /// As people read it.
    package var words: Phrase
  }

  package private(set) var entries: [Entry]

  package init(_ entries: [(Part, String)] = []) {
    self.entries = entries.map { Entry(part: $0.0, value: $0.1, words: .text($0.1)) }
  }

  package static func of(_ part: Part, _ value: String) -> FindingScope { FindingScope([(part, value)]) }
  package static func of(_ part: Part, words: Phrase) -> FindingScope {
    FindingScope().and(part, words: words)
  }

  package func and(_ part: Part, _ value: String) -> FindingScope {
    var scope = self
    scope.entries.append(Entry(part: part, value: value, words: .text(value)))
    return scope
  }

  /// With a value that holds words of ours.
  package func and(_ part: Part, words: Phrase) -> FindingScope {
    var scope = self
    scope.entries.append(Entry(part: part, value: words.plain(), words: words))
    return scope
  }

  /// The parts that stay while a finding lasts.
  package var lasting: FindingScope {
    var scope = self
    scope.entries.removeAll { !$0.part.isLasting }
    return scope
  }

  package subscript(_ part: Part) -> String? { entries.first { $0.part == part }?.value }

  /// `app_version 5.0.0, os_version 17.4`; the empty text for all.
  package var phrase: Phrase {
    entries.map { entry -> Phrase in
      switch entry.part {
      case .note: entry.words
      case .answersUnder: "answers under \(entry.words)"
      default:
        entry.value.isEmpty
          ? "\(figure: entry.part.rawValue) (unknown)" : "\(figure: entry.part.rawValue) \(entry.words)"
      }
    }
    .joined()
  }

  /// The phrase in English: what findings are sorted by, and what scripts know them by in any language.
  package var text: String { phrase.plain() }
}
