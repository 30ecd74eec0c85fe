-- Facts beside the events, by the types in ReceiptModel/Note; each table is a set, as the events are.

-- What payloads of a message ask for; lint: a bit for each remark, by PayloadLint.
CREATE TABLE payload(message_ref INTEGER NOT NULL, app_ref INTEGER NOT NULL, lint INTEGER NOT NULL,
  bytes INTEGER NOT NULL, PRIMARY KEY(message_ref, app_ref, lint, bytes)) STRICT, WITHOUT ROWID;
-- What a message was sent as, by the sender's platform; sent_ms: 0 when it does not say.
CREATE TABLE push(message_ref INTEGER NOT NULL, app_ref INTEGER NOT NULL, push_type TEXT NOT NULL,
  platform TEXT NOT NULL, target_type TEXT NOT NULL, status TEXT NOT NULL, sent_ms INTEGER NOT NULL,
  PRIMARY KEY(message_ref, app_ref, push_type, platform, target_type, status, sent_ms)) STRICT, WITHOUT ROWID;
-- What others counted of a message; app_key: empty when they name none; counted_ms: 0 when nobody says when.
-- Every count that was imported is kept, the last of a counter being the latest, or the largest without a time.
CREATE TABLE total(message_ref INTEGER NOT NULL, source TEXT NOT NULL, app_key TEXT NOT NULL,
  kind INTEGER NOT NULL, counted_ms INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY(message_ref, source, app_key, kind, counted_ms, count)) STRICT, WITHOUT ROWID;
-- Other names of a push on a device; device: empty for the message on all its devices.
CREATE TABLE alias(space TEXT NOT NULL, name TEXT NOT NULL, message_ref INTEGER NOT NULL, device ANY NOT NULL,
  app_ref INTEGER NOT NULL, PRIMARY KEY(space, name, message_ref, device, app_ref)) STRICT, WITHOUT ROWID;
-- Which device a token stood for, from a time on.
CREATE TABLE token(token TEXT NOT NULL, from_ms INTEGER NOT NULL, device ANY NOT NULL,
  PRIMARY KEY(token, from_ms, device)) STRICT, WITHOUT ROWID;
-- Events that name no device; line: digest of the line, by which two of one moment are two.
CREATE TABLE tally(message_ref INTEGER NOT NULL, app_ref INTEGER NOT NULL, kind INTEGER NOT NULL,
  at_ms INTEGER NOT NULL, line INTEGER NOT NULL, source TEXT NOT NULL,
  PRIMARY KEY(message_ref, app_ref, kind, at_ms, line)) STRICT, WITHOUT ROWID;
-- What extensions wrote down of their runs; step: by the order of ExtensionStep.
CREATE TABLE step(message_ref INTEGER NOT NULL, device ANY NOT NULL, app_ref INTEGER NOT NULL,
  at_ms INTEGER NOT NULL, step INTEGER NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY(message_ref, device, app_ref, at_ms, step, detail)) STRICT, WITHOUT ROWID;
-- What follows from payload, push and acks: messages of which receipts of the extension are expected, or not,
-- whatever their channel; see AckExpectation.
CREATE TABLE expectation(message_ref INTEGER NOT NULL, app_ref INTEGER NOT NULL, is_expected INTEGER NOT NULL,
  PRIMARY KEY(message_ref, app_ref)) STRICT, WITHOUT ROWID;
-- Opens of an app that name no push.
CREATE TABLE app_open(device ANY NOT NULL, at_ms INTEGER NOT NULL, app_ref INTEGER NOT NULL, source TEXT NOT NULL,
  PRIMARY KEY(device, at_ms, app_ref, source)) STRICT, WITHOUT ROWID;
