import CommandLineKit
import Foundation
import Prose
import ReceiptModel

@testable import Reporting

extension FuzzTarget {
  /// Texts as cells of CSV: what RFC 4180 makes of the rows is the texts, and no spreadsheet finds a formula.
  static let csvOutput = FuzzTarget(name: "csv-output") { input in
    let texts = texts(of: input)
    let table = ResultTable(
      columns: texts.indices.map { ResultColumn("c\($0)", [nil, .text, .identifier][$0 % 3]) },
      rows: [texts.map { .text($0) }])
    var plain: [UInt8] = []
    CSVFormat().write(table, into: &plain)
    try promise(
      records(plain, lineEnd: [0x0A])?.last, equals: texts.map { Array($0.utf8) }, "cells are read otherwise")

    var excel: [UInt8] = []
    CSVFormat(.excel).write(table, into: &excel)
    guard excel.starts(with: [0xEF, 0xBB, 0xBF]),
      let cells = records(Array(excel.dropFirst(3)), lineEnd: [0x0D, 0x0A])?.last
    else { throw BrokenPromise(description: "no CSV for spreadsheets: \(excel)") }
    try promise(cells.count, equals: texts.count, "there is another number of cells")
    for (cell, text) in zip(cells, texts) {
      let isMarked = cell.first == UInt8(ascii: "'") && cell.count == text.utf8.count + 1
      try promise(
        Array(isMarked ? cell.dropFirst() : cell[...]), equals: Array(text.utf8), "a cell is another text")
      let first = String(decoding: cell, as: UTF8.self).unicodeScalars.first {
        !" \"".unicodeScalars.contains($0)
      }
      try promise(
        !(first.map { "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false),
        "a cell begins as a formula does")
    }
  }

  /// Texts as members of JSON, which another reader gives back.
  static let jsonOutput = FuzzTarget(name: "json-output") { input in
    let texts = texts(of: input)
    let table = ResultTable(
      columns: texts.indices.map { ResultColumn(texts[texts.count - 1 - $0]) },
      rows: [texts.map { .text($0) }])
    var line: [UInt8] = []
    JSONLinesFormat().write(table, into: &line)
    try promise(line.last == 0x0A && line.dropLast().allSatisfy { $0 >= 0x20 }, "it is not one line")
    try promise(!line.contains(UInt8(ascii: "<")), "a tag could begin")
    try promise(
      String(decoding: line.dropLast(), as: UTF8.self).unicodeScalars.allSatisfy(isShown), "a control is left"
    )
    guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: String] else {
      throw BrokenPromise(description: "no object of texts: \(String(decoding: line, as: UTF8.self))")
    }
    try promise(object.count, equals: texts.count, "there is another number of members")
    for (key, text) in zip(JSONRow.keys(of: table.columns), texts) {
      try promise(object[key].map { Array($0.utf8) }, equals: Array(text.utf8), "a member is read otherwise")
    }
  }

  /// A text in HTML: nothing in it is markup, and its entities give it back.
  static let htmlOutput = FuzzTarget(name: "html-output") { input in
    let text = String(decoding: input, as: UTF8.self)
    let html = ("\(text)" as HTMLText).string
    try promise(!html.utf8.contains { "<>\"'".utf8.contains($0) }, "markup is left")
    var decoded = html
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ] {
      decoded = decoded.replacingOccurrences(of: entity, with: character, options: .literal)
    }
    try promise(Array(decoded.utf8), equals: Array(HTMLText.visible(text).utf8), "a text is read otherwise")
    try promise(
      decoded.unicodeScalars.allSatisfy { isShown($0) || $0 == "\t" || $0 == "\n" }, "a control is left")
  }

  /// A text in Markdown: escaped and as code, one line that is read as the text.
  static let markdownOutput = FuzzTarget(name: "markdown-output") { input in
    let text = String(decoding: input, as: UTF8.self)
    let line = MarkdownText.oneLine(text)
    let escaped = MarkdownText.escaped(text)
    let code = MarkdownText.code(text)
    try promise(line.unicodeScalars.allSatisfy(isShown), "a control is left")
    try promise(
      readCode(code).map { Array($0.unicodeScalars) }, equals: Array(line.unicodeScalars),
      "code is read otherwise")
    // What could become a link is code.
    let read = escaped == code ? line : readEscaped(escaped)
    try promise(
      read.map { Array($0.unicodeScalars) }, equals: Array(line.unicodeScalars), "a text is read otherwise")
  }

  /// A text for a terminal and one for a table on it.
  static let terminalOutput = FuzzTarget(name: "terminal-output") { input in
    let text = String(decoding: input, as: UTF8.self)
    for shown in [
      text.escapedForTerminal(), text.escapedForTerminal(limit: input.count % 9),
      TerminalFormat.escaped(text),
    ] {
      try promise(shown.unicodeScalars.allSatisfy(isShown), "a control is left")
    }
    let limit = input.count % 9
    try promise(text.escapedForTerminal(limit: limit).unicodeScalars.count <= max(1, limit), "it is too long")
    let table = TerminalFormat().text(of: ResultTable(columns: [ResultColumn(text)], rows: [[.text(text)]]))
    try promise(table.utf8.count { $0 == 0x0A }, equals: 3, "there is another number of lines")
  }

