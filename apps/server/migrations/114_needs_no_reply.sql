-- migrate:up
-- The patient's messages that staff marked as needing no reply. They do not wait again when a later reply is deleted.
alter table messages add column needs_no_reply boolean not null default false;

-- Messages after the last reply that do not wait were marked. Which earlier ones were marked before a later reply is not known.
update messages m set needs_no_reply = true
from message_rooms r
where r.patient_id = m.patient_id and m.sender_id = m.patient_id and m.deleted_at is null
  and m.published_at < coalesce(r.unresponded_since, 'infinity')
  and m.published_at > coalesce((
    select max(reply.published_at) from messages reply
    where reply.patient_id = r.patient_id and reply.sender_id <> reply.patient_id and reply.deleted_at is null and reply.message_type <> 'data_entry_request'
      and not exists (select from bulk_recipients b where b.message_id = reply.id)), '-infinity');

-- migrate:down
alter table messages drop column needs_no_reply;
