-- migrate:up
-- Exports of all resources as NDJSON. At most one at a time for each person.
create table fhir_exports (
  id bigint primary key generated always as identity,
  created_by bigint not null references users (id) on delete cascade,
  request_url text not null,
  -- null: all types that the person may read
  types text[],
  since timestamptz(3),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  resource_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  -- resources that changed after this time may be missing
  started_at timestamptz(3),
  finished_at timestamptz(3)
);
create unique index fhir_exports_open on fhir_exports (created_by) where state in ('waiting', 'running');

create table fhir_export_files (
  export_id bigint not null references fhir_exports (id) on delete cascade,
  type text not null,
  key text not null unique,
  size bigint not null,
  resource_count integer not null,
  primary key (export_id, type)
);

-- migrate:down
drop table fhir_export_files;
drop table fhir_exports;
