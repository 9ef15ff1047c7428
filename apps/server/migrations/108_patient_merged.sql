-- migrate:up
-- Tells the servers, which keep in memory which patients exist, that one was merged or deleted.
create function notify_patient_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('patient_ended', old.user_id::text);
  return null;
end $$;
create trigger notify_patient_merged after update on patients for each row
  when (new.merged_into is not null and old.merged_into is distinct from new.merged_into) execute function notify_patient_ended();
create trigger notify_patient_deleted after delete on patients for each row execute function notify_patient_ended();

-- migrate:down
drop function notify_patient_ended() cascade;
