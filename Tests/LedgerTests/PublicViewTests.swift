import SQLite
import Testing

@testable import Ledger

@Suite struct PublicViewTests {
  @Test(arguments: PublicView.all) func `a view says what its rows and columns are`(view: PublicView) throws {
    let database = try Database(path: ":memory:", mode: .memory)
    try database.execute(Schema.statements)
    let columns = try database.prepare("SELECT name FROM pragma_table_info('\(view.name)')")
    var names: [String] = []
    while try columns.step() { names.append(columns.text(0)) }
    #expect(view.columns.map(\.name) == names)
    #expect(!view.row.isEmpty && view.columns.allSatisfy { !$0.meaning.isEmpty })
    let units: Set = ["", "ms UTC", "ms", "count", "bytes", "0/1", "share"]
    #expect(Set(view.columns.map(\.unit)).isSubset(of: units))
  }

  @Test func `nothing stands for a place by mistake`() {
    #expect(!Schema.statements.contains("{{") && !Schema.statements.contains("}}"))
  }
}
