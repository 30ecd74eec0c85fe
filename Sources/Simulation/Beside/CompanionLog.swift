/// A log that stands beside the receipts and tells of the same pushes.
///
/// No event in it is new: a receipt log gives the same deliveries with it and without.
package enum CompanionLog: String, CaseIterable, Sendable {
  /// For each message the send to one iOS device, with the payload.
  case sends = "sends.jsonl"
  /// What extensions wrote down of their runs, of half of the devices.
  case extensions = "extension.log"
  /// How many devices the console counts as sent to, by message.
  case console = "console.jsonl"
}

/// How the sender's payloads of a message are.
enum SimulatedPayload: Sendable {
  case sound
  case withoutMutableContent
  /// The key is there and misspelt, which no gateway minds.
  case misspelt
  /// Over 4 KB.
  case large

  /// The APNs payload as JSON.
  var json: String {
    let alert = #""alert":{"title":"Autumn","body":"Now in the shop"}"#
    return switch self {
    case .sound: #"{"aps":{\#(alert),"mutable-content":1}}"#
    case .withoutMutableContent: #"{"aps":{\#(alert)}}"#
    case .misspelt: #"{"aps":{\#(alert),"mutable -content":1}}"#
    case .large:
      #"{"aps":{\#(alert),"mutable-content":1},"page":"\#(String(repeating: "autumn ", count: 640))"}"#
    }
  }
}
