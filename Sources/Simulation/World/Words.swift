/// The texts that simulated logs are made of.
///
/// Events hold indices, so that a line is written without a `String`.
///
/// The first entry of each list is the empty text: the field is there and says nothing.
enum Words {
  static let brands = [
    "", "apple", "HUAWEI", "HONOR", "Xiaomi", "OPPO", "vivo", "Meizu", "samsung", "google",
  ]

  static let networks = ["", "wifi", "5g", "4g", "3g"]

  static let isps = ["", "中国移动", "中国联通", "中国电信", "China Broadnet"]

  static let osVersions = [
    "", "15.8.3", "16.7.10", "17.5.1", "18.1", "18.6.2", "10", "12", "13", "14", "15", "26.0",
    "12.5.7", "13.7", "14.8.1", "15.0", "16.0.2", "16.1", "17.0", "17.0.3", "17.2.1", "18.0.1", "18.3.2",
    "18.5",
    "4.4.4", "5.1.1", "6.0.1", "7.1.2", "8.0.0", "8.1.0", "9", "11", "16", "HarmonyOS 4.2.0",
  ]

  /// Places in `osVersions`, those of most devices first.
  static let iOSTail: [UInt8] = [5, 4, 3] + Array((12...23).reversed()) + [2, 1]
  static let androidTail: [UInt8] = [9, 8, 10, 7] + Array((24...33).reversed()) + [6]

  /// The iOS that no device has unless a defect says so, in `osVersions`.
  static let comingIOS = 11

  /// Campaign names.
  ///
  /// Of the last three one is not ASCII and two need escapes or quotes in every shape.
  static let jobKeys = [
    "", "autumn-promo", "daily-digest", "cart-reminder", "live-start", "price-drop", "weekly-report",
    "order-status", "login-code", "秋季促销", #"a/b "bold", \ plain | short"#, "spring\n\tsale, second try",
  ]

  static let reasons = [
    "", "BadDeviceToken", "Unregistered", "ExpiredToken", "DeviceTokenNotForTopic", "TooManyRequests",
    "80300007#Invalid Token", "5#invalid token", "201#invalid device",
    "6003#certificate fingerprint error", "6#notify disabled", "10#inactive device", "2#app deleted",
    "102#frequency control", #"80100016#Anti-Spam: "sale, today" is forbidden in [CONTENT]"#,
    "31#invalid version | needs 9", "503#upstream:\n\tretry later", "201#设备无效",
    "ExpiredProviderToken", "PayloadTooLarge",
  ]

  /// Addresses of the three ranges set aside for documentation (RFC 5737).
  static let addresses: [String] =
    [""]
    + ["192.0.2", "198.51.100", "203.0.113"].flatMap { range in (1...254).map { "\(range).\($0)" } }

  /// The index of a word that is known to be in its list.
  static func index(of word: String, in list: [String]) -> UInt8 {
    guard let index = list.firstIndex(of: word) else { preconditionFailure("no such word: \(word)") }
    return UInt8(index)
  }
}

/// The way a push takes to the device.
package enum Channel: UInt8, CaseIterable, Sendable {
  case apns, accs, huawei, honor, xiaomi, oppo, vivo, meizu, fcm

  /// As in `event_channel`.
  package var name: String {
    switch self {
    case .apns: "apns"
    case .accs: "accs"
    case .huawei: "huawei"
    case .honor: "honor"
    case .xiaomi: "xiaomi"
    case .oppo: "oppo"
    case .vivo: "vivo"
    case .meizu: "meizu"
    case .fcm: "fcm"
    }
  }

  /// Whether an arrival is the word of the device; on the others the gateway reports that it took the push.
  package var arrivalIsEvidence: Bool { self != .apns && self != .fcm }
}

/// The system of a device.
package enum Platform: UInt8, CaseIterable, Sendable {
  case iOS, android

  /// As in `device_type`.
  package var deviceType: String { self == .iOS ? "iOS" : "ANDROID" }
  /// As in `os`.
  package var os: String { self == .iOS ? "iOS" : "Android" }
}
