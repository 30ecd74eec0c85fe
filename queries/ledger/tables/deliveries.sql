-- Judgements that the rollups have taken into account: settle_ms, ack_timeout_ms, ack_budget_ms. And pseudonym_mark,
-- where device ids are pseudonyms: by which their key is told from others.
CREATE TABLE setting(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- Dictionaries. References start at 0, which costs SQLite no byte in a row.
CREATE TABLE app(ref INTEGER PRIMARY KEY, app_key TEXT NOT NULL UNIQUE,
  is_configured INTEGER NOT NULL DEFAULT 0) STRICT;
-- first_hour and last_hour enclose the cohort hours of the message's deliveries, first_event_hour and
-- last_event_hour those of all its events; they may be too wide, never too narrow, and only save reading. digest is
-- the exclusive or of what DeliveryDigest makes of its deliveries.
CREATE TABLE message(ref INTEGER PRIMARY KEY, message_id TEXT NOT NULL,
  first_event_hour INTEGER, last_event_hour INTEGER, first_hour INTEGER, last_hour INTEGER,
  digest INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX message_by_id ON message(message_id);
CREATE TABLE channel(ref INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  arrival_is_evidence INTEGER NOT NULL, is_measurable INTEGER NOT NULL) STRICT;
CREATE TABLE context(ref INTEGER PRIMARY KEY, source TEXT NOT NULL, platform TEXT NOT NULL,
  channel_ref INTEGER NOT NULL REFERENCES channel, job_key TEXT NOT NULL,
  runs_extension INTEGER NOT NULL, is_ack_eligible INTEGER NOT NULL, arrival_is_evidence INTEGER NOT NULL,
  UNIQUE(source, platform, channel_ref, job_key)) STRICT;
CREATE TABLE app_version(ref INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE os_version(ref INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE version_pair(ref INTEGER PRIMARY KEY, app_version_ref INTEGER NOT NULL REFERENCES app_version,
  os_version_ref INTEGER NOT NULL REFERENCES os_version, UNIQUE(app_version_ref, os_version_ref)) STRICT;
CREATE VIEW version AS
  SELECT p.ref, a.name AS app_version, o.name AS os_version, p.app_version_ref, p.os_version_ref
  FROM version_pair AS p JOIN app_version AS a ON a.ref = p.app_version_ref
    JOIN os_version AS o ON o.ref = p.os_version_ref;
CREATE TABLE build(ref INTEGER PRIMARY KEY, version_ref INTEGER NOT NULL REFERENCES version_pair,
  os TEXT NOT NULL, brand TEXT NOT NULL, UNIQUE(version_ref, os, brand)) STRICT;
CREATE TABLE network(ref INTEGER PRIMARY KEY, network_type TEXT NOT NULL, isp TEXT NOT NULL,
  client_network TEXT NOT NULL, UNIQUE(network_type, isp, client_network)) STRICT;
CREATE TABLE reason(ref INTEGER PRIMARY KEY, raw TEXT NOT NULL UNIQUE, code TEXT NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE raw_type(ref INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

-- A delivery: the time of its earliest event, the first time of each kind as milliseconds from it, and where its
-- attributes stand. A device id of 32 lower-case hexadecimal digits is a blob of 16 bytes, any other is text.
-- What most deliveries do not have stands last: a record may end before columns that are NULL.
-- besides: what merging has to look for: 1 when only repeat or late_attribute has rows of the delivery, else the sum
-- of 2 when linked_event has and 4 when teller has.
CREATE TABLE delivery(
  message_ref INTEGER NOT NULL, device ANY NOT NULL, app_ref INTEGER NOT NULL, base_ms INTEGER NOT NULL,
  sent INTEGER, arrived INTEGER, ext_ack INTEGER, opened INTEGER,
  context_ref INTEGER NOT NULL, build_ref INTEGER NOT NULL, network_ref INTEGER NOT NULL,
  send_failed INTEGER, reason_ref INTEGER, dismissed INTEGER, accepted INTEGER, displayed INTEGER,
  arrive_failed INTEGER, dropped INTEGER, expired INTEGER, besides INTEGER,
  PRIMARY KEY(message_ref, device, app_ref)) STRICT, WITHOUT ROWID;

-- Events that a delivery row has no room for: later ones of a kind, and all of kind other (then with raw_ref).
-- Row and repeats together are exactly the set of events.
CREATE TABLE repeat(message_ref INTEGER NOT NULL, device ANY NOT NULL, app_ref INTEGER NOT NULL,
  kind INTEGER NOT NULL, at_ms INTEGER NOT NULL, raw_ref INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(message_ref, device, app_ref, kind, at_ms, raw_ref)) STRICT, WITHOUT ROWID;

-- Attributes that did not come from the delivery's earliest event (the reason: from its earliest failure), with the
-- time they did come from, so that an even earlier event that arrives later can still win.
-- attributes: one bit for each, by the attribute's number.
CREATE TABLE late_attribute(message_ref INTEGER NOT NULL, device ANY NOT NULL, app_ref INTEGER NOT NULL,
  at_ms INTEGER NOT NULL, attributes INTEGER NOT NULL,
  PRIMARY KEY(message_ref, device, app_ref, at_ms)) STRICT, WITHOUT ROWID;
