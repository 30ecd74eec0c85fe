/// Gathers lines of a template into passages: headings, paragraphs, items, and lines in a fence.
///
/// This is the part of Markdown that every output format can show. Anything else is taken for a paragraph, which Markdown
/// keeps as it stands.
struct PassageReader {
  private var done: [Template.Passage] = []
  private var open: Template.Passage?
  private(set) var isInFence = false

  /// - Parameter words: the line in pieces; of a line in a fence, the line.
  mutating func read(_ line: Substring, words: [Template.Passage.Word]) {
    let indent = line.prefix { $0 == " " }.count
    let text = line.dropFirst(indent)
    if isInFence || text.hasPrefix("```") { return readFence(text, line) }
    if text.isEmpty { return end() }
    let marks = text.prefix { $0 == "#" }.count
    if indent == 0, (1...6).contains(marks), text.dropFirst(marks).hasPrefix(" ") {
      end()
      done.append(Template.Passage(kind: .heading(level: marks), words: Self.trimmed(words, marks + 1)))
    } else if text.hasPrefix("- ") || text.hasPrefix("* ") {
      end()
      open = Template.Passage(kind: .item(depth: indent / 2), words: Self.trimmed(words, indent + 2))
    } else if var passage = open {
      passage.words += [.text("\n")] + Self.trimmed(words, passage.kind == .paragraph ? 0 : indent)
      open = passage
    } else {
      open = Template.Passage(kind: .paragraph, words: words)
    }
  }

  /// The passages since the last call.
  mutating func finish() -> [Template.Passage] {
    end()
    isInFence = false
    defer { done = [] }
    return done
  }

  private mutating func readFence(_ text: Substring, _ line: Substring) {
    guard isInFence else {
      end()
      isInFence = true
      open = Template.Passage(kind: .code, words: [])
      return
    }
    if text.hasPrefix("```") {
      isInFence = false
      end()
    } else {
      let isFirst = open?.words.isEmpty ?? true
      open?.words.append(.text((isFirst ? "" : "\n") + line))
    }
  }

  private mutating func end() {
    if let open { done.append(open) }
    open = nil
  }

  /// The pieces of a line without its first characters, which are text.
  private static func trimmed(_ words: [Template.Passage.Word], _ length: Int) -> [Template.Passage.Word] {
    guard length > 0, case .text(let first) = words.first else { return words }
    let rest = String(first.dropFirst(length))
    return (rest.isEmpty ? [] : [.text(rest)]) + words.dropFirst()
  }
}
