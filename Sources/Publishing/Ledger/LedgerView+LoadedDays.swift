import Ledger
import ReceiptModel

extension LedgerView {
  /// The days of the view of which there are only loaded sums, with the run of each, in order.
  package func loadedDays() throws -> [(day: String, run: String)] {
    guard let window = scope.window, try store.hasLoads else { return [] }
    let loads = try store.loads()
    return try store.loadedDays(in: window).map { day in
      let load = loads.first { $0.scope.contains(day.lowerBound) }
      return (zone.day(of: Instant(milliseconds: day.lowerBound)).description, load?.name ?? "")
    }
  }
}
