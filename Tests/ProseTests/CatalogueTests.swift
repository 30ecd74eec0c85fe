import Prose
import Testing

@Suite struct CatalogueTests {
  @Test func `entries are read with comments, lines and escapes`() throws {
    let catalogue = try Catalogue(
      parsing: #"""
        # A catalogue.
        msgid ""
        msgstr ""
        "Language: xx\n"

        #: Sources/A.swift
        msgid "one \"two\""
        msgstr "eins\t\\"

        #, fuzzy
        msgid ""
        "first\n"
        "second"
        msgstr ""
        "erste\n"
        "zweite"

        msgid "nobody did it"
        msgstr ""
        """#)
    #expect(catalogue.entries.map(\.key) == ["one \"two\"", "first\nsecond", "nobody did it"])
    #expect(catalogue.entries.map(\.translation) == ["eins\t\\", "erste\nzweite", ""])
    #expect(catalogue.entries.map(\.line) == [7, 11, 18])
    #expect(catalogue.translations == ["one \"two\"": "eins\t\\"])
  }

  @Test(arguments: [
    ("msgid \"a\"\nmsgid \"b\"\nmsgstr \"\"", 1), ("msgstr \"a\"", 1), ("msgid \"a\"\nmsgstr \"b", 2),
    ("msgid \"a\"\nmsgstr \"a\"b\"", 2), ("msgid \"a\"\nmsgstr \"\\x\"", 2), ("\n\"a\"", 2), ("word", 1),
    ("msgid \"a\"\nmsgstr \"1\"\nmsgid \"a\"\nmsgstr \"2\"", 3), ("msgid \"a\"", 1),
    ("msgid_plural \"a\"", 1),
  ])
  func `what is not of the format is refused with its line`(text: String, line: Int) {
    #expect {
      _ = try Catalogue(parsing: text)
    } throws: { ($0 as? CatalogueError)?.line == line }
  }
}
