-- migrate:up
-- The version of the reference data that loaded this part last: a server of an earlier version that starts again must not load its own over it.
alter table reference_versions add column version integer not null default 0;

-- migrate:down
alter table reference_versions drop column version;
