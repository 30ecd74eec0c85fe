import Prose

/// Text in the language of manual pages.
///
/// The first character of a line can make it a command, and a backslash begins an escape wherever it stands; after
/// `escape` neither does. Macros are those of man(7) which groff and mandoc have had for decades.
struct Roff {
  /// A part of a line in one font.
  enum Piece {
    case plain(String)
    case bold(String)
    case variable(String)

    fileprivate var text: String {
      switch self {
      case .plain(let text): Roff.escape(text)
      case .bold(let text): "\\fB\(Roff.escape(text))\\fR"
      case .variable(let text): "\\fI\(Roff.escape(text))\\fR"
      }
    }
  }

  private(set) var text = ""
  private var isBelowHeading = false

  /// The text, as it is to be read: nothing in it is a command or an escape, and what is typed can be copied.
  static func escape(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      // Without the backslash they come out as typographic characters, which no shell understands.
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case "\n", "\t": result += " "
      case _ where scalar.value < 0x20: break
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }

  mutating func line(_ escaped: String) {
    text += escaped + "\n"
    isBelowHeading = escaped.hasPrefix(".SH ") || escaped.hasPrefix(".SS ")
  }

  mutating func macro(_ name: String, _ arguments: String...) {
    line(([".\(name)"] + arguments.map { "\"\(Self.escape($0))\"" }).joined(separator: " "))
  }

  /// What a page begins with.
  mutating func title(_ name: String, section: Int, of program: Program, volume: String) {
    // The page is made by the program at hand, so that it needs no date but the version.
    macro("TH", name.uppercased(), "\(section)", "", "\(program.name) \(program.version)", volume)
    // Names and command lines are to be copied as they stand.
    line(".nh")
    line(".ad l")
  }

  /// What a page ends with: others, with their sections.
  mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
    guard !pages.isEmpty else { return }
    heading("SEE ALSO")
    let ordered = pages.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
    for (index, page) in ordered.enumerated() {
      let comma = index + 1 < ordered.count ? "," : ""
      line(Piece.bold(page.name).text + "(\(page.section))\(comma)")
    }
  }

  mutating func heading(_ title: String) { macro("SH", title) }

  mutating func subheading(_ title: String) { macro("SS", title) }

  mutating func words(_ pieces: [Piece]) { line(pieces.map(\.text).joined(separator: " ")) }

  /// Paragraphs, which blank lines separate; lines that begin with a space are shown as they are.
  ///
  /// What stands between two backticks is set bold.
  mutating func paragraphs(_ text: String) {
    var isParagraph = false
    for source in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if source.isEmpty {
        isParagraph = false
        continue
      }
      // A heading begins a paragraph itself.
      if !isParagraph, !isBelowHeading { line(".PP") }
      isParagraph = true
      if source.hasPrefix(" ") {
        line(".nf")
        line(Self.escape(source))
        line(".fi")
      } else {
        fill(Self.marked(source))
      }
    }
  }

  /// A term and what it means, indented below it.
  mutating func item(_ label: [Piece], _ meaning: String) {
    line(".TP")
    line(label.map(\.text).joined())
    fill(Self.marked(meaning[...]))
  }

  /// A command line that can be copied, and what it does.
  mutating func example(_ example: Example) {
    line(".TP")
    line(Piece.bold(example.line).text)
    fill(Self.marked(example.meaning[...]))
  }

  private static func marked(_ text: Substring) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return breakable(text) }
    return parts.enumerated().map { $0 % 2 == 1 ? "\\fB\(escape($1))\\fR" : breakable($1) }.joined()
  }

  /// Says where a line may end in scripts without blanks, which formatters do not know by themselves.
  private static func breakable(_ text: Substring) -> String {
    String(text).breakablePieces.map { escape($0) }.joined(separator: "\\:")
  }

  /// Lines of up to 80 characters, which formatters fill again.
  private mutating func fill(_ escaped: String) {
    var filled = ""
    for word in escaped.split(separator: " ") {
      if !filled.isEmpty, filled.count + 1 + word.count > 80 {
        line(filled)
        filled = ""
      }
      // A break may have brought a dot to the front, and a control character it must not become.
      filled += filled.isEmpty ? (word.hasPrefix(".") ? "\\&" : "") + word : " " + word
    }
    line(filled)
  }
}
