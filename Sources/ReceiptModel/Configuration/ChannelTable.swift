/// What is known of push channels: which receipts come at all, and which prove that a push reached the device.
package struct ChannelTable: Equatable, Sendable {
  package struct Traits: Equatable, Sendable {
    /// Whether `arrived` comes from the device, and not from a gateway that took the push.
    package var arrivalIsDeviceEvidence: Bool
    /// Whether the channel can give a receipt for a push that nobody touches.
    package var measurable: Bool
    /// Whether receipts of the extension can be expected on iOS before any has come.
    package var extensionReceipts: Bool

    package init(arrivalIsDeviceEvidence: Bool, measurable: Bool, extensionReceipts: Bool = true) {
      self.arrivalIsDeviceEvidence = arrivalIsDeviceEvidence
      self.measurable = measurable
      self.extensionReceipts = extensionReceipts
    }

    /// Of a channel that nobody names.
    package static let unnamed = Traits(arrivalIsDeviceEvidence: true, measurable: true)
  }

  /// By the channel's name in lower case.
  package private(set) var entries: [String: Traits] = [
    "apns": Traits(arrivalIsDeviceEvidence: false, measurable: true),
    "fcm": Traits(arrivalIsDeviceEvidence: false, measurable: false),
    "gcm": Traits(arrivalIsDeviceEvidence: false, measurable: false),
    // Platforms that tell what they handed on, and not what arrived.
    "airship": Traits(arrivalIsDeviceEvidence: false, measurable: false, extensionReceipts: false),
    "braze": Traits(arrivalIsDeviceEvidence: false, measurable: false, extensionReceipts: false),
    "expo": Traits(arrivalIsDeviceEvidence: false, measurable: false, extensionReceipts: false),
    // Their receipts come from the device, where the app or the vendor's console was set up to report them at all.
    "getui": Traits(arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false),
    "tencent-chat": Traits(arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false),
    "onesignal": Traits(arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false),
    "pinpoint": Traits(arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false),
    "salesforce": Traits(arrivalIsDeviceEvidence: true, measurable: false, extensionReceipts: false),
  ]

  package init() {}

  /// The traits of a channel, in any case.
  package subscript(channel: String) -> Traits {
    get { entries[channel.lowercased()] ?? .unnamed }
    set { entries[channel.lowercased()] = newValue }
  }
}
