import ReceiptModel
import Testing

@testable import LogReading

/// The networks of the devices' addresses: never unless they are asked for, and never more than the network.
struct ClientNetworkTests {
  private static let keeping: @Sendable (inout ReadOptions) -> Void = { $0.keepsClientNetworks = true }

  @Test func `an address leaves nothing unless its network is asked for`() throws {
    let log = Sample.bytes([Sample.line(), Sample.line(["client_ip": "2001:db8::1"])])
    let plain = try Reading(log)
    #expect(plain.events.map { $0.words[7] } == ["wifi|||", "wifi|||"])
    #expect(plain.progress.met.unreadableAddresses == 0)
    #expect(plain.progress.met.unknownColumns == [])
    let kept = try Reading(log, Self.keeping)
    #expect(kept.events.map { $0.words[7] } == ["wifi||198.51.100.0/24|", "wifi||2001:db8::/48|"])
  }

  @Test func `what is absent or no address gives no network, and only the latter is counted`() throws {
    let absent =
      [Sample.line(["client_ip": nil])] + ["", "-", "null"].map { Sample.line(["client_ip": $0]) }
      + [Sample.line("client_ip", token: "null")]
    let unreadable =
      ["unknown", "198.51.100.7, 10.0.0.1", "198.51.100.0/24"].map { Sample.line(["client_ip": $0]) }
      + ["7", "true", "[\"198.51.100.7\"]", "{}"].map { Sample.line("client_ip", token: $0) }
    let reading = try Reading(Sample.bytes(absent + unreadable + [Sample.line()]), Self.keeping)
    #expect(reading.refusals == [])
    #expect(reading.events.count == 13)
    #expect(Set(reading.events.dropLast().map { $0.words[7] }) == ["wifi|||"])
    #expect(reading.events.last?.words[7] == "wifi||198.51.100.0/24|")
    #expect(reading.progress.met.unreadableAddresses == 7)
  }

  @Test(arguments: [false, true])
  func `an address that stands there twice refuses no line, and the first counts`(keeps: Bool) throws {
    let line = #"{"client_ip":"203.0.113.5","# + Sample.line().dropFirst()
    let reading = try Reading(Sample.bytes([line, line])) { $0.keepsClientNetworks = keeps }
    #expect(reading.refusals == [])
    let network = keeps ? "wifi||203.0.113.0/24|" : "wifi|||"
    #expect(reading.events.map { $0.words[7] } == [network, network])
  }

  @Test func `columns, escapes and refused lines are read like those of other fields`() throws {
    let rows = Sample.bytes([
      Sample.header, Sample.row(["client_ip": "\"198.51.100.7\"", "isp": "\"a \"\"b\"\"\""]),
      Sample.row(["client_ip": "198.51.100.8:80"]), Sample.row(["client_ip": "x", "event_time": "never"]),
    ])
    let table = try Reading(rows, Self.keeping)
    #expect(table.events.map { $0.words[7] } == ["wifi|a \"b\"|198.51.100.0/24|", "wifi||198.51.100.0/24|"])
    #expect(table.progress.met.unreadableAddresses == 0)
    let escaped = try Reading(
      Sample.bytes([Sample.line(["client_ip": "\\u0031\\u00398.51.100.7", "network_type": "4\\u0067"])]),
      Self.keeping)
    #expect(escaped.events.map { $0.words[7] } == ["4g||198.51.100.0/24|"])
  }

  @Test func `devices of one network share an entry of the run`() throws {
    let file = try ScratchFile(
      Sample.bytes(
        (0..<250).map { Sample.line(["client_ip": "198.51.100.\($0)"]) } + [
          Sample.line(["client_ip": ""])
        ]))
    var options = ReadOptions()
    options.keepsClientNetworks = true
    var reader = try LogReader(InputFile(path: file.path), options: options)
    var batch = EventBatch()
    #expect(try reader.read(into: &batch) == .endOfInput)
    #expect(batch.groups[AttributeGroup.network.rawValue].count == 2)
  }
}
