import Prose

/// Failure reasons in plain words: APNs's names, and codes of device makers' services as Alibaba logs them.
///
/// Apple, "Handling notification responses from APNs"; Alibaba, receipt log (`code#text`).
enum ReasonWords {
  /// - Returns: `nil` for a reason that is not known here.
  static func meaning(code: String, text: String) -> Phrase? {
    names[text] ?? names[code] ?? codes[code]
  }

  private static let names: [String: Phrase] = [
    "BadDeviceToken":
      "the device token is not valid, or belongs to the other environment (development or production)",
    "Unregistered": "the token is no longer active: the app was removed, or the token replaced",
    "ExpiredToken": "the device token has expired",
    "DeviceTokenNotForTopic": "the token belongs to another app than the certificate or topic",
    "BadCertificate": "the push certificate is not valid",
    "BadCertificateEnvironment": "the push certificate is for the other environment",
    "ExpiredProviderToken": "the provider token is too old",
    "InvalidProviderToken": "the provider token or its key is not valid",
    "Forbidden": "the credentials do not allow this",
    "TopicDisallowed": "pushes to this topic are not allowed",
    "PayloadTooLarge": "the payload is too large",
    "TooManyRequests": "too many pushes to one device in a short time",
  ]

  private static let codes: [String: Phrase] = [
    "5": "the token is not valid", "201": "the token is not valid", "80300007": "the token is not valid",
    "6": "notifications are switched off on the device", "2": "the app was removed",
    "10": "the device has not been seen for a long time",
    "102": "too many pushes: the service limits their number",
    "80100016": "the service refused the content",
    "6003": "the app's certificate fingerprint is not registered",
  ]
}
