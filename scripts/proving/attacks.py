"""SQL that a query must not be able to run; FOLDER stands for the folder of the ledger."""

TABLES = ["delivery", "deliveries", "events", "message", "file", "setting", "sqlite_schema", "hourly"]
SETTINGS = ["query_only = 0", "query_only", "journal_mode = WAL", "journal_mode = OFF", "writable_schema = 1",
            "trusted_schema = 1", "user_version = 9", "application_id = 9", "schema_version = 9", "mmap_size = 1000000",
            "hard_heap_limit = 0", "soft_heap_limit = 0", "threads = 8", "temp_store = FILE", "wal_checkpoint", "optimize",
            "incremental_vacuum", "database_list", "table_info(delivery)", "integrity_check", "locking_mode = EXCLUSIVE",
            "secure_delete = 0", "cache_size = 1000000", "temp_store_directory = 'FOLDER'", "synchronous = OFF",
            "page_size = 512", "auto_vacuum = FULL", "busy_timeout = 0", "foreign_keys = 1", "shrink_memory",
            "data_store_directory = 'FOLDER'", "case_sensitive_like = 1", "recursive_triggers = 1", "encoding = 'UTF-16'"]
CALLS = ["load_extension('FOLDER/x.so')", "load_extension('FOLDER/x.so', 'e')", "fts3_tokenizer('simple')",
         "fts3_tokenizer('x', x'4141414141414141')", "readfile('/etc/passwd')", "writefile('FOLDER/out', 'x')", "edit('x')",
         "printf('%.*c', 900000000, 'x')", "format('%.*c', 900000000, 'x')", "randomblob(1000000000)",
         "zeroblob(1000000000)", "hex(zeroblob(100000))", "random()", "sqlite_log(1, 'x')", "sqlite_source_id()",
         "sqlite_compileoption_get(0)", "last_insert_rowid()", "changes()", "total_changes()", "highlight(1, 2, 3, 4)",
         "LOAD_EXTENSION('x')", "\"load_extension\"('x')", "[printf]('%d', 1)", "`writefile`('x', 'y')", "fts5(1)",
         "rtreecheck('delivery')", "lsmode(1)", "sha3('x')", "geopoly_area('x')", "snippet(1)"]
FOREIGN = ["dbstat", "sqlite_dbpage", "sqlite_stmt", "generate_series(1, 10)", "sqlite_temp_schema", "temp.sqlite_schema",
           "fsdir('/')", "sqlite_dbdata", "fts3tokenize('simple', 'a')", "bytecode('SELECT 1')", "fts5vocab",
           "pragma_query_only", "pragma_database_list", "pragma_table_info('delivery')", "pragma_function_list",
           "pragma_integrity_check", "pragma_journal_mode('WAL')", "tables_used('SELECT 1')", "csv('/etc/passwd')",
           "zipfile('FOLDER/x.zip')", "pragma_module_list", "pragma_optimize"]

