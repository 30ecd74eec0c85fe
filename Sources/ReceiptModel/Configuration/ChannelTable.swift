/// What is known of push channels: which receipts prove that a push reached the device.
package struct ChannelTable: Equatable, Sendable {
  package struct Traits: Equatable, Sendable {
    /// Whether `arrived` comes from the device, and not from a gateway that took the push.
    package var arrivalIsDeviceEvidence: Bool
    /// Whether the channel can give a receipt for a push that nobody touches.
    package var measurable: Bool

    package init(arrivalIsDeviceEvidence: Bool, measurable: Bool) {
      self.arrivalIsDeviceEvidence = arrivalIsDeviceEvidence
      self.measurable = measurable
    }
  }

  /// By the channel's name in lower case.
  package private(set) var entries: [String: Traits] = [
    "apns": Traits(arrivalIsDeviceEvidence: false, measurable: true),
    "fcm": Traits(arrivalIsDeviceEvidence: false, measurable: false),
    "gcm": Traits(arrivalIsDeviceEvidence: false, measurable: false),
    // Platforms that tell what they handed on, and not what arrived.
    "airship": Traits(arrivalIsDeviceEvidence: false, measurable: false),
    "braze": Traits(arrivalIsDeviceEvidence: false, measurable: false),
    "expo": Traits(arrivalIsDeviceEvidence: false, measurable: false),
    // Their arrivals come from the device, where the app or the vendor's console was set up to report them at all.
    "getui": Traits(arrivalIsDeviceEvidence: true, measurable: false),
    "tencent-chat": Traits(arrivalIsDeviceEvidence: true, measurable: false),
    "onesignal": Traits(arrivalIsDeviceEvidence: true, measurable: false),
    "pinpoint": Traits(arrivalIsDeviceEvidence: true, measurable: false),
    "salesforce": Traits(arrivalIsDeviceEvidence: true, measurable: false),
  ]

  package init() {}

  /// The traits of a channel, in any case; a channel that is not listed confirms arrivals from the device.
  package subscript(channel: String) -> Traits {
    get { entries[channel.lowercased()] ?? Traits(arrivalIsDeviceEvidence: true, measurable: true) }
    set { entries[channel.lowercased()] = newValue }
  }
}
