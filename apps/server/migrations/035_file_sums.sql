-- migrate:up
-- What an owner holds of a patient is summed before more is taken: from the index alone.
create index files_user_owner on files (user_id, owner) include (size);
drop index files_user;

-- migrate:down
create index files_user on files (user_id);
drop index files_user_owner;
