-- migrate:up
-- Search by the beginning of an address, together with that by name.
create index users_email_beginning on users (lower(email) text_pattern_ops);

-- The list of accounts by state: counted and read from the index alone.
create index users_active on users (kana_key, id) include (role) where deactivated_at is null and password_hash is not null;
create index users_invited on users (kana_key, id) include (role) where deactivated_at is null and password_hash is null;

-- Pairs of patients with the same name in kana and the same birthday, or one with month and day swapped. Kept by the trigger below, so that the list of
-- duplicates compares nobody. Phone numbers are unique.
create table similar_patients (
  first_id bigint not null references users (id) on delete cascade,
  second_id bigint not null references users (id) on delete cascade,
  primary key (first_id, second_id),
  check (first_id < second_id)
);
create index similar_patients_second on similar_patients (second_id);

-- Null if there is no such day.
create function swapped_day(day date) returns date language sql immutable as $$
  select case when extract(day from day) <= 12
    then make_date(extract(year from day)::int, extract(day from day)::int, extract(month from day)::int) end
$$;

create function pair_similar_patients() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then delete from similar_patients where new.id in (first_id, second_id); end if;
  if new.role <> 'patient' or new.kana_key = '' or new.last_name_kana = '' or new.birthday is null then return null; end if;
  -- two accounts of one name that are made at the same time see each other; few locks, because a seed adds thousands at once
  perform pg_advisory_xact_lock(88, hashtext(new.kana_key) & 63);
  insert into similar_patients (first_id, second_id)
  select least(u.id, new.id), greatest(u.id, new.id) from users u
  where u.role = 'patient' and u.kana_key <> '' and u.kana_key = new.kana_key and u.birthday in (new.birthday, swapped_day(new.birthday))
    and u.last_name_kana <> '' and u.id <> new.id
  on conflict do nothing;
  return null;
end $$;
create trigger users_pair_new after insert on users for each row execute function pair_similar_patients();
-- an update of anything else takes no lock on the rows of others
create trigger users_pair_changed after update on users for each row
  when ((old.kana_key, old.last_name_kana, old.birthday, old.role) is distinct from (new.kana_key, new.last_name_kana, new.birthday, new.role))
  execute function pair_similar_patients();

insert into similar_patients (first_id, second_id)
select a.id, b.id from users a join users b on b.kana_key = a.kana_key and b.birthday in (a.birthday, swapped_day(a.birthday)) and a.id < b.id
where a.role = 'patient' and b.role = 'patient' and a.kana_key <> '' and b.kana_key <> '' and a.last_name_kana <> '' and b.last_name_kana <> '';

-- migrate:down
drop trigger users_pair_new on users;
drop trigger users_pair_changed on users;
drop function pair_similar_patients;
drop function swapped_day;
drop table similar_patients;
drop index users_email_beginning, users_active, users_invited;
