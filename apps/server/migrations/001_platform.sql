-- migrate:up
-- The role that requests run as. It has no DDL rights and cannot change the audit log. Roles belong to the cluster, so it may exist already.
do $$ begin
  create role sukoyaka_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not pg_has_role(current_user, 'sukoyaka_app', 'member') then
    execute format('grant sukoyaka_app to %I', current_user);
  end if;
end $$;
grant usage on schema public to sukoyaka_app;
alter default privileges in schema public grant select, insert, update, delete on tables to sukoyaka_app;
alter default privileges in schema public grant usage, select on sequences to sukoyaka_app;
grant select on schema_migrations to sukoyaka_app;

create table reference_versions (
  name text primary key,
  hash text not null,
  loaded_at timestamptz(3) not null default now()
);

-- One sequence without gaps in commit order: the counter's row stays locked until the writer commits.
create table event_counter (only_row boolean primary key default true check (only_row), last bigint not null);
insert into event_counter (last) values (0);
create table events (
  id bigint primary key,
  user_id bigint,
  patient_id bigint,
  changes text[] not null,
  created_at timestamptz(3) not null default now()
);
create index events_created_at on events (created_at);

create function publish_event(for_user bigint, about_patient bigint, what text[]) returns bigint language plpgsql as $$
declare next_id bigint;
begin
  update event_counter set last = last + 1 returning last into next_id;
  insert into events (id, user_id, patient_id, changes) values (next_id, for_user, about_patient, what);
  perform pg_notify('events', next_id::text);
  return next_id;
end $$;

create table audit_logs (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  user_id bigint,
  patient_id bigint,
  action text not null,
  outcome text not null,
  status integer not null,
  ip text,
  request_id text,
  -- reads: one row per person, patient, call and 10 minutes
  read_window timestamptz(3)
);
create index audit_logs_patient on audit_logs (patient_id, at);
create index audit_logs_user on audit_logs (user_id, at);
create unique index audit_logs_read on audit_logs (user_id, patient_id, action, outcome, read_window) nulls not distinct where read_window is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is insert only', tg_table_name;
end $$;
create trigger audit_logs_insert_only before update or delete or truncate on audit_logs for each statement execute function refuse_change();
revoke update, delete, truncate on audit_logs from sukoyaka_app;

-- The response is encrypted with the idempotency key itself, of which only the hash is stored.
create table idempotency_keys (
  key_hash bytea primary key,
  route text not null,
  user_id bigint,
  body_hash bytea not null,
  status integer,
  sealed_reply bytea,
  created_at timestamptz(3) not null default now()
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table limited_attempts (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  at timestamptz(3) not null default clock_timestamp()
);
create index limited_attempts_key on limited_attempts (kind, key, at);
create index limited_attempts_at on limited_attempts (at);

-- migrate:down
drop table limited_attempts, idempotency_keys, audit_logs, events, event_counter, reference_versions;
drop function publish_event(bigint, bigint, text[]);
drop function refuse_change();
alter default privileges in schema public revoke usage, select on sequences from sukoyaka_app;
alter default privileges in schema public revoke select, insert, update, delete on tables from sukoyaka_app;
revoke select on schema_migrations from sukoyaka_app;
revoke usage on schema public from sukoyaka_app;
