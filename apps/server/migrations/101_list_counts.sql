-- migrate:up
-- Lengths of the lists that are read all the time. One row: two writers lock it in the same order.
create table list_counts (
  id boolean primary key default true check (id),
  patients bigint not null,
  message_rooms bigint not null
);
-- nobody adds rows between the count and the triggers
lock table patients, message_rooms in share row exclusive mode;
insert into list_counts (patients, message_rooms)
  values ((select count(*) from patients where merged_into is null), (select count(*) from message_rooms));

create function count_list() returns trigger language plpgsql as $$
declare
  condition text := case tg_table_name when 'patients' then 'where merged_into is null' else '' end;
  added bigint := 0;
  removed bigint := 0;
begin
  if tg_op <> 'DELETE' then execute 'select count(*) from new_rows ' || condition into added; end if;
  if tg_op <> 'INSERT' then execute 'select count(*) from old_rows ' || condition into removed; end if;
  if added <> removed then
    execute format('update list_counts set %1$I = %1$I + $1', tg_table_name) using added - removed;
  end if;
  return null;
end $$;

create trigger patients_inserted after insert on patients referencing new table as new_rows for each statement execute function count_list();
create trigger patients_updated after update on patients referencing old table as old_rows new table as new_rows for each statement execute function count_list();
create trigger patients_deleted after delete on patients referencing old table as old_rows for each statement execute function count_list();
create trigger message_rooms_inserted after insert on message_rooms referencing new table as new_rows for each statement execute function count_list();
create trigger message_rooms_deleted after delete on message_rooms referencing old table as old_rows for each statement execute function count_list();

-- migrate:down
drop trigger message_rooms_deleted on message_rooms;
drop trigger message_rooms_inserted on message_rooms;
drop trigger patients_deleted on patients;
drop trigger patients_updated on patients;
drop trigger patients_inserted on patients;
drop function count_list();
drop table list_counts;
