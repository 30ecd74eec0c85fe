import Prose
import ReceiptModel

extension Rule {
  /// Of the pushes that a channel took, fewer arrive than in the days before, and no failure says why.
  ///
  /// A vendor that throttles takes all pushes. So each channel of an AppKey is compared with its own days before, less what
  /// the other channels lack in the same hours: it is to be less than its hours vary, and less than on any day before.
  /// Where pushes are opened as ever, they arrive, and what is missing is their receipts.
  package static let arrivalRateFall = Rule(.arrivalRateFall) { evidence in
    ChannelArrivals.byApp(evidence).flatMap { channels in
      channels.indices.compactMap { place in
        let channel = channels[place]
        let others = channels.enumerated().filter { $0.offset != place }.map(\.element)
        guard let change = ArrivalChange(channel, beside: others, evidence) else { return nil }
        let share = change.now.value ?? 0
        let hasFallen = share <= change.usual * (1 - evidence.limits.arrivalFall) && share < change.lowestDay
        return Suspicion(chance: change.chance, finding: hasFallen ? finding(change, of: channel) : nil)
      }
    }
  }

  private static func finding(_ change: ArrivalChange, of channel: ChannelArrivals) -> Finding {
    let isLoss = change.opens == .fell && (change.now.value ?? 0) < change.usual / 2
    let figures: Phrase = """
      \(Figures.percent(change.now.value ?? 0)) of \(change.now.denominator) pushes arrived; \
      \(Figures.percent(change.usual)) is usual
      """
    return Finding(
      .arrivalRateFall, isLoss ? .critical : .warning, appKey: channel.appKey,
      scope: .of(.channel, channel.channel), since: change.since, deliveries: change.now.denominator,
      observed: change.now.value, expected: change.usual, interval: change.now.interval,
      cause: "\(cause(change.opens)): \(figures)", rivals: rivals(change.opens),
      nextStep: """
        look in the vendor's console for limits of this kind of message, and whether its receipts still go to the \
        address that the log is made of
        """, rows: "deliveries-of")
  }

  private static func cause(_ opens: LowAcks.Opens) -> Phrase {
    switch opens {
    case .fell: "the vendor takes pushes and does not bring all of them to the devices"
    case .goOn: "the log lacks receipts of arrivals, for pushes are opened as ever"
    case .unknown:
      "the vendor does not bring all pushes to the devices, or the log lacks receipts of arrivals"
    }
  }

  private static func rivals(_ opens: LowAcks.Opens) -> [Rival] {
    let audience = Rival(
      "pushes went to people whose devices are off for long",
      settledBy: "the arrivals of the next days, and other channels of the same campaigns")
    let receipts = Rival(
      "the log lacks receipts of this channel", settledBy: "the vendor's own count of arrivals")
    return opens == .fell ? [receipts, audience] : [audience]
  }
}
