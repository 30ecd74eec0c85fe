import Files
import Glibc
package import Prose
import ReceiptModel

extension PseudonymKey {
  /// Reads the key of a file that nobody else may read.
  ///
  /// A link is followed; what it leads to is judged.
  ///
  /// - Throws: `PseudonymKeyError`, which shows nothing of what is in the file.
  package init(contentsOf path: String) throws(PseudonymKeyError) {
    // A pipe in the file's place would be waited for.
    let descriptor = FileCall.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw PseudonymKeyError(path, .unreadable(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard FileCall.status(descriptor, &status) else { throw PseudonymKeyError(path, .unreadable(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw PseudonymKeyError(path, .notRegular) }
    guard status.st_uid == geteuid() || status.st_uid == 0 else { throw PseudonymKeyError(path, .ofAnother) }
    guard status.st_mode & 0o077 == 0 else { throw PseudonymKeyError(path, .open(status.st_mode & 0o777)) }
    // One byte more than a key may have, so that a longer file is told from one.
    var text = [UInt8](repeating: 0, count: 2 * Self.length + 2)
    guard let count = SystemCall.read(into: &text, from: descriptor) else {
      throw PseudonymKeyError(path, .unreadable(errno))
    }
    guard let secret = Self.secret(text[..<count]) else { throw PseudonymKeyError(path, .noKey) }
    guard secret.contains(where: { $0 != secret[0] }) else { throw PseudonymKeyError(path, .oneByte) }
    self.init(secret.span)
    self.path = path
  }

  /// The bytes that 64 hexadecimal digits and at most one line end stand for.
  private static func secret(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let digits = text.last == UInt8(ascii: "\n") ? text.dropLast() : text
    guard digits.count == 2 * length else { return nil }
    let values = digits.compactMap(\.hexadecimalValue)
    guard values.count == digits.count else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

/// Why a file is not taken for a key.
package struct PseudonymKeyError: Error, Equatable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    /// With this `errno`.
    case unreadable(Int32)
    case notRegular
    /// It belongs neither to who reads it nor to root.
    case ofAnother
    /// Others than its owner may use it, by these permission bits.
    case open(UInt32)
    /// Its content is something else.
    case noKey
    /// One byte fills it, as a file that was filled in to try something has it; whoever tries ids tries such keys first.
    case oneByte
  }

  package let path: String
  package let reason: Reason

  init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  package var description: String { words.told() }

  /// Why the file is not taken; its path is in it as it is.
  package var words: Phrase {
    let why: Phrase =
      switch reason {
      case .unreadable(let code): .text(SystemReason.text(code))
      case .notRegular: "not a regular file"
      case .ofAnother: "belongs neither to you nor to root, so its owner could know or change the key"
      case .open(let mode):
        "its mode is \(figure: String(mode, radix: 8)), so others could know the key: chmod 600"
      case .noKey: "not a key: a key is 64 hexadecimal digits and nothing else"
      case .oneByte: "not a secret: all of its bytes are the same, so anybody can guess it"
      }
    return "key of pseudonyms \(path): \(why)"
  }

  package var advice: Phrase { "to make a new key: (umask 077; openssl rand -hex 32 > FILE)" }

  /// Whether the system does not let this user read it.
  package var isPermission: Bool { reason == .unreadable(EACCES) || reason == .unreadable(EPERM) }
}
