import Files
import Glibc
import Prose
import Testing

@Suite struct DescriptorWriterTests {
  @Test func `everything is written through a pipe that holds less`() async throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    // A non-blocking end makes short writes and EAGAIN certain.
    #expect(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
    let reader = Task.detached {
      var read: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 65_536)
      while case let count = unsafe Glibc.read(reading, &block, block.count), count > 0 {
        read += block[..<count]
      }
      return read
    }
    try DescriptorWriter(descriptor: writing, name: "pipe").write(bytes.span)
    close(writing)
    #expect(await reader.value == bytes)
    close(reading)
  }

  @Test func `a reader that has gone is told apart from a full disk`() async {
    await #expect(processExitsWith: .success) {
      _ = signal(SIGPIPE, SIG_IGN)
      var ends: [Int32] = [0, 0]
      _ = unsafe pipe(&ends)
      close(ends[0])
      do throws(WriteError) {
        try DescriptorWriter(descriptor: ends[1], name: "pipe").write("x")
        exit(1)
      } catch {
        exit(error.cause == .readerGone ? 0 : 2)
      }
    }
    let full = unsafe open("/dev/full", O_WRONLY)
    let error = #expect(throws: WriteError.self) {
      try DescriptorWriter(descriptor: full, name: "out.csv").write("x")
    }
    #expect(error?.message.told() == "out.csv: disk full")
    close(full)
  }
}
