-- migrate:up
-- The language of an invitation, in which it is repeated.
alter table account_tokens add column language text not null default 'ja' check (language in ('ja', 'en', 'kr'));

-- migrate:down
alter table account_tokens drop column language;
