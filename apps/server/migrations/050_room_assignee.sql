-- migrate:up
-- The member of staff who takes care of a conversation.
alter table message_rooms add column assignee_id bigint references users (id);
create index message_rooms_assignee on message_rooms (assignee_id) where assignee_id is not null;

-- migrate:down
drop index message_rooms_assignee;
alter table message_rooms drop column assignee_id;
