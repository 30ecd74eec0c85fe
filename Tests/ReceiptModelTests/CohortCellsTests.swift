import TestSupport
import Testing

@testable import ReceiptModel

struct CohortCellsTests {
  private typealias Sums = [CohortKey: (counts: [Int], latencies: LatencyHistogram)]

  private static let words = ["", "1", "10", "a", "é", "e\u{301}", "é1"]

  /// Cells with names that sort unlike their spelling, many of them of one key.
  private static func cells(_ random: inout SeededGenerator) -> [CohortCell] {
    (0..<300).map { _ in
      func word() -> String { words[Int.random(in: words.indices, using: &random)] }
      var cell = CohortCell(
        key: CohortKey(day: .random(in: 0..<12, using: &random), appKey: word(), parts: [word(), word()]))
      for count in Count.allCases where Bool.random(using: &random) {
        cell.counts[count] = .random(in: -2...2_000_000_000_000, using: &random)
      }
      if Bool.random(using: &random) { cell.latencies.add(bucket: .random(in: 0..<3, using: &random)) }
      return cell
    }
  }

  /// The cells added up one by one.
  private static func sums(
    _ cells: some Sequence<CohortCell>, withLatencies: Bool = true, toDay day: (Int) -> Int? = { $0 }
  ) -> Sums {
    var sums: [CohortKey: (counts: Counts, latencies: LatencyHistogram)] = [:]
    for cell in cells {
      guard let day = day(cell.key.day) else { continue }
      let key = CohortKey(day: day, appKey: cell.key.appKey, parts: cell.key.parts)
      sums[key, default: (Counts(), LatencyHistogram())].counts.add(cell.counts)
      if withLatencies { sums[key]?.latencies.add(cell.latencies) }
    }
    return sums.mapValues { sum in (Count.allCases.map { sum.counts[$0] }, sum.latencies) }
  }

  private static func expect(_ cells: some Sequence<CohortCell>, are sums: Sums) {
    let keys = cells.map(\.key)
    #expect(keys.sorted() == sums.keys.sorted())
    for cell in cells {
      #expect(Count.allCases.map { cell.counts[$0] } == sums[cell.key]?.counts)
      #expect(cell.latencies == sums[cell.key]?.latencies)
    }
  }

  @Test(arguments: seeds(0..<6)) func `cells of one key add up, whatever their order`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cells = Self.cells(&random)
    let wanted = Self.sums(cells)
    for cells in [cells, cells.sorted { $0.key < $1.key }] {
      let sums = CohortCells(cells)
      Self.expect(sums, are: wanted)
      #expect(sums.byDay.map(\.key) == wanted.keys.sorted())
      #expect(
        sums.map(\.key)
          == wanted.keys.sorted { one, other in
            one.isSame(asOfAnyDay: other) ? one.day < other.day : one.precedes(ofAnyDay: other)
          })
    }
  }

  @Test(arguments: seeds(0..<6)) func `numbered keys add up as the cells that they name`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = Self.words.sorted { $0.precedesInBytes($1) }
    let keys = (0..<40).map { _ in
      CohortCells.Key(
        app: .random(in: 0..<3, using: &random), first: .random(in: 0..<7, using: &random),
        second: .random(in: 0..<7, using: &random))
    }
    // A key has one number.
    let numbers = keys.indices.filter { keys.firstIndex(of: keys[$0]) == $0 }
    let kept: [Count] = [.sent, .acked, .timeoutLate]
    var builder = CohortCells.Builder(counters: kept, closedAtMost: seed % 2 == 0 ? 8 : 1 << 16)
    var cells: [CohortCell] = []
    for step in 0..<600 {
      let number = Int.random(in: 0..<numbers.count, using: &random)
      let key = keys[numbers[number]]
      // Mostly day after day.
      let day = Int.random(in: 0..<20, using: &random) == 0 ? 3 : step / 50
      var cell = CohortCell(
        key: CohortKey(
          day: day, appKey: names[Int(key.app)], parts: [names[Int(key.first)], names[Int(key.second)]]))
      if Bool.random(using: &random) {
        let set = CountSet(bits: .random(in: 0..<1 << UInt32(Count.allCases.count), using: &random))
        builder.add(set, key: number, day: day)
        for count in kept where set.contains(count) { cell.counts[count] = 1 }
      } else {
        var counts = Counts()
        for count in Count.allCases { counts[count] = .random(in: 0..<1000, using: &random) }
        builder.add(counts, key: number, day: day)
        for count in kept { cell.counts[count] = counts[count] }
        builder.add(bucket: 7, count: 2, key: number, day: day)
        cell.latencies.add(bucket: 7, count: 2)
      }
      cells.append(cell)
    }
    Self.expect(builder.cells(named: numbers.map { keys[$0] }, names, partCount: 2), are: Self.sums(cells))
  }

  @Test func `days that alternate without end take no more room than days that do not`() {
    var builder = CohortCells.Builder(counters: [.sent], closedAtMost: 10)
    for step in 0..<10_000 {
      builder.add([1], key: step % 3, day: step / 3 % 2)
      #expect(builder.closed.count <= 12)
    }
    let cells = builder.cells(
      named: (0..<3).map { CohortCells.Key(app: 0, first: Int32($0)) }, ["", "a", "b"], partCount: 1)
    #expect(cells.count == 6)
    #expect(cells.reduce(0) { $0 + $1.counts[.sent] } == 10_000)
  }

  @Test(arguments: seeds(0..<6)) func `stretches add up to days as if each were added by itself`(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    let cells = Self.cells(&random)
    for withLatencies in [true, false] {
      let day: (Int) -> Int? = { $0 == 7 ? nil : $0 / 5 }
      Self.expect(
        CohortCells(cells).summed(withLatencies: withLatencies, toDay: day),
        are: Self.sums(cells, withLatencies: withLatencies, toDay: day))
    }
    let ofAllDays = CohortCells(cells).summedOverDays()
    Self.expect(ofAllDays, are: Self.sums(cells, withLatencies: false) { _ in 0 })
    #expect(ofAllDays.series.allSatisfy { $0.places.count == 1 })
  }

  @Test func `no cells ask for no day`() {
    let days: [Int] = []
    #expect(([] as CohortCells).summed(withLatencies: true) { days[$0] }.isEmpty)
  }

  @Test(arguments: seeds(0..<6)) func `the cells of a name are those that looking at all would find`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let cells = CohortCells(Self.cells(&random))
    for app in Self.words + ["b"] {
      let own = cells.indices.filter { cells[$0].key.appKey.hasSameBytes(as: app) }
      #expect(Array(cells.series(of: app).places) == own)
      for part in Self.words + ["11"] {
        let ofPart = own.filter { cells[$0].key.parts[0].hasSameBytes(as: part) }
        let found = cells.series(of: app, part)
        #expect(Array(found.places) == ofPart)
        for series in found {
          #expect(series.places.allSatisfy { cells[$0].key.parts[1].hasSameBytes(as: series.parts[1]) })
          let judged = series.places.filter { (3..<8).contains(cells.day(at: $0)) }
          #expect(Array(cells.places(series.places, in: 3..<8)) == judged)
        }
      }
    }
    #expect(cells.apps.flatMap { Array($0.series.places) } == Array(cells.indices))
    #expect(cells.apps.allSatisfy { app in app.series.allSatisfy { $0.appKey == app.appKey } })
  }
}
