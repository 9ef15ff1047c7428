-- migrate:up
-- the kinds that are mailed to staff only, as in `isMailedToStaff`
create index notifications_unmailed_staff on notifications (unmailed_since)
  where checked_at is null and mailed_at is null
    and (kind in ('recommendation', 'patients_merged', 'stress_interview') or (kind = 'interview' and user_id <> patient_id));
-- those from before are not mailed
update notifications set mailed_at = now()
  where mailed_at is null
    and (kind in ('recommendation', 'patients_merged', 'stress_interview') or (kind = 'interview' and user_id <> patient_id));

-- migrate:down
drop index notifications_unmailed_staff;
