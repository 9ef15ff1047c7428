-- migrate:up
alter table health_records add column updated_at timestamptz(3) not null default now();
alter table health_records disable trigger user;
update health_records set updated_at = created_at;
alter table health_records enable trigger user;

-- migrate:down
alter table health_records drop column updated_at;
