import Testing

@testable import Assets

@Suite struct QueryHeaderTests {
  private let header = QueryHeader(
    of: """

      -- What share of pushes was opened,
      -- by day?
      --
      -- Days are UTC days,
      -- unless an offset is given.
      --
      -- Another paragraph.
      --
      -- :since, :until  milliseconds UTC; unset
      --                 means no limit.
      -- :app_key        only this AppKey
      --
      -- Columns:
      --   day     [date] day of the cohort
      --   opened  [deliveries] sent and tapped,
      --           at least once
      --   note    anything
      SELECT 1 -- :not  a parameter
      -- Columns:
      --   not   a column
      """)

  @Test func `the question is the first sentence, over as many lines as it takes`() {
    #expect(header.question == "What share of pushes was opened, by day?")
  }

  @Test func `paragraphs before the parameters are notes`() {
    #expect(header.notes == "Days are UTC days, unless an offset is given.\nAnother paragraph.")
  }

  @Test func `parameters that share a line share a meaning`() {
    #expect(
      header.parameters == [
        .init(names: ["since", "until"], meaning: "milliseconds UTC; unset means no limit."),
        .init(names: ["app_key"], meaning: "only this AppKey"),
      ])
    #expect(header.parameterNames == ["since", "until", "app_key"])
  }

  @Test func `columns have a unit in brackets or none`() {
    #expect(
      header.columns == [
        .init(name: "day", unit: "date", meaning: "day of the cohort"),
        .init(name: "opened", unit: "deliveries", meaning: "sent and tapped, at least once"),
        .init(name: "note", unit: nil, meaning: "anything"),
      ])
    #expect(header.problems == [])
  }

  @Test func `lines may end as on Windows`() {
    let header = QueryHeader(
      of: "-- How many?\r\n-- :top  how many\r\n-- Columns:\r\n--   n  [rows] all\r\nSELECT 1")
    #expect(header.question == "How many?")
    #expect(header.parameterNames == ["top"])
    #expect(header.columns == [.init(name: "n", unit: "rows", meaning: "all")])
  }

  @Test(arguments: ["", "SELECT 1", "\n\n", "/* a block */ SELECT 1", "--", "-- \n--\n"])
  func `a query without a comment has an empty header`(sql: String) {
    let header = QueryHeader(of: sql)
    #expect(header.question.isEmpty && header.parameters.isEmpty && header.columns.isEmpty)
    #expect(header.problems == ["the first lines do not ask a question", "no columns are listed"])
  }

  @Test func `what has no meaning is a problem`() {
    let header = QueryHeader(of: "-- How many?\n-- :top\n-- Columns:\n--   n\n--   m  [rows]\nSELECT 1")
    #expect(
      header.problems == [
        "parameter top has no meaning", "column n has no meaning", "column m has no meaning",
      ])
  }
}
