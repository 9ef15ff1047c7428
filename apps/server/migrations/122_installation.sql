-- migrate:up
-- One row. The file store holds the same id, so that no other database deletes its files as orphans.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

-- migrate:down
drop table installation;
