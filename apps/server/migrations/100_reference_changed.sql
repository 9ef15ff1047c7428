-- migrate:up
-- Tells the servers to read reference data again, which they keep in memory.
create function notify_reference_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('reference_changed', '');
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['diseases', 'emoticons', 'habit_goal_templates', 'health_record_categories', 'job_stress_check_versions', 'lifestyle_categories',
    'medicines', 'reference_ranges', 'result_categories', 'supplements', 'symptom_categories', 'test_categories'] loop
    execute format(
      'create trigger notify_reference_changed after insert or update or delete or truncate on %I for each statement execute function notify_reference_changed()',
      name);
  end loop;
end $$;

-- migrate:down
drop function notify_reference_changed() cascade;
