import Digest
import Prose
import Testing

@testable import Reporting

struct HTMLTextTests {
  @Test(arguments: HostileText.all)
  func `a value is text, whatever it says`(text: String) {
    let html = ("<p title=\"\(text)\">\(text)</p>" as HTMLText).string
    for byte in "<>\"".utf8 { #expect(html.utf8.count { $0 == byte } == 2) }
    #expect(!html.utf8.contains(UInt8(ascii: "'")))
    #expect(html.unicodeScalars.allSatisfy { !$0.isInvisible && (!$0.isControl || $0 == "\t" || $0 == "\n") })
  }

  @Test func `a browser reads back what was written`() {
    #expect(
      ("\("a<b> & \"c\" 'd' &amp;")" as HTMLText).string
        == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; &amp;amp;")
    #expect(("\("\u{202E}x\u{0}y\u{FFFF}")" as HTMLText).string == "U+202Ex yU+FFFF")
    #expect(("\("推送 👍")" as HTMLText).string == "推送 👍")
  }

  @Test func `a piece put into another is not escaped twice`() {
    let inner: HTMLText = "<b>\("&")</b>"
    #expect(("<p>\(inner)</p>" as HTMLText).string == "<p><b>&amp;</b></p>")
  }

  @Test func `lengths have one digit at most, and no sign for nothing`() {
    #expect(("\(1.0) \(0.25) \(-0.01) \(12.34)" as HTMLText).string == "1 0.2 0 12.3")
  }

  @Test func `references of template authors are resolved, others stay`() {
    #expect(CharacterReferences.resolved("&#123;&#x7D; &lt;b&gt; &nbsp;") == "{} <b> \u{A0}")
    #expect(
      CharacterReferences.resolved("a & b; &unknown; &#xFFFFFFFF; &") == "a & b; &unknown; &#xFFFFFFFF; &")
  }

  @Test func `a page's style is named by the digest that browsers compute`() {
    // Of no bytes and of "abc", FIPS 180-2, in base64.
    #expect(SHA256().base64() == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    var digest = SHA256()
    digest.update("abc")
    #expect(digest.base64() == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }
}
