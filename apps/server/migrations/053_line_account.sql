-- migrate:up
create table line_accounts (
  user_id bigint primary key references users (id) on delete cascade,
  line_user_id text not null unique,
  linked_at timestamptz(3) not null default now()
);

-- migrate:down
drop table line_accounts;
