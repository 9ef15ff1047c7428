-- migrate:up
-- A file whose reading ended the process twice is not read again.
alter table results_imports add column read_count integer not null default 0;

-- migrate:down
alter table results_imports drop column read_count;
