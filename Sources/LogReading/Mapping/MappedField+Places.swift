import ReceiptModel

extension MappedField {
  /// Its place among all fields.
  var number: Int {
    switch self {
    case .app: 0
    case .message: 1
    case .device: 2
    case .type: 3
    case .time: 4
    case .platform: 5
    case .channel: 6
    case .jobKey: 7
    case .appVersion: 8
    case .os: 9
    case .osVersion: 10
    case .brand: 11
    case .networkType: 12
    case .isp: 13
    case .reason: 14
    case .vendorID: 15
    case .payload: 16
    case .accepted: 17
    case .sent: 18
    case .arrived: 19
    case .acked: 20
    case .displayed: 21
    case .opened: 22
    case .dismissed: 23
    case .pushType: 24
    case .targetType: 25
    case .status: 26
    case .name: 27
    case .space: 28
    case .token: 29
    case .detail: 30
    }
  }

  /// The field of a receipt that a rejection names for a problem with it.
  var receiptField: ReceiptField? {
    switch self {
    case .app: .appKey
    case .message: .messageID
    case .device: .deviceID
    case .type: .eventType
    case .time: .eventTime
    case .platform: .deviceType
    case .channel: .eventChannel
    case .jobKey: .jobKey
    case .appVersion: .appVersion
    case .os: .os
    case .osVersion: .osVersion
    case .brand: .brand
    case .networkType: .networkType
    case .isp: .isp
    case .reason: .reason
    case .vendorID, .payload, .accepted, .sent, .arrived, .acked, .displayed, .opened, .dismissed, .pushType,
      .targetType, .status,
      .name, .space, .token, .detail:
      nil
    }
  }
}
