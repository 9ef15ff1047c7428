-- migrate:up
-- For the first page of all users, and for searches that match most users.
create index users_kana_key on users (kana_key, id);

-- migrate:down
drop index users_kana_key;
