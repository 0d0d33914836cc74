-- The answer of the speech-to-text service, as it came: written before anything else is done with it, so that a worker that dies
-- afterwards loses nothing that was paid for (decision 102). Null before it, and again when its cues are stored.
alter table captions add column answer bytea;
