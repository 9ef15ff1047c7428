-- migrate:up
-- Shows whether a server has the secret key with which the data was written. Null: the next start stores that of its key.
alter table installation add column secret_fingerprint text;

-- migrate:down
alter table installation drop column secret_fingerprint;
