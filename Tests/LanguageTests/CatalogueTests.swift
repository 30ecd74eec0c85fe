import Assets
import Foundation
import Prose
import TestSupport
import Testing

/// Every language says everything, and nothing else; `scripts/update-languages` brings the files up to date.
@Suite struct CatalogueTests {
  static let others = LanguageTag.allCases.filter { $0 != .english }

  @Test(arguments: others)
  func `every phrase of the program is translated, and nothing is that it does not say`(
    tag: LanguageTag
  ) throws {
    let sources = try PhraseSources()
    let rendered = try RenderedKeys.all().filter(PhraseSources.needsTranslation)
    let file = try CatalogueFile(tag)
    let known = Set(sources.needed.map(\.key))
    let more = rendered.filter { !known.contains($0) }.map { PhraseSources.Use(key: $0, file: "said") }
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      // Short words that only some ledgers make it say are kept.
      let kept = file.catalogue.entries.filter { !$0.translation.isEmpty }.map(\.key).filter {
        !known.contains($0) && !rendered.contains($0) && sources.possible.contains($0)
      }
      try file.write(sources.needed + more + kept.map { PhraseSources.Use(key: $0, file: "said") })
    }
    let catalogue = try CatalogueFile(tag).catalogue
    let translations = catalogue.translations
    let missing = (sources.needed + more).filter { translations[$0.key] == nil }
    #expect(
      missing.map { "\($0.file): \($0.key)" } == [], "run scripts/update-languages and fill in what is empty")
    let used = sources.possible.union(rendered)
    let stale = catalogue.entries.map(\.key).filter { !used.contains($0) }
    #expect(stale == [], "run scripts/update-languages, which leaves them out")
  }

  @Test(arguments: others) func `a translation has the places and the markup of its key`(tag: LanguageTag)
    throws
  {
    for entry in try CatalogueFile(tag).catalogue.entries where !entry.translation.isEmpty {
      let (key, translation) = (entry.key, entry.translation)
      #expect(Self.places(key) == Self.places(translation), "line \(entry.line): \(key)")
      for mark in ["**", "`", "]("] {
        #expect(
          Self.count(mark, key) == Self.count(mark, translation), "line \(entry.line): \(mark) in \(key)")
      }
      #expect(key.hasSuffix("\n") == translation.hasSuffix("\n"), "line \(entry.line)")
    }
  }

  @Test(arguments: others) func `strong text ends where Markdown sees its end`(tag: LanguageTag) throws {
    for entry in try CatalogueFile(tag).catalogue.entries {
      // CommonMark, "Emphasis": behind punctuation the marks end nothing unless a blank or more punctuation follows.
      let hidden = entry.translation.matches(of: /[。，；：！？）]\*\*[^\s\p{P}]/)
      #expect(hidden.isEmpty, "line \(entry.line): \(entry.translation)")
    }
  }

  @Test(arguments: others) func `command lines, options and names stay as they are`(tag: LanguageTag) throws {
    for entry in try CatalogueFile(tag).catalogue.entries where !entry.translation.isEmpty {
      let names = entry.key.matches(
        of: /--[a-z][a-z-]+|\$[A-Z_]+|\b[a-z]+(_[a-z]+)+\b|\b[\w-]+\.(?:csv|json5?|db|prom)\b/
      )
      .map { String($0.output.0) }
      // A name alone is a title.
      for name in names where name != entry.key {
        #expect(entry.translation.contains(name), "line \(entry.line): \(name)")
      }
    }
  }

  @Test(
    .enabled(if: ProgramRun.path(of: "msgfmt") != nil, "gettext is not installed"), arguments: others)
  func `gettext finds nothing to complain of`(tag: LanguageTag) throws {
    let run = try ProgramRun(
      try #require(ProgramRun.path(of: "msgfmt")),
      ["--check", "--output-file=/dev/null", try CatalogueFile(tag).url.path])
    #expect(run.code == 0 && run.errorText.isEmpty, "\(run.errorText)")
  }

  @Test(arguments: others) func `the program holds the file`(tag: LanguageTag) throws {
    #expect(try CatalogueFile(tag).text == LanguageCatalogue.text(of: tag))
    #expect(!LanguageCatalogue.language(tag).translations.isEmpty)
  }

  private static func places(_ text: String) -> [String] {
    Set(text.matches(of: /\{\d+\}/).map { String($0.output) }).sorted()
  }

  private static func count(_ mark: String, _ text: String) -> Int {
    text.components(separatedBy: mark).count - 1
  }
}
