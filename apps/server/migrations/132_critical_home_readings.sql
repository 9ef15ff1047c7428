-- migrate:up
-- Scores stored before name the mean of home blood pressure as critical instead of the reading: the daily job of aged scores computes them again.
update health_scores s set stale_on = least(s.stale_on, (now() at time zone 'Asia/Tokyo')::date)
where exists (
  select from jsonb_array_elements(s.caps) cap
  where cap ->> 'finding' = 'serious' and cap ->> 'name' in ('home_systolic_blood_pressure', 'home_diastolic_blood_pressure'));

-- migrate:down
-- the previous version computes them again, too: nothing is undone
select 1;
