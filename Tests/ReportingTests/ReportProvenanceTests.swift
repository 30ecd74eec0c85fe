import Diagnosis
import Foundation
import Prose
import ReceiptModel
import Reporting
import Testing

/// What a report says of how it was made, found again in the report.
struct ReportProvenanceTests {
  private static func rendered(_ command: String) throws -> String {
    var input = Sample.smallDay
    input.command = command
    input.origin = ReportOrigin(
      template: String(repeating: "a", count: 64), settings: String(repeating: "0", count: 64))
    return try Sample.render(input)
  }

  @Test func `a shell's words come back as they were`() {
    for text in HostileText.all {
      guard let word = ShellText.word(text) else { continue }
      let words = ShellText.words(in: "a \(word) --b=\(word) c")
      #expect(words?.count == 4)
      #expect(words.map { Array($0[1].utf8) } == Array(text.utf8), "\(word)")
      #expect(words.map { Array($0[2].utf8) } == Array("--b=\(text)".utf8), "\(word)")
    }
  }

  @Test(arguments: [
    "$(touch x)", "`touch x`", "a; b", "a|b", "a&b", "a>b", "\"a\"", "$HOME", "'open", "a\\", "a\\b", "*",
    "~",
    "\"$(printf '%b' a; touch x)\"", "\"$(printf '%b' \"$(printf '%b' a)\")\"", "\"$(printf '%b' '\\9')\"",
    "\"$(printf '%b' '\\0777')\"", "\"$(printf '%b' '\\0377')\"", "a\tb",
  ])
  func `what a shell would do more with is not read`(line: String) {
    #expect(ShellText.words(in: line) == nil)
  }

  @Test func `a report in Markdown and the same in HTML carry the command and the digests`() throws {
    let word = try #require(ShellText.word("a <b> & 'c' \"d\""))
    let command = "pushledger report daily --as-of 2026-09-22T00:00:00.000+00:00 --app-key \(word)"
    let markdown = try Self.rendered(command)
    let provenance = try #require(ReportProvenance(in: markdown))
    #expect(
      provenance.words == [
        "daily", "--as-of", "2026-09-22T00:00:00.000+00:00", "--app-key", "a <b> & 'c' \"d\"",
      ])
    #expect(provenance.toolVersion == "1.0.0" && provenance.template.hasPrefix("aa"))
    let escaped = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")].reduce(
      markdown
    ) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    let html =
      "<!doctype html>\n<pre><code>" + escaped.replacingOccurrences(of: "```", with: "</code>") + "</pre>"
    #expect(ReportProvenance(in: html) == provenance)
    let close = escaped.replacingOccurrences(
      of: "pushledger report", with: "<p><b>x</b><code>pushledger report")
    #expect(ReportProvenance(in: "<html>" + close) == nil, "text before the command")
  }

  @Test func `a file without the lines, or with broken ones, carries nothing`() throws {
    let report = try Self.rendered("pushledger report daily --tz UTC")
    #expect(ReportProvenance(in: report) != nil)
    for (part, other) in [
      ("# pushledger 1", "# pushledgar 1"), ("; data ", "; date "), ("; settings 0", "; settings g"),
      ("pushledger report daily", "pushledger report $(x)"), ("; template", ";template"),
    ] {
      #expect(ReportProvenance(in: report.replacingOccurrences(of: part, with: other)) == nil, "\(part)")
    }
    #expect(ReportProvenance(in: "") == nil)
    #expect(ReportProvenance(in: "<") == nil)
  }

  @Test func `the digest of the data knows every number, and no order`() throws {
    let digest = Sample.smallDay.dataDigest
    #expect(Sample.smallDay.dataDigest == digest)
    var input = Sample.smallDay
    input.evidence.cells.reverse()
    input.evidence.flags.reverse()
    input.failures.reverse()
    input.evidence.messages.cells = MessageCells(input.evidence.messages.cells.reversed())
    #expect(input.dataDigest == digest)
    let changes: [(String, (inout ReportInput) -> Void)] = [
      ("a counter", { $0.evidence.cells[3].counts[.opened] += 1 }),
      ("a latency", { $0.evidence.cells[0].latencies.add(bucket: 7) }),
      (
        "a version",
        {
          var versions = Array($0.evidence.versions)
          versions[0].counts[.sent] += 1
          $0.evidence.versions = CohortCells(versions)
        }
      ),
      ("a failure", { $0.failures[0].reasonText += "." }),
      (
        "a message",
        {
          var messages = Array($0.evidence.messages.cells)
          messages[2].messageID += "1"
          $0.evidence.messages.cells = MessageCells(messages)
        }
      ),
      ("a flag", { $0.evidence.flags[1].detail = "" }),
      ("health", { $0.evidence.health.refused[0].lines += 1 }),
      ("a finding", { $0.findings[0].cause += "." }),
      ("as-of", { $0.scope.all.asOf += 1 }),
      ("an answer", { $0.origin.answers = "x" }),
    ]
    for (what, change) in changes {
      var input = Sample.smallDay
      change(&input)
      #expect(input.dataDigest != digest, "\(what)")
    }
  }
}
