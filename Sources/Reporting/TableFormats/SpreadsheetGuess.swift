/// How a spreadsheet changes text in a CSV file that it opens: it takes some for numbers, dates and times, and shows
/// and saves those instead.
///
///     10913718868641234  ->  10913718868641200     digits beyond the fifteenth become zeros
///     12e5               ->  1200000               hexadecimal ids with one e
///     0012               ->  12
///     3.10               ->  3.1, or the 3rd of October
///     1-2, 9月21日        ->  a date of this year
///     MAR1               ->  the 1st of March
///
/// Quotation marks of the CSV do not stop it. It guesses by the language it runs in, so this errs on the side of
/// marking a text that some of them would leave alone.
enum SpreadsheetGuess {
  /// Whether a text might be changed.
  ///
  /// A whole number of up to eleven digits is shown as it stands and is left alone, so that an AppKey stays clean.
  static func changes(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    guard let first = scalars.first, scalars.contains(where: isDigit) else {
      return ["true", "false"].contains(text.lowercased())
    }
    guard !isPlainNumber(text) else { return false }
    let words = scalars.split { !$0.properties.isAlphabetic }.map { word in
      String(String.UnicodeScalarView(word)).lowercased()
    }
    // Prose, most hexadecimal ids and names: a word in it that no number and no date has.
    guard words.allSatisfy({ unitWords.contains($0) || isMonth($0) }) else { return false }
    return !first.properties.isAlphabetic || isMonth(words[0])
  }

  /// Exponents, halves of the day, zones, ordinals, and the units of Chinese dates and times.
  private static let unitWords = Set([
    "e", "d", "a", "p", "m", "am", "pm", "t", "z", "st", "nd", "rd", "th", "gmt", "utc", "年", "月", "日", "时",
    "時", "分", "秒",
    "上午", "下午",
  ])

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func isMonth(_ word: String) -> Bool { months.contains { word.hasPrefix($0) } }

  /// Digits of any script, full-width ones too, which some versions convert.
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  private static func isPlainNumber(_ text: String) -> Bool {
    let digits = text.utf8
    guard (1...11).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return false
    }
    return digits.first != 0x30 || digits.count == 1
  }
}