ATTACKS = [
    *(f"INSERT INTO {table} DEFAULT VALUES" for table in TABLES),
    *(f"DELETE FROM {table}" for table in TABLES), *(f"DELETE FROM {table} RETURNING *" for table in TABLES[:3]),
    *(f"DROP TABLE IF EXISTS {table}" for table in TABLES[:4]), *(f"ALTER TABLE {table} RENAME TO gone" for table in TABLES[:4]),
    *(f"PRAGMA {setting}" for setting in SETTINGS), *(f"EXPLAIN PRAGMA {setting}" for setting in SETTINGS[:4]),
    *(f"SELECT {call}" for call in CALLS), *(f"SELECT 1 FROM deliveries WHERE {call} IS NULL" for call in CALLS[:12]),
    *(f"SELECT * FROM {table}" for table in FOREIGN), *(f"SELECT count(*) FROM {table}" for table in FOREIGN),
    *(f"WITH a AS (SELECT * FROM {table}) SELECT * FROM a" for table in FOREIGN[:8]),
    "UPDATE delivery SET device = 'x'", "UPDATE deliveries SET channel = 'x'", "UPDATE sqlite_schema SET sql = 'x'",
    "UPDATE setting SET value = 1 RETURNING *", "REPLACE INTO setting VALUES ('a', 'b')",
    "WITH a AS (SELECT 1) DELETE FROM delivery", "WITH a AS (SELECT 1) INSERT INTO setting SELECT 'a', 'b' RETURNING *",
    "CREATE TABLE x(a)", "CREATE TEMP TABLE x(a)", "CREATE TEMP TABLE x AS SELECT * FROM deliveries",
    "CREATE VIEW x AS SELECT 1", "CREATE TEMP VIEW x AS SELECT 1", "CREATE INDEX x ON message(ref)",
    "CREATE TRIGGER x AFTER INSERT ON message BEGIN SELECT 1; END",
    "CREATE TEMP TRIGGER x AFTER INSERT ON message BEGIN DELETE FROM delivery; END",
    "CREATE VIRTUAL TABLE x USING fts5(a)", "CREATE VIRTUAL TABLE temp.x USING fts5(a)",
    "CREATE VIRTUAL TABLE temp.x USING rtree(a, b, c)", "CREATE VIRTUAL TABLE temp.x USING dbstat(main)",
    "CREATE VIRTUAL TABLE temp.x USING csv(filename='/etc/passwd')", "DROP VIEW deliveries", "DROP INDEX IF EXISTS x",
    "ALTER TABLE message ADD COLUMN x", "ALTER TABLE message DROP COLUMN ref", "ANALYZE", "ANALYZE message", "REINDEX",
    "ATTACH 'FOLDER/other.db' AS other", "ATTACH ':memory:' AS other", "ATTACH '' AS other", "ATTACH 'FOLDER/push.db' AS again",
    "ATTACH 'file:FOLDER/other.db?mode=rwc' AS other", "ATTACH DATABASE 'FOLDER/x' || '.db' AS other", "DETACH main",
    "DETACH temp", "VACUUM", "VACUUM main", "VACUUM INTO 'FOLDER/copy.db'", "VACUUM main INTO 'FOLDER/copy.db'",
    "VACUUM temp INTO 'FOLDER/copy.db'", "EXPLAIN VACUUM INTO 'FOLDER/copy.db'", "VACUUM INTO 'file:FOLDER/copy.db'",
    "BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "COMMIT", "END", "ROLLBACK", "SAVEPOINT s", "RELEASE s", "ROLLBACK TO s",
    "SELECT 1; DROP TABLE message", "SELECT 1; SELECT 2", "SELECT 1;; -- a\n DELETE FROM message", "; DELETE FROM message",
    "SELECT 1; /* */ PRAGMA query_only = 0", "SELECT 1; nonsense", "SELECT 1 /*;*/; ATTACH '' AS x", "  ;;  ",
    "-- only a comment", "/* never ended", "EXPLAIN DELETE FROM message", "EXPLAIN QUERY PLAN DELETE FROM message",
    ".shell touch FOLDER/out", ".output FOLDER/out", ".load FOLDER/x.so", "\\! touch FOLDER/out",
    "SELECT \"no such column\"", "SELECT 1 FROM deliveries ORDER BY random()",
    "SELECT count(*) FILTER (WHERE random() > 0) FROM deliveries", "SELECT sum(printf('%d', sent_at)) OVER () FROM deliveries",
    "VALUES (load_extension('x'))", "SELECT (SELECT writefile('FOLDER/out', 'x'))",
    "SELECT * FROM deliveries JOIN pragma_database_list", "SELECT json_extract('{}', '$.a', readfile('/etc/passwd'))",
    "SELECT 1 UNION SELECT * FROM dbstat", "SELECT 1 WHERE EXISTS (SELECT * FROM pragma_database_list)",
]

# Words for a grammar: what real questions are made of, and what attacks are.
COLUMNS = ["app_key", "message_id", "device_id", "sent_at", "channel", "confirmed", "*", "1", "'x'", "NULL", "x'00'", "-1",
           "9223372036854775807", "1e999", ":p", "?1", "rowid", "\"channel\"", "''''"]
VIEWS = ["deliveries", "events", "messages", "hourly", "flags", "files", "moment", "json_each('[1,2]')", "sqlite_schema"]
FUNCTIONS = ["count", "sum", "max", "group_concat", "lower", "substr", "replace", "instr", "json_extract", "strftime", "abs",
             "quote", "hex", "char", "coalesce", "json_each", "row_number", "like", "glob", "round", "unicode"]
OPERATORS = ["=", "<", "||", "+", "*", "/", "%", "<<", "IS", "LIKE", "GLOB", "AND", "OR", "->", "->>", "COLLATE NOCASE ="]
