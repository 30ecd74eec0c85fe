package import Prose

/// Why a line was not imported, and which field it was about.
package struct Rejection: Error, Hashable, Sendable {
  package var reason: RejectionReason
  package var field: ReceiptField?

  package init(_ reason: RejectionReason, field: ReceiptField? = nil) {
    self.reason = reason
    self.field = field
  }
}

/// The reasons a line can be refused for; the raw value is what users see and scripts match.
package enum RejectionReason: String, CaseIterable, Sendable {
  case badUTF8 = "bad-utf8"
  case nul
  case lineTooLong = "line-too-long"
  case notJSON = "not-json"
  case notObject = "not-object"
  case trailingData = "trailing-data"
  case tooDeep = "too-deep"
  case tooManyKeys = "too-many-keys"
  case tooManyParts = "too-many-parts"
  case duplicateKey = "dup-key"
  case missingField = "missing-field"
  case badType = "bad-type"
  case badTime = "bad-time"
  case idTooLong = "id-too-long"
  case controlCharacter = "control-char"
  case wrongTopic = "wrong-topic"
  case columnCount = "csv-columns"
  case badQuote = "csv-quote"
  case badLine = "bad-line"
  case spreadsheetRounded = "spreadsheet-rounded"
  case beforePurge = "before-purge"
  case unknownSource = "unknown-source"
  case severalSources = "several-sources"

  /// What to tell the user, in the words of their log.
  package var explanation: Phrase {
    switch self {
    case .badUTF8: "not valid UTF-8; if the log is GB18030, convert it: iconv -f GB18030 -t UTF-8"
    case .nul: "holds a NUL byte"
    case .lineTooLong: "longer than 1 MiB"
    case .notJSON: "not valid JSON"
    case .notObject: "valid JSON, but not an object"
    case .trailingData: "something stands after the object"
    case .tooDeep: "nested deeper than 32 levels"
    case .tooManyKeys: "an object with more than 256 keys"
    case .tooManyParts: "a record with more than 32,768 parts"
    case .duplicateKey: "a field appears twice with different values"
    case .missingField: "a required field is missing or empty"
    case .badType: "a field holds something other than the text or number it should"
    case .badTime: "a time that cannot be read or lies outside 2010 to 2100"
    case .idTooLong: "an id longer than 256 bytes"
    case .controlCharacter: "an id holds a control character"
    case .wrongTopic: "a record of another log: __topic__ is not cps_callback_event"
    case .columnCount: "more or fewer columns than the header"
    case .badQuote: "a quotation mark in the wrong place"
    case .badLine: "not a line in the form that its source uses"
    case .spreadsheetRounded: "digits lost in a spreadsheet; export the log again without opening it in one"
    case .beforePurge: "older than what was pruned from the ledger"
    case .unknownSource: "a record of no known source; --source NAME says which source it is from"
    case .severalSources: "a record that several sources may have made; --source NAME says which"
    }
  }
}

/// A field of a receipt record, as the log names it.
package enum ReceiptField: String, CaseIterable, Sendable {
  case appKey = "app_key"
  case messageID = "message_id"
  case deviceID = "device_id"
  case eventType = "event_type"
  case eventTime = "event_time"
  case logTime = "__time__"
  case topic = "__topic__"
  case deviceType = "device_type"
  case eventChannel = "event_channel"
  case jobKey = "job_key"
  case appVersion = "app_version"
  case os
  case osVersion = "os_version"
  case brand
  case networkType = "network_type"
  case isp
  case reason
  /// The vendor's own id of the message, kept on demand only.
  case vendorMessageID = "vendor_message_id"
  /// The device's address, of which the network is kept on demand only.
  case clientIP = "client_ip"
}
