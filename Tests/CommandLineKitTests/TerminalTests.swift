import Glibc
import TestSupport
import Testing

@testable import CommandLineKit

@Suite struct TerminalTests {
  private func terminal(isTerminal: Bool = true, allows: Bool = true, _ variables: [String: String] = [:])
    -> Terminal
  {
    Terminal(
      outputIsTerminal: isTerminal, errorIsTerminal: isTerminal, columns: nil, allowsColor: allows,
      environment: { variables[$0] })
  }

  @Test func `colour is for terminals whose user did not refuse it`() {
    #expect(terminal().usesColor)
    #expect(terminal(["NO_COLOR": "", "TERM": "xterm"]).usesColor)
    #expect(!terminal(isTerminal: false).usesColor)
    #expect(!terminal(allows: false).usesColor)
    #expect(!terminal(["NO_COLOR": "1"]).usesColor)
    #expect(!terminal(["TERM": "dumb"]).usesColor)
  }

  @Test func `an unknown width is 80`() { #expect(terminal().width == 80) }

  @Test(arguments: [
    ("plain text, 中文 and é", "plain text, 中文 and é"),
    ("\u{1B}[2J", "\\x1B[2J"),
    ("a\rb\nc\td\0", "a\\x0Db\\x0Ac\\x09d\\x00"),
    ("\u{7F}\u{9B}31m", "\\x7F\\u{9B}31m"),
    ("abc\u{202E}fdp.exe", "abc\\u{202E}fdp.exe"),
    ("a\u{200B}b\u{FEFF}c\u{2066}", "a\\u{200B}b\\u{FEFF}c\\u{2066}"),
    ("a\u{2028}b\u{E000}\u{E0041}\u{3164}", "a\\u{2028}b\\u{E000}\\u{E0041}\\u{3164}"),
  ])
  func `text from outside is shown without effect on the terminal`(text: String, shown: String) {
    #expect(text.escapedForTerminal() == shown)
  }

  @Test func `no text from outside yields a control character or more than 200 characters`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let shown = String(decoding: bytes, as: UTF8.self).escapedForTerminal()
      #expect(shown.unicodeScalars.count <= 200)
      #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    }
  }

  @Test func `long text is cut and says so`() {
    let exact = String(repeating: "x", count: 200)
    #expect(exact.escapedForTerminal() == exact)
    #expect((exact + "x").escapedForTerminal() == String(repeating: "x", count: 199) + "…")
    #expect("e\u{301}\u{301}\u{301}".escapedForTerminal(limit: 3).unicodeScalars.count == 3)
  }
}

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
      Signals.becomeErrors()
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
    #expect(error?.message == "out.csv: disk full")
    #expect(error?.exitCode == .ioError)
    close(full)
  }

  @Test func `a program whose reader went away ends by the pipe signal`() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      Signals.becomeErrors()
      Signals.endByClosedPipe()
    }
  }
}
