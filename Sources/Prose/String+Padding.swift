extension String {
  /// The text followed by as many blanks as it is shorter than `width`.
  package func padded(to width: Int) -> String {
    count < width ? self + String(repeating: " ", count: width - count) : self
  }
}
