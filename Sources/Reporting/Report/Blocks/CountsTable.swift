import Prose
import ReceiptModel

extension DailyReport {
  /// The counts behind the rates, and what changed.
  static func counts(_ input: ReportInput) -> [Page.Block] {
    let figures: [(title: Phrase, value: (Counts) -> Int)] = [
      ("Sends", { $0[.sent] }),
      ("Failed sends", { $0[.sendFailed] }),
      ("Failed arrivals", { $0[.arriveFailed] }),
      ("Acks", { $0[.acked] }),
      ("Opens", { $0[.opened] }),
      ("Opened, never acked", { $0[.openedUnacked] }),
      ("Ack timeouts", \.ackTimeout),
      ("Answered under another AppKey", { $0[.mismatch] }),
    ]
    let counts = input.headline.counts
    let baselines = input.baselines
    return [
      .table(
        PageTable(
          [.text("Deliveries"), .number("Count")] + baselines.map { .number("vs \($0.title)") },
          rows: figures.map { title, value in
            [title, Figures.count(value(counts))]
              + baselines.map { baseline in
                Figures.change(from: baseline.total.map { value($0.counts) }, to: value(counts))
              }
          }))
    ]
  }
}
