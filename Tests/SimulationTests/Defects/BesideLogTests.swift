import Foundation
import ReceiptModel
import Simulation
import Testing

/// The logs beside the receipts, and the defects that only they tell.
struct BesideLogTests {
  private struct Logs {
    var receipts: [SimulatedEvent] = []
    /// Each with its line.
    var sends: [(words: [String: Any], line: String)] = []
    var steps: [[String: String]] = []
    var counts: [UInt64: Int] = [:]
    var truth: Truth

    init(_ defects: [Defect], seed: UInt64 = 31) throws {
      var scenario = Scenario(seed: seed, events: 40_000).clean
      scenario.defects = Set(defects)
      scenario.anonymous = 0.2
      var simulator = Simulator(scenario, tellsBeside: true)
      var texts: [CompanionLog: [UInt8]] = [:]
      while let event = simulator.next() {
        receipts.append(event)
        for (log, bytes) in simulator.takeBeside() { texts[log, default: []] += bytes }
      }
      truth = simulator.truth
      func lines(_ log: CompanionLog) -> [Substring] {
        String(decoding: texts[log] ?? [], as: UTF8.self).split(separator: "\n")
      }
      sends = try lines(.sends).map {
        (try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]), String($0))
      }
      steps = lines(.extensions).map { line in
        let (step, detail) = line.split(separator: " detail=").map(String.init).firstAndSecond
        var words = ["detail": detail]
        for word in step.split(separator: " ") where word.contains("=") {
          let parts = word.split(separator: "=").map(String.init)
          words[parts[0]] = parts[1]
        }
        return words
      }
      for line in lines(.console) {
        let value = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let stats = try #require(
          (value["PushStats"] as? [String: Any])?["PushStat"] as? [[String: Any]])
        let id = try #require(stats[0]["MessageId"] as? String)
        counts[try #require(UInt64(id))] = stats[0]["SentCount"] as? Int
      }
    }

    /// The lines of sends of messages.
    func sends(of messages: Set<String>) -> [String] {
      sends.filter { messages.contains($0.words["message_id"] as? String ?? "") }.map(\.line)
    }
  }

  private struct Send: Hashable {
    var message: String
    var device: String
    var time: Int64
    var isSent: Bool
  }

  @Test(arguments: [[], [Defect.oversizedPayload], Defect.allCases]) func `no send in them is new`(
    defects: [Defect]
  ) throws {
    let logs = try Logs(defects)
    let known = Set(
      logs.receipts.filter { !$0.isBroken && ($0.type == .sent || $0.type == .sendFailed) }.map {
        Send(
          message: "\($0.messageID)", device: $0.deviceID, time: $0.time.milliseconds,
          isSent: $0.type == .sent)
      })
    #expect(logs.sends.count > 100)
    for send in logs.sends.map(\.words) {
      let time = try #require(send["sent_at"] as? NSNumber)
      #expect(
        known.contains(
          Send(
            message: send["message_id"] as? String ?? "",
            device: send["device_id"] as? String ?? "",
            time: time.int64Value, isSent: send["status"] as? String == "sent")))
    }
  }

  @Test func `without a defect they agree with the receipts`() throws {
    let logs = try Logs([])
    var sent: [UInt64: Set<String>] = [:]
    var anonymous: Set<UInt64> = []
    for event in logs.receipts where event.type == .sent {
      sent[event.messageID, default: []].insert(event.deviceID)
      if event.device == nil { anonymous.insert(event.messageID) }
    }
    #expect(logs.counts == sent.mapValues(\.count))
    #expect(!anonymous.isEmpty)
    #expect(logs.sends.allSatisfy { $0.line.contains(#""mutable-content":1}"#) })
    #expect(logs.steps.allSatisfy { $0["event"] != "attachment_failed" })
    // Each run received, acked and finished something, and the ack is that of the receipts.
    let acked = logs.steps.filter { $0["event"] == "acked" }
    #expect(acked.count > 2000)
    #expect(logs.steps.count == acked.count * 3)
    let acks = Set(
      logs.receipts.filter { $0.type == .extAck }.map { "\($0.messageID) \($0.deviceID)" })
    #expect(acked.allSatisfy { acks.contains("\($0["message"] ?? "") \($0["device"] ?? "")") })
  }

  @Test func `a misspelt key and a large payload stand in the messages that the truth names`()
    throws
  {
    for (defect, mark) in [
      (Defect.misspeltMutableContent, "mutable -content"), (.oversizedPayload, "autumn autumn"),
    ] {
      let logs = try Logs([defect])
      let planted = try #require(logs.truth.defects.first)
      let messages = Set(planted.messages.map { "\($0.id)" })
      #expect(!messages.isEmpty && planted.affected > 50)
      let all = Set(logs.sends.compactMap { $0.words["message_id"] as? String })
      #expect(logs.sends(of: messages).allSatisfy { $0.contains(mark) })
      #expect(!logs.sends(of: messages).isEmpty)
      #expect(logs.sends(of: all.subtracting(messages)).allSatisfy { !$0.contains(mark) })
    }
  }

  @Test func `attachments fail in as many runs as the truth says, and in no receipt`() throws {
    let logs = try Logs([.brokenAttachments])
    let planted = try #require(logs.truth.defects.first)
    let failed = logs.steps.filter { $0["event"] == "attachment_failed" }
    #expect(planted.affected == failed.count)
    #expect(failed.count > 50)
    #expect(
      failed.allSatisfy {
        $0["detail"] == planted.site.reason && $0["app"] == "\(planted.site.appKey ?? 0)"
      })
    #expect(logs.receipts == (try Logs([])).receipts)
  }

  @Test func `the console counts what the log has lost`() throws {
    let logs = try Logs([.missingShard])
    let planted = try #require(logs.truth.defects.first)
    let whole = try Logs([])
    #expect(logs.counts == whole.counts)
    let lost = whole.receipts.count { $0.type == .sent } - logs.receipts.count { $0.type == .sent }
    #expect(lost > 50)
    #expect(planted.affected >= lost)
  }
}

extension [String] {
  fileprivate var firstAndSecond: (String, String) { (self[0], count > 1 ? self[1] : "") }
}
