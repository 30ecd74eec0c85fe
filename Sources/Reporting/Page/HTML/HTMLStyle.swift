/// The one style sheet of a page.
///
/// Text has a contrast of 4.5 to 1 at least in both schemes; printers get the light one. No rule names a file.
enum HTMLStyle {
  static let sheet: HTMLText = "\(colours)\n\(rules)\n\(SVGStyle.fonts)\n\(SVGStyle.rules)\n"

  private static let colours: HTMLText = """
    :root{color-scheme:light dark;--page:#fff;--raised:#f6f8fa;--ink:#1b1f24;--soft:#57606a;--rule:#d0d7de;\
    --hair:#e6eaee;--link:#1f5ea8;--critical:#a8201a;--critical-ground:#fdf2f1;--warning:#7d4e00;\
    --warning-ground:#fdf7e8;--info:#1f5ea8;--info-ground:#f1f6fc;--shade:rgba(27,31,36,.16)}
    @media screen and (prefers-color-scheme:dark){:root{--page:#14181d;--raised:#1c2229;--ink:#e6eaee;--soft:#9eaab6;\
    --rule:#38424c;--hair:#272e36;--link:#82b7f0;--critical:#ff9b93;--critical-ground:#2b1a1b;--warning:#f2c063;\
    --warning-ground:#292214;--info:#82b7f0;--info-ground:#18222e;--shade:rgba(0,0,0,.65)}}
    """

  /// On a phone, the rows of a table that folds have two lines: the first column beside both, up to four others, and below
  /// these a number, a range and a sparkline.
  private static let folds: HTMLText = """
    .folds table{display:grid;grid-template-columns:minmax(4.5rem,1fr) repeat(4,auto);column-gap:.5rem;line-height:1.25}
    .folds thead,.folds tbody{display:contents}
    .folds tr{display:grid;grid-column:1/-1;grid-template-columns:subgrid;padding:.2rem 0;border-bottom:1px solid var(--hair)}
    .folds th,.folds td,.folds tbody th{min-width:0;padding:0;border:0;font-size:.8rem}
    .folds thead tr{border-color:var(--rule)}
    .folds thead th{font-size:.7rem;overflow-wrap:normal}
    .folds tr>:first-child{grid-row:1/3}
    .folds .below{grid-row:2;font-size:.75rem;color:var(--soft)}
    .folds .below+.below{grid-column:3/5}
    .folds .below:last-child{grid-column:5;text-align:right}
    .folds svg.spark{width:3.5rem;height:1.1rem;margin-left:auto}
    """

