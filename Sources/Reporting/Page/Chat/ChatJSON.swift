/// JSON of messages.
enum ChatJSON {
  /// A string with its quotation marks.
  static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
