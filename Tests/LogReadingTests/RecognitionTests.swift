import Mappings
import ReceiptModel
import Testing

@testable import LogReading

/// Mappings tell each other's records apart.
@Suite struct RecognitionTests {
  @Test(arguments: MappingCatalogue.names)
  func `every good example is taken for its own mapping's among all of them`(name: String) throws {
    let mapping = try #require(MappingCatalogue.mapping(name))
    guard !mapping.recognition.isEmpty else { return }
    for (number, example) in mapping.examples.enumerated() where example.refused == nil {
      let sample = try ExampleTests.sample(example.record, nil)
      let error = sample.error.map { $0.explanation } ?? ""
      #expect(sample.progress.mapping == name, "example \(number): \(error)")
    }
  }

  @Test func `order among the mappings decides nothing`() throws {
    for mapping in MappingCatalogue.all where !mapping.recognition.isEmpty {
      let first = try #require(mapping.examples.first { $0.refused == nil })
      let sample = try ExampleTests.sample(first.record, nil) {
        $0.mappings = { MappingCatalogue.all.reversed() }
      }
      #expect(sample.progress.mapping == mapping.name)
    }
  }

  @Test func `a receipt of Alibaba's is never taken for a record of another source`() throws {
    let receipt =
      #"{"__time__":"1790000001","app_key":"7","message_id":"m1","event_time":"1790000001840","event_type":"sent","#
      + #""device_id":"d1","vendor_message_id":"h1","sent_at":"x","opened_at":"y","token":"t","status":"s"}"#
    let sample = try ExampleTests.sample(receipt, nil)
    #expect(sample.progress.mapping == "")
    #expect(sample.told.map { $0["kind"] } == ["sent"])
  }
}
