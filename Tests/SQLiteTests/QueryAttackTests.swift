import Foundation
import ReceiptModel
import SQLite
import TestSupport
import Testing

/// Statements that must not pass; `FOLDER` stands for the folder of the store.
private let attacks: [String] = [
  // Writing rows.
  "INSERT INTO touched VALUES (1)", "INSERT INTO touched VALUES (1) RETURNING n",
  "REPLACE INTO touched VALUES (1)",
  "UPDATE send SET channel = 'x'", "UPDATE send SET channel = 'x' RETURNING device", "DELETE FROM send",
  "DELETE FROM send RETURNING device", "WITH a AS (SELECT 1) DELETE FROM send",
  "UPDATE deliveries SET channel = 'x'",
  "INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, 'CREATE TABLE x(a)')", "DELETE FROM sqlite_schema",
  "UPDATE sqlite_schema SET sql = 'x'", "INSERT INTO touched SELECT 1 FROM send",
  "WITH a AS (SELECT 1) INSERT INTO touched SELECT * FROM a RETURNING n",
  // Changing the schema.
  "CREATE TABLE x(a)", "CREATE TABLE x AS SELECT * FROM send", "CREATE TEMP TABLE x(a)",
  "CREATE TEMP TABLE x AS SELECT * FROM send", "CREATE VIEW x AS SELECT 1", "CREATE TEMP VIEW x AS SELECT 1",
  "CREATE INDEX x ON send(channel)", "CREATE UNIQUE INDEX x ON send(channel)",
  "CREATE TRIGGER x AFTER INSERT ON send BEGIN SELECT 1; END",
  "CREATE TEMP TRIGGER x AFTER INSERT ON send BEGIN DELETE FROM send; END",
  "CREATE VIRTUAL TABLE x USING fts5(a)", "CREATE VIRTUAL TABLE temp.x USING fts5(a)",
  "CREATE VIRTUAL TABLE x USING rtree(a, b, c)", "CREATE VIRTUAL TABLE temp.x USING dbstat(main)",
  "DROP TABLE send", "DROP TABLE IF EXISTS send", "DROP VIEW deliveries", "DROP INDEX send_by_time",
  "DROP TRIGGER note", "ALTER TABLE send RENAME TO gone", "ALTER TABLE send ADD COLUMN x",
  "ALTER TABLE send DROP COLUMN channel", "ALTER TABLE send RENAME COLUMN channel TO x",
  "ANALYZE", "ANALYZE send", "REINDEX", "REINDEX send",
  // Other files.
  "ATTACH 'FOLDER/other.db' AS other", "ATTACH ':memory:' AS other", "ATTACH '' AS other",
  "ATTACH 'file:FOLDER/other.db?mode=rwc' AS other", "ATTACH 'FOLDER/store.db' AS again", "DETACH main",
  "DETACH temp", "VACUUM", "VACUUM main", "VACUUM INTO 'FOLDER/copy.db'", "VACUUM main INTO 'FOLDER/copy.db'",
  "VACUUM temp INTO 'FOLDER/copy.db'", "EXPLAIN VACUUM INTO 'FOLDER/copy.db'",
  // Transactions, which would keep the writer out.
  "BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "COMMIT", "END", "ROLLBACK", "SAVEPOINT s", "RELEASE s",
  "ROLLBACK TO s",
  // Settings.
  "PRAGMA query_only = 0", "PRAGMA query_only", "PRAGMA journal_mode = WAL", "PRAGMA journal_mode",
  "PRAGMA main.journal_mode = OFF", "PRAGMA writable_schema = 1", "PRAGMA writable_schema = RESET",
  "PRAGMA trusted_schema = 1", "PRAGMA temp_store_directory = 'FOLDER'",
  "PRAGMA data_store_directory = 'FOLDER'",
  "PRAGMA user_version = 9", "PRAGMA application_id = 9", "PRAGMA schema_version = 9",
  "PRAGMA mmap_size = 1000000",
  "PRAGMA hard_heap_limit = 0", "PRAGMA soft_heap_limit = 0", "PRAGMA threads = 8",
  "PRAGMA temp_store = FILE",
  "PRAGMA wal_checkpoint", "PRAGMA optimize", "PRAGMA incremental_vacuum", "PRAGMA database_list",
  "PRAGMA table_info(send)", "PRAGMA integrity_check", "PRAGMA foreign_keys = 1",
  "PRAGMA locking_mode = EXCLUSIVE",
  "PRAGMA secure_delete = 0", "PRAGMA cache_size = 1000000", "PRAGMA cache_spill = 0", "PRAGMA key = 'x'",
  "EXPLAIN PRAGMA query_only = 0",
  "SELECT * FROM pragma_query_only", "SELECT * FROM pragma_database_list",
  "SELECT count(*) FROM pragma_database_list",
  "SELECT * FROM pragma_table_info('send')", "SELECT * FROM pragma_function_list",
  "SELECT count(*) FROM pragma_integrity_check",
  // Functions with an effect, or that cannot be stopped.
  "SELECT load_extension('FOLDER/x.so')", "SELECT load_extension('FOLDER/x.so', 'entry')",
  "SELECT fts3_tokenizer('simple')", "SELECT fts3_tokenizer('x', x'4141414141414141')",
  "SELECT readfile('/etc/passwd')", "SELECT writefile('FOLDER/out', 'x')", "SELECT edit('x')",
  "SELECT printf('%.*c', 900000000, 'x')", "SELECT format('%.*c', 900000000, 'x')",
  "SELECT randomblob(1000000000)",
  "SELECT zeroblob(1000000000)", "SELECT hex(zeroblob(100000))", "SELECT random()",
  "SELECT sqlite_log(1, 'x')",
  "SELECT sqlite_compileoption_get(0)", "SELECT sqlite_source_id()", "SELECT last_insert_rowid()",
  "SELECT fts5(1)", "SELECT highlight(1, 2, 3, 4)", "SELECT sqlite_offset(channel) FROM send",
  "SELECT \"load_extension\"('x')", "SELECT LOAD_EXTENSION('x')", "SELECT [printf]('%d', 1)",
  "SELECT sum(printf('%d', sent_at)) FROM send", "SELECT * FROM send WHERE printf('%d', 1) = '1'",
  "SELECT 1 FROM send ORDER BY random()", "SELECT count(*) FILTER (WHERE random() > 0) FROM send",
  // Tables that are not the store's.
  "SELECT * FROM dbstat", "SELECT count(*) FROM dbstat", "SELECT * FROM sqlite_dbpage",
  "SELECT * FROM sqlite_stmt", "SELECT * FROM generate_series(1, 10)", "SELECT * FROM sqlite_temp_schema",
  "SELECT count(*) FROM sqlite_temp_schema", "SELECT count(*) FROM sqlite_temp_master",
  "SELECT * FROM temp.sqlite_schema", "SELECT * FROM fsdir('/')", "SELECT * FROM sqlite_dbdata",
  "SELECT * FROM fts3tokenize('simple', 'a')", "SELECT * FROM bytecode('SELECT 1')",
  "SELECT 1 FROM fts5vocab",
  // A second statement, or none.
  "SELECT 1; DROP TABLE send", "SELECT 1; SELECT 2", "SELECT 1;; -- a\n DELETE FROM send",
  "; DELETE FROM send",
  "SELECT 1; /* */ PRAGMA query_only = 0", "SELECT 1; nonsense", "SELECT 1;\u{0}DROP TABLE send", "",
  "  ;;  ",
  "-- only a comment", "/* only a comment", "EXPLAIN DELETE FROM send", "EXPLAIN QUERY PLAN DELETE FROM send",
  // What is only text must not become a name, nor a name a text.
  "SELECT \"no such column\"", "SELECT * FROM send WHERE channel = \"apns\"",
]

