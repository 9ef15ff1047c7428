drop table room_presences;
create index message_reminders_open on message_reminders (user_id, patient_id, remind_at) where done_at is null;
drop index message_reminders_due, message_reminders_one;
