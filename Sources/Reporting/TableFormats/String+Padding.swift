import Prose

extension String {
  /// The text with spaces up to a width: behind it, or before it when it is to stand on the right.
  func padded(to width: Int, right: Bool) -> String {
    let spaces = String(repeating: " ", count: max(0, width - displayWidth))
    return right ? spaces + self : self + spaces
  }
}
