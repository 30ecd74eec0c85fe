import SQLite

/// Campaigns, which are jobs under AppKeys, by numbers from 0 in the order in which their deliveries are met.
struct CampaignNumbers {
  /// By number.
  private(set) var campaigns: [Campaign] = []
  private var jobs: ReferencedTexts
  private var numbers: [Campaign: Int] = [:]
  /// Of the delivery before, as the next is mostly of the same job.
  private var last: (app: Int64, context: Int64, number: Int) = (-1, -1, -1)

  struct Campaign: Hashable {
    var app: Int64
    /// `nil` for pushes without one.
    var job: [UInt8]?
  }

  init(in database: Database) throws { jobs = try ReferencedTexts(ReferencedText("job_key"), in: database) }

  mutating func number(of delivery: PassedDelivery) throws -> Int {
    let context = delivery.state.context
    if last.app == delivery.app, last.context == context { return last.number }
    let campaign = Campaign(app: delivery.app, job: try jobs.bytes(of: context))
    let number = numbers[campaign, default: campaigns.count]
    if number == campaigns.count {
      campaigns.append(campaign)
      numbers[campaign] = number
    }
    last = (delivery.app, context, number)
    return number
  }
}
