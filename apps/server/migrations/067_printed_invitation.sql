-- migrate:up
-- An invitation on paper. A mailed one that is still being sent must not invalidate it.
alter table account_tokens add column is_printed boolean not null default false;

-- migrate:down
alter table account_tokens drop column is_printed;
