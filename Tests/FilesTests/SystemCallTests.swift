import Files
import Foundation
import Glibc
import TestSupport
import Testing

/// Calls go on where a signal interrupts them, and read and write all there is.
struct SystemCallTests {
  @Test func `a call that a signal interrupted is made again, and no other`() {
    var answers: [(result: Int, code: Int32)] = [(-1, EINTR), (-1, EINTR), (7, 0), (8, 0)]
    #expect(SystemCall.retrying { next(&answers) } == 7)
    answers = [(-1, EIO), (7, 0)]
    #expect(SystemCall.retrying { next(&answers) } == -1 && errno == EIO)
    answers = [(0, EINTR), (7, 0)]
    #expect(SystemCall.retrying { next(&answers) } == 0)
  }

  private func next(_ answers: inout [(result: Int, code: Int32)]) -> Int {
    let answer = answers.removeFirst()
    errno = answer.code
    return answer.result
  }

  @Test func `what is written is read back, from the beginning and from the middle`() throws {
    let folder = try ScratchFolder()
    let descriptor = unsafe open(folder.path("file"), O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    let numbers = (0..<1000).map { Int32($0) }
    // A span cannot be a part of what a macro takes apart.
    let wasWritten = SystemCall.write(numbers.span, to: descriptor)
    let part = ([1, 2, 3] as [UInt8])[1...]
    let wasWrittenOver = SystemCall.write(part.span, to: descriptor, at: 1)
    #expect(wasWritten && wasWrittenOver)
    var bytes = [UInt8](repeating: 9, count: 5000)
    #expect(SystemCall.read(into: &bytes, from: descriptor, at: 0) == 4000)
    #expect(bytes[..<6] == [0, 2, 3, 0, 1, 0] && bytes[3999...4000] == [0, 9])
    #expect(SystemCall.read(into: &bytes, from: descriptor, at: 3990) == 10)
    #expect(SystemCall.read(into: &bytes, from: descriptor, at: 4000) == 0)
    // Behind all that was written without a place.
    #expect(SystemCall.read(into: &bytes, from: descriptor) == 0)
  }

  @Test func `a pipe is read until it ends, however small its pieces`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    let sent = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    let (first, rest) = (sent[..<1], sent[1...])
    let writing = Thread {
      _ = SystemCall.write(first.span, to: writeEnd)
      _ = SystemCall.write(rest.span, to: writeEnd)
      close(writeEnd)
    }
    writing.start()
    var bytes = [UInt8](repeating: 0, count: sent.count + 1)
    #expect(SystemCall.read(into: &bytes, from: readEnd) == sent.count)
    #expect(Array(bytes.dropLast()) == sent)
    close(readEnd)
  }

  @Test func `a failure is told by errno`() {
    var bytes: [UInt8] = [0]
    let wasWritten = SystemCall.write(bytes.span, to: -1)
    #expect(!wasWritten && errno == EBADF)
    #expect(SystemCall.read(into: &bytes, from: -1) == nil && errno == EBADF)
  }
}
