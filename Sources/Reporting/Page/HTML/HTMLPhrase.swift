import Prose

/// Writes phrases as inline HTML.
struct HTMLPhrase {
  var language: Language

  func html(_ phrase: Phrase) -> HTMLText {
    var isStrong = false
    var result = HTMLText.empty
    for token in phrase.tokens(in: language) {
      switch token {
      case .strong:
        result += isStrong ? "</strong>" : "<strong>"
        isStrong.toggle()
      case .words(let words): result += unbroken(CharacterReferences.resolved(words))
      case .literal(let text): result += "<code>\(text)</code>"
      case .code(let text): result += "<code>\(Self.words(of: text))</code>"
      case .link(let words, let target): result += link(words, target)
      case .reference(let name, let target): result += link(name, target)
      case .text(let text): result += text.isRightToLeft ? "<bdi>\(text)</bdi>" : unbroken(text)
      case .figure(let text): result += unbroken(text)
      case .bar(let share): result += HTMLPictures.bar(share)
      case .sparkline(let line): result += HTMLPictures.sparkline(line, language)
      }
    }
    if isStrong { result += "</strong>" }
    return result
  }

  /// A command of which lines end between words: browsers would also end them behind the hyphen of an option.
  static func words(of code: String) -> HTMLText {
    guard code.contains(" "), code.contains("-") else { return "\(code)" }
    return code.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "<span class=\"word\">\(String($0))</span>" as HTMLText }.joined(
        separator: " ")
  }

  /// Text whose lines break neither inside the date or time that it is or begins with, nor before a percent sign.
  private func unbroken(_ text: String) -> HTMLText {
    let shape = text.utf8.map {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) ? UInt8(ascii: "0") : $0
    }
    if shape.starts(with: "0000-00-00T".utf8), shape.count <= "0000-00-00T00:00:00.000+00:00".utf8.count {
      return """
        <span class="date">\(String(text.prefix(11)))</span><wbr><span class="date">\(String(text.dropFirst(11)))</span>
        """
    }
    if shape.starts(with: "0000-00-00".utf8) {
      return "<span class=\"date\">\(String(text.prefix(10)))</span>\(String(text.dropFirst(10)))"
    }
    guard text.contains("%") else { return "\(text)" }
    var result = ""
    for character in text {
      if character == "%", result.last == " " {
        result.removeLast()
        result.append("\u{A0}")
      }
      result.append(character)
    }
    return "\(result)"
  }

  /// A link, unless following it could run something.
  private func link(_ words: String, _ target: String) -> HTMLText {
    // By scalars: a colon with an accent upon it is another Character, but still ends a scheme.
    let start = target.unicodeScalars.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let scheme = start.firstIndex(of: ":").map { String(start[..<$0]).lowercased() }
    guard scheme.map({ ["http", "https", "mailto"].contains($0) }) ?? true else { return "\(words)" }
    return "<a href=\"\(target)\">\(words)</a>"
  }
}

extension String {
  /// Whether some of it is written from right to left: then it must not turn the words and numbers around it.
  ///
  /// Blocks of Unicode's DerivedBidiClass.txt that are R or AL.
  fileprivate var isRightToLeft: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
      default: false
      }
    }
  }
}

/// `&#123;` and `&lt;`, by which authors of templates write what would mean something in Markdown.
enum CharacterReferences {
  private static let names: [Substring: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}",
  ]

  static func resolved(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      if let end = rest.prefix(12).firstIndex(of: ";"), let character = character(rest[..<end].dropFirst()) {
        result.append(character)
        rest = rest[rest.index(after: end)...]
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }

  private static func character(_ reference: Substring) -> Character? {
    guard reference.hasPrefix("#") else { return names[reference] }
    let digits = reference.dropFirst()
    let number =
      digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map(Character.init)
  }
}
