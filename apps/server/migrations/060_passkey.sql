-- migrate:up
-- A passkey is both factors. `counter` must grow with each use, unless the authenticator has none.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 100),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id, id);

-- What an authenticator signs. Deleted when it is used. Without a person, it is for a sign-in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id bigint references users (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- migrate:down
drop table passkey_challenges, passkeys;
