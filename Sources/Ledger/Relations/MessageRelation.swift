import ReceiptModel
import SQLite

/// The view `messages` for questions: added up message by message, where the view has to sort all deliveries.
final class MessageRelation: VirtualTable {
  private let access: QueryAccess
  /// Events.
  private let size: Double
  private let eventsOfOneThread: Double

  /// - Parameter eventsOfOneThread: so many are read sooner than other threads have begun.
  /// - Throws: `SQLiteError`.
  init(_ access: QueryAccess, eventsOfOneThread: Double = 200_000) throws {
    self.access = access
    self.eventsOfOneThread = eventsOfOneThread
    size = try access.database.countedEvents
  }

  enum Column {
    case appKey, messageID, jobKey, firstSent, lastSent
    case count(EventKind)
  }

  static let view = PublicView.named("messages")
  /// In the view's order.
  static let columns: [Column] = view.columns.map { column in
    switch column.name {
    case "app_key": return .appKey
    case "message_id": return .messageID
    case "job_key": return .jobKey
    case "first_sent_at": return .firstSent
    case "last_sent_at": return .lastSent
    case let name:
      guard let kind = EventKind(name: name) else { preconditionFailure("messages has no column \(name)") }
      return .count(kind)
    }
  }

  private static let choice = MessageChoice(
    message: place(of: "message_id"), app: place(of: "app_key"),
    times: [place(of: "first_sent_at"), place(of: "last_sent_at")])

  private static func place(of name: String) -> Int { view.columns.firstIndex { $0.name == name } ?? -1 }

  var declaration: String { Self.view.declaration }

  func plan(_ question: VirtualQuestion) -> VirtualPlan {
    var plan = Self.choice.plan(question, of: size, Self.view)
    plan.rows = max(1, plan.rows / 100)
    if question.together == [Self.choice.message] { plan.together = question.together }
    return plan
  }

  func open() throws -> any VirtualCursor {
    MessageCursor(access, Self.choice, isLarge: size > eventsOfOneThread)
  }
}
