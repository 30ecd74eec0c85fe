import Prose
import ReceiptModel
import Reporting
import Testing

struct PageFilesTests {
  private static func chart(_ id: String) -> Page.Block {
    .chart(
      Chart(id: id, title: "A [title]", summary: "S", drawing: .bars([Chart.Bar("a", value: 1, figure: "1")]))
    )
  }

  @Test func `Markdown has its pictures beside it, and comes last`() {
    let page = Page([.heading("T", level: 1), Self.chart("funnel"), Self.chart("rates")])
    let files = PageFiles().files(of: page, stem: "daily", as: .markdown)
    #expect(files.map(\.name) == ["daily-funnel.svg", "daily-rates.svg", "daily.md"])
    #expect(String(decoding: files[2].bytes, as: UTF8.self).contains("](daily-funnel.svg)\n"))
  }

  @Test func `HTML is one file`() {
    let files = PageFiles().files(of: Page([Self.chart("funnel")]), stem: "daily", as: .html)
    #expect(files.map(\.name) == ["daily.html"])
    #expect(String(decoding: files[0].bytes, as: UTF8.self).contains("<svg class=\"chart wide\""))
  }

  @Test func `a name that means something in Markdown is an address all the same`() {
    let files = PageFiles().files(
      of: Page([Self.chart("f")]), stem: "my report) (1)", as: .markdown, name: "my report) (1).markdown")
    #expect(files.map(\.name) == ["my report) (1)-f.svg", "my report) (1).markdown"])
    #expect(String(decoding: files[1].bytes, as: UTF8.self).contains("](my%20report%29%20%281%29-f.svg)"))
  }

  @Test func `pages written into one file keep their pictures apart`() {
    let page = Page([Self.chart("funnel")])
    let files = PageFiles().files(of: .joined([page, page]), stem: "all", as: .markdown)
    #expect(files.map(\.name) == ["all-funnel.svg", "all-funnel-2.svg", "all.md"])
  }

  @Test func `without a place for files Markdown goes without pictures`() {
    let page = Page([.paragraph("a"), Self.chart("funnel")])
    #expect(PageFiles().text(of: page, as: .markdown) == "a\n")
    #expect(PageFiles().text(of: page, as: .html).contains("<figure>"))
  }
}
