-- migrate:up
-- The hashes of the last 24 hours include unsalted ones of sign-in bodies; a retry across the upgrade runs again.
delete from idempotency_keys;

-- migrate:down
delete from idempotency_keys;
