import Prose
import TestSupport
import Testing

@testable import Reporting

struct SVGChartTests {
  private func svg(_ drawing: Chart.Drawing, width: Double = 900) -> String {
    SVGChart(width: width).file(Chart(id: "c", title: "Title", summary: "What is seen.", drawing: drawing))
  }

  private func count(_ piece: String, in text: String) -> Int {
    text.split(separator: piece, omittingEmptySubsequences: false).count - 1
  }

  private static let days = (1...5).map { Chart.Day("2026-09-0\($0)", isRipe: $0 < 5) }
  private static let line = Chart.Line(
    "Rate", values: [0.8, 0.82, nil, 0.7, 0.75],
    intervals: [0.78...0.82, 0.8...0.84, nil, 0.68...0.72, 0.7...0.8])

  @Test(arguments: [
    Chart.Drawing.bars([Chart.Bar("<a>", value: 3, figure: "3", interval: 2...4)], full: 5),
    .bars([]), .columns([Chart.Bar("a", value: 0, figure: "0")]), .columns([]),
    .lines([line], days: days), .lines([], days: []), .lines([line], days: []),
    .heat(rows: ["Monday"], columns: ["00", "01"], values: [[0.5, nil]]),
    .heat(rows: [], columns: [], values: []),
  ])
  func `a picture is a whole file that says what it shows`(drawing: Chart.Drawing) {
    for width in [340.0, 900] {
      let text = svg(drawing, width: width)
      #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""))
      #expect(text.contains("<title>Title</title><desc>What is seen.</desc><style>"))
      var tags = TagReader(text)
      #expect(tags.unbalanced() == [])
      #expect(!text.contains("nan") && !text.contains("inf\""))
    }
  }

  @Test func `a line breaks where nothing was measured`() {
    let text = svg(.lines([Self.line], days: Self.days))
    #expect(count("<polyline", in: text) == 2)
    #expect(count("class=\"c-band\" points", in: text) == 2)
  }

  @Test func `a day that is not ripe is hatched, hollow, and explained in words`() {
    let text = svg(.lines([Self.line], days: Self.days))
    #expect(count("url(#hatch)", in: text) == 2)
    #expect(count("<circle class=\"c-hollow\"", in: text) == 2)
    #expect(text.contains("not ripe: receipts may still come in"))
    let ripe = svg(.lines([Self.line], days: Self.days.map { Chart.Day($0.label, isRipe: true) }))
    #expect(!ripe.contains("hatch\"") && !ripe.contains("not ripe"))
  }

  @Test func `the length of a bar is its share of the whole`() {
    let bars = [Chart.Bar("a", value: 1, figure: "1"), Chart.Bar("b", value: 0.25, figure: "2")]
    let text = svg(.bars(bars, full: 1), width: 340)
    #expect(text.contains("class=\"c-bar\" x=\"0\" y=\"21\" width=\"340\""))
    #expect(text.contains("class=\"c-bar\" x=\"0\" y=\"63\" width=\"85\""))
    #expect(count("class=\"c-bar\" x", in: svg(.bars([Chart.Bar("a", value: 0, figure: "0")], full: 1))) == 0)
  }

  @Test func `columns become bars where their words have no room`() {
    let bars = (0..<13).map { Chart.Bar("\($0)–\($0 + 1) s", value: Double($0), figure: "\($0)") }
    #expect(svg(.columns(bars)).contains("class=\"c-axis\""))
    #expect(!svg(.columns(bars), width: 340).contains("class=\"c-axis\" x1"))
  }

  @Test func `the axis of a rate ends at round numbers around its intervals`() throws {
    let axis = try #require(ShareAxis(Self.line))
    #expect(axis.ticks.map(\.label) == ["60 %", "70 %", "80 %", "90 %"])
    #expect(axis.ticks[0].value <= 0.68)
    #expect((axis.ticks.last?.value ?? 0) >= 0.84)
    for share in [0.0, 1] {
      let flat = try #require(ShareAxis(Chart.Line("a", values: [share], intervals: [nil])))
      #expect(flat.place(of: share) == share)
      #expect(flat.ticks.count > 1)
    }
    #expect(ShareAxis(Chart.Line("a", values: [nil], intervals: [nil])) == nil)
  }

  @Test func `every axis holds its values, has few lines, and stays within 0 and 100 percent`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let ends = [Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random)].sorted()
      let near = Bool.random(using: &random) ? ends[1] : min(1, ends[0] + ends[1] * 0.02)
      let axis = try #require(
        ShareAxis(Chart.Line("a", values: [ends[0]], intervals: [ends[0]...max(ends[0], near)])))
      #expect(axis.place(of: ends[0]) >= 0 && axis.place(of: max(ends[0], near)) <= 1)
      #expect((2...6).contains(axis.ticks.count), "\(ends[0]) \(near)")
      #expect(axis.ticks.allSatisfy { (0...1).contains($0.value) })
    }
  }

  @Test func `an hour without a rate is open, and shades rise with the rate`() {
    let text = svg(.heat(rows: ["Monday"], columns: ["00", "01", "02"], values: [[0.1, nil, 0.9]]))
    #expect(text.contains("<title>Monday, 00: 10.0 %</title>"))
    #expect(text.contains("<title>Monday, 02: 90.0 %</title>"))
    #expect(count("class=\"c-heat0\" x", in: text) == 2 && count("class=\"c-heat4\" x", in: text) == 2)
    #expect(text.contains("none, or too few to tell"))
  }

  @Test func `labels are cut to the columns they may take, wide letters counting twice`() {
    #expect("推送通知".cut(toColumns: 8) == "推送通知")
    #expect("推送通知".cut(toColumns: 7) == "推送通…")
    #expect("abc".cut(toColumns: 2) == "a…")
    #expect("one two three".lines(ofColumns: 7) == ["one two", "three"])
    #expect("推送通知服务 x".lines(ofColumns: 5) == ["推送", "通知", "服务", "x"])
  }

  @Test func `pictures are said in the page's language`() {
    let language = Language(tag: "xx", translations: ["Wilson limits": "95-%-Intervall", "Title": "Titel"])
    let chart = Chart(id: "c", title: "Title", summary: "s", drawing: .lines([Self.line], days: Self.days))
    let text = SVGChart(language: language).file(chart)
    #expect(text.contains("95-%-Intervall") && text.contains("<title>Titel</title>"))
  }
}
