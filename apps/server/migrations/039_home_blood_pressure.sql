-- migrate:up
-- Readings of devices and of people themselves belong to no checkup and no import. They are home readings, which have limits of their own (135/85);
-- the background job judges them again.
with moved as (
  update test_results r set category_id = home.id, status = null, range_id = null, is_judged = false
  from result_categories office join result_categories home on home.name = 'home_' || office.name
  where office.name in ('systolic_blood_pressure', 'diastolic_blood_pressure') and r.category_id = office.id
    and r.test_package_id is null and r.import_id is null and r.origin <> ''
    and not exists (
      select from test_results other
      where other.user_id = r.user_id and other.category_id = home.id and other.recorded_at = r.recorded_at and other.test_package_id is null and other.type = 0)
  returning r.user_id
)
-- the nightly job computes these scores again
update health_scores set stale_on = date '2000-01-01' where user_id in (select user_id from moved);

-- migrate:down
-- A home reading does not tell which category it had before, so it stays one.
select 1;
