-- migrate:up
-- Tells the servers to read reference data again, which they keep in memory.
create function notify_reference_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('reference_changed', '');
  return null;
end $$;

create trigger notify_reference_changed after insert or update or delete or truncate on diseases for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on emoticons for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on habit_goal_templates for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on health_record_categories for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on job_stress_check_versions for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on lifestyle_categories for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on medicines for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on reference_ranges for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on result_categories for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on supplements for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on symptom_categories for each statement execute function notify_reference_changed();
create trigger notify_reference_changed after insert or update or delete or truncate on test_categories for each statement execute function notify_reference_changed();

-- migrate:down
drop trigger notify_reference_changed on test_categories;
drop trigger notify_reference_changed on symptom_categories;
drop trigger notify_reference_changed on supplements;
drop trigger notify_reference_changed on result_categories;
drop trigger notify_reference_changed on reference_ranges;
drop trigger notify_reference_changed on medicines;
drop trigger notify_reference_changed on lifestyle_categories;
drop trigger notify_reference_changed on job_stress_check_versions;
drop trigger notify_reference_changed on health_record_categories;
drop trigger notify_reference_changed on habit_goal_templates;
drop trigger notify_reference_changed on emoticons;
drop trigger notify_reference_changed on diseases;
drop function notify_reference_changed();
