/// Why a delivery was joined or not.
///
/// Stored: never renumber, only append.
package enum LinkReason: Int, CaseIterable, Sendable {
  /// It names the device of the delivery that is meant.
  case device
  /// The map of tokens says which device its token stood for.
  case token
  /// The name stands for this delivery and no other.
  case onlyDelivery
  /// The name could mean more than one delivery.
  case severalDeliveries
  /// The token stood for several devices at the time.
  case tokenOfSeveralDevices
  /// The name stands for too many messages to be one.
  case nameOfManyMessages
  /// Nothing says which device it is of.
  case unknownDevice
  /// The name does not stand for a delivery on that device.
  case otherDevice
  /// The delivery that the name stands for is not in the ledger.
  case noDelivery

  package var name: String {
    switch self {
    case .device: "device"
    case .token: "token"
    case .onlyDelivery: "only_delivery"
    case .severalDeliveries: "several_deliveries"
    case .tokenOfSeveralDevices: "token_of_several_devices"
    case .nameOfManyMessages: "name_of_many_messages"
    case .unknownDevice: "unknown_device"
    case .otherDevice: "other_device"
    case .noDelivery: "no_delivery"
    }
  }
}
