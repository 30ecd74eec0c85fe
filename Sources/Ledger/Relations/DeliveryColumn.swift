import ReceiptModel

/// What a column of the view `deliveries` is made of; the view's SQL is the definition.
enum DeliveryColumn: Equatable {
  case text(ReferencedText)
  case device
  /// The first time of a kind.
  case time(EventKind)
  /// From the latest send not after an answer to this.
  case latency(EventKind)
  case isAckEligible, isConfirmed

  /// In the view's order.
  static let all = PublicView.deliveries.columns.map { column($0.name) }

  static func place(of name: String) -> Int {
    PublicView.deliveries.columns.firstIndex { $0.name == name } ?? -1
  }

  private static func column(_ name: String) -> DeliveryColumn {
    if let kind = EventKind.timed.first(where: { Schema.column(of: $0.name) == name }) { return .time(kind) }
    return switch name {
    case "device_id": .device
    case "ack_latency_ms": .latency(.extAck)
    case "open_latency_ms": .latency(.opened)
    case "ack_eligible": .isAckEligible
    case "confirmed": .isConfirmed
    default: .text(ReferencedText(name))
    }
  }

  /// Whether it is a time or a latency, so that its cell is what it says.
  var isNumberOfMilliseconds: Bool {
    switch self {
    case .time, .latency: true
    case .text, .device, .isAckEligible, .isConfirmed: false
    }
  }

  /// The cells of a row that it is found in.
  var cells: [Int] {
    switch self {
    case .text(let text): [text.cell]
    case .device: [DeliveryRow.device]
    case .time(let kind): [DeliveryRow.base, DeliveryRow.column(of: kind)]
    case .latency(let kind):
      [DeliveryRow.base, DeliveryRow.column(of: .sent), DeliveryRow.column(of: kind), DeliveryRow.besides]
    case .isAckEligible: [DeliveryRow.context]
    case .isConfirmed:
      [DeliveryRow.context, DeliveryRow.column(of: .arrived)] + PublicView.answers.map(DeliveryRow.column)
    }
  }
}

extension PublicView {
  /// Every delivery.
  static let deliveries = named("deliveries")
}