  /// A text as one word of a command line.
  static let shellOutput = FuzzTarget(name: "shell-output") { input in
    let text = String(decoding: input, as: UTF8.self)
    guard let word = ShellText.word(text) else { return }
    try promise(word.unicodeScalars.allSatisfy(isShown), "a control is left")
    guard let words = ShellText.words(in: word), words.count == 1 else {
      throw BrokenPromise(description: "it is not one word: \(word)")
    }
    try promise(Array(words[0].utf8), equals: Array(text.utf8), "a word is read otherwise")
  }

  /// A text in a message of each chat: no mention, no link, no picture, no mark that means something.
  static let chatOutput = FuzzTarget(name: "chat-output") { input in
    let text = String(decoding: input, as: UTF8.self)
    let markups: [any ChatMarkup] = [SlackMarkup(), WeComMarkup(), DingTalkMarkup()]
    for markup in markups {
      for said in [markup.text(text), markup.code(text)] {
        try promise(said.unicodeScalars.allSatisfy(isShown), "a control is left")
        try promise(!said.utf8.contains { "<>".utf8.contains($0) }, "a mention or tag is left: \(said)")
        let ticks = said.utf8.count { $0 == UInt8(ascii: "`") }
        let isCode = ticks == 2 && said.utf8.first == UInt8(ascii: "`") && said.utf8.last == UInt8(ascii: "`")
        try promise(ticks == 0 || isCode, "code ends too early: \(said)")
        let active = "*_~[]!|#@"
        try promise(
          isCode || !said.unicodeScalars.contains { active.unicodeScalars.contains($0) },
          "a mark is left: \(said)")
      }
    }
  }
}

/// Up to eight texts, which a NUL keeps apart.
private func texts(of input: [UInt8]) -> [String] {
  input.split(separator: 0, maxSplits: 7, omittingEmptySubsequences: false).map {
    String(decoding: $0.filter { $0 != 0 }, as: UTF8.self)
  }
}

/// The records of a CSV by RFC 4180; `nil` for what is none.
private func records(_ bytes: [UInt8], lineEnd: [UInt8]) -> [[[UInt8]]]? {
  let quote = UInt8(ascii: "\"")
  var records: [[[UInt8]]] = []
  var cells: [[UInt8]] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    var cell: [UInt8] = []
    if rest.first == quote {
      rest = rest.dropFirst()
      while true {
        guard let byte = rest.popFirst() else { return nil }
        if byte == quote {
          guard rest.first == quote else { break }
          rest = rest.dropFirst()
        }
        cell.append(byte)
      }
    } else {
      while let byte = rest.first, byte != UInt8(ascii: ","), byte != 0x0A, byte != 0x0D {
        if byte == quote { return nil }
        cell.append(byte)
        rest = rest.dropFirst()
      }
    }
    cells.append(cell)
    if rest.starts(with: lineEnd) {
      rest = rest.dropFirst(lineEnd.count)
      records.append(cells)
      cells = []
    } else if rest.first == UInt8(ascii: ",") {
      rest = rest.dropFirst()
    } else {
      return nil
    }
  }
  return cells.isEmpty ? records : nil
}

/// The text of a line of Markdown in which every mark is escaped; `nil` when one is not, or a cell would end.
private func readEscaped(_ markdown: String) -> String? {
  let marks = "\\`*{}[]()#!|~>$<".unicodeScalars
  var text = String.UnicodeScalarView()
  var rest = Array(markdown.unicodeScalars)[...]
  while let scalar = rest.popFirst() {
    switch scalar {
    case "\\":
      guard let mark = rest.popFirst(), marks.contains(mark) || "-._+".unicodeScalars.contains(mark) else {
        return nil
      }
      text.append(mark)
    case "&":
      if rest.starts(with: Array("amp;".unicodeScalars)) {
        rest = rest.dropFirst(4)
        text.append("&")
      } else if rest.starts(with: Array("lt;".unicodeScalars)) {
        rest = rest.dropFirst(3)
        text.append("<")
      } else {
        return nil
      }
    default:
      if marks.contains(scalar) { return nil }
      text.append(scalar)
    }
  }
  return String(text)
}

/// The text of pieces of code between `\|`; `nil` when one of them ends too early.
private func readCode(_ markdown: String) -> String? {
  let tick = Unicode.Scalar("`")
  var text = String.UnicodeScalarView()
  var rest = Array(markdown.unicodeScalars)[...]
  while let first = rest.first {
    guard first == tick else {
      guard first == "\\", rest.dropFirst().first == "|" else { return nil }
      text.append("|")
      rest = rest.dropFirst(2)
      continue
    }
    let fence = rest.prefix { $0 == tick }.count
    rest = rest.dropFirst(fence)
    var piece: [Unicode.Scalar] = []
    while true {
      guard let scalar = rest.first, scalar != "|" else { return nil }
      let run = rest.prefix { $0 == tick }.count
      rest = rest.dropFirst(max(run, 1))
      if run == fence { break }
      piece += run > 0 ? Array(repeating: tick, count: run) : [scalar]
    }
    let isPadded = piece.count > 1 && piece.first == " " && piece.last == " " && piece.contains { $0 != " " }
    text.append(contentsOf: isPadded ? Array(piece.dropFirst().dropLast()) : piece)
  }
  return String(text)
}
