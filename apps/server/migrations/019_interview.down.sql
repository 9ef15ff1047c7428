delete from files where id in (select file_id from interview_videos);
drop table interview_videos, interview_moves;
drop index interviews_at, interviews_facility;
alter table interviews
  drop constraint interviews_url,
  drop constraint interviews_facility,
  drop column sequence,
  drop column cancel_reason,
  drop column cancelled_at,
  drop column included_in_plan;
