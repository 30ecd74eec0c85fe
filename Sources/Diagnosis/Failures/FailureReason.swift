import Prose
import ReceiptModel

/// A reason as the log gives it, with what the table says of it.
struct FailureReason: Hashable, Comparable {
  var code: String
  var text: String
  var entry: FailureReasons.Entry?
  /// The number of deliveries that failed for it.
  var count = 0

  /// As people know it: the text, or the code where there is none.
  ///
  /// A gateway may repeat a token in its words. So a word of 20 letters or more with a digit in it is left out, and so is
  /// what comes after 80 characters.
  var name: Phrase {
    guard !text.isEmpty || !code.isEmpty else { return "no reason given" }
    guard !text.isEmpty else { return "code \(String(code.prefix(40)))" }
    var name = ""
    var word = ""
    func endWord() {
      let isToken = word.unicodeScalars.count >= 20 && word.contains(where: \.isNumber)
      name += isToken ? "…" : word
      word = ""
    }
    for character in text.prefix(200) {
      if character.isLetter || character.isNumber || "-_:=+/".contains(character) {
        word.append(character)
      } else {
        endWord()
        name.append(character.isNewline || character == "\t" ? " " : character)
      }
    }
    endWord()
    return .text(name.count > 80 ? name.prefix(79) + "…" : name)
  }

  /// The name with its meaning.
  var explained: Phrase {
    if let entry { return "\(name): \(Phrase(.term(entry.meaning)))" }
    return text.isEmpty && code.isEmpty
      ? "the log gives no reason" : "\(name): a reason that is not in the table of failure reasons"
  }

  // The entry plays no part here, since it follows from the rest.

  static func == (left: FailureReason, right: FailureReason) -> Bool {
    left.code.hasSameBytes(as: right.code) && left.text.hasSameBytes(as: right.text)
  }

  func hash(into hasher: inout Hasher) {
    for byte in code.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0xFF))
    for byte in text.utf8 { hasher.combine(byte) }
  }

  static func < (left: FailureReason, right: FailureReason) -> Bool {
    left.code.hasSameBytes(as: right.code)
      ? left.text.precedesInBytes(right.text)
      : left.code.precedesInBytes(right.code)
  }
}

extension FailureSeries {
  /// The reasons in words, the most frequent with its meaning.
  var told: Phrase {
    guard let first = reasons.first else { return "no failure in the judged hours" }
    let others = reasons.dropFirst().prefix(2).map(\.name)
    guard !others.isEmpty else { return first.explained }
    let rest = reasons.count - 1 - others.count
    return rest > 0
      ? "\(first.explained); also \(others.joined()) and \(rest) more"
      : "\(first.explained); also \(others.joined())"
  }

  /// What to do about the most frequent reason.
  var advice: Phrase? { (reasons.first?.entry?.advice).map { Phrase(.term($0)) } }

  /// The channel, with the reason where a single one is behind four failures in five.
  var scope: FindingScope {
    let scope = FindingScope.of(.channel, channel)
    let all = reasons.reduce(0) { $0 + $1.count }
    guard let first = reasons.first, first.count * 5 >= all * 4 else {
      return scope.and(.note, words: "several reasons")
    }
    return scope.and(.reason, words: first.name)
  }
}
