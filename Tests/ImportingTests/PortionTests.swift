import LogReading
import Testing

@testable import Importing

@Suite struct PortionTests {
  /// Files of these sizes, numbered in order.
  private func files(_ sizes: [Int64]) -> [PlannedFile] {
    sizes.enumerated().map { index, size in
      PlannedFile(
        number: UInt32(index), source: .path(Array("log-\(index)".utf8)), start: .beginning, size: size)
    }
  }

  private func options(_ bytes: Int64?, jobs: Int = 2) -> ImportOptions {
    var options = ImportOptions()
    options.memory = MemoryPlan(bytes: 256 << 20, jobs: jobs)
    options.portionBytes = bytes
    return options
  }

  /// Portions as text: files by number, parts with where they begin and end.
  private func text(_ portions: [Portion]) -> [String] {
    portions.map { portion in
      portion.pieces.map { piece in
        "\(piece.file.number)" + (piece.part.map { " \(piece.offset)-\($0.end)" } ?? "")
      }.joined(separator: ", ")
    }
  }

  @Test func `small files go together, large ones in parts, all in order`() {
    let portions = Portion.deal(files([3, 3, 3, 3, 25, 1, 0, 12, 10, 2]), options: options(10)) {
      $0.number != 7
    }
    #expect(
      text(portions) == ["0, 1, 2, 3", "4 0-10", "4 10-20", "4 20-25", "5, 6, 7", "8", "9"])
    let parts = portions.flatMap(\.pieces).compactMap(\.part)
    #expect(parts.map(\.isFirst) == [true, false, false])
    #expect(parts.map(\.isLast) == [false, false, true])
  }

  @Test func `what is known already is left out, and a grown file is divided from where it was left`() {
    var files = files([30, 30, 30])
    files[0].start = .alreadyRead
    files[1].start = .resume(row: 4, offset: 9, line: 2)
    files[2].start = .unreadable(.missing)
    let portions = Portion.deal(files, options: options(10)) { _ in true }
    #expect(text(portions) == ["1 9-19", "1 19-29", "1 29-30"])
    #expect(portions.flatMap(\.pieces).map(\.line) == [2, 0, 0])
  }

  @Test func `one worker divides nothing`() {
    let portions = Portion.deal(files([1 << 40, 5]), options: options(nil, jobs: 1)) { _ in true }
    #expect(text(portions) == ["0, 1"])
  }

  @Test(arguments: [1, 30 << 20, 33 << 20, 500 << 20, 5 << 30, 1 << 40] as [Int64], [2, 5, 16])
  func `parts are neither small nor more than a run holds, and enough for all workers`(
    size: Int64, jobs: Int
  ) {
    let options = options(nil, jobs: jobs)
    let pieces = Portion.deal(files([size]), options: options) { _ in true }.flatMap(\.pieces)
    guard size > 32 << 20 else {
      #expect(pieces.count == 1)
      return
    }
    var position: Int64 = 0
    for piece in pieces {
      let end = piece.part?.end ?? size
      #expect(piece.offset == position)
      #expect(end - position <= max(32 << 20, Int64(options.memory.batchCapacity) * 512))
      #expect(end - position >= 32 << 20 || end == size)
      position = end
    }
    #expect(position == size)
    if size >= Int64(jobs) * 4 * 32 << 20 { #expect(pieces.count >= 4 * jobs) }
  }
}
