import Assets
import CommandLineKit
import Foundation
import Prose
import ReceiptModel
import Reporting
import TestSupport

@testable import ConfigurationReading
@testable import pushledger

/// Where keys come from, with the file of each.
struct PhraseSources {
  /// A key and the file it stands in.
  struct Use: Hashable {
    var key: String
    var file: String
  }

  /// Keys that need a translation, in the order of their files.
  private(set) var needed: [Use] = []
  /// These, and every other literal that may be a key.
  private(set) var possible: Set<String> = []

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  init() throws {
    var failures: [Use] = []
    for file in try Self.phraseFiles() {
      let text = try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
      let isOfPhrases = Self.isOfPhrases(file)
      let isOfFailures = !Self.isOfFolders(file) || !isOfPhrases
      var uses: [Use] = []
      for literal in SwiftLiterals(text, failures: Self.makers).literals {
        possible.insert(literal.key)
        guard isOfPhrases && Self.isPhrase(literal, in: file) || isOfFailures && Self.isOfFailure(literal)
        else { continue }
        uses.append(Use(key: literal.key, file: file))
      }
      if isOfPhrases { needed += uses } else { failures += uses }
    }
    for template in ReportTemplate.all {
      let parsed = try Template(name: template.name, parsing: template.text)
      needed += Self.keys(of: parsed.parts).map { Use(key: $0, file: "reports/\(template.name).md") }
    }
    needed += Self.failureReasons().map { Use(key: $0, file: "tables/failure-reasons.csv") }
    needed += try KeyRecorder.help().map { Use(key: $0, file: "help") }
    needed += failures
    needed = needed.filter { Self.needsTranslation($0.key) }
    possible.formUnion(needed.map(\.key))
  }

  /// Whether there is something to translate: words, or punctuation between values, but not markup alone.
  static func needsTranslation(_ key: String) -> Bool {
    key.replacing(/\{\d+\}/, with: "").contains { !" *`".contains($0) }
  }

  // MARK: Literals

  /// Files in which a phrase can stand.
  private static func phraseFiles() throws -> [String] {
    let names = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    var files: [String] = []
    for case let name as String in names ?? FileManager.DirectoryEnumerator() where name.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appending(path: "Sources/\(name)"), encoding: .utf8)
      let file = "Sources/\(name)"
      guard name.hasPrefix("Prose/") || text.contains("import Prose"),
        !(isOfFolders(file) && notPhrases.contains(where: file.contains))
      else { continue }
      files.append(file)
    }
    return files.sorted()
  }

  /// Whether all literals of a file are phrases, but for those that `isPhrase` knows not to be; in the others only those
  /// that stand where a phrase is wanted.
  private static func isOfPhrases(_ file: String) -> Bool {
    isOfFolders(file) && !failureFiles.contains(where: file.contains)
      || ["/ImportMessages+Lines.swift", "/SpokenLines.swift"].contains(where: file.hasSuffix)
  }

  private static func isOfFolders(_ file: String) -> Bool {
    ["Sources/Diagnosis/", "Sources/ReceiptModel/", "Sources/Reporting/"].contains(where: file.hasPrefix)
  }

  /// Files of these folders that write no phrases but those of failures.
  private static let failureFiles = [
    "/Template.swift", "/Template+Checking.swift", "/Template+Parsing.swift", "/TemplateHeader.swift",
    "/DirectiveWords.swift", "/FailureReasons+CSV.swift",
  ]

  /// Calls that take the words of a failure, or a piece of them.
  private static let makers: Set<String> = [
    "Failure", "usage", "notHeld", "unusable", "unreadable", "placed", "only", "ConfigurationError", "mustBe",
    "read", "EngineError", "EngineFailure", "failure", "LoadRefusal", "TemplateError", "error", "check",
    "MappingError", "optional", "CatalogueError", "Mistake", "refused", "foreign", "damaged", "cannotWrite",
    "ofImport", "indented",
  ]

  /// Files that import Prose and write no phrases: formats for programs, and what is English in every language.
  private static let notPhrases = [
    "/DataSets/", "/TableFormats/", "/Configuration/", "/NagiosLine.swift", "/CheckMetrics.swift",
    "/RunMetrics.swift", "/ShellText.swift", "/CodeBlock.swift", "/MarkdownText.swift",
    "/FindingsJSON.swift", "/Page/MarkdownPage.swift",
  ]

  /// Whether a literal is of the words of a failure, or of something else that is declared as a phrase, and not a name.
  private static func isOfFailure(_ literal: SwiftLiterals.Literal) -> Bool {
    guard literal.isInPhrasePlace, literal.after != ":" else { return false }
    return literal.key.contains(" ")
      || literal.key.contains(/^[a-z]+$/) && ![",", "]", ")"].contains(literal.after)
  }

  private static func isPhrase(_ literal: SwiftLiterals.Literal, in file: String) -> Bool {
    let words = literal.key.replacing(/\{\d+\}/, with: "")
    guard words.contains(where: \.isLetter) else { return false }
    // Mistakes of programmers, and keys of a dictionary.
    if literal.before.contains(/precondition|fatalError/) || literal.after == ":" { return false }
    // Escapes of a terminal and markup; units of figures; names for programs.
    if words.contains(/[<>]|u\{/) || words.contains(/^[ .]*(ms|s|min|h)$/) { return false }
    if words.contains(/^_|^[a-z0-9]*([A-Z][a-z]*|[_.-][a-z0-9]+)+$/) && !words.contains(/^[A-Z][a-z]+$/) {
      return words.contains(/^[A-Z]+[a-z]*$/) && words.count > 1
    }
    // Class names and file names stand beside the few words of these writers.
    if ["/Page/HTML/", "/Page/SVG/", "/Page/PageFiles"].contains(where: file.contains) {
      return words == "Contents" || words.contains(/[A-Za-z]+ [a-z]+.* [a-z]+/) && !words.contains("=")
    }
    // Beginnings of names, and units of figures.
    if words.contains(/-$/) || words.contains(/^–? *(ms|s|min|h)?( UTC)?$/) { return false }
    // A lower-case word may be a phrase or a name; only where reports are written it is surely the former.
    if words.contains(/^[a-z]+$/), literal.key == words { return file.contains("/Report/Blocks/") }
    return words.count > 1
  }

  // MARK: Data

  private static func keys(of parts: [Template.Part]) -> [String] {
    parts.flatMap { part in
      switch part {
      case .passage(let passage): passage.kind == .code ? [] : [passage.key]
      case .condition(_, let inner, let otherwise): keys(of: inner) + keys(of: otherwise)
      case .query(_, let layout): [layout.title, layout.empty].compactMap { $0 }
      case .queryChart(_, let layout): [layout.title].compactMap { $0 }
      case .block, .chart: [String]()
      }
    }
  }

  private static func failureReasons() -> [String] {
    AssetFiles.text(of: "tables/failure-reasons.csv").split(separator: "\n").dropFirst().flatMap {
      line -> [String] in
      // The last two columns, which may be quoted.
      var cells = [""]
      var isQuoted = false
      for character in line {
        if character == "\"" {
          isQuoted.toggle()
        } else if character == ",", !isQuoted {
          cells.append("")
        } else {
          cells[cells.count - 1].append(character)
        }
      }
      return cells.dropFirst(4).filter { !$0.isEmpty }
    }
  }
}
