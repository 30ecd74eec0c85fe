/// A property of a delivery that its events may carry.
///
/// A delivery's value is that of its earliest event that has one; of two at the same time the smaller by bytes
/// stands, so import order never matters.
///
/// Ledgers hold sets of attributes as bits by these numbers, so what is new stands last.
package enum Attribute: UInt8, CaseIterable, Sendable {
  case source, platform, channel, jobKey
  case appVersion, os, osVersion, brand
  case networkType, isp
  case reason
  /// The network of the device's address, such as `198.51.100.0/24`; kept on demand only.
  case clientNetwork

  /// Bytes kept of a value, and of the words of an extension's step; the rest is cut off before a character that would
  /// not fit.
  package static let lengthLimit = 1024

  /// The column of the public view.
  package var name: String {
    switch self {
    case .source: "source"
    case .platform: "platform"
    case .channel: "channel"
    case .jobKey: "job_key"
    case .appVersion: "app_version"
    case .os: "os"
    case .osVersion: "os_version"
    case .brand: "brand"
    case .networkType: "network_type"
    case .isp: "isp"
    case .reason: "reason"
    case .clientNetwork: "client_network"
    }
  }
}

/// Attributes that vary together and so share one dictionary entry: an event refers to four groups, not to
/// twelve values.
package enum AttributeGroup: Int, CaseIterable, Sendable {
  case context, build, network, reason

  package var attributes: [Attribute] {
    switch self {
    case .context: [.source, .platform, .channel, .jobKey]
    case .build: [.appVersion, .os, .osVersion, .brand]
    case .network: [.networkType, .isp, .clientNetwork]
    case .reason: [.reason]
    }
  }
}
