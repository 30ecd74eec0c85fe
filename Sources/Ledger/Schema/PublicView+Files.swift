extension PublicView {
  static let files = PublicView(
    name: "files",
    row: "an imported file",
    columns: [
      .text("path", "where it was read from; - is standard input"),
      .text("format", "json-lines, json, csv, csv-tables or text, with +gzip, +zstd, +lz4 or +snappy"),
      PublicColumn("bytes", "integer", "bytes", "bytes read, as they lie in the file"),
      .count("lines", "lines read = merged + duplicate + rejected + ignored"),
      .count("merged", "lines that changed the ledger"),
      .count("duplicate", "lines that told nothing new"),
      .count("rejected", "lines that were refused"),
      .count("ignored", "blank lines and headers"),
      .count("events", "events the lines held"),
      .time("first_event_at", "earliest event in it"),
      .time("last_event_at", "latest event in it"),
      .time("finished_at", "when it was last read, by the clock"),
      .text("digest", "content identity: digest of the first 4 KiB, of the last 4 KiB read, and the length"),
      .text("source", "the sources of its records: alibaba, mappings, unknown"),
    ],
    sql: """
      SELECT path, format, bytes, lines, merged, duplicate, rejected, ignored, events, first_event_at, last_event_at,
        finished_at, substr(head, 1, 16) || '-' || substr(tail, 1, 16) || '-' || offset AS digest,
        iif(mapping = '', 'alibaba', mapping) AS source
      FROM file
      """)

  static let rejects = PublicView(
    name: "rejects",
    row: "a refused line; never its content",
    columns: [
      .text("file", "path of the file"),
      .count("line", "number of the line, or of the record in a JSON array, from 1"),
      PublicColumn("byte_offset", "integer", "bytes", "where the line begins, in the uncompressed text"),
      .text("reason", "why it was refused"),
      .text("field", "the field it was about, when it was about one"),
    ],
    sql: """
      SELECT f.path AS file, r.line, r.byte_offset, r.reason, r.field
      FROM reject AS r JOIN file AS f ON f.ref = r.file_ref
      """)
}
