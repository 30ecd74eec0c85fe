import Prose
import Testing

@Suite struct FilledLinesTests {
  @Test func `words with blanks between them end lines at blanks`() {
    #expect("one two  three four".filledLines(width: 9) == ["one two", "three", "four"])
    #expect("a-very-long-word x".filledLines(width: 5) == ["a-very-long-word", "x"])
    #expect("“quoted” – words…".filledLines(width: 10) == ["“quoted” –", "words…"])
    #expect("".filledLines(width: 5) == [])
  }

  @Test func `a script without blanks ends lines between its characters, which take two columns`() {
    #expect("推送送达率报告".filledLines(width: 6) == ["推送送", "达率报", "告"])
    #expect("日志 pushledger 中没有".filledLines(width: 13) == ["日志", "pushledger 中", "没有"])
  }

  @Test func `punctuation that closes does not begin a line, punctuation that opens does not end one`() {
    #expect("没有回执，也没有打开".filledLines(width: 8) == ["没有回", "执，也没", "有打开"])
    #expect("回执（扩展）".filledLines(width: 6) == ["回执", "（扩", "展）"])
  }

  @Test func `no line is wider than asked for, and nothing is lost`() {
    let text = "该构建的通知扩展在回执送出前就已超时：500 次已打开的推送，回执率 81.0 %（其他为 97.2 %）"
    for width in 12...60 {
      let lines = text.filledLines(width: width)
      #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(width): \(lines)")
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}
