-- migrate:up
-- Files with the oldest links of the chain and their rows, which are no longer in the tables. The last hash of a file is the one before the oldest link left.
create table audit_archives (
  id bigint generated always as identity primary key,
  first_seq bigint not null unique,
  last_seq bigint not null unique check (last_seq >= first_seq),
  last_hash bytea not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  key text not null unique,
  sha256 bytea not null,
  size bigint not null,
  archived_at timestamptz(3) not null default clock_timestamp()
);
create trigger audit_archives_insert_only before update or delete or truncate on audit_archives for each statement execute function refuse_change();
revoke insert, update, delete, truncate on audit_archives from sukoyaka_app;

-- The server has no right to delete; the function below has, and says so for the length of its statement.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.archiving', true) = 'on' then return null; end if;
  raise exception '% is insert only', tg_table_name;
end $$;

-- Records a file that holds the oldest links up to `up_to`, and deletes these links and their rows: nothing but rows that are older than five years.
create function archive_audit(up_to bigint, file_key text, file_sha256 bytea, file_size bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first bigint := (select min(seq) from audit_chain);
  last_link bytea := (select hash from audit_chain where seq = up_to);
  oldest timestamptz;
  newest timestamptz;
begin
  if first is null or last_link is null then raise exception 'there is no link %', up_to; end if;
  if first <> coalesce((select max(last_seq) from audit_archives), 0) + 1 then raise exception 'link % does not follow the last archive', first; end if;
  select min(at), max(at) into oldest, newest from (
    select l.at from audit_chain k join audit_logs l on l.id = k.log_id where k.seq <= up_to
    union all
    select c.at from audit_chain k join audit_changes c on c.id = k.change_id where k.seq <= up_to
  ) rows;
  if newest is null or newest >= now() - interval '5 years' then raise exception 'not all rows up to link % are older than five years', up_to; end if;
  insert into audit_archives (first_seq, last_seq, last_hash, from_at, to_at, key, sha256, size)
  values (first, up_to, last_link, oldest, newest, file_key, file_sha256, file_size);
  perform set_config('app.archiving', 'on', true);
  delete from audit_logs l using audit_chain k where k.seq <= up_to and l.id = k.log_id;
  delete from audit_changes c using audit_chain k where k.seq <= up_to and c.id = k.change_id;
  delete from audit_chain where seq <= up_to;
  perform set_config('app.archiving', '', true);
end $$;
revoke execute on function archive_audit from public;
grant execute on function archive_audit to sukoyaka_app;

-- migrate:down
drop function archive_audit;
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is insert only', tg_table_name;
end $$;
drop table audit_archives;
