internal import Glibc

package enum SystemCall {
  /// Calls again as long as a signal interrupts, as network file systems let it.
  ///
  /// - Returns: the result of the last call; of one that failed `errno` says why.
  package static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
