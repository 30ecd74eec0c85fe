package import ReceiptModel

/// What the ack-eligible deliveries of the judged days show when those of one device stand together.
package struct DeviceFacts: Sendable {
  package init() {}

  /// Takes the next delivery; those of one device and AppKey come one after another, in the order of their sends.
  package mutating func add(_ delivery: DeviceDelivery) {}

  /// Ends the last device.
  package mutating func finish() {}
}