@Suite struct QueryAttackTests {
  @Test func `no statement changes the store, its folder or the connection's own walls`() throws {
    let store = try ScratchStore()
    let gate = try QueryGate(path: store.path)
    let before = (bytes: try store.bytes(), listing: try store.listing())
    #expect(attacks.count >= 150)
    for attack in attacks {
      let sql = attack.replacing("FOLDER", with: store.folder.path)
      #expect(throws: QueryFailure.self, "\(attack)") { try gate.run(sql) }
      #expect(try store.bytes() == before.bytes, "\(attack)")
      #expect(try store.listing() == before.listing, "\(attack)")
    }
    #expect(try gate.run("SELECT count(*) FROM touched").rows == [[.integer(0)]])
    #expect(try gate.run("SELECT count(*) FROM send").rows == [[.integer(2000)]])
  }

  @Test func `a random pile of SQL words never changes the store`() throws {
    let store = try ScratchStore()
    let gate = try QueryGate(
      path: store.path, limits: QueryLimits(time: .milliseconds(200), grace: .seconds(60)))
    let before = try store.bytes()
    var words = attacks.flatMap { $0.split(separator: " ").map(String.init) }
    words += ["SELECT", "FROM", "send", "(", ")", ",", "*", "1", "WHERE", "UNION ALL"]
    var generator = SeededGenerator(seed: 7)
    var refused = 0
    for _ in 0..<5000 {
      let sql = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        words.randomElement(using: &generator) ?? ""
      }.joined(separator: " ").replacing("FOLDER", with: store.folder.path)
      do { _ = try gate.run(sql) } catch { refused += 1 }
    }
    #expect(refused > 4000)
    #expect(try store.bytes() == before)
    #expect(try store.listing() == ["store.db"])
  }
}
