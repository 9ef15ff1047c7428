create index files_user on files (user_id);
drop index files_user_owner;
