package import CommandLineKit
package import LogReading

extension InputError {
  /// How the program ends because of it.
  package var exitCode: ExitCode {
    switch self {
    case .missing, .linkLoop, .notRegular: .inputMissing
    case .unreadable: .permission
    case .io: .ioError
    default: .inputUnusable
    }
  }
}
