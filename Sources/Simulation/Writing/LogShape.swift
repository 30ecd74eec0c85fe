/// The ways a receipt log leaves Alibaba's log service.
package enum LogShape: String, CaseIterable, Sendable {
  /// OSS shipping: one object a line, `__time__` a string.
  case jsonLines
  /// OSS shipping before its new version: `__time__` a number.
  case jsonLinesOld
  /// One array.
  case jsonArray
  /// The `get_log_all` command: one array for each page of 100, keys sorted, non-ASCII characters escaped.
  case jsonArrays
  /// The answer of the query interface: `{"meta":…,"data":[…]}`.
  case dataEnvelope
  /// The `pull_log_dump` command: JSON Lines with tags and a part of a second in an array.
  case pullLogDump
  /// OSS shipping as delimited text with a header.
  case csv, tsv, pipe

  /// What usually ends the name of such a file.
  package var fileExtension: String {
    switch self {
    case .jsonLines, .jsonLinesOld, .pullLogDump: "jsonl"
    case .jsonArray, .jsonArrays, .dataEnvelope: "json"
    case .csv, .pipe: "csv"
    case .tsv: "tsv"
    }
  }

  /// What stands between two values of a delimited shape; `nil` for JSON.
  var delimiter: UInt8? {
    switch self {
    case .csv: 0x2C
    case .tsv: 0x09
    case .pipe: 0x7C
    default: nil
    }
  }

  /// Whether the records come from a Python program, which sets a blank behind `:` and `,` and escapes all that is
  /// not ASCII.
  var isFromPython: Bool { self == .jsonArrays || self == .pullLogDump }

  /// Records between two brackets; `nil` where records stand without any.
  var pageSize: Int? {
    switch self {
    case .jsonArrays: 100
    case .jsonArray, .dataEnvelope: .max
    default: nil
    }
  }

  /// The fields of a record in order.
  var fields: [LogField] {
    switch self {
    case .jsonArrays: LogField.record.sorted { $0.rawValue < $1.rawValue }
    case .pullLogDump:
      Array(LogField.record.prefix(3)) + [.nanoseconds, .receiveTime] + LogField.record.dropFirst(3)
    default: LogField.record
    }
  }
}

/// A field of a record, as the log names it.
enum LogField: String, CaseIterable, Sendable {
  case logTime = "__time__"
  case topic = "__topic__"
  case source = "__source__"
  case owner = "owner_id"
  case appKey = "app_key"
  case messageID = "message_id"
  case eventTime = "event_time"
  case eventType = "event_type"
  case deviceID = "device_id"
  case deviceType = "device_type"
  case lastActive = "last_active_time"
  case appVersion = "app_version"
  case address = "client_ip"
  case brand
  case network = "network_type"
  case os
  case osVersion = "os_version"
  case isp
  case jobKey = "job_key"
  case channel = "event_channel"
  case vendorMessageID = "vendor_message_id"
  case reason
  /// Only `pull_log_dump` writes these.
  case nanoseconds = "__time_ns_part__"
  case receiveTime = "__tag__:__receive_time__"
  /// Only a log of sends has this, and only where a send failed.
  case sendStatus = "status"

  /// The 22 fields of every shape, in the order of OSS shipping.
  static let record = Array(allCases.dropLast(3))

  /// The text of a field that is the same in every record.
  var fixedText: String? {
    switch self {
    case .topic: "cps_callback_event"
    case .source: "log_service"
    case .owner: "1234567890123456"
    case .sendStatus: "failed"
    default: nil
    }
  }

  /// The texts that events hold indices into.
  var words: [String] {
    switch self {
    case .eventType: EventType.allCases.map(\.rawName)
    case .deviceType: [Platform.iOS, .android].map(\.deviceType)
    case .os: [Platform.iOS, .android].map(\.os)
    case .channel: Channel.allCases.map(\.name)
    case .address: Words.addresses
    case .brand: Words.brands
    case .network: Words.networks
    case .osVersion: Words.osVersions
    case .isp: Words.isps
    case .jobKey: Words.jobKeys
    case .reason: Words.reasons
    default: []
    }
  }
}
