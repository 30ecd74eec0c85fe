import Foundation
import ReceiptModel
import Reporting
import Testing

struct DataSetDescriptionTests {
  private let all = DataSetKind.allCases.map {
    $0.description(fileColumns: [
      ("path", "where"), ("finished_at", "when"), ("digest", "what"), ("bytes", "how much"),
    ])
  }

  @Test func `descriptions have the names of their kinds, keys and definitions`() {
    #expect(all.map(\.name) == DataSetKind.names)
    for description in all {
      let names = description.columns.map(\.name)
      #expect(Set(names).count == names.count, "\(description.name)")
      #expect(description.key.allSatisfy(names.contains), "\(description.name)")
      #expect(description.columns.allSatisfy { !$0.definition.isEmpty && $0.column.type != nil })
      for column in description.columns where column.name.hasSuffix("_rate") || column.name == "share" {
        #expect(column.minimum == 0 && column.maximum == 1, "\(description.name).\(column.name)")
      }
    }
  }

  @Test func `the long form has each rate once, with both of its numbers`() throws {
    let cells = [Sample.cell(day: 14, "333", ["apns"], Sample.apns(sent: 100, acked: 80, opened: 5))]
    let data = DataSet.dailyLong(cells, Sample.scope.all)
    let rows = try data.rows.all()
    #expect(rows.count == Metric.allCases.count)
    #expect(rows.allSatisfy { $0.count == data.columns.count })
    #expect(rows.map { $0[3] } == Metric.allCases.map(\.rawValue).sorted().map(Cell.text))
    let ack = rows.first { $0[3] == .text("ack_rate") }
    #expect(ack?[4...6] == [.integer(80), .integer(100), .real(0.8)])
    let daily = DataSet.daily(cells, Sample.scope.all)
    let dailyRow = try daily.rows.all()[0]
    for (place, column) in daily.columns.enumerated() {
      guard let row = rows.first(where: { $0[3] == .text(column.name) }) else { continue }
      #expect(row[6] == dailyRow[place], "\(column.name)")
    }
  }

  @Test func `the delivery rate of several rows is the quotient of what they measured`() throws {
    let cells = [
      Sample.cell(day: 14, "333", ["apns"], Sample.apns(sent: 100, acked: 80, opened: 5)),
      Sample.cell(day: 14, "333", ["fcm"], [.sent: 50, .opened: 2, .confirmed: 2]),
    ]
    let data = DataSet.daily(cells, Sample.scope.all)
    #expect(data.columns.suffix(2).map(\.name) == ["measurable", "measurable_confirmed"])
    #expect(
      try data.rows.all().map { $0.suffix(2) } == [
        [.integer(100), .integer(80)], [.integer(0), .integer(0)],
      ])
    let total = Metric.confirmedRate.rate(cells.reduce(into: Counts()) { $0.add($1.counts) })
    #expect((total.denominator, total.numerator) == (100, 80))
  }

  @Test func `a rate of nothing is empty in the long form, and its denominator is 0`() throws {
    let cells = [Sample.cell(day: 14, "333", ["fcm"], [:])]
    let data = DataSet.dailyLong(cells, Sample.scope.all)
    #expect(try data.rows.all().allSatisfy { $0[5] == .integer(0) && $0[6...8].allSatisfy(\.isNull) })
  }

  @Test func `the data package says of each file what it is, how long, and its digest`() throws {
    let data = DataSet.daily([], Sample.scope.all)
    let file = Manifest.File(
      name: "daily.csv", dataSet: data,
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", byteCount: 3)
    let manifest = Manifest(
      ExportBasis(toolVersion: "1", asOf: Instant(milliseconds: 0), zone: .utc), files: [file])
    for flavour in [CSVFlavour.standard, .excel] {
      let json = Data(DataPackage(manifest, flavour: flavour).json)
      let package = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
      let resource = try #require((package["resources"] as? [[String: Any]])?.first)
      #expect(resource["bytes"] as? Int == 3)
      #expect(
        resource["hash"] as? String
          == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      #expect(resource["encoding"] as? String == (flavour == .excel ? "utf-8-sig" : "utf-8"))
      let schema = try #require(resource["schema"] as? [String: Any])
      #expect(schema["primaryKey"] as? [String] == ["day", "app_key", "channel"])
      let fields = try #require(schema["fields"] as? [[String: Any]])
      #expect(fields.map { $0["name"] as? String } == data.columns.map(\.name))
      let types = Dictionary(
        uniqueKeysWithValues: fields.map { ($0["name"] as? String ?? "", $0["type"] as? String ?? "") })
      #expect(types["day"] == "date" && types["app_key"] == "string" && types["sent"] == "integer")
      #expect(types["ack_rate"] == "number" && types["ripe"] == "boolean")
      let rate = try #require(fields.first { $0["name"] as? String == "ack_rate" })
      #expect(rate["constraints"] as? [String: Int] == ["minimum": 0, "maximum": 1])
    }
  }
}
