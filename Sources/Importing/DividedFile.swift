import LogReading
import Synchronization

/// A file whose parts are read by several workers, all from the one that was opened first.
///
/// A log may be rotated meanwhile; its name then leads to another file, whose parts would be mixed with those of the old.
final class DividedFile: Sendable {
  private let source: ImportSource
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var file: InputFile?
    /// Parts that nobody has asked for yet.
    var remaining: Int
  }

  init(_ source: ImportSource, parts: Int) {
    self.source = source
    state = Mutex(State(file: nil, remaining: parts))
  }

  /// The file for one of its parts; it is opened for the first and closed after the last.
  func open() throws(InputError) -> InputFile {
    try state.withLock { state throws(InputError) in
      state.remaining -= 1
      let file: InputFile
      if let opened = state.file.take() { file = opened } else { file = try source.open() }
      guard state.remaining > 0 else { return file }
      let copy = try file.duplicate()
      state.file = consume file
      return copy
    }
  }
}

extension ImportSource {
  func open() throws(InputError) -> InputFile {
    switch self {
    case .standardInput: .standardInput()
    case .path(let bytes): try InputFile(path: bytes)
    }
  }
}
