import Files
import Glibc
import Prose

/// A program that runs in a process group of its own, with its output in a file.
///
/// The group of its own lets one signal reach everything it starts, and the terminal's Ctrl-C reach it only through us.
struct ChildProcess: ~Copyable {
  private let id: pid_t

  /// How a program ended.
  enum Ending: Equatable {
    case exited(Int32)
    /// By a signal of that number.
    case killed(Int32)
  }

  /// - Parameters:
  ///   - program: its path.
  ///   - environment: all of it.
  ///   - output: the file that gets standard output and standard error; it is made or added to.
  ///   - folder: where it runs.
  ///   - input: what it reads as standard input; nothing without.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], output: String,
    folder: String, input: Int32? = nil
  ) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o640)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    // The child would ignore and block the signals that this program ignores or has blocked.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var child = pid_t()
    // POSIX has no way to start a program in another folder; the shell that does it becomes the program.
    let shell = ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder, program]
    let code = unsafe Self.withWords(shell + arguments) { words in
      unsafe Self.withWords(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) {
        unsafe posix_spawn(&child, "/bin/sh", &actions, &attributes, words, $0)
      }
    }
    guard code == 0 else {
      let reason = SystemReason.text(code)
      throw EngineError(.engineMissing, "\(program): cannot be started: \(reason)")
    }
    id = child
  }

  /// How it ended, or `nil` while it runs.
  ///
  /// Do not ask again once it has ended.
  func ending() -> Ending? {
    var status: Int32 = 0
    guard unsafe waitpid(id, &status, WNOHANG) == id else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }

  /// Sends a signal to the program and all that it has started.
  func send(_ signal: Int32) { kill(-id, signal) }

  /// Calls with words as C wants them: addresses of texts, then none.
  private static func withWords<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = unsafe words.map { unsafe strdup($0) }
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(pointers + [nil])
  }
}
