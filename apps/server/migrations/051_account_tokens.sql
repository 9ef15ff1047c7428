-- migrate:up
-- Secrets that are mailed: links to activate an account or to set a new password, and codes for a new e-mail address.
create table account_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('activation', 'password_reset', 'email_change')),
  -- the address it is mailed to: a token for an earlier address of the account is invalid
  email text not null,
  -- the address before a change, which is notified too
  previous_email text,
  token_hash bytea not null,
  code_hash bytea,
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  resend_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create unique index account_tokens_token_hash on account_tokens (token_hash);
create unique index account_tokens_open on account_tokens (user_id, kind) where used_at is null;
create index account_tokens_user on account_tokens (user_id);

-- What a person recognises a session by: the browser's name, and 4 or 6 for the address family. The address itself is not stored.
alter table sessions add column browser text not null default '', add column address_family smallint;
alter table trusted_devices
  add column browser text not null default '',
  add column address_family smallint,
  add column last_used_at timestamptz(3) not null default now();

-- migrate:down
alter table trusted_devices drop column last_used_at, drop column address_family, drop column browser;
alter table sessions drop column address_family, drop column browser;
drop table account_tokens;