  private static let rules: HTMLText = """
    *{box-sizing:border-box}
    html{font:100%/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","PingFang SC",\
    "Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif;\
    -webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0;background:var(--page);color:var(--ink);overflow-wrap:anywhere}
    main{max-width:68rem;margin:0 auto;padding:1.5rem clamp(1rem,4vw,2.5rem) 5rem}
    h1,h2,h3,h4,h5,h6{line-height:1.25;text-wrap:balance;font-weight:650}
    h1{font-size:clamp(1.4rem,1.2rem + 1vw,1.85rem);letter-spacing:-.02em;margin:0 0 1rem}
    h2{font-size:1.35rem;letter-spacing:-.01em;margin:3.25rem 0 1rem;padding-top:1.25rem;border-top:1px solid var(--rule)}
    h3{font-size:1.1rem;margin:2rem 0 .75rem}
    h4,h5,h6{font-size:1rem;margin:1.5rem 0 .5rem}
    p{margin:.9rem 0;max-width:44rem}
    a{color:var(--link);text-underline-offset:.15em}
    :focus-visible{outline:2px solid var(--link);outline-offset:2px}
    .lead{font-size:1.0625rem;line-height:1.5;max-width:none;margin:0 0 1rem;padding:.7rem 1.15rem;\
    border-left:4px solid var(--rule);background:var(--raised);border-radius:0 6px 6px 0}
    .lead.critical{border-color:var(--critical);background:var(--critical-ground)}
    .lead.warning{border-color:var(--warning);background:var(--warning-ground)}
    .lead.critical>strong:first-child{color:var(--critical)}
    .lead.warning>strong:first-child{color:var(--warning)}
    nav ul{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;list-style:none;margin:0;padding:0;font-size:.9rem}
    nav li{margin:0}
    nav a{display:inline-block;padding:.15rem 0;text-decoration:none}
    nav a:hover{text-decoration:underline}
    ul{padding-left:1.25rem;margin:.75rem 0}
    li{margin:.3rem 0}
    summary{cursor:pointer}
    details>ul{padding-left:1.1rem;color:var(--soft);font-size:.925rem;line-height:1.5}
    .findings{list-style:none;padding:0;margin:1rem 0}
    .finding{border-left:4px solid var(--rule);background:var(--raised);border-radius:0 6px 6px 0;\
    padding:.35rem 1.15rem;margin:.4rem 0;font-size:.95rem;line-height:1.5}
    .finding>strong:first-child,.finding summary>strong:first-child{text-transform:uppercase;font-size:.78rem;letter-spacing:.06em}
    .finding>ul{margin:.5rem 0 0;padding-left:1.1rem;color:var(--soft);font-size:.925rem;line-height:1.5}
    .finding.critical{border-color:var(--critical);background:var(--critical-ground)}
    .finding.critical>strong:first-child,.finding.critical summary>strong:first-child{color:var(--critical)}
    .finding.warning{border-color:var(--warning);background:var(--warning-ground)}
    .finding.warning>strong:first-child,.finding.warning summary>strong:first-child{color:var(--warning)}
    .finding.info{border-color:var(--info);background:var(--info-ground)}
    .finding.info>strong:first-child,.finding.info summary>strong:first-child{color:var(--info)}
    code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}
    code{font-size:.85em}
    .word{display:inline-block;max-width:100%}
    .date{white-space:nowrap}
    pre{background:var(--raised);border:1px solid var(--hair);border-radius:6px;padding:.8rem 1rem;margin:.75rem 0;\
    white-space:pre;overflow-x:auto}
    .table{margin:1.1rem 0}
    .scroll{overflow-x:auto;overscroll-behavior-x:contain;\
    background:linear-gradient(to right,var(--page) 30%,transparent) 0 0/2.5rem 100% no-repeat local,\
    linear-gradient(to left,var(--page) 30%,transparent) 100% 0/2.5rem 100% no-repeat local,\
    linear-gradient(to right,var(--shade),transparent) 0 0/.8rem 100% no-repeat scroll,\
    linear-gradient(to left,var(--shade),transparent) 100% 0/.8rem 100% no-repeat scroll}
    table{border-collapse:collapse;width:100%;font-size:.9rem;line-height:1.4;font-variant-numeric:tabular-nums}
    caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    th,td{text-align:left;vertical-align:top;padding:.45rem .8rem;border-bottom:1px solid var(--hair)}
    th:first-child,td:first-child{padding-left:0}
    th:last-child,td:last-child{padding-right:0}
    thead th,thead td{border-bottom:1px solid var(--rule);vertical-align:bottom;font-size:.8rem;font-weight:600;\
    color:var(--soft)}
    tbody th{font-weight:500}
    tbody tr:hover{background:var(--raised)}
    .n{text-align:right;white-space:nowrap}
    thead .n{white-space:normal}
    .scroll th,.scroll td{min-width:5.2rem;overflow-wrap:break-word}
    .scroll tbody th{min-width:8rem}
    svg.bar{display:block;width:7.5rem;height:.65rem;margin-top:.3rem}
    svg.spark{display:block;width:7.5rem;height:1.5rem}
    figure{margin:1.4rem 0 1.8rem}
    figcaption{font-weight:600;font-size:.95rem;margin-bottom:.7rem}
    svg.chart{display:block;max-width:100%;height:auto}
    svg.narrow{display:none}
    #definitions~:not(h2),#provenance~:not(h2){font-size:.825rem;color:var(--soft)}
    @media screen and (max-width:42rem){
    svg.wide{display:none}
    svg.narrow{display:block;width:100%;max-width:28rem}
    .lead{font-size:1rem;line-height:1.4}
    .finding{font-size:.9rem;line-height:1.4}
    .scroll th,.scroll td{padding-top:.3rem;padding-bottom:.3rem}
    h2{margin-top:2.5rem}
    \(folds)
    }
    @media print{
    @page{margin:14mm}
    html{font-size:78%}
    main{max-width:none;padding:0}
    nav{display:none}
    p{max-width:none}
    .scroll{overflow:visible;background:none}
    .scroll td,.scroll tbody th{min-width:5.5rem;overflow-wrap:anywhere}
    .scroll tbody th{min-width:6.75rem}
    .scroll .n,.scroll thead th{min-width:0;overflow-wrap:break-word}
    th,td{padding:.3rem .5rem}
    thead{display:table-header-group}
    tbody tr:first-child{break-before:avoid}
    details::details-content{content-visibility:visible}
    pre{white-space:pre-wrap}
    tr,figure,.finding,.lead,pre{break-inside:avoid}
    h1,h2,h3,h4,figcaption{break-after:avoid}
    .lead,.finding{-webkit-print-color-adjust:exact;print-color-adjust:exact}
    svg{-webkit-print-color-adjust:exact;print-color-adjust:exact}
    }
    """
}
