import Prose

/// Words of a command line that a shell reads as exactly the text they stand for.
package enum ShellText {
  /// The text as one word for a POSIX shell: one line, without anything that a terminal would act on or hide.
  ///
  /// The text itself where that will do, else the text in single quotes. What cannot be shown goes to `printf` in octal
  /// digits, since not every shell knows `$'…'`.
  ///
  /// - Returns: `nil` for what no such word can say: a NUL, which no argument can hold, and, with characters that cannot
  ///   be shown, a line break at the end, which `$(…)` takes away.
  package static func word(_ text: String) -> String? {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { $0.isControl || $0.isInvisible }) else { return quoted(text) }
    guard !scalars.contains("\0"), scalars.last != "\n" else { return nil }
    let escaped = scalars.reduce(into: "") { escaped, scalar in
      if scalar.isControl || scalar.isInvisible || scalar == "\\" {
        for byte in String(scalar).utf8 {
          escaped += "\\0" + CellText.padded(String(byte, radix: 8), to: 3)
        }
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return "\"$(printf '%b' \(quoted(escaped)))\""
  }

  /// In single quotes, where nothing means anything but the quote itself.
  private static func quoted(_ text: String) -> String {
    let inner = text.unicodeScalars.reduce(into: "") { inner, scalar in
      if scalar == "'" { inner += #"'\''"# } else { inner.unicodeScalars.append(scalar) }
    }
    return "'\(inner)'"
  }

  /// Letters, digits and marks that mean themselves everywhere in a word.
  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "._:@%+=/-".utf8.contains(byte)
    }
  }
}
