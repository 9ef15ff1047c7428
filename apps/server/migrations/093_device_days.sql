-- migrate:up
-- A day's number that was derived from samples, and what each source contributed. `landing` says what became of it in steps, lifestyles and sleeps:
-- kept: a value typed by hand stands there; implausible: too large to be a day's value.
create table device_days (
  user_id bigint not null references patients (user_id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('steps', 'distance', 'active_energy', 'total_energy', 'stairs', 'stand_hour', 'sleep')),
  value double precision not null,
  sources jsonb not null,
  landing text not null check (landing in ('landed', 'kept', 'implausible')),
  derived_at timestamptz(3) not null,
  primary key (user_id, day, kind)
);

-- The day of waking where the person was; null for sleep that was not derived from samples: the day of its end in Tokyo.
alter table sleeps add column woke_on date;
create index sleeps_woke_on on sleeps (user_id, woke_on) where woke_on is not null;

-- migrate:down
drop index sleeps_woke_on;
alter table sleeps drop column woke_on;
drop table device_days;
