import ReceiptModel
import SQLite

/// Hands the rows of `messages` to SQLite.
final class MessageCursor: VirtualCursor {
  private let access: QueryAccess
  private let choice: MessageChoice
  private var reading: MessageReading?
  private var apps: ReferencedTexts?
  private var ids: ReferencedTexts?
  private var selection = MessageSelection.none
  private var message: Int64 = 0
  /// Of the message's totals.
  private var place = 0
  private(set) var isAtEnd = true

  init(_ access: QueryAccess, _ choice: MessageChoice) {
    self.access = access
    self.choice = choice
  }

  func begin(_ plan: VirtualPlan, _ values: [Cell]) throws {
    let isOpen = reading != nil
    selection = try access.trusted { database in
      if !isOpen {
        reading = try MessageReading(in: database)
        apps = try ReferencedTexts(ReferencedText("app_key"), in: database)
        ids = try ReferencedTexts(ReferencedText("message_id"), in: database)
      }
      return try MessageSelection(choice, plan, values, in: database)
    }
    (isAtEnd, place) = (false, 0)
    try reading?.begin()
    try findRow()
  }

  func advance() throws {
    place += 1
    try findRow()
  }

  /// Goes on to a row that is wanted.
  private func findRow() throws {
    while let count = reading?.totals.count {
      if place == count {
        guard let next = try selection.isEverything ? reading?.next : selection.next() else { break }
        (message, place) = (next, 0)
        try reading?.read(next)
        try access.checkTime()
      } else if let app = selection.app, reading?.totals[place].app != app {
        place += 1
      } else {
        return
      }
    }
    isAtEnd = true
  }

  var rowNumber: Int64 { message << 24 | (reading?.totals[place].app ?? 0) }

  func give(_ column: Int, to result: VirtualResult) throws {
    switch MessageRelation.columns[column] {
    case .appKey: result.text(try apps?.bytes(of: reading?.totals[place].app ?? 0))
    case .messageID: result.text(try ids?.bytes(of: message))
    case .jobKey: result.text(reading?.totals[place].job)
    case .firstSent: result.integer(reading?.totals[place].firstSent)
    case .lastSent: result.integer(reading?.totals[place].lastSent)
    case .count(let kind): result.integer(reading?.totals[place].count(of: kind))
    }
  }
}
