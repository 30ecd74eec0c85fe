import Prose
import Testing

@Suite struct PhraseTests {
  @Test func `a literal is a key with places for its values`() {
    let phrase: Phrase = "\("a") of \(12) in {braces}"
    #expect(
      phrase.parts == [Phrase.Part(key: "{1} of {2} in {{braces}}", values: [.text("a"), .figure("12")])])
    #expect(phrase.plain() == "a of 12 in {braces}")
  }

  @Test func `a translation may put values in another order and say one twice`() {
    let language = Language(tag: "xx", translations: ["{1} of {2}": "{2}/{1}/{2}"])
    let phrase: Phrase = "\(3) of \(5)"
    #expect(phrase.plain(in: language) == "5/3/5")
    #expect(phrase.plain() == "3 of 5")
  }

  @Test func `phrases within phrases are translated, too`() {
    let language = Language(tag: "xx", translations: ["no data": "nichts", "It says {1}.": "Es sagt {1}."])
    let inner: Phrase = "no data"
    #expect(("It says \(inner)." as Phrase).plain(in: language) == "Es sagt nichts.")
  }

  @Test func `markup is ours only, values are never read for it`() {
    let phrase: Phrase = "**Not ripe:** run `check` on \("**x** `y` {1} [z](q)"), see [docs](docs/check.md)"
    #expect(
      phrase.tokens(in: .english) == [
        .strong, .words("Not ripe:"), .strong, .words(" run "), .literal("check"), .words(" on "),
        .text("**x** `y` {1} [z](q)"), .words(", see "), .link(words: "docs", target: "docs/check.md"),
      ])
  }

  @Test func `a translation that names a place without a value leaves it out`() {
    let language = Language(tag: "xx", translations: ["{1} sends": "{1} {2} {9} Sendungen {"])
    #expect(("\(4) sends" as Phrase).plain(in: language) == "4   Sendungen {")
  }

  @Test func `a term of a table is translated where it is known, and stays text`() {
    let language = Language(tag: "xx", translations: ["token expired": "**abgelaufen**"])
    #expect(Phrase(.term("token expired")).tokens(in: language) == [.text("**abgelaufen**")])
    #expect(Phrase(.term("other")).tokens(in: language) == [.text("other")])
  }

  @Test func `phrases are joined by words that can be translated`() {
    let language = Language(tag: "zh-Hans", translations: [", ": "、"])
    #expect((["a", "b"] as [Phrase]).joined().plain(in: language) == "a、b")
    #expect(([] as [Phrase]).joined().isEmpty)
  }

  @Test func `long text is cut by scalars and marked`() {
    #expect(Phrase.text("abcdef", limit: 3).plain() == "abc…")
    #expect(Phrase.text("abc", limit: 3).plain() == "abc")
  }

  @Test func `texts of a phrase are cut for a bounded place, our own words are not`() {
    let inner: Phrase = "inner \("abcdefgh")"
    let phrase: Phrase = "some words of ours \("abcdefgh") \(inner) \(code: "abcdefgh") \(figure: "12345678")"
    #expect(
      phrase.cuttingTexts(to: 3).plain() == "some words of ours abc… inner abc… abc… 12345678")
  }

  @Test func `a language tells which keys it is asked for`() {
    let language = Language(tag: "xx", translations: ["known": "bekannt"]) { key in
      #expect(["known", "{1} of {2}"].contains(key))
    }
    let known: Phrase = "known"
    #expect(("\(known) of \(2)" as Phrase).plain(in: language) == "bekannt of 2")
  }
}
