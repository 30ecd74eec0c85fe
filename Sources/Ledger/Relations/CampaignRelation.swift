import ReceiptModel
import SQLite

/// The view `campaigns` for questions: added up in one pass, where the view has to sort all deliveries.
final class CampaignRelation: VirtualTable {
  private let access: QueryAccess
  private let size: Double

  /// How many contexts a ledger may have for the sums of all jobs to stay in memory.
  static let mostContexts: Int64 = 100_000

  /// - Returns: `nil` where there may be too many jobs.
  /// - Throws: `SQLiteError`.
  init?(_ access: QueryAccess) throws {
    self.access = access
    size = try access.database.roughDeliveries
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
    plan.rows = 100
    return plan
  }

  func open() throws -> any VirtualCursor { CampaignCursor(access) }
}

/// Hands the rows of `campaigns` to SQLite; they are added up once for each statement.
final class CampaignCursor: VirtualCursor {
  private let access: QueryAccess
  private var sums: [CampaignSums.Sum]?
  private var apps: ReferencedTexts?
  private var place = 0

  init(_ access: QueryAccess) { self.access = access }

  func begin(_ plan: VirtualPlan, _ values: [Cell]) throws {
    place = 0
    guard sums == nil else { return }
    sums = try access.trusted { database in
      apps = try ReferencedTexts(ReferencedText("app_key"), in: database)
      let campaigns = try CampaignSums(in: database, beforeMessage: access.checkTime)
      let pass = DeliveryPass(over: LedgerReader(database, path: database.path))
      pass.add(campaigns)
      try pass.run()
      return campaigns.sums
    }
  }

  var isAtEnd: Bool { place >= sums?.count ?? 0 }

  func advance() { place += 1 }

  var rowNumber: Int64 { Int64(place) }

  func give(_ column: Int, to result: VirtualResult) throws {
    guard let sum = sums?[place] else { return result.null() }
    switch CampaignRelation.columns[column] {
    case .appKey: result.text(try apps?.bytes(of: sum.app))
    case .jobKey: result.text(sum.job)
    case .messages: result.integer(Int64(sum.messages))
    case .firstSent: result.integer(sum.firstSent)
    case .lastSent: result.integer(sum.lastSent)
    case .count(let count): result.integer(Int64(sum.counts[count]))
    case .metric(let metric): result.real(metric.rate(sum.counts).value)
    }
  }
}
