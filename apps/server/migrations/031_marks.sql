-- migrate:up
-- At most one reminder is open per person and conversation: the earliest stays.
update message_reminders r set done_at = now() where done_at is null and exists (
  select from message_reminders o where o.user_id = r.user_id and o.patient_id = r.patient_id and o.done_at is null and (o.remind_at, o.id) < (r.remind_at, r.id));
create unique index message_reminders_one on message_reminders (user_id, patient_id) where done_at is null;
create index message_reminders_due on message_reminders (remind_at) where done_at is null;
drop index message_reminders_open;

-- The windows that have a conversation open. What a crash loses, the windows report again within seconds.
create unlogged table room_presences (
  patient_id bigint not null references patients (user_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  client_id text not null,
  -- when the window last reported that somebody types in it; null: nobody does
  typed_at timestamptz(3),
  since timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  primary key (patient_id, user_id, client_id)
);
create index room_presences_user on room_presences (user_id);

-- migrate:down
drop table room_presences;
create index message_reminders_open on message_reminders (user_id, patient_id, remind_at) where done_at is null;
drop index message_reminders_due, message_reminders_one;
