import Prose
import ReceiptModel

/// The steps from the gateway to the tap, over the channels where arrival can be seen.
struct FunnelSteps {
  private(set) var counts = Counts()
  /// Sends over channels that report no arrival.
  private(set) var leftOut = 0

  init(_ input: ReportInput) {
    for cell in input.headlineCells {
      // A channel without any measurable send reports no arrival: all its losses would be made up.
      if cell.counts[.sent] > 0, cell.counts[.measurable] == 0 {
        leftOut += cell.counts[.sent]
      } else {
        counts.add(cell.counts)
      }
    }
  }

  /// The whole of all shares.
  var first: Int { counts[.sent] + counts[.sendFailed] }

  var all: [(words: Phrase, count: Int)] {
    [
      ("Handed to a gateway", first), ("Sent", counts[.sent]),
      ("Confirmed by the device", counts[.confirmed]), ("Opened", counts[.opened]),
    ]
  }
}
