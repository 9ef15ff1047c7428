drop function publish_event(bigint, bigint, text[], text, bigint);
alter table events drop column kind, drop column record_id;
create function publish_event(for_user bigint, about_patient bigint, what text[]) returns bigint language plpgsql as $$
declare next_id bigint;
begin
  update event_counter set last = last + 1 returning last into next_id;
  insert into events (id, user_id, patient_id, changes) values (next_id, for_user, about_patient, what);
  perform pg_notify('events', next_id::text);
  return next_id;
end $$;
drop table visibilities, notifications, message_pins, message_likes, message_reactions, message_open_histories, message_files;
drop index message_reminders_message, message_unreads_open;
alter table message_reminders drop column reason;
drop index messages_client, messages_grams, messages_reply, messages_data_entry_request;
alter table messages drop constraint messages_type, drop constraint messages_body,
  drop column card, drop column data_entry_request_id, drop column is_urgent, drop column client_id, drop column body_search;
drop index message_rooms_order;
alter table message_rooms drop column last_message_id;
delete from files where kind = 'document';
alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('image', 'video'));
drop table emoticons;
