import Digest
package import Prose

/// Writes a page as one HTML file that needs nothing else: no script, no font, no picture, no network.
///
/// Its policy forbids all of them, and any style but its own, which it names by digest. So what a log says can at worst
/// be shown.
package struct HTMLPage: Sendable {
  var language: Language

  package init(language: Language = .english) { self.language = language }

  package func text(of page: Page) -> String {
    var body = HTMLBody(language: language, page: page)
    let main = body.html()
    var digest = SHA256()
    digest.update(HTMLStyle.sheet.string)
    let policy =
      "default-src 'none'; style-src 'sha256-\(digest.base64())'; base-uri 'none'; form-action 'none'"
    let title = page.title?.plain(in: language) ?? "PushLedger"
    let html: HTMLText = """
      <!DOCTYPE html>
      <html lang="\(language.tag)">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <style>\(HTMLStyle.sheet)</style>
      </head>
      <body>
      <main>
      \(main)
      </main>
      </body>
      </html>

      """
    return html.string
  }
}
