import Foundation
import ReceiptModel
import Reporting
import Testing

struct ReportJSONTests {
  private func json(_ input: ReportInput, template: String? = nil) throws -> [String: Any] {
    let report = try Sample.report(input, template: template)
    let bytes = ReportJSON.bytes(of: report, input, name: "daily")
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test func `a rate has its two numbers, and is null where nothing was measured`() throws {
    let rates = try #require(try json(Sample.smallDay)["rates"] as? [[String: Any]])
    #expect(rates.compactMap { $0["name"] as? String } == Metric.allCases.map(\.rawValue))
    let acks = try #require(rates.first { $0["name"] as? String == "ack_rate" })
    #expect(acks["part"] as? Int == 714)
    #expect(acks["of"] as? Int == 1014)
    #expect(acks["share"] as? Double == 0.704142)
    #expect((acks["before"] as? [String: Any])?["of"] as? Int == 1013)
    let nothing = try #require(try json(Sample.nothing)["rates"] as? [[String: Any]])
    #expect(nothing.allSatisfy { $0["share"] is NSNull && $0["before"] is NSNull })
  }

  @Test func `sections hold what the template says, in its order, each with where it is from`() throws {
    let object = try json(
      Sample.smallDay, template: "# Title\n\n{{block verdict}}\n\n{{query x}}\n\n{{block findings}}\n")
    let sections = try #require(object["sections"] as? [[String: Any]])
    #expect(sections.compactMap { $0["from"] as? String } == ["words", "block", "query", "block"])
    #expect(sections.compactMap { $0["name"] as? String } == ["verdict", "x", "findings"])
    let answer = try #require(sections[2]["answer"] as? [String: Any])
    #expect((answer["rows"] as? [[Any]])?.first?.last as? Int == 1)
    let verdict = try #require((sections[1]["content"] as? [[String: Any]])?.first?["text"] as? String)
    let list = try #require((sections[3]["content"] as? [[String: Any]])?.first?["items"] as? [[String: Any]])
    #expect((list[0]["text"] as? String)?.hasPrefix("critical app_key_mismatch of Shop (333)") == true)
    #expect((list[0]["details"] as? [[String: Any]])?.isEmpty == false)
    #expect(verdict.hasPrefix("2 critical. Of 1,524 attempted sends, 10 failed"))
  }

  @Test func `text of a log stands as it is, whatever is in it`() throws {
    let bad = "a\"b\\\u{1}\n| ** ` <b>"
    var input = Sample.smallDay
    input.appNames = ["333": bad]
    input.parameters = ["x": .text(bad)]
    let object = try json(input, template: "<!--\n:x  text\n-->\n{{value x}}\n\n{{block app-keys}}")
    #expect((object["parameters"] as? [String: String])?["x"] == bad)
    let sections = try #require(object["sections"] as? [[String: Any]])
    let words = try #require((sections[0]["content"] as? [[String: Any]])?.first?["text"] as? String)
    #expect(words == bad)
  }

  @Test func `the same report gives the same bytes`() throws {
    let bytes = try (0..<3).map { _ in
      ReportJSON.bytes(of: try Sample.report(Sample.smallDay), Sample.smallDay, name: "daily")
    }
    #expect(Set(bytes).count == 1)
  }
}
