import Mappings
import Prose
import ReceiptModel
import Testing

@testable import LogReading

/// Each mapping's own examples.
@Suite struct ExampleTests {
  @Test(arguments: MappingCatalogue.names)
  func `an example of a mapping tells what it says`(name: String) throws {
    let mapping = try #require(MappingCatalogue.mapping(name))
    #expect(!mapping.examples.isEmpty)
    for (number, example) in mapping.examples.enumerated() {
      let place: Comment = "\(name), example \(number)"
      let sample = try Self.sample(example.record, mapping)
      #expect(sample.error == nil || example.refused != nil, place)
      #expect(sample.told.count == example.events.count, "\(name), example \(number): \(sample.told)")
      for (told, expected) in zip(sample.told, example.events) {
        for (key, value) in expected { #expect(told[key, default: ""] == value, "\(place) \(key)") }
      }
      #expect(sample.refused.first.map(Self.word) == example.refused, place)
      #expect(sample.progress.met.unknownColumns == [], place)
      if example.isIgnored {
        #expect(sample.progress.counts.ignored > 0 && sample.progress.counts.lines > 0, place)
      }
    }
  }

  @Test(arguments: MappingCatalogue.names)
  func `the first example is taken for a record of its mapping`(name: String) throws {
    let mapping = try #require(MappingCatalogue.mapping(name))
    let first = try #require(mapping.examples.first { $0.refused == nil })
    guard !mapping.recognition.isEmpty else { return }
    let sample = try Self.sample(first.record, nil)
    #expect(sample.progress.mapping == name, "\(String(describing: sample.error?.explanation.told()))")
  }

  static func word(_ line: RejectedLine) -> String {
    line.rejection.reason.rawValue + (line.rejection.field.map { ":" + $0.rawValue } ?? "")
  }

  static func sample(
    _ text: String, _ mapping: SourceMapping?, _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> MappedSample {
    let file = try ScratchFile(Array(text.utf8))
    var options = ReadOptions()
    options.mapping = mapping
    // What the examples are to be read with, where a record names no app.
    options.appKey = "example"
    if mapping == nil { options.mappings = { MappingCatalogue.all } }
    options.isFinal = true
    // What names no AppKey is read as with `--app example`.
    options.appKey = "example"
    change(&options)
    return MappedSample(try InputFile(path: file.path), options: options)
  }
}
