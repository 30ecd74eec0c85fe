import ReceiptModel
import SQLite

/// Hands the rows of `messages` to SQLite.
final class MessageCursor: VirtualCursor {
  private let access: QueryAccess
  private let choice: MessageChoice
  /// Whether it is worth while to let other threads read.
  private let isLarge: Bool
  private var texts: MessageTexts?
  /// Reads the messages that a question selects.
  private var reading: MessageReading?
  /// Reads all messages.
  private var blocks: MessageBlocks?
  private var selection = MessageSelection.none
  /// Those of the messages that were read last.
  private var totals: [MessageTotals] = []
  private var place = 0
  private(set) var isAtEnd = true

  init(_ access: QueryAccess, _ choice: MessageChoice, isLarge: Bool) {
    (self.access, self.choice, self.isLarge) = (access, choice, isLarge)
  }

  func begin(_ plan: VirtualPlan, _ values: [Cell]) throws {
    try access.trusted { database in
      if texts == nil { texts = try MessageTexts(in: database) }
      selection = try MessageSelection(choice, plan, values, in: database)
      if !selection.isEverything {
        if reading == nil { reading = try MessageReading(in: database) }
      } else if blocks == nil {
        blocks = try MessageBlocks(of: database, isLarge: isLarge)
      }
    }
    if selection.isEverything { blocks?.begin() }
    (isAtEnd, place, totals) = (false, 0, [])
    try findRow()
  }

  func advance() throws {
    place += 1
    try findRow()
  }

  /// Goes on to a row that is wanted.
  private func findRow() throws {
    while true {
      if place == totals.count {
        guard let next = try next() else { return isAtEnd = true }
        (totals, place) = (next, 0)
        try access.checkTime()
      } else if let app = selection.app, totals[place].app != app {
        place += 1
      } else {
        return
      }
    }
  }

  /// Those of the next messages.
  private func next() throws -> [MessageTotals]? {
    if selection.isEverything { return try blocks?.next() }
    return try selection.next().flatMap { try reading?.totals(of: $0...$0) }
  }

  var rowNumber: Int64 { totals[place].message << 24 | totals[place].app }

  func give(_ column: Int, to result: VirtualResult) throws {
    switch MessageRelation.columns[column] {
    case .appKey: result.text(try texts?.app(totals[place].app))
    case .messageID: result.text(try texts?.id(totals[place].message))
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
  private var ids: ReferencedTexts
  private var jobs: ReferencedTexts

  init(in database: Database) throws {
    apps = try ReferencedTexts(ReferencedText("app_key"), in: database)
    ids = try ReferencedTexts(ReferencedText("message_id"), in: database)
    jobs = try ReferencedTexts(ReferencedText("job_key"), in: database)
  }

  mutating func app(_ reference: Int64) throws -> [UInt8]? { try apps.bytes(of: reference) }
  mutating func id(_ reference: Int64) throws -> [UInt8]? { try ids.bytes(of: reference) }
  mutating func job(_ context: Int64) throws -> [UInt8]? { try jobs.bytes(of: context) }
}
