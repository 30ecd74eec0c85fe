import ReceiptModel
import Testing

@Suite struct ByteSizeTextTests {
  @Test(arguments: [
    ("64M", 64 << 20), ("1G", 1 << 30), ("1536k", 1536 << 10), ("0M", 0), ("999999999G", 999_999_999 << 30),
  ])
  func `a whole number and a unit are an amount of memory`(text: String, bytes: Int) {
    #expect(ByteSizeText.bytes(text) == bytes)
  }

  @Test(arguments: [
    "", "M", "64", "64 M", "-64M", "+64M", "6.4M", "64MB", "64MiB", "64T", "1234567890G", "６４M",
  ])
  func `anything else is none`(text: String) {
    #expect(ByteSizeText.bytes(text) == nil)
  }

  @Test(arguments: ["64M", "1G", "3K", "1025K", "1025M", "0K"])
  func `an amount is told as it is written`(text: String) throws {
    #expect(ByteSizeText.text(try #require(ByteSizeText.bytes(text))) == text)
  }
}
