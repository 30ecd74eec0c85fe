import ReceiptModel
import SQLite

/// The view `campaigns` for questions: added up in one pass, where the view has to sort all deliveries.
final class CampaignRelation: VirtualTable {
  private let access: QueryAccess
  /// Events.
  private let size: Double

  /// How many contexts a ledger may have for the sums of all jobs to stay in memory.
  static let mostContexts: Int64 = 100_000

  /// - Returns: `nil` where there may be too many jobs.
  /// - Throws: `SQLiteError`.
  init?(_ access: QueryAccess) throws {
    self.access = access
    size = try access.database.countedEvents
    let contexts = try access.database.integer("SELECT max(ref) FROM context") ?? 0
    guard contexts < Self.mostContexts else { return nil }
  }

  enum Column {
    case appKey, jobKey, messages, firstSent, lastSent
    case count(Count)
    case metric(Metric)
  }

  static let view = PublicView.named("campaigns")
  /// In the view's order.
  static let columns: [Column] = view.columns.map { column in
    switch column.name {
    case "app_key": return .appKey
    case "job_key": return .jobKey
    case "messages": return .messages
    case "first_sent_at": return .firstSent
    case "last_sent_at": return .lastSent
    case let name:
      if let count = Count.allCases.first(where: { $0.name == name }) { return .count(count) }
      guard let metric = Metric(rawValue: name) else {
        preconditionFailure("campaigns has no column \(name)")
      }
      return .metric(metric)
    }
  }

  var declaration: String { Self.view.declaration }

  func plan(_ question: VirtualQuestion) -> VirtualPlan {
    var plan = VirtualPlan()
    plan.columns = question.columns
    plan.cost = size
    plan.words = "all deliveries, with \(Int(size)) events, once"
    plan.rows = 100
    return plan
  }

  func open() throws -> any VirtualCursor { CampaignCursor(access) }
}
