import ReceiptModel
import SQLite

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
      let reader = LedgerReader(database, path: database.path)
      let campaigns = try CampaignSums(in: reader, beforeMessage: access.checkTime)
      let pass = DeliveryPass(over: reader)
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
    case .appKey: result.text(try apps?.bytes(of: sum.campaign.app))
    case .jobKey: result.text(sum.campaign.text)
    case .messages: result.integer(Int64(sum.messages))
    case .firstSent: result.integer(sum.firstSent)
    case .lastSent: result.integer(sum.lastSent)
    case .count(let count): result.integer(Int64(sum.counts[count]))
    case .metric(let metric): result.real(metric.rate(sum.counts).value)
    }
  }
}
