/// How charts look, in a page and in files of their own.
///
/// Colours are given twice, once for each scheme, and not by variables, which programs other than browsers do not know.
/// Each pair of text and ground has a contrast of 4.5 to 1 at least, each mark and its ground 3 to 1.
enum SVGStyle {
  static let rules: HTMLText = """
    .c-ground{fill:#fff}
    .c-title{font-weight:600;font-size:15px;fill:#1b1f24}
    .c-text,.c-soft,.c-strong{font-size:12px;fill:#1b1f24}
    .c-soft{fill:#57606a}
    .c-strong{font-weight:600}
    .c-end{text-anchor:end}
    .c-middle{text-anchor:middle}
    .c-figure{font-variant-numeric:tabular-nums}
    .c-track{fill:#eaeef2}
    .c-bar{fill:#2f6fb7}
    .c-band{fill:#c5daf1}
    .c-line{fill:none;stroke:#1f5ea8;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
    .c-dot{fill:#1f5ea8}
    .c-hollow{fill:#fff;stroke:#1f5ea8;stroke-width:1.6}
    .c-reach{stroke:#1b1f24;stroke-width:1.4;fill:none}
    .c-grid{stroke:#dfe4e9;stroke-width:1}
    .c-axis{stroke:#8b949e;stroke-width:1}
    .c-hatch{stroke:#b3bcc6;stroke-width:1.5}
    .c-none{fill:none;stroke:#c3cad2;stroke-width:1}
    .c-heat0{fill:#dbe8f6}
    .c-heat1{fill:#a9c9ea}
    .c-heat2{fill:#6fa3d8}
    .c-heat3{fill:#3674b9}
    .c-heat4{fill:#123f74}
    @media screen and (prefers-color-scheme:dark){
    .c-ground{fill:#14181d}
    .c-title,.c-text,.c-strong{fill:#e6eaee}
    .c-soft{fill:#9eaab6}
    .c-track{fill:#262d35}
    .c-bar{fill:#3f80c8}
    .c-band{fill:#27435f}
    .c-line{stroke:#82b7f0}
    .c-dot{fill:#82b7f0}
    .c-hollow{fill:#14181d;stroke:#82b7f0}
    .c-reach{stroke:#fff}
    .c-grid{stroke:#2b323a}
    .c-axis{stroke:#6c7783}
    .c-hatch{stroke:#4d5965}
    .c-none{stroke:#434d57}
    .c-heat0{fill:#1d2f42}
    .c-heat1{fill:#28507a}
    .c-heat2{fill:#3c78b8}
    .c-heat3{fill:#73acea}
    .c-heat4{fill:#cfe5fc}
    }
    """

  /// What a page says in its own style sheet and a file has to say itself.
  static let fonts: HTMLText = """
    svg{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","PingFang SC",\
    "Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif}
    """
}
