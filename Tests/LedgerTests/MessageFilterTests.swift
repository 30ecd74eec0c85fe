import SQLite
import TestSupport
import Testing

@testable import Ledger

/// The search by classes of length; its slow twin compares every interval.
struct MessageFilterTests {
  private static func table(_ hours: [ClosedRange<Int64>]) throws -> Database {
    let database = try Database(path: ":memory:", mode: .memory)
    try database.execute(
      """
      CREATE TABLE message(ref INTEGER PRIMARY KEY, first_event_hour INTEGER, last_event_hour INTEGER);
      CREATE INDEX message_by_hour ON message(\(MessageFilter.columns));
      """)
    let insert = try database.prepare("INSERT INTO message VALUES (?1, ?2, ?3)")
    for (ref, hours) in hours.enumerated() {
      insert.bind(ref, at: 1)
      insert.bind(hours.lowerBound, at: 2)
      insert.bind(hours.upperBound, at: 3)
      try insert.run()
    }
    return database
  }

  private static func find(_ hours: ClosedRange<Int64>, in database: Database) throws -> Set<Int64> {
    let rows = try database.prepare(
      MessageFilter.messages(from: "\(hours.lowerBound)", through: "\(hours.upperBound)"))
    var found: Set<Int64> = []
    while try rows.step() { #expect(found.insert(rows.integer(0)).inserted) }
    return found
  }

  @Test(arguments: 0..<10) func `finds the messages whose hours touch the window`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func hours(_ longest: [Int64]) -> ClosedRange<Int64> {
      let first = Int64.random(in: 0..<4_000, using: &random)
      return first...first + (longest.randomElement(using: &random) ?? 0)
    }
    let spans = (0..<400).map { _ in hours([0, 1, 2, 3, 15, 16, 17, 128, 129, 1024, 1025, 3000]) }
    let database = try Self.table(spans)
    for _ in 0..<60 {
      let window = hours([0, 1, 24, 500])
      let touching = spans.indices.filter { spans[$0].overlaps(window) }.map(Int64.init)
      #expect(try Self.find(window, in: database) == Set(touching))
    }
  }

  @Test func `looks at no more messages, however many lie before and after the window`() throws {
    func work(_ count: Int64) throws -> Int {
      let database = try Self.table((0..<count).map { $0...$0 + $0 % 3 } + (0..<count).map { -$0...1 - $0 })
      return try database.work { _ = try Self.find(50...60, in: database) }
    }
    #expect(try work(100) > 0)
    #expect(try work(100) == work(20_000))
  }
}
