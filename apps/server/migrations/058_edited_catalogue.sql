-- migrate:up
-- Rows that an administrator added or changed: updates of the reference data leave them alone.
alter table facilities
  add column is_edited boolean not null default false,
  add column name_search text not null default '';
-- the next start fills `name_search` with the reference data
delete from reference_versions where name = 'facilities';
alter table services
  add column is_edited boolean not null default false,
  add column updated_at timestamptz(3) not null default now();
alter table plans
  add column is_edited boolean not null default false,
  add column updated_at timestamptz(3) not null default now();
create index contracts_start on contracts (started_at, id);
create index contracts_end on contracts (ended_at, id);

-- migrate:down
drop index contracts_start, contracts_end;
alter table plans drop column is_edited, drop column updated_at;
alter table services drop column is_edited, drop column updated_at;
alter table facilities drop column is_edited, drop column name_search;
