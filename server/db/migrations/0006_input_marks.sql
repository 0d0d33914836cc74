-- An input may hold a password, and a plain hash lets whoever reads the database try passwords against it. From now on
-- the column holds an HMAC with a key of the server; the plain hashes, which live for a day at the most, go.
delete from idempotency_keys;
comment on column idempotency_keys.input_hash is 'HMAC-SHA-256 of the parsed input';
