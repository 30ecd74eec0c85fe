import ReceiptModel

/// An app's extension gives downloaded pictures no ending, and the system refuses them.
///
/// Receipts do not show it; the extension's own log does.
///
/// 5 %, 20 % or 80 % of the runs since three fifths of the days, of which that log tells.
struct BrokenAttachments: PlantedDefect {
  let site: DefectSite
  private let share: Double

  init(_ place: DefectPlace) {
    var site = place.site(since: place.release)
    site.reason = "Unrecognized attachment file type"
    self.site = site
    share = place.size.of(0.05, 0.2, 0.8)
  }

  var attachmentError: String? { site.reason }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    guard delivery.device.platform == .iOS, delivery.sender == site.appKey,
      site.holds(at: delivery.sentAt),
      delivery.draft.device != nil, LoggedExecution(of: delivery) != nil
    else { return false }
    return chance.happens(share)
  }

  func touches(_ outcome: DeliveryOutcome) -> Bool { true }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { true }
}
