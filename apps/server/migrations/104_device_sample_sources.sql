-- migrate:up
-- A foreign key checks every sample on its own, which took a third of the time of a post of 1,000. The triggers check the sources of a statement at once and
-- lock them as the foreign key did.
alter table device_samples drop constraint device_samples_source_id_fkey;

create function require_device_sources() returns trigger language plpgsql as $$
declare
  ids bigint[] := array(select distinct source_id from added);
  found_count int;
begin
  perform from device_sources where id = any(ids) for key share;
  get diagnostics found_count = row_count;
  if found_count < cardinality(ids) then
    raise exception 'a sample refers to a source that does not exist' using errcode = 'foreign_key_violation', table = tg_table_name;
  end if;
  return null;
end $$;
create trigger device_samples_source after insert on device_samples referencing new table as added
  for each statement execute function require_device_sources();

create function keep_device_source() returns trigger language plpgsql as $$
begin
  raise exception 'a sample keeps its source' using errcode = 'foreign_key_violation', table = tg_table_name;
end $$;
create trigger device_samples_keep_source before update of source_id on device_samples
  for each row when (new.source_id <> old.source_id) execute function keep_device_source();

create function delete_device_samples() returns trigger language plpgsql as $$
begin
  delete from device_samples where source_id = old.id;
  return null;
end $$;
create trigger device_sources_samples after delete on device_sources for each row execute function delete_device_samples();

-- migrate:down
drop trigger device_sources_samples on device_sources;
drop trigger device_samples_keep_source on device_samples;
drop trigger device_samples_source on device_samples;
drop function delete_device_samples();
drop function keep_device_source();
drop function require_device_sources();
alter table device_samples add constraint device_samples_source_id_fkey foreign key (source_id) references device_sources (id) on delete cascade;
