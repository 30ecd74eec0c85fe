import ReferenceLedger
import Testing

@Suite struct `Reading lines in the reference` {
  private func events(_ fields: String) throws -> [ReferenceEvent] {
    try ReferenceParser().events(in: #"{"app_key":"a","message_id":1091371886864,\#(fields)}"#)
  }

  @Test(
    arguments: [
      ("1790000000", 1_790_000_000_000), ("1790000000120", 1_790_000_000_120),
      ("1790000000120999", 1_790_000_000_120),
      ("1790000000120000001", 1_790_000_000_120), ("2026-09-21T14:13:20Z", 1_790_000_000_000),
      ("2026-09-21T19:43:20.5+05:30", 1_790_000_000_500),
      ("2026-09-21T10:13:20.1209-0400", 1_790_000_000_120),
      ("2026-09-21 22:13:20", 1_790_000_000_000), ("2026-09-21 22:13:20.120", 1_790_000_000_120),
    ] as [(String, Int64)])
  func `takes a time by its shape`(text: String, milliseconds: Int64) throws {
    let event = try #require(try events(#""event_type":"sent","event_time":"\#(text)""#).first)
    #expect(event.timeMilliseconds == milliseconds)
  }

  @Test(arguments: [
    "12345678901", "2026-02-30 00:00:00", "2026-09-21T24:00:00Z", "1262303999", "4102444800", "soon",
  ])
  func `refuses other times`(text: String) {
    #expect(throws: ReferenceParser.Refusal.self) {
      try events(#""event_type":"sent","event_time":"\#(text)""#)
    }
  }

  @Test(arguments: [
    ("sent", "sent"), ("SENT_FAIL", "send_failed"), ("Arrived", "arrived"), ("arrive_fail", "arrive_failed"),
    ("EXT_ACK", "ext_ack"), ("clicked", "opened"), ("Cleared", "dismissed"), ("displayed", "other"),
  ])
  func `names kinds in any case`(type: String, kind: String) throws {
    let event = try #require(try events(#""event_type":"\#(type)","__time__":1790000000"#).first)
    #expect(event.kind == kind)
    #expect(event.rawType == (kind == "other" ? type : nil))
    #expect(event.timeMilliseconds == 1_790_000_000_000)
  }

  @Test func `takes numbers as their digits and leaves out what is empty`() throws {
    let event = try #require(
      try events(
        #""event_type":"sent","event_time":"","__time__":"1790000000","device_type":"iOS","isp":"","os":null,"extra":{"os":[1]}"#
      ).first)
    #expect(event.messageID == "1091371886864")
    #expect(event.deviceID == "")
    #expect(event.attributes == ["source": "alibaba", "platform": "iOS"])
  }

  @Test func `refuses a record without what it must have`() {
    #expect(throws: ReferenceParser.Refusal(field: "event_type")) { try events(#""__time__":1790000000"#) }
    #expect(throws: ReferenceParser.Refusal(field: "__time__")) { try events(#""event_type":"sent""#) }
    #expect(throws: ReferenceParser.Refusal(field: "__topic__")) {
      try events(#""__topic__":"audit","event_type":"sent","__time__":1790000000"#)
    }
  }
}
