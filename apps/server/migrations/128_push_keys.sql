-- migrate:up
-- The VAPID key with which the browser subscribed. Null: unknown, subscribed before this migration.
alter table push_subscriptions add column public_key text;

-- migrate:down
alter table push_subscriptions drop column public_key;
