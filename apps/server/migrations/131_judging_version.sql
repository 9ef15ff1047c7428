-- migrate:up
-- Version of the categories and ranges that judge results. Servers keep these in memory and read them again when the version differs. A sequence, so that a
-- version that was rolled back is never used for other content.
create sequence judging_versions;
create table judging_version (
  id boolean primary key default true check (id),
  version bigint not null default nextval('judging_versions')
);
insert into judging_version default values;

create function raise_judging_version() returns trigger language plpgsql as $$
begin
  update judging_version set version = nextval('judging_versions');
  return null;
end $$;

create trigger judging_changed after insert or update or delete or truncate on result_categories for each statement execute function raise_judging_version();
create trigger judging_changed after insert or update or delete or truncate on reference_ranges for each statement execute function raise_judging_version();

-- migrate:down
drop trigger judging_changed on reference_ranges;
drop trigger judging_changed on result_categories;
drop function raise_judging_version();
drop table judging_version;
drop sequence judging_versions;
