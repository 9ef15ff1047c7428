-- migrate:up
-- The task of a hand-over: it is deleted with the contact unless somebody has worked on it.
alter table urgent_contacts add column task_id bigint references tasks (id) on delete set null;
create index urgent_contacts_task on urgent_contacts (task_id) where task_id is not null;

-- migrate:down
alter table urgent_contacts drop column task_id;
