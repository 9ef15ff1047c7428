-- migrate:up
-- The message a task is about.
alter table tasks add column message_id bigint references messages (id) on delete set null;
create index tasks_message on tasks (message_id) where message_id is not null;

-- migrate:down
drop index tasks_message;
alter table tasks drop column message_id;
