-- migrate:up
-- The sizes of a patient's files of one owner are summed before another file is accepted: from the index alone.
create index files_user_owner on files (user_id, owner) include (size);
drop index files_user;

-- migrate:down
create index files_user on files (user_id);
drop index files_user_owner;
