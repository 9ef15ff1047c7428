-- migrate:up
-- Lengths of the lists of the administration.
alter table list_counts add column users bigint not null default 0, add column contracts bigint not null default 0, add column care_people bigint not null default 0;
-- nobody adds rows between the count and the triggers
lock table users, contracts, care_people in share row exclusive mode;
update list_counts set users = (select count(*) from users), contracts = (select count(*) from contracts), care_people = (select count(*) from care_people);
do $$
declare
  name text;
begin
  foreach name in array array['users', 'contracts', 'care_people'] loop
    execute format('create trigger %1$s_counted after insert on %1$I referencing new table as new_rows for each statement execute function count_list()', name);
    execute format('create trigger %1$s_uncounted after delete on %1$I referencing old table as old_rows for each statement execute function count_list()', name);
  end loop;
end $$;

-- migrate:down
do $$
declare
  name text;
begin
  foreach name in array array['users', 'contracts', 'care_people'] loop
    execute format('drop trigger %1$s_counted on %1$I', name);
    execute format('drop trigger %1$s_uncounted on %1$I', name);
  end loop;
end $$;
alter table list_counts drop column users, drop column contracts, drop column care_people;
