import Foundation
import ReceiptModel
import Reporting
import TestSupport
import Testing

/// Findings about what a hostile log claims.
struct FindingsHostileTests {
  private static let reports = HostileText.all.map { ($0, CheckSample.report([CheckSample.hostile($0)])) }

  @Test func `JSON gives back every text as it was`() throws {
    for (text, report) in Self.reports {
      let document = try JSONSerialization.jsonObject(with: Data(FindingsJSON.text(of: report).utf8))
      let finding = ((document as? [String: Any])?["findings"] as? [[String: Any]])?.first
      for name in ["app_key", "cause", "next_step"] {
        #expect((finding?[name] as? String).map { Array($0.utf8) } == Array(text.utf8))
      }
      #expect(
        (finding?["scope"] as? [String: String])?["app_version"].map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test func `a terminal and a monitor get nothing that they would obey`() {
    for (text, report) in Self.reports {
      let shown = FindingsText().text(of: report)
      #expect(
        shown.unicodeScalars.allSatisfy {
          $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        })
      #expect(
        !shown.unicodeScalars.contains {
          "\u{202E}\u{2066}\u{200F}\u{2028}\u{200B}".unicodeScalars.contains($0)
        })
      #expect(
        shown.split(separator: "\n").count { $0.hasPrefix("CRITICAL") } == 1, "\(text.debugDescription)")
      let line = NagiosLine.text(of: report, as: .critical)
      #expect(line.unicodeScalars.count { $0 == "\n" } == 1 && line.unicodeScalars.last == "\n")
      #expect(line.unicodeScalars.count { $0 == "|" } == 1)
      #expect(
        NagiosLine.unknown(because: text).unicodeScalars.allSatisfy { !"|`$".unicodeScalars.contains($0) })
    }
  }

  @Test func `a GFM parser sees no link, image or HTML in a page of findings`() throws {
    let page = MarkdownPage().text(of: Page(CheckSample.report(HostileText.all.map(CheckSample.hostile))))
    let arguments = [
      "--to", "xml", "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tasklist",
    ]
    let answer = try Program.run("/usr/bin/cmark-gfm", arguments, input: Array(page.utf8))
    guard let xml = answer.map({ String(decoding: $0, as: UTF8.self) }) else { return }
    for node in ["<link", "<image", "<html_inline", "<html_block", "<strikethrough", "<table", "<code_block"]
    {
      #expect(!xml.contains(node), "\(node)")
    }
    // One list with an item for each finding, each with four items of its own.
    #expect(xml.matches(of: /<item/).count == HostileText.all.count * 5)
  }

  @Test func `a shell reads each command as the words that were meant`() throws {
    var script = "pushledger() { for word; do printf '%s\\0' \"$word\"; done; printf '\\0\\0'; }\n"
    var wanted: [[[UInt8]]] = []
    for (text, report) in Self.reports {
      let line = try #require(report.rows.line(for: report.findings[0]))
      #expect(
        !line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(line.debugDescription)")
      script += line + "\n"
      wanted.append(text.unicodeScalars.contains("\0") ? [] : [Array(text.utf8), Array(text.utf8)])
    }
    let answer = try #require(try Program.run("/bin/sh", ["-s"], input: Array(script.utf8)))
    let calls = Self.calls([UInt8](answer))
    try #require(calls.count == wanted.count)
    for ((text, words), values) in zip(zip(HostileText.all, calls), wanted) {
      #expect(words.prefix(2).map { String(decoding: $0, as: UTF8.self) } == ["query", "deliveries-of"])
      let scope = Self.parameters(words)
      #expect(
        [scope["app_version"], scope["message_id"]].compactMap { $0 } == values, "\(text.debugDescription)")
      if !text.isEmpty, !values.isEmpty {
        #expect((Self.value(of: "--app-key", words) ?? scope["app_key"]) == Array(text.utf8))
      }
    }
  }

  /// The words of each call; one ends where two zero bytes follow that of its last word.
  private static func calls(_ bytes: [UInt8]) -> [[[UInt8]]] {
    var calls: [[[UInt8]]] = []
    var words: [[UInt8]] = []
    for word in bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast() {
      if !word.isEmpty {
        words.append(Array(word))
      } else if !words.isEmpty {
        calls.append(words)
        words = []
      }
    }
    return calls
  }

  private static func value(of option: String, _ words: [[UInt8]]) -> [UInt8]? {
    words.firstIndex(of: Array(option.utf8)).map { words[$0 + 1] }
  }

  /// The values of `--param`, read as `query` reads them: quotes around a value belong to `query`.
  private static func parameters(_ words: [[UInt8]]) -> [String: [UInt8]] {
    var values: [String: [UInt8]] = [:]
    for (option, word) in zip(words, words.dropFirst()) where option == Array("--param".utf8) {
      guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { continue }
      var value = Array(word[(equals + 1)...])
      let quote = UInt8(ascii: "'")
      if value.count > 1, value.first == quote, value.last == quote {
        value = Array(value.dropFirst().dropLast())
      }
      values[String(decoding: word[..<equals], as: UTF8.self)] = value
    }
    return values
  }
}
