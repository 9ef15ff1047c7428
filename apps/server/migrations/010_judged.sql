-- migrate:up
-- From when a version of a range holds; null: ever since. It ends when it is retired.
alter table reference_ranges add column valid_from timestamptz(3);

-- What was measured before ranges were kept with results is judged once, in the background; all that is written from now on is judged as it comes.
alter table test_results add column is_judged boolean not null default false;
alter table test_results alter column is_judged set default true;
create index test_results_unjudged on test_results (id) where not is_judged;

alter table test_packages
  add column released_by bigint references users (id),
  -- stays when a release is taken back
  add column comment text,
  add column called_on date;

-- migrate:down
alter table test_packages drop column released_by, drop column comment, drop column called_on;
drop index test_results_unjudged;
alter table test_results drop column is_judged;
alter table reference_ranges drop column valid_from;
