/// A text by which the deliveries of an AppKey are told apart that no sums of hours know.
package enum DeliveryPart: Sendable {
  case job, networkType, brand

  var text: ReferencedText {
    switch self {
    case .job: ReferencedText("job_key")
    case .networkType: ReferencedText("network_type")
    case .brand: ReferencedText("brand")
    }
  }

  /// Of the dictionary entry that has the text.
  func reference(of delivery: PassedFacts) -> Int64 {
    switch self {
    case .job: delivery.context
    case .networkType: delivery.network
    case .brand: delivery.build
    }
  }
}
