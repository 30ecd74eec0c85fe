import ReceiptModel
import SQLite

/// Hands the rows of `messages` to SQLite.
final class MessageCursor: VirtualCursor {
  private let access: QueryAccess
  private let choice: MessageChoice
  /// Whether it is worth while to let other threads read.
  private let isLarge: Bool
  private var texts: MessageTexts?
  private var feed: MessageFeed<MessageReading>?
  /// Those of the messages that were read last.
  private var totals: [MessageTotals] = []
  private var place = 0
  private(set) var isAtEnd = true

  init(_ access: QueryAccess, _ choice: MessageChoice, isLarge: Bool) {
    (self.access, self.choice, self.isLarge) = (access, choice, isLarge)
  }

  func begin(_ plan: VirtualPlan, _ values: [Cell]) throws {
    let selection = try access.trusted { database in
      if texts == nil { texts = try MessageTexts(in: database) }
      if feed == nil { feed = try MessageFeed(of: database, isLarge: isLarge, MessageReading.init) }
      return try MessageSelection(choice, plan, values, in: database)
    }
    try feed?.begin(selection, selection.app)
    (isAtEnd, place, totals) = (false, 0, [])
    try findRow()
  }

  func advance() throws {
    place += 1
    if place == totals.count { try findRow() }
  }

  /// Goes to the next totals.
  private func findRow() throws {
    repeat {
      guard let next = try feed?.next() else { return isAtEnd = true }
      (totals, place) = (next, 0)
      try access.checkTime()
    } while totals.isEmpty
  }

  var rowNumber: Int64 { totals[place].message << 24 | totals[place].app }

  func give(_ column: Int, to result: VirtualResult) throws {
    switch MessageRelation.columns[column] {
    case .appKey: result.text(try texts?.app(totals[place].app))
    case .messageID: try texts?.ids.give(totals[place].message, to: result)
    case .jobKey: result.text(try totals[place].context.flatMap { try texts?.job($0) })
    case .firstSent: result.integer(totals[place].firstSent)
    case .lastSent: result.integer(totals[place].lastSent)
    case .count(let kind): result.integer(totals[place].count(of: kind))
    }
  }
}

/// What stands behind the references of totals.
private struct MessageTexts {
  private var apps: ReferencedTexts
  var ids: ReferencedTexts
  private var jobs: ReferencedTexts

  init(in database: Database) throws {
    apps = try ReferencedTexts(ReferencedText("app_key"), in: database)
    ids = try ReferencedTexts(ReferencedText("message_id"), in: database)
    jobs = try ReferencedTexts(ReferencedText("job_key"), in: database)
  }

  mutating func app(_ reference: Int64) throws -> [UInt8]? { try apps.bytes(of: reference) }
  mutating func job(_ context: Int64) throws -> [UInt8]? { try jobs.bytes(of: context) }
}
