-- migrate:up
-- What a call or a job changed: a row per changed row, with the changed columns before and after.
create table audit_changes (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  -- that of the call in audit_logs; `job:<queue>` for a background job
  request_id text not null,
  user_id bigint,
  table_name text not null,
  row_id bigint,
  operation text not null check (operation in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb
);
create index audit_changes_request on audit_changes (request_id);

-- The rows of both tables in the order in which they were chained. `hash` covers the row and the hash before it.
create table audit_chain (
  seq bigint primary key,
  log_id bigint unique,
  change_id bigint unique,
  hash bytea not null,
  check (num_nonnulls(log_id, change_id) = 1)
);
create index audit_logs_outcome on audit_logs (id) where outcome <> 'done';
create index audit_logs_at on audit_logs using brin (at);

create trigger audit_changes_insert_only before update or delete or truncate on audit_changes for each statement execute function refuse_change();
create trigger audit_chain_insert_only before update or delete or truncate on audit_chain for each statement execute function refuse_change();
revoke update, delete, truncate on audit_changes, audit_chain from sukoyaka_app;

-- Columns that are no content: derived search texts, and secrets, which are never copied.
create function is_audited_column(name text) returns boolean language sql immutable as $$
  select name !~ '(_hash|_search|_grams|secret|token|^search|^kana_key|^updated_at|^key)$'
$$;

-- `app.origin` is "<user id or nothing> <request id>" within the transaction of a call or a job; without it, such as while seeding, nothing is recorded.
create function record_change() returns trigger language plpgsql as $$
declare
  origin constant text := current_setting('app.origin', true);
  old_row jsonb;
  new_row jsonb;
begin
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  insert into audit_changes (request_id, user_id, table_name, row_id, operation, before, after)
  select split_part(origin, ' ', 2), nullif(split_part(origin, ' ', 1), '')::bigint, tg_table_name, (coalesce(new_row, old_row) ->> 'id')::bigint,
    lower(tg_op), changed.before, changed.after
  from (
    select jsonb_object_agg(key, old_row -> key) filter (where old_row -> key <> 'null') as before,
      jsonb_object_agg(key, new_row -> key) filter (where new_row -> key <> 'null') as after
    from jsonb_object_keys(coalesce(new_row, old_row)) key
    where is_audited_column(key) and old_row -> key is distinct from new_row -> key
  ) changed
  where changed.before is not null or changed.after is not null;
  return null;
end $$;

-- Records the changes of a table from now on. For tables of later migrations too.
create procedure audit_table(name regclass) language plpgsql as $$
begin
  execute format(
    'create trigger record_change after insert or update or delete on %s for each row when (current_setting(''app.origin'', true) <> '''') execute function record_change()',
    name
  );
end $$;

do $$
declare name text;
begin
  for name in
    select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relname <> all (array[
      'schema_migrations', 'reference_versions', 'audit_logs', 'audit_changes', 'audit_chain', 'events', 'event_counter', 'idempotency_keys',
      'limited_attempts', 'webhook_receipts', 'sessions', 'sign_in_challenges', 'trusted_devices', 'account_tokens', 'push_subscriptions', 'notifications',
      'message_unreads', 'message_open_histories', 'user_unread_records', 'visibilities', 'karte_drafts', 'job_stress_check_drafts', 'job_stress_checks', 'health_scores', 'today_items', 'import_rows', 'import_parts'
    ])
  loop
    call audit_table(name::regclass);
  end loop;
end $$;

-- migrate:down
do $$
declare name text;
begin
  for name in select t.tgrelid::regclass::text from pg_trigger t where t.tgname = 'record_change' loop
    execute format('drop trigger record_change on %s', name);
  end loop;
end $$;
drop procedure audit_table;
drop function record_change;
drop function is_audited_column;
drop index audit_logs_outcome, audit_logs_at;
drop table audit_chain, audit_changes;
