import Ledger
import LogReading
import TestSupport
import Testing

@testable import Operations

/// What an import was told is kept in words, by which its logs are read again.
@Suite struct ImportRequestTests {
  /// A request with some of all that decides what lines mean.
  private func request(_ generator: inout SeededGenerator) -> ImportRequest {
    func text() -> String? {
      Bool.random(using: &generator)
        ? ["a", "", "--app", "a=b", "+08:00"].randomElement(using: &generator) : nil
    }
    var request = ImportRequest()
    request.source = text()
    request.appKey = text()
    request.columns = text()
    request.assumeTimeZone = text()
    request.unwrap = text()
    request.format = FormatChoice.allCases.randomElement(using: &generator) ?? .auto
    request.keepsVendorIDs = Bool.random(using: &generator)
    request.keepsClientNetworks = Bool.random(using: &generator)
    request.isFinal = Bool.random(using: &generator)
    return request
  }

  @Test func `words say again what they were made of`() throws {
    var generator = SeededGenerator(seed: 24)
    for _ in 0..<200 {
      let request = request(&generator)
      let again = try ImportRequest(words: request.words)
      #expect(again.words == request.words)
      #expect(again.source == request.source && again.appKey == request.appKey)
      #expect(again.columns == request.columns && again.assumeTimeZone == request.assumeTimeZone)
      #expect(again.unwrap == request.unwrap && again.format == request.format)
      #expect(again.keepsVendorIDs == request.keepsVendorIDs && again.isFinal == request.isFinal)
      #expect(again.keepsClientNetworks == request.keepsClientNetworks)
    }
  }

  @Test func `the words are those of the command line, in an order of their own`() {
    var request = ImportRequest()
    request.isFinal = true
    request.format = .jsonLines
    request.source = "send-log"
    #expect(request.words == ["--source=send-log", "--format=jsonl", "--final"])
    #expect(ImportRequest().words.isEmpty)
  }

  @Test func `how a log is imported leaves no words, since it changes no meaning`() {
    var request = ImportRequest()
    request.rescans = true
    request.mergesFirst = true
    request.keepRejected = "rejected.jsonl"
    request.pseudonymKey = "key"
    #expect(request.words.isEmpty)
  }

  @Test(arguments: ["--strict", "--source", "source=a", "--final=1", ""])
  func `a word that no import says is refused`(word: String) {
    #expect(throws: LedgerError.self) { try ImportRequest(words: [word]) }
  }
}
