-- migrate:up
-- Tests of checkups are edited by administrators. `is_active`: offered for new checkups; existing ones keep the test.
alter table test_categories
  add column is_active boolean not null default true,
  add column is_edited boolean not null default false,
  add column updated_at timestamptz(3) not null default now();

-- migrate:down
alter table test_categories drop column is_active, drop column is_edited, drop column updated_at;
