-- migrate:up
-- The first page of all users, and the names that most people share a letter with.
create index users_kana_key on users (kana_key, id);

-- migrate:down
drop index users_kana_key;
