import Prose
import ReceiptModel

extension Rule {
  /// There are too few deliveries to say anything, so no finding is no good news.
  package static let tooThin = Rule(.tooThin) { evidence in
    let deliveries = evidence.cells.reduce(0) { sum, cell in
      evidence.isJudged(cell.key.day) ? sum + cell.counts[.deliveries] : sum
    }
    let least = evidence.limits.minimumSends
    guard deliveries < least else { return [] }
    return [
      Finding(
        .tooThin, .info, scope: .of(.note, words: deliveries == 0 ? "no deliveries" : "few deliveries"),
        deliveries: deliveries,
        cause: deliveries == 1
          ? "1 delivery in the judged days, fewer than the \(least) that a judgement needs"
          : "\(deliveries) deliveries in the judged days, fewer than the \(least) that a judgement needs",
        rivals: [
          Rival("nothing was sent", settledBy: "the sender's own count"),
          Rival("the log of these days is not imported", settledBy: "pushledger status"),
        ],
        nextStep: "name a longer window, or import what is missing")
    ]
  }
}
