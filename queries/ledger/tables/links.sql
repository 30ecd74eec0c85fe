-- Deliveries that are told under another name. link and linked_event are functions of events, aliases and tokens;
-- verify computes them again.

CREATE INDEX alias_by_message ON alias(message_ref, device);
-- Deliveries whose message id is another's name for a message, with the delivery that is meant.
-- state: by the order of LinkState; how: by that of LinkReason; target_*: NULL unless joined.
CREATE TABLE link(message_ref INTEGER NOT NULL, device ANY NOT NULL, app_ref INTEGER NOT NULL, space TEXT NOT NULL,
  state INTEGER NOT NULL, how INTEGER NOT NULL, target_message INTEGER, target_device ANY, target_app INTEGER,
  PRIMARY KEY(message_ref, device, app_ref)) STRICT, WITHOUT ROWID;
CREATE INDEX link_by_target ON link(target_message, target_device, target_app) WHERE state = 0;
CREATE INDEX link_by_device ON link(device);
-- Events that stand in a delivery only because of a link: no log of its own tells them. reason_ref: the reason that
-- the log gives a failed arrival, which counts where the delivery has none of its own; else 0.
CREATE TABLE linked_event(message_ref INTEGER NOT NULL, device ANY NOT NULL, app_ref INTEGER NOT NULL,
  kind INTEGER NOT NULL, at_ms INTEGER NOT NULL, reason_ref INTEGER NOT NULL,
  PRIMARY KEY(message_ref, device, app_ref, kind, at_ms)) STRICT, WITHOUT ROWID;
-- Messages whose links have to be looked at again before an import is complete; -1: all.
CREATE TABLE link_pending(message_ref INTEGER PRIMARY KEY) STRICT;
