-- migrate:up
-- Whether an invitation was opened, and whether it was revoked rather than used or replaced.
alter table account_tokens
  add column opened_at timestamptz(3),
  add column revoked_at timestamptz(3);
create index account_tokens_activation on account_tokens (user_id, id desc) where kind = 'activation';
-- Patients who are not registered yet, the newest first.
create index users_waiting on users (created_at, id) where role = 'patient' and deactivated_at is null and password_hash is null;

-- migrate:down
drop index account_tokens_activation, users_waiting;
alter table account_tokens drop column opened_at, drop column revoked_at;
