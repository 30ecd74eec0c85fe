package import LogReading
package import Prose

extension InputError {
  /// What kind of failure it is that an input has it.
  package var kind: Failure.Kind {
    switch self {
    case .missing, .linkLoop, .notRegular: .inputMissing
    case .unreadable: .permission
    case .io: .ioError
    default: .inputUnusable
    }
  }
}
