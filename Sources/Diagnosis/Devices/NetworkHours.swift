import ReceiptModel

/// The sends of each AppKey on each kind of network, and how many were acked, by UTC hour.
struct NetworkHours: Sendable {
  /// AppKeys and networks that are counted by hours: names of networks come from devices, and may be any number.
  private static let most = 256
  private static let hour: Int64 = 3_600_000

  private var places: [CohortKey: Int] = [:]
  private var series: [Series] = []

  private struct Series {
    /// Since 1970.
    var firstHour: Int64
    var rates: [Rate] = []

    mutating func add(isAcked: Bool, in hour: Int64) {
      if hour < firstHour {
        rates = Array(repeating: Rate(0, of: 0), count: Int(firstHour - hour)) + rates
        firstHour = hour
      }
      let place = Int(hour - firstHour)
      if place >= rates.count {
        rates += Array(repeating: Rate(0, of: 0), count: place + 1 - rates.count)
      }
      rates[place].add(Rate(isAcked ? 1 : 0, of: 1))
    }
  }

  /// The number by which sends of an AppKey on a network are counted; `nil` for one too many.
  mutating func place(_ appKey: String, _ network: String) -> Int? {
    let key = CohortKey(day: 0, appKey: appKey, parts: [network])
    if let place = places[key] { return place }
    guard series.count < Self.most, !network.isEmpty else { return nil }
    places[key] = series.count
    series.append(Series(firstHour: .max))
    return series.count - 1
  }

  mutating func add(_ delivery: DeviceDelivery, at place: Int) {
    let hour = delivery.sentAt / Self.hour
    if series[place].rates.isEmpty { series[place].firstHour = hour }
    series[place].add(isAcked: delivery.ackedAt != nil, in: hour)
  }

  /// The rates on a network, by the milliseconds at which an hour begins.
  func rates(of appKey: String, on network: String) -> [(start: Int64, rate: Rate)] {
    guard let place = places[CohortKey(day: 0, appKey: appKey, parts: [network])] else { return [] }
    return series[place].rates.enumerated().map { offset, rate in
      ((series[place].firstHour + Int64(offset)) * Self.hour, rate)
    }
  }
}
