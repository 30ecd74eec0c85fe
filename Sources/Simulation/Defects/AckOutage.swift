import ReceiptModel

/// For 1, 3 or 8 busy hours of the last day no ack of any app reaches the log; everything else goes on.
struct AckOutage: PlantedDefect {
  let site: DefectSite

  init(_ place: DefectPlace) {
    let hours = place.busyHours
    var site = place.site(since: hours.lowerBound, until: hours.upperBound)
    site.appKey = nil
    self.site = site
  }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool {
    delivery.rewriteLines { line in
      if line.event.type == .extAck, site.holds(at: line.event.logTime.milliseconds) { line.isDropped = true }
    }
  }
}
