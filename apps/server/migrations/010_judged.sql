-- migrate:up
-- The start of the validity of a version of a range; null: no start. `retired_at` is its end.
alter table reference_ranges add column valid_from timestamptz(3);

-- Results from before ranges were stored with them are judged once, by a background job. Later results are judged when they are written.
alter table test_results add column is_judged boolean not null default false;
alter table test_results alter column is_judged set default true;
create index test_results_unjudged on test_results (id) where not is_judged;

alter table test_packages
  add column released_by bigint references users (id),
  -- kept when a release is withdrawn
  add column comment text,
  add column called_on date;

-- migrate:down
alter table test_packages drop column released_by, drop column comment, drop column called_on;
drop index test_results_unjudged;
alter table test_results drop column is_judged;
alter table reference_ranges drop column valid_from;
