import JSONWriting

/// A chat whose webhook takes messages.
package enum ChatDialect: Sendable {
  case slack, dingTalk, weCom

  var markup: any ChatMarkup {
    switch self {
    case .slack: SlackMarkup()
    case .dingTalk: DingTalkMarkup()
    case .weCom: WeComMarkup()
    }
  }
}

/// The marks of a chat, and how a message is handed to it.
protocol ChatMarkup: Sendable {
  /// Stands on both sides of strong text.
  var strong: String { get }
  /// Our own words.
  func words(_ words: String) -> String
  /// Text from a log: it shows as itself and does nothing.
  func text(_ text: String) -> String
  /// Text that is shown exactly, as far as the chat can.
  func code(_ text: String) -> String
  /// An address of the web as a link; it holds nothing that would end one.
  func link(_ address: String) -> String
  func heading(_ line: String) -> String
  /// - Parameter depth: 0 for an item that is below no other.
  func item(_ line: String, depth: Int) -> String
  /// The size of a text as the chat counts it.
  func size(_ text: String) -> Int
  /// The most that a line may have.
  var lineLimit: Int { get }
  /// The most that a message may have.
  var messageLimit: Int { get }
  /// A message as one line of JSON.
  func payload(title: String, lines: [String]) -> JSONTree
}
