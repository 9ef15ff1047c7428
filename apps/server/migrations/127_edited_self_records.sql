-- migrate:up
alter table health_records add column updated_at timestamptz(3) not null default now();

-- migrate:down
alter table health_records drop column updated_at;
