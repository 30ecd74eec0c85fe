/// Where a value stands in a record.
///
///     event.kind               key by key
///     ^appid                   in the record that holds the part
///     @key  @value             of a part: the key it stands under; itself, when it is text or a number
///     context>ChannelType      the text of `context` is JSON; on from there
///     target?push_id           the text of `target` is a URL or a form; a parameter of it
///     a\.b                     a key with a dot in it
///     details.0.code           the first element of the array `details`; on from there
package struct FieldPath: Hashable, Sendable {
  package enum Root: Hashable, Sendable {
    case part, record, key, value
  }

  package enum Step: Hashable, Sendable {
    case key(String)
    /// The text is JSON of its own.
    case json
    /// The text is a URL, a query string or a form; this is the value of one of its parameters.
    case parameter(String)
  }

  package var root: Root
  package var steps: [Step]

  package init(root: Root = .part, steps: [Step]) {
    self.root = root
    self.steps = steps
  }

  /// - Returns: `nil` for text that is no path.
  package init?(_ text: String) {
    var rest = Substring(text)
    if rest.first == "@" {
      let word = rest.dropFirst().prefix { $0 != "." && $0 != ">" && $0 != "?" }
      switch word {
      case "key": root = .key
      case "value": root = .value
      default: return nil
      }
      rest = rest.dropFirst(1 + word.count)
    } else if rest.first == "^" {
      root = .record
      rest = rest.dropFirst()
    } else {
      root = .part
    }
    guard let steps = Self.steps(rest, needsKey: root == .part || root == .record) else { return nil }
    self.steps = steps
  }

  private static func steps(_ text: Substring, needsKey: Bool) -> [Step]? {
    var steps: [Step] = []
    var name = ""
    // What the name that is being read belongs to.
    var mark: Character = needsKey ? "." : " "
    func close() -> Bool {
      switch mark {
      case " ": return name.isEmpty
      case "?": steps.append(.parameter(name))
      default: steps.append(.key(name))
      }
      return !name.isEmpty
    }
    var isEscaped = false
    for character in text {
      if isEscaped {
        name.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "." || character == ">" || character == "?" {
        guard close() else { return nil }
        if character == ">" { steps.append(.json) }
        name = ""
        mark = character
      } else {
        name.append(character)
      }
    }
    return !isEscaped && close() ? steps : nil
  }
}
